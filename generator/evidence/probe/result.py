"""What a probe found: the differences with the inputs that show them, and what is accepted under torch's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from generator.evidence.probe.variants import Aspect
from generator.evidence.samples.sample import Sample
from generator.model.evidence import CPU
from generator.model.variation import DifferenceClass


class Told(StrEnum):
    """What the record says of a difference."""

    UNRECORDED = "unrecorded"
    """There is no record."""
    TOLD = "told"
    UNCLEAR = "unclear"
    """A row may tell it whose condition the call leaves open."""
    UNTOLD = "untold"


@dataclass(frozen=True, slots=True)
class Found:
    """One difference: of ``kind``, which all variants of an aspect of a parameter show with these ``settings``.

    ``subject`` is the aspect in words. ``torch``, ``paddle`` and ``given`` are the smallest call that shows it, as it
    was run, ``compare`` what was compared there; ``message`` says what differs, ``count`` how many variants show it.
    """

    kind: DifferenceClass
    aspect: Aspect
    parameter: str
    subject: str
    settings: tuple[str, ...]
    torch: str
    paddle: str
    given: Mapping[str, Any]
    compare: tuple[str, ...]
    message: str
    count: int
    told: Told


@dataclass(frozen=True, slots=True)
class Pair:
    """A torch call and the Paddle call that gives the same result."""

    aspect: Aspect
    sample: Sample
    paddle: str


@dataclass(frozen=True, slots=True)
class Probe:
    """What a probe found of a torch API and its counterpart.

    ``tried`` counts the variants that torch accepts, ``left`` the calls that no name converts. ``dtypes`` are those
    that Paddle refuses, by torch parameter: facts of the version and the device. ``keywords`` says of each torch
    parameter that Paddle calls otherwise whether Paddle takes torch's name. ``prefix`` says whether changing the prefix
    is enough for the calls, None where it was not tried. ``same`` are calls that agree, ``tensors`` the torch
    parameters that take Tensors.
    """

    api: str
    paddle: str
    versions: Mapping[str, str]
    calls: int
    tried: int
    left: int
    random: bool
    found: tuple[Found, ...] = ()
    dtypes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keywords: Mapping[str, bool] = field(default_factory=dict)
    prefix: bool | None = None
    same: tuple[Pair, ...] = ()
    tensors: tuple[str, ...] = ()
    device: str = CPU

    def as_json(self) -> dict[str, Any]:
        """Returns the probe as JSON can carry it; the calls that agree are left out."""
        data = asdict(self)
        del data["same"]
        return data

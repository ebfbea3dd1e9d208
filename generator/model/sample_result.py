"""What running others' samples of a torch API showed: three facts of the name, and what the records tell of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from generator.model.evidence import rows_digest, tested_digest
from generator.model.record import Record
from generator.model.variation import Count, DifferenceClass, Untold

METHOD = 1
"""Version of the sampling itself; what an earlier one found is stale."""


class Source(StrEnum):
    """Where the samples come from."""

    OP_INFO = "OpInfo"
    MODULE_INFO = "ModuleInfo"
    OPTIMIZER_INFO = "OptimizerInfo"
    CHECKS = "checks"
    """The examples and checks of the record, where torch has no samples of its own."""


class State(StrEnum):
    """What is known of a fact."""

    HOLDS = "holds"
    FAILS = "fails"
    UNTRIED = "untried"


class FactName(StrEnum):
    """The three facts; the values are the keys of the files."""

    PREFIX = "prefix"
    """Replacing the prefix suffices, the arguments as given."""
    KEYWORDS = "keywords"
    """Replacing the prefix suffices where every argument has torch's name as its keyword."""
    COMPAT = "compat"
    """The code holds as it is after ``paddle.enable_compat()``."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The smallest sample that fails: torch's ``code``, its inputs, and what differs."""

    kind: DifferenceClass
    code: str
    given: Mapping[str, Any]
    message: str


@dataclass(frozen=True, slots=True)
class SampleFact:
    """One fact: of how many samples it was ``tried``, and of how many of them it ``failed``.

    ``no_kernel`` counts those besides that have a dtype for which Paddle's CPU kernels are missing.
    """

    tried: int = 0
    failed: int = 0
    no_kernel: int = 0
    failure: Failure | None = None

    @property
    def state(self) -> State:
        """Whether it holds for every sample."""
        if not self.tried:
            return State.UNTRIED
        return State.FAILS if self.failed else State.HOLDS


UNTRIED = SampleFact()


@dataclass(frozen=True, slots=True)
class Samples:
    """What the samples of one torch name showed.

    ``versions`` are those of the libraries, ``digest`` that of the method and of the record that answers the name, and
    ``date`` the day on which anything else last changed. ``samples`` counts those that torch accepts, ``left`` those
    that cannot be carried over or are too many. ``shapes_only`` says why values are not compared, or is empty.
    ``accepted`` are torch's keyword names that Paddle's function takes though its signature does not show them.

    ``record`` is the record whose rows convert the calls, empty where there is none; ``counts`` what came of that, and
    ``todo`` how many of them conversion leaves to a person; ``untold`` the differences that no row tells, with the
    source for the place and torch's code for the change.
    """

    api: str
    digest: str
    versions: Mapping[str, str]
    date: str
    source: Source
    samples: int
    left: int = 0
    shapes_only: str = ""
    facts: Mapping[FactName, SampleFact] = field(default_factory=dict)
    accepted: tuple[str, ...] = ()
    record: str = ""
    counts: Mapping[Count, int] = field(default_factory=dict)
    todo: int = 0
    untold: tuple[Untold, ...] = ()
    unsafe: bool = False

    @property
    def moved_api(self) -> str:
        """The name that the API has on Paddle's side where only the prefix changes."""
        return f"paddle.{self.api.partition('.')[2]}"

    def fact(self, name: FactName) -> SampleFact:
        """Returns one of the three facts."""
        return self.facts.get(name, UNTRIED)

    def is_current(self, record: Record | None, versions: Mapping[str, str]) -> bool:
        """Tells whether the method, the record's rows and the pinned ``versions`` are those of this result."""
        return self.digest == samples_digest(record) and all(
            versions.get(library, version) == version for library, version in self.versions.items()
        )


def samples_digest(record: Record | None) -> str:
    """Returns a short digest of what the result depends on besides library versions: a record, its code and rows."""
    text = json.dumps([METHOD, *((tested_digest(record), rows_digest(record)) if record is not None else ())])
    return hashlib.sha256(text.encode()).hexdigest()[:16]

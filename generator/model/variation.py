"""What running a record's code on varied inputs showed, and whether it is still valid."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from generator.model.evidence import CPU, rows_digest, tested_digest
from generator.model.finding import Loc
from generator.model.given import DTYPES, INTEGERS
from generator.model.record import Record

_NUMBERS = frozenset({*INTEGERS, "bool"})
METHOD = 6
"""Version of the variation itself; what an earlier one found is stale."""


class DifferenceClass(StrEnum):
    """What a difference between the two sides consists in."""

    VALUE = "值不同"
    PRECISION = "精度不同"
    """The values agree within the tolerance, and Paddle loses digits that torch has."""
    BOUNDS = "越界"
    """The values agree within the tolerance, and Paddle's leave bounds that torch's keep."""
    SHAPE = "形状不同"
    DTYPE = "dtype 不同"
    TYPE = "类型不同"
    STRUCTURE = "结构不同"
    GRADIENT = "梯度不同"
    IN_PLACE = "原位修改不同"
    REFUSED = "Paddle 报错"
    TIMEOUT = "Paddle 超时"
    ENDED = "Paddle 进程结束"


class Count(StrEnum):
    """What came of one variation; each counts once."""

    SAME = "same"
    """Both sides agree."""
    TOLD = "told"
    """They differ, and a row or remark says so."""
    UNTOLD = "untold"
    """They differ, and nothing says so."""
    UNCLEAR = "unclear"
    """They differ, and a row may say so whose condition the run leaves open."""
    NO_KERNEL = "no_kernel"
    """Paddle does not support the case: a fact of the version, which no row has to tell.

    It does not take the dtype, has no second derivative, a wrong one of complex numbers, leaves a change to a view out
    of the gradient, or writes past a non-contiguous ``out``.
    """
    IMPRECISE = "imprecise"
    """Paddle's own result has fewer digits, as is measured: a fact of the version as well."""
    KERNEL = "kernel"
    """Paddle says that it has no kernel for the dtype that was given, in combinations that measure no dtype."""
    OUTSIDE = "outside"
    """They differ where the snippet is not meant to hold: the condition of the row that it shows no longer holds."""
    REFUSED = "refused"
    """Torch itself refuses, hangs or ends: there is nothing to compare with."""


@dataclass(frozen=True, slots=True)
class Untold:
    """A difference that no row tells.

    ``change`` says in words what was changed; ``given`` are the smallest inputs that show it, those of the snippet at
    ``at``, and ``message`` what differs there; ``count`` is the number of variations that show it, in all snippets.
    """

    at: str
    kind: DifferenceClass
    change: str
    given: Mapping[str, Any]
    message: str
    count: int


@dataclass(frozen=True, slots=True)
class Unclear(Untold):
    """A difference that sentences may tell whose conditions the run leaves open.

    ``sentences`` are those, each with its record; ``change`` is that of the smallest inputs alone. ``is_doubtful`` says
    that none of them is likely to.
    """

    sentences: tuple[tuple[str, str], ...]
    is_doubtful: bool


@dataclass(frozen=True, slots=True)
class Disproved:
    """A condition that held for a run in which both sides agree, though its row says that they differ."""

    row: str
    at: str
    change: str
    given: Mapping[str, Any]
    count: int


DTYPE_ORDER = (
    *("bool", "uint8", "int8", "int16", "int32", "int64"),
    *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
)
"""All dtypes that are tried, in the order in which people read them."""


@dataclass(frozen=True, slots=True)
class DtypeFact:
    """Which dtypes the Tensors of some arguments may have, found by changing the dtype and nothing else.

    All Tensors that have one dtype in a snippet change together, so that no dtypes are mixed that were not before.
    ``at`` is empty or the place of an overload; ``parameters`` are torch's, ``forward.x`` of a layer's call, empty for
    Tensors that are no argument themselves. ``torch`` are the dtypes that torch takes in some snippet, of which Paddle
    takes ``refused`` in none and ``partly`` in some only; ``backward`` are those that it refuses to differentiate.
    ``mixed`` are the refused ones that it takes of one Tensor where the others have another dtype. Only snippets count
    whose Paddle side calls the counterpart.
    """

    at: str
    parameters: tuple[str, ...]
    torch: tuple[str, ...]
    refused: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()
    backward: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether there is a dtype that Paddle does not take wherever torch does."""
        return bool(self.refused or self.partly or self.backward)


@dataclass(frozen=True, slots=True)
class SecondOrder:
    """That Paddle refuses to differentiate a gradient where torch does: always, or in some snippets only.

    ``at`` and ``parameters`` are as in ``DtypeFact``; those are left out where all that were tried are meant. It may
    end the process instead of refusing (``ends``). Only the inputs as given are tried, and what both sides
    differentiate once. ``is_usual`` says, where it does not always refuse, that it does in the usual call.
    """

    at: str
    is_always: bool
    parameters: tuple[str, ...] = ()
    ends: bool = False
    is_usual: bool = False


@dataclass(frozen=True, slots=True)
class LostDigits:
    """That results of Paddle's counterpart itself have fewer digits than torch's, which no row tells.

    ``at`` is as in ``DtypeFact``; ``dtype`` is that of the inputs, the complex one where some are complex; ``backward``
    says that gradients are meant. ``error`` is the largest relative error seen, a power of ten.
    """

    at: str
    dtype: str
    backward: bool
    error: str


Fact = TypeVar("Fact", DtypeFact, SecondOrder, LostDigits)


@dataclass(frozen=True, slots=True)
class Variation:
    """What the variations of one record's code showed.

    ``versions`` are those of the libraries, ``digest`` that of the code and the conditions, ``seed`` what was drawn
    from, ``date`` the day on which anything else last changed. ``left`` counts pairs of changes that no variation made,
    and variations for which there was no time. ``unmet`` are the places of rows and remarks whose condition no run met.
    ``dtypes``, ``second_orders``, ``lost_digits`` and ``wrong_views`` are facts of the versions on the ``device``; the
    last are the mappings that change a view in place and of whose base Paddle then has another gradient, as in
    ``DtypeFact.at``. ``device`` and ``unsafe`` are as in other evidence.
    """

    api: str
    digest: str
    versions: Mapping[str, str]
    date: str
    seed: int
    counts: Mapping[Count, int]
    left: int = 0
    untold: tuple[Untold, ...] = ()
    disproved: tuple[Disproved, ...] = ()
    unmet: tuple[str, ...] = ()
    dtypes: tuple[DtypeFact, ...] = ()
    second_orders: tuple[SecondOrder, ...] = ()
    lost_digits: tuple[LostDigits, ...] = ()
    wrong_views: tuple[str, ...] = ()
    device: str = CPU
    unsafe: bool = False
    unclear: tuple[Unclear, ...] = field(default=(), compare=False)
    """What a run found, which no file keeps."""

    def is_current(self, record: Record, versions: Mapping[str, str]) -> bool:
        """Tells whether the code, the conditions and the pinned ``versions`` are those that were varied.

        A run that had no time for any variation says nothing of them.
        """
        return (
            self.digest == variation_digest(record)
            and all(versions.get(library, version) == version for library, version in self.versions.items())
            and not (self.left and not any(self.counts.values()))
        )


def facts_at(facts: Iterable[Fact], loc: Loc) -> list[Fact]:
    """Returns the facts of the mapping at ``loc``."""
    at = ".".join(map(str, loc))
    return [fact for fact in facts if fact.at == at]


def refused_numbers(measured: Variation | None, loc: Loc) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Returns the integers and bool that Paddle was measured to take in no call of the mapping at ``loc``.

    They stand beside the parameters whose Tensors have them, none for Tensors that are no argument themselves. What it
    takes of one Tensor beside others stands beside those that refuse it in any case, or else beside all together.
    Nothing is said of floats: code has those of half precision for other devices.
    """
    facts = facts_at(measured.dtypes if measured else (), loc)
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for dtype in (each for each in DTYPES if each in _NUMBERS):
        refusing = [fact for fact in facts if dtype in fact.refused]
        alone = [fact.parameters for fact in refusing if dtype not in fact.mixed]
        together = [tuple(name for fact in refusing for name in fact.parameters)] if refusing else []
        for parameters in alone or together:
            found[parameters] = (*found.get(parameters, ()), dtype)
    return list(found.items())


def first_order(measured: Variation | None, loc: Loc) -> tuple[str, ...] | None:
    """Returns the parameters by which Paddle was measured to have no second derivatives, at least in the usual call.

    None are listed for all that were tried; None is returned where there are second derivatives by each of them.
    """
    facts = facts_at(measured.second_orders if measured else (), loc)
    found = [fact.parameters for fact in facts if fact.is_always or fact.is_usual]
    return () if () in found else tuple(name for each in found for name in each) if found else None


def has_wrong_views(measured: Variation | None, loc: Loc) -> bool:
    """Tells whether the mapping at ``loc`` was measured to lose what it changes through a view from the gradient."""
    return measured is not None and ".".join(map(str, loc)) in measured.wrong_views


def has_new_finding(new: Variation, old: Variation | None) -> bool:
    """Tells whether a run found what the ``old`` result of the same code does not say, or there is no such result.

    How many variations agree is not asked: a last digit depends on the machine, and may be on either side of a
    tolerance.
    """
    if old is None or (new.digest, new.versions, new.seed) != (old.digest, old.versions, old.seed) or new.unsafe:
        return True
    known = {(one.kind, one.at) for one in old.untold}
    is_known = known.issuperset((one.kind, one.at) for one in new.untold)
    rows = {one.row for one in old.disproved}.issuperset(one.row for one in new.disproved)
    return not (is_known and rows and set(old.unmet).issuperset(new.unmet))


def variation_digest(record: Record) -> str:
    """Returns a short digest of what variations depend on: the method, the code, its inputs, the conditions."""
    text = json.dumps([METHOD, tested_digest(record), rows_digest(record)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]

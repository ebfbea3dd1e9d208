"""Evidence: the results of the last verification of a record or note, and whether they are still valid."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from generator.model.finding import Loc
from generator.model.parameter import ParameterRow
from generator.model.record import Expectation, Overload, Raises, Record, Snippet, expectation_of
from generator.model.record import Mapping as Counterpart
from generator.model.remark import write_keys
from generator.model.status import Outcome, Status
from generator.model.texts import read_fields

METHOD = 1
"""Version of verification itself; evidence of an earlier one is stale."""
CPU = "cpu"
"""The device that code runs on."""
CONVERSION_METHOD = 1
"""Version of conversion; what an earlier one made of the code says nothing of today's."""


class Testable(Protocol):
    """Anything with code to run: a record, a migration note or a family."""

    @property
    def key(self) -> str:
        """The key of its evidence."""

    def snippets(self) -> Iterator[tuple[Loc, Snippet]]:
        """Yields the code, with its places."""


class FailureKind(StrEnum):
    """Why a side gave no result."""

    ERROR = "出错"
    CRASH = "崩溃"
    EXIT = "退出"
    TIMEOUT = "超时"
    MEMORY = "内存不足"
    PROCESSES = "进程过多"
    GIVEN = "输入有误"
    TAMPERED = "结果无效"


class ConvertedOutcome(StrEnum):
    """What came of a snippet's torch side, converted by the records and run beside the original."""

    PASSED = "passed"
    DIFFERS = "differs"
    """It gives something else: a row or template is wrong."""
    FAILED = "failed"
    """It gives nothing: a row or template is wrong."""
    UNMET = "unmet"
    """It was converted under an assumption on the data that does not hold here, and does in another snippet."""
    TODO = "todo"
    """The conversion leaves it to a person."""

    @property
    def is_wrong(self) -> bool:
        """Whether the records have to be mended."""
        return self in {ConvertedOutcome.DIFFERS, ConvertedOutcome.FAILED}


@dataclass(frozen=True, slots=True, eq=False)
class ConvertedResult:
    """What came of converting one snippet.

    ``kind`` is the aspect that differs, the kind of failure, the verdict that leaves the use of ``api`` to a person, or
    of what passed the verdict on the record's own call.
    ``message`` says it in words, which are those of the records: other words make no other result. How code goes wrong
    whose assumption does not hold makes none either: it may be a race.
    """

    outcome: ConvertedOutcome
    kind: str = ""
    api: str = ""
    message: str = ""

    def __eq__(self, other: object) -> bool:
        """Tells whether two results say the same of the records."""
        return isinstance(other, ConvertedResult) and self._deciding == other._deciding

    def __hash__(self) -> int:
        return hash(self._deciding)

    @property
    def deciding_kind(self) -> str:
        """The kind as far as it says something of the records; empty where an assumption does not hold."""
        return "" if self.outcome is ConvertedOutcome.UNMET else self.kind

    @property
    def _deciding(self) -> tuple[str, ...]:
        return self.outcome, self.deciding_kind, self.api


@dataclass(frozen=True, slots=True)
class Gave:
    """What both sides gave for ``name``, as the code has it: what sort of value, and its first elements.

    ``torch`` and ``paddle`` are the dtype and shape, or the type. The values are rounded, and empty where they may not
    be told; they are for readers alone, since their last digits depend on the machine.
    """

    name: str
    torch: str
    paddle: str
    torch_values: str = field(default="", compare=False)
    paddle_values: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class SnippetResult:
    """The result of the snippet at ``at``, written with dots: ``checks.0``, ``overloads.1.examples.0``.

    ``kind`` is the aspect that differs or the kind of failure; ``message`` describes it, or is the reason for skipping;
    ``notes`` list what could be compared only in part. A check that proves a difference passes with what differs.
    ``converted`` is None where nothing was converted, because the snippet was not run or belongs to no record. ``gave``
    are the first results of both sides. ``moved`` says whether the torch code gives the same with its prefix changed
    and nothing else; None where torch gave no result, or none that counts.
    """

    at: str
    outcome: Outcome
    kind: str = ""
    message: str = ""
    notes: tuple[str, ...] = ()
    converted: ConvertedResult | None = None
    gave: tuple[Gave, ...] = ()
    moved: bool | None = None

    @property
    def loc(self) -> Loc:
        """The place of the snippet in its record."""
        return tuple(int(part) if part.isdecimal() else part for part in self.at.split("."))


@dataclass(frozen=True, slots=True)
class DropIn:
    """Whether the torch code runs on Paddle with the prefix changed and nothing else.

    ``holds`` is None where it is unknown, because a snippet was skipped or its torch side gave no result; then and
    where it is False, ``reason`` is that of the first snippet that is no pass.
    """

    holds: bool | None
    reason: str = ""


class AttributeFact(StrEnum):
    """What an attribute of torch's object is on Paddle's, under the same name, on all objects that were looked at."""

    VALUE = "value"
    """The same number, text or tuple, or a layer."""
    TENSOR = "tensor"
    """A Tensor of the same dtype and shape."""
    UNKNOWN = "unknown"
    """Nothing that can be compared, or on some objects alone."""
    DIFFERS = "differs"
    """Another number, text, tuple or list, or a Tensor of another dtype or shape."""
    ABSENT = "absent"
    """Paddle's object has no such attribute."""

    @property
    def is_same(self) -> bool:
        """Whether code that reads the attribute may stay as it is."""
        return self in {AttributeFact.VALUE, AttributeFact.TENSOR}


@dataclass(frozen=True, slots=True)
class Evidence:
    """The results of verification for one record or note, whose key is ``api``.

    ``versions`` are those of the libraries that took part; ``digest`` is that of what was tested; ``date`` is the day
    on which anything else in the line last changed; ``unsafe`` says that the code was not isolated, and could have read
    or changed anything; ``rows`` is the digest of what the conversion followed, empty where none was tried; ``device``
    is the one that the code ran on. ``attributes`` are those of an object of the recorded class, as its code makes it.
    """

    api: str
    digest: str
    versions: Mapping[str, str]
    date: str
    results: tuple[SnippetResult, ...]
    drop_in: DropIn
    unsafe: bool = False
    rows: str = ""
    device: str = CPU
    attributes: Mapping[str, AttributeFact] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """The worst of the results: a record with a skipped snippet is not verified."""
        order = list(Outcome)
        return max((result.outcome for result in self.results), key=order.index, default=Outcome.SKIPPED)

    def is_current(self, tested: Testable, versions: Mapping[str, str]) -> bool:
        """Tells whether the tested content, the rows and the pinned ``versions`` are those that were verified."""
        return (
            self.digest == tested_digest(tested)
            and self.rows in {"", rows_digest(tested)}
            and all(versions.get(library, version) == version for library, version in self.versions.items())
        )


_STATUS = {
    Outcome.PASSED: Status.VERIFIED,
    Outcome.SKIPPED: Status.SKIPPED,
    Outcome.DIFFERS: Status.DIFFERS,
    Outcome.FAILED: Status.FAILED,
}


def evidence_status(evidence: Evidence | None, tested: Testable, versions: Mapping[str, str]) -> Status:
    """Returns the status of a record or note for the pinned ``versions``; missing evidence is never a pass."""
    if not any(True for _ in tested.snippets()):
        return Status.NOTHING
    if evidence is None:
        return Status.MISSING
    return _STATUS[evidence.outcome] if evidence.is_current(tested, versions) else Status.STALE


_TESTED = ("given", "torch", "paddle", "compare", "skip", "random", "tolerance")


def tested_digest(tested: Testable) -> str:
    """Returns a short digest of what is verified: the method, the snippets and the options of comparison."""
    content = [
        [
            ".".join(map(str, loc)),
            *(getattr(snippet, name) for name in _TESTED),
            *([expected] if (expected := expectation_of(snippet)) is not Expectation.SAME else []),
        ]
        for loc, snippet in tested.snippets()
    ]
    return _digest([METHOD, content])


_WORDS = frozenset({"remarks", "related", "links", "exempt"}) | read_fields(Record) | read_fields(Overload)
"""The keys of a record and its overloads that only readers see."""
_APART = frozenset({"parameters", "overloads", "examples", "checks"})
_UNMARKED = {"__all__": {"usual"}}
_NOT_FOLLOWED: Any = {
    **dict.fromkeys((*_WORDS, *_APART), True),
    "raises": {*read_fields(Raises)},
    "forms": {
        "__all__": {
            "examples": _UNMARKED,
            "checks": _UNMARKED,
            "overloads": {"__all__": {"examples": _UNMARKED, "checks": _UNMARKED}},
        }
    },
}
"""Which snippet is the usual one, of a form as well, changes nothing of what is followed."""
_WORDS_OF_ROW = frozenset({"differs"}) | read_fields(ParameterRow)


def rows_digest(tested: Testable) -> str:
    """Returns a short digest of what a record's conversion follows, words left out; empty for what is no record.

    The rows of other records that the same code uses are not in it: each record answers for its own.
    """
    if not isinstance(tested, Record):
        return ""
    return _digest([CONVERSION_METHOD, _followed(tested), [_followed(overload) for overload in tested.overloads]])


def _followed(mapping: Counterpart) -> list[Any]:
    keys = mapping.model_dump(mode="json", exclude_defaults=True, exclude=_NOT_FOLLOWED)
    remarks = [write_keys(remark) for remark in mapping.remarks if remark.is_rule]
    return [keys, [_followed_row(row) for row in mapping.parameters], *([remarks] if remarks else [])]


def _followed_row(row: ParameterRow) -> dict[str, Any]:
    """Returns a row's keys; of a difference in words, that there is one, and of which kind."""
    keys = row.model_dump(mode="json", exclude_defaults=True, exclude={*_WORDS_OF_ROW})
    return keys | {"differs": row.differs and row.differs.kind, "returns": row.returns is not None}


def _digest(content: Any) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]

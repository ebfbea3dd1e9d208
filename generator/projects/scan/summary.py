"""Adds up what was found in a project: by verdict, by API, by file, and what is left to be done by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from generator.model.call_verdict import CallVerdict
from generator.model.when_words import is_of_class
from generator.projects.scan.file_scan import FileScan, Use
from generator.projects.sources.problem import Problem

SHOWN = tuple(verdict for verdict in CallVerdict if verdict is not CallVerdict.FOREIGN)
"""The verdicts in the order in which they are listed, from the least work to the most."""


@dataclass(frozen=True, slots=True)
class Minutes:
    """What a person is assumed to need for the first use of an API in a project, and for each further one."""

    first: int
    again: int


MINUTES: Mapping[CallVerdict, Minutes] = {
    CallVerdict.REWRITE: Minutes(10, 3),
    CallVerdict.MISSING: Minutes(30, 10),
    CallVerdict.UNVERIFIED: Minutes(10, 3),
    CallVerdict.UNSURE: Minutes(3, 1),
    CallVerdict.UNRECORDED: Minutes(10, 2),
}
"""Assumed and not measured, which every report says with the numbers."""
GUESS = Minutes(1, 1)
"""For a use that is only guessed at."""


@dataclass(frozen=True)
class Tally:
    """Counts of some uses. Guesses stand apart: their receiver is known by a name alone."""

    uses: Sequence[Use]

    @cached_property
    def by_verdict(self) -> Mapping[CallVerdict, int]:
        """Uses by verdict, without guesses."""
        return Counter(use.site.verdict for use in self.uses if not use.site.guess)

    @cached_property
    def total(self) -> int:
        """Uses without guesses."""
        return sum(self.by_verdict.values())

    @cached_property
    def mechanical(self) -> int:
        """Uses that are converted without a person."""
        return sum(number for verdict, number in self.by_verdict.items() if verdict.is_converted)

    @cached_property
    def assumed(self) -> int:
        """Of those, the ones that are right only if the data is as was assumed."""
        return sum(use.is_mechanical and bool(use.site.assumptions) for use in self.uses)

    @cached_property
    def guesses(self) -> int:
        """Uses that are only guessed at, and are left for a person."""
        return sum(use.site.guess and use.site.verdict.is_todo for use in self.uses)

    @property
    def by_hand(self) -> int:
        """Uses that a person has to look at, without guesses."""
        return self.total - self.mechanical

    @property
    def share(self) -> float | None:
        """The part of all uses that is mechanical, from 0 to 1; None where there are none."""
        return self.mechanical / self.total if self.total else None


@dataclass(frozen=True, slots=True)
class ApiUses:
    """The uses of one API; ``paddle`` and ``record`` are empty where nothing is known."""

    api: str
    paddle: str
    record: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class AssumedOf:
    """One assumption, the converted uses that rest on it, and the first of them; ``apis`` has the most used first."""

    assumption: str
    apis: Mapping[str, int]
    file: FileScan
    use: Use

    @property
    def uses(self) -> int:
        """How many uses rest on it."""
        return sum(self.apis.values())


@dataclass(frozen=True)
class Summary:
    """A project: what was found in its files, in their order, and what was not read beside them."""

    files: tuple[FileScan, ...]
    unread: tuple[Problem, ...] = ()

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that could not be examined."""
        return (*self.unread, *(problem for file in self.files for problem in file.problems))

    @cached_property
    def tally(self) -> Tally:
        """All uses."""
        return Tally([use for file in self.files for use in file.uses])

    @cached_property
    def examined(self) -> int:
        """Files that were read."""
        return sum(bool(file.parts) for file in self.files)

    @cached_property
    def lines(self) -> int:
        """Lines of code that were examined."""
        return sum(file.lines for file in self.files)

    @cached_property
    def by_file(self) -> tuple[tuple[FileScan, Tally], ...]:
        """The files that use torch: those with most left by hand first."""
        counted = [(file, Tally(file.uses)) for file in self.files if file.uses]
        return tuple(sorted(counted, key=lambda item: (-item[1].by_hand, -item[1].total, item[0].name)))

    @cached_property
    def by_api(self) -> tuple[ApiUses, ...]:
        """The APIs, the most used first; those of which all uses are guesses last."""
        groups: dict[str, list[Use]] = defaultdict(list)
        for use in self.tally.uses:
            groups[use.site.api].append(use)
        counted = [
            ApiUses(api, _most(use.site.paddle for use in uses), _most(use.site.record for use in uses), Tally(uses))
            for api, uses in groups.items()
        ]
        return tuple(sorted(counted, key=lambda one: (-one.tally.total, -one.tally.guesses, one.api)))

    @cached_property
    def by_assumption(self) -> tuple[AssumedOf, ...]:
        """What the conversion assumes, each once: those about classes first, then those on which most uses rest."""
        groups: dict[str, list[tuple[FileScan, Use]]] = defaultdict(list)
        for file in self.files:
            for use in file.uses:
                for assumption in use.site.assumptions if use.is_mechanical else ():
                    groups[assumption].append((file, use))
        found = [
            AssumedOf(assumption, dict(Counter(use.site.api for _, use in uses).most_common()), *uses[0])
            for assumption, uses in groups.items()
        ]
        return tuple(sorted(found, key=lambda one: (not is_of_class(one.assumption), -one.uses, one.assumption)))

    @cached_property
    def minutes(self) -> int:
        """What is left by hand, by ``MINUTES``: each API is learnt once, and then applied."""
        return sum(_minutes(one.tally) for one in self.by_api)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left for a person."""
        return not (self.tally.by_hand or self.tally.guesses or self.problems)


def _most(values: Iterable[str]) -> str:
    """Returns the value that stands most often among those that are not empty."""
    counted = Counter(value for value in values if value)
    return min(counted, key=lambda value: (-counted[value], value), default="")


def _minutes(tally: Tally) -> int:
    needs = [(MINUTES[verdict], number) for verdict, number in tally.by_verdict.items() if verdict in MINUTES]
    needs += [(GUESS, tally.guesses)] if tally.guesses else []
    return sum(need.first + need.again * (number - 1) for need, number in needs)


def share_text(share: float | None) -> str:
    """Returns a share as reports write it; it is 100 % only where nothing is missing."""
    if share is None:
        return "—"
    return f"{int(share * 1000) / 10:.1f}%"


def time_text(minutes: int) -> str:
    """Returns a length of time that pretends to no precision."""
    if not minutes:
        return "没有"
    return f"约 {minutes} 分钟" if minutes < 90 else f"约 {minutes / 60:.0f} 小时"  # noqa: PLR2004  (an hour and a half)


def method_text() -> str:
    """Returns how the time is estimated."""
    parts = [f"{verdict} {need.first}、{need.again}" for verdict, need in MINUTES.items()]
    return (
        f"每个 API 第一处与其余每处的分钟数：{'，'.join(parts)}，只凭名称猜测的 {GUESS.first}、{GUESS.again}。"
        "这些分钟数是假定的，没有测量过；读不了的文件与转换之后的测试不在内。"
    )

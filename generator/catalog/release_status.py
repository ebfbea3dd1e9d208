"""How a record stands on another release: whether its page holds there, and what the release lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from generator.catalog.catalog import Catalog
from generator.model.call_verdict import CallVerdict
from generator.model.category import MISSING
from generator.model.effort import effort_of, usual_result
from generator.model.evidence import Evidence, SnippetResult
from generator.model.inventory import ApiEntry, Inventory
from generator.model.record import Mapping, Record
from generator.model.release import Release
from generator.model.signature import ParameterKind
from generator.model.status import Outcome
from generator.model.usual_call import usual_of


class State(StrEnum):
    """Whether what a record's page says holds on a release."""

    HOLDS = "holds"
    """All that was run gives the same as on the pinned release, and nothing that the page names is missing."""
    PARTLY = "partly"
    """The usual call holds as the record writes it, something else does not."""
    FAILS = "fails"
    """The counterpart is missing, or the usual call gives something else, or nothing."""
    NOT_RUN = "not-run"
    """The usual call cannot be run: not here, or not without an API that the release lacks."""
    UNKNOWN = "unknown"
    """Nobody has run it there since the record or its evidence changed."""


class Cause(StrEnum):
    """What of a page does not hold, where no missing name explains it."""

    USUAL = "usual"
    HELPER = "helper"
    """The usual call cannot run because of another API in its code; nothing is known about the call itself."""
    PREFIX = "prefix"
    """The prefix alone is not enough there."""
    CODE = "code"
    ROWS = "rows"
    """What the rows make of the code."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a record stands on ``release``.

    ``apis`` and ``parameters`` are names on the page that the release lacks. ``cause`` and ``result`` are the first
    thing that does not hold. ``effort`` is that of the usual call there.
    """

    release: Release
    state: State
    apis: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    cause: Cause | None = None
    result: SnippetResult | None = None
    effort: CallVerdict = CallVerdict.UNVERIFIED


def standings(catalog: Catalog, record: Record) -> tuple[Standing, ...]:
    """Returns how a record stands on each earlier release, the newest first; nothing of one without counterpart."""
    return catalog.once("standings", record, lambda: _standings(catalog, record)) if has_standing(record) else ()


def _standings(catalog: Catalog, record: Record) -> tuple[Standing, ...]:
    evidence, found = catalog.evidence.get(record.torch), catalog.on_releases.get(record.torch)
    current = catalog.current_evidence(record)
    on = found.all_evidence(current) if found is not None and current is not None else {}
    names = {library: tuple(_names(record, library)) for library in catalog.settings.earlier}
    return tuple(
        _standing(catalog, record, release, names[release.library], evidence, on.get(release))
        for release in catalog.releases
    )


def standing_now(catalog: Catalog, record: Record, library: str) -> Standing:
    """Returns how a record stands on the pinned release of a library: by its evidence."""
    effort = catalog.effort(record)
    state = State.NOT_RUN if effort is CallVerdict.UNVERIFIED else State.HOLDS
    return Standing(Release(library, catalog.settings.versions[library]), state, effort=effort)


def alike(found: Iterable[Standing]) -> Iterator[tuple[Standing, tuple[str, ...]]]:
    """Yields the first of each run of equal neighbouring standings, with the versions of the run."""

    def of(one: Standing) -> tuple[object, ...]:
        outcome = one.result and (one.result.outcome, one.result.moved)
        return one.release.library, one.state, one.apis, one.parameters, one.cause, one.effort, outcome

    for _, same in groupby(found, key=of):
        members = list(same)
        yield members[0], tuple(one.release.version for one in members)


def has_standing(record: Record) -> bool:
    """Tells whether a record can be compared with a release: it has a counterpart."""
    return record.category is not MISSING and bool(record.paddle_apis)


def _standing(  # noqa: PLR0913, PLR0917  (all that a release is held against)
    catalog: Catalog,
    record: Record,
    release: Release,
    names: Sequence[str],
    evidence: Evidence | None,
    on: Evidence | None,
) -> Standing:
    """Returns how a record with a counterpart stands on one release, of which ``on`` is the evidence."""
    pinned, there = catalog.inventories.get(release.library), catalog.earlier.get(release)
    apis: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    if pinned is not None and there is not None:
        apis = tuple(_without_owners([name for name in names if _lacks(pinned, there, name)]))
        parameters = tuple(dict.fromkeys(_lacking(record, pinned, there)))
    loc, first = next(iter(record.mappings()))
    usual = usual_result(record, loc, first, on)
    cause, result = _worst(evidence, on, usual) if evidence is not None and on is not None else (None, None)
    if cause is Cause.USUAL and _needs_other(record, first, apis):
        cause = Cause.HELPER
    if first.paddle in apis or cause is Cause.USUAL:
        state = State.FAILS
    elif cause is Cause.HELPER:
        state = State.NOT_RUN
    elif cause is not None or parameters or apis:
        state = State.PARTLY
    elif on is None and any(record.snippets()):
        state = State.UNKNOWN
    else:
        state = State.HOLDS if usual is not None and usual.outcome is Outcome.PASSED else State.NOT_RUN
    return Standing(release, state, apis, parameters, cause, result, effort_of(record, loc, first, on))


def _needs_other(record: Record, mapping: Mapping, missing: Sequence[str]) -> bool:
    """Tells whether the code of the usual call uses a missing API that is no counterpart of the record."""
    usual, others = usual_of(record.torch, mapping), set(missing).difference(record.paddle_apis)
    return usual is not None and any(re.search(rf"\b{re.escape(name)}\b", usual[1].paddle) for name in others)


def _worst(evidence: Evidence, on: Evidence, usual: SnippetResult | None) -> tuple[Cause | None, SnippetResult | None]:
    """Returns the first thing that the evidence has and the release has not, by how much it matters."""
    before = {result.at: result for result in evidence.results}
    changed = [(before[result.at], result) for result in on.results if result is not before[result.at]]
    worse = [new for old, new in changed if old.outcome is Outcome.PASSED and new.outcome is not Outcome.PASSED]
    if usual is not None and usual in worse:
        return Cause.USUAL, usual
    if worse:
        return Cause.CODE, worse[0]
    if usual is not None and usual.moved is False and before[usual.at].moved:
        return Cause.PREFIX, usual
    rows = [new for old, new in changed if _is_wrong(new) and not _is_wrong(old)]
    return (Cause.ROWS, rows[0]) if rows else (None, None)


def _is_wrong(result: SnippetResult) -> bool:
    return result.converted is not None and result.converted.outcome.is_wrong


def _names(record: Record, library: str) -> Iterator[str]:
    """Yields the library's APIs that a page names: the counterparts, and what its code uses on that side; each once."""
    chains = re.compile(rf"\b{library}(?:\.\w+)+")
    found = (name for _, snippet in record.snippets() for name in chains.findall(snippet.paddle))
    yield from dict.fromkeys((*record.paddle_apis, *found))


def _without_owners(names: Sequence[str]) -> Iterator[str]:
    """Yields the names but those of modules and classes of which another one names a member."""
    yield from (name for name in names if not any(other.startswith(f"{name}.") for other in names))


def _lacks(pinned: Inventory, there: Inventory, name: str) -> bool:
    """Tells whether a release lacks an API that the pinned one has; False for a module that could not be read."""
    return pinned.find(name) is not None and there.find(name) is None and there.unreadable_module(name) is None


def _lacking(record: Record, pinned: Inventory, there: Inventory) -> Iterator[str]:
    """Yields the parameters of rows that a counterpart has in the pinned release and not in this one."""
    for _, mapping in record.mappings():
        entries = [inventory.find(mapping.paddle) if mapping.paddle else None for inventory in (pinned, there)]
        if all(entry is not None for entry in entries):
            ours, theirs = (_parameters(entry) for entry in entries if entry is not None)
            if theirs is not None:
                names = (row.paddle.lstrip("*") for row in mapping.parameters if row.paddle)
                yield from (name for name in names if name in (ours or ()) and name not in theirs)


def _parameters(entry: ApiEntry) -> frozenset[str] | None:
    """Returns the names that an API takes; None where they are not all known."""
    found = [parameter for signature in entry.signatures for parameter in signature.parameters]
    opaque = any(parameter.kind is ParameterKind.VAR_KEYWORD for parameter in found)
    return None if opaque or not entry.signatures else frozenset(parameter.name for parameter in found)

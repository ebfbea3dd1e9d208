"""What a record's code gives on other releases of a library, kept as what differs from its evidence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.model.evidence import Evidence, FailureKind, SnippetResult
from generator.model.status import Outcome

METHOD = 1
"""Version of the comparison; what an earlier one found is stale."""


@dataclass(frozen=True, slots=True, order=True)
class Release:
    """One release of a library."""

    library: str
    version: str

    def __str__(self) -> str:
        return f"{self.library} {self.version}"


@dataclass(frozen=True, slots=True)
class OnReleases:
    """What the code of the record ``api`` gives on other releases.

    ``results`` are those that differ from the evidence's, none where all is the same. ``basis`` is the digest of that
    evidence, ``date`` the day on which anything else last changed, ``unsafe`` as in other evidence.
    """

    api: str
    basis: str
    date: str
    results: Mapping[Release, tuple[SnippetResult, ...]] = field(default_factory=dict)
    unsafe: bool = False

    def all_evidence(self, evidence: Evidence) -> Mapping[Release, Evidence]:
        """Returns the record's evidence as it is on each release; nothing where this was not found beside it."""
        if self.basis != basis_of(evidence):
            return {}
        return {release: self._evidence(release, changed, evidence) for release, changed in self.results.items()}

    def _evidence(self, release: Release, changed: tuple[SnippetResult, ...], evidence: Evidence) -> Evidence:
        by_place = {result.at: result for result in changed}
        return replace(
            evidence,
            versions={**evidence.versions, release.library: release.version},
            date=self.date,
            results=tuple(by_place.get(result.at, result) for result in evidence.results),
        )


def changed_results(found: Evidence, evidence: Evidence) -> tuple[SnippetResult, ...]:
    """Returns the results that are others than the evidence's, by their places.

    Notes, values, and the words of a pass decide nothing.
    """
    known = {result.at: _deciding(result) for result in evidence.results}
    changed = (result for result in map(_deciding, found.results) if result != known.get(result.at))
    return tuple(sorted(changed, key=lambda result: result.at))


def is_same(one: Sequence[SnippetResult], other: Sequence[SnippetResult]) -> bool:
    """Tells whether two runs found the same. How code fails is not compared.

    Where one of them ended the process, a library reads memory that nothing was written to, and each run gives
    something else: then they count as the same.
    """
    is_crash = any(result.kind == FailureKind.CRASH for result in (*one, *other))
    return is_crash or list(map(_finding, one)) == list(map(_finding, other))


def _finding(result: SnippetResult) -> tuple[object, ...]:
    converted = result.converted
    kind = "" if converted is None or converted.outcome.is_wrong else converted.deciding_kind
    return result.at, result.outcome, result.moved, converted and converted.outcome, kind


def basis_of(evidence: Evidence) -> str:
    """Returns a short digest of what other releases are compared with: the code, the versions and the results."""
    results = [
        [it.at, it.outcome, it.kind, it.message, it.moved, it.converted and [it.converted.outcome, it.converted.kind]]
        for it in map(_deciding, evidence.results)
    ]
    content = [METHOD, evidence.digest, evidence.rows, sorted(evidence.versions.items()), results]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()[:16]


def _deciding(result: SnippetResult) -> SnippetResult:
    passed = result.outcome in {Outcome.PASSED, Outcome.SKIPPED}
    converted = result.converted and replace(result.converted, message="")
    words = replace(result, kind="", message="") if passed else result
    return replace(words, notes=(), gave=(), converted=converted)


def releases_of(earlier: Mapping[str, tuple[str, ...]]) -> Iterator[Release]:
    """Yields the earlier releases of the settings, those of each library from the oldest."""
    for library, versions in earlier.items():
        yield from (Release(library, version) for version in versions)

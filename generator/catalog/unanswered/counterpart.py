"""Finds the Paddle APIs that a torch API most likely corresponds to, each with a confidence and its grounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property

from generator.catalog.unanswered.pairing import Match, best_match
from generator.libraries.registry import PREFIXES, drafting_of, library_of
from generator.model.glossary import Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory

SURE = 0.8
"""From this confidence on a counterpart is taken as found."""
DOUBTFUL = 0.36
"""Below this confidence, which similar names alone never reach, the draft says that there is no counterpart."""

_KNOWN_RENAME = 0.98
_SAME_NAME = 0.97
_COMPATIBLE = 0.95
_ONLY_CASE = 0.96
_ELSEWHERE = 0.6
_ALIKE = 0.35
_OTHER_KIND = 0.8
"""The factor on the confidence where one side is a class and the other a function."""
_WEIGHT_OF_SIGNATURES = 0.4
"""The weight of the signatures in the confidence."""
_WEIGHT_AFTER_RENAME = 0.2
"""Their weight where the name is known to change: a Paddle API of the old name is then another one."""
_CUTOFF = 0.75
"""The least likeness of two names, as ``difflib`` measures it."""

_CALLED = {ApiKind.CLASS: "class", ApiKind.FUNCTION: "function", ApiKind.METHOD: "function"}


class Ground(StrEnum):
    """The ground for a counterpart, from strong to weak."""

    SAME = "same-name"
    RENAMED = "known-rename"
    ELSEWHERE = "same-name-elsewhere"
    ALIKE = "near-signature"
    """The names are alike, and so are the signatures."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A Paddle API, the confidence that it is the counterpart (0 to 1), and the reason.

    ``match`` is how the signatures that fit best pair; None where the caller knew the counterpart.
    """

    entry: ApiEntry
    confidence: float
    reason: str
    ground: Ground = Ground.SAME
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A name to consider."""

    name: str
    base: float
    reason: str
    ground: Ground


@dataclass(frozen=True)
class Counterparts:
    """The search for counterparts in one inventory. Names select the candidates, signatures weigh them."""

    paddle: Inventory
    glossary: Glossary

    def find(self, torch: ApiEntry) -> list[Candidate]:
        """Returns the likely counterparts of a torch API, the likeliest first; empty where there is none."""
        return self._weighed(torch, (*self._named(torch.name), *self._alike(torch.name)))

    def likeliest(self, torch: ApiEntry) -> Candidate | None:
        """Returns the likeliest counterpart, or None; similar names are considered only where no other name fits."""
        for proposals in (self._named, self._alike):
            found = self._weighed(torch, tuple(proposals(torch.name)))
            if found:
                return found[0]
        return None

    def _weighed(self, torch: ApiEntry, proposals: tuple[_Proposal, ...]) -> list[Candidate]:
        found: dict[str, Candidate] = {}
        for one in proposals:
            entry = self._canonical(one.name)
            if entry is None or entry.kind is ApiKind.MODULE or entry.name in found:
                continue
            match = best_match(torch, entry, self.glossary)
            weight = _WEIGHT_AFTER_RENAME if one.base == _KNOWN_RENAME else _WEIGHT_OF_SIGNATURES
            confidence = one.base * (1 - weight + weight * match.share)
            if _CALLED.get(torch.kind) != _CALLED.get(entry.kind) and {torch.kind, entry.kind} <= set(_CALLED):
                confidence *= _OTHER_KIND
            found[entry.name] = Candidate(entry, round(confidence, 2), one.reason, one.ground, match)
        return sorted(found.values(), key=lambda candidate: -candidate.confidence)

    def _canonical(self, name: str) -> ApiEntry | None:
        """Returns the entry of a name; where a name differs from its canonical one only by case, the canonical entry.

        ``Conv2d``, for instance, is an alias of ``Conv2D``.
        """
        entry = self.paddle.find(name)
        if entry is not None and entry.alias_of.casefold() == name.casefold():
            return self.paddle.find(entry.alias_of) or entry
        return entry

    def _named(self, api: str) -> Iterator[_Proposal]:
        """Yields the names that follow from the API's own."""
        module, _, name = api.rpartition(".")
        renamed, drafting = self.glossary.names.get(name), drafting_of(self.paddle.library)
        for target in self._modules(module):
            if renamed is not None:
                reason = f"`{name}` 在 Paddle 中通常名为 `{renamed}`"
                yield _Proposal(target + renamed, _KNOWN_RENAME, reason, Ground.RENAMED)
            yield _Proposal(target + name, _SAME_NAME, "名称相同", Ground.SAME)
            compatible = f"{drafting.compatible}.{target.removeprefix(f'{self.paddle.library}.')}{name}"
            for other in self._by_case.get(compatible.casefold(), ()):
                reason = f"`{drafting.compatible}` 中有与 PyTorch 一致的版本"
                yield _Proposal(other, _COMPATIBLE, reason, Ground.SAME)
            for other in self._by_case.get((target + name).casefold(), ()):
                yield _Proposal(other, _ONLY_CASE, "名称只有大小写之别", Ground.SAME)
        library = library_of(api)
        if library is None or module not in library.tensors:
            reason = f"在 `{self.paddle.library}` 中有同名的 API"
            yield _Proposal(f"{self.paddle.library}.{name}", _ELSEWHERE, reason, Ground.ELSEWHERE)

    def _alike(self, api: str) -> Iterator[_Proposal]:
        """Yields the names in the same modules that are spelled nearly like the API's own."""
        module, _, name = api.rpartition(".")
        for target in self._modules(module):
            for match in get_close_matches(name, self._sharing_letters(target[:-1], name), n=2, cutoff=_CUTOFF):
                yield _Proposal(target + match, _ALIKE, "名称相近", Ground.ALIKE)

    def _modules(self, module: str) -> tuple[str, ...]:
        """Returns the Paddle modules where a torch module's APIs may be, each with a final dot, the likeliest first."""
        known = self._modules_of.get(module)
        if known is None:
            found = dict.fromkeys(_likely_modules(f"{module}.", self.glossary))
            known = self._modules_of[module] = tuple(found)
        return known

    def _sharing_letters(self, target: str, name: str) -> list[str]:
        """Returns the names in a module that share three letters in a row with ``name``; others are too different."""
        index = self._by_letters.get(target)
        if index is None:
            index = self._by_letters[target] = self._letters(target)
        found = {other for letters in _threes(name) for other in index.get(letters, ())}
        return sorted(found)

    def _letters(self, target: str) -> Mapping[str, list[str]]:
        unlikely, found = drafting_of(self.paddle.library).unlikely, defaultdict[str, list[str]](list)
        for full in self.paddle.by_module.get(target, ()):
            if not full.startswith(unlikely):
                name = full.rpartition(".")[2]
                for letters in _threes(name):
                    found[letters].append(name)
        return found

    @cached_property
    def _by_case(self) -> Mapping[str, list[str]]:
        unlikely, groups = drafting_of(self.paddle.library).unlikely, defaultdict[str, list[str]](list)
        for name in self.paddle.entries:
            if not name.startswith(unlikely):
                groups[name.casefold()].append(name)
        return groups

    @cached_property
    def _modules_of(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _by_letters(self) -> dict[str, Mapping[str, list[str]]]:
        return {}


def find_counterparts(torch: ApiEntry, paddle: Inventory, glossary: Glossary) -> list[Candidate]:
    """Returns the likely counterparts of one torch API, the likeliest first; empty where there is none."""
    return Counterparts(paddle, glossary).find(torch)


def _likely_modules(module: str, glossary: Glossary) -> Iterator[str]:
    for pair in sorted(glossary.modules, key=lambda pair: -len(pair.torch)):
        if module.startswith(pair.torch):
            for target in pair.paddle:
                yield target + module[len(pair.torch) :]
    root, _, rest = module.partition(".")
    if root in PREFIXES:
        yield f"{PREFIXES[root]}.{rest}"


def _threes(name: str) -> frozenset[str]:
    """Returns every three characters in a row, with marks for both ends: short names share at least one of those."""
    marked = f"^{name}$"
    return frozenset(marked[at : at + 3] for at in range(len(marked) - 2))

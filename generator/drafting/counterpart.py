"""Finds the Paddle APIs that a torch API most likely corresponds to, with a confidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from generator.drafting.pairing import similarity
from generator.drafting.usage import drafting_of
from generator.libraries.registry import PREFIXES, library_of
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

_CALLED = {ApiKind.CLASS: "class", ApiKind.FUNCTION: "function", ApiKind.METHOD: "function"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A Paddle API, the confidence that it is the counterpart (0 to 1), and the reason."""

    entry: ApiEntry
    confidence: float
    reason: str


def find_counterparts(torch: ApiEntry, paddle: Inventory, glossary: Glossary) -> list[Candidate]:
    """Returns the likely counterparts of a torch API, the likeliest first; empty where there is none.

    Names select the candidates, signatures weigh them.
    """
    found: dict[str, Candidate] = {}
    for name, base, reason in _proposals(torch.name, paddle, glossary):
        entry = _canonical(name, paddle)
        if entry is None or entry.kind is ApiKind.MODULE or entry.name in found:
            continue
        fit = similarity(torch, entry, glossary)
        weight = _WEIGHT_AFTER_RENAME if base == _KNOWN_RENAME else _WEIGHT_OF_SIGNATURES
        confidence = base * (1 - weight + weight * fit)
        if _CALLED.get(torch.kind) != _CALLED.get(entry.kind) and {torch.kind, entry.kind} <= set(_CALLED):
            confidence *= _OTHER_KIND
        found[entry.name] = Candidate(entry, round(confidence, 2), reason)
    return sorted(found.values(), key=lambda candidate: -candidate.confidence)


def _canonical(name: str, paddle: Inventory) -> ApiEntry | None:
    """Returns the entry of a name; for ``Conv2d``, which differs from ``Conv2D`` in case only, the canonical one."""
    entry = paddle.find(name)
    if entry is not None and entry.alias_of.casefold() == name.casefold():
        return paddle.find(entry.alias_of) or entry
    return entry


def _proposals(api: str, paddle: Inventory, glossary: Glossary) -> Iterator[tuple[str, float, str]]:
    module, _, name = api.rpartition(".")
    modules = list(dict.fromkeys(_modules(f"{module}.", glossary)))
    renamed = glossary.names.get(name)
    drafting = drafting_of(paddle.library)
    by_case = _by_case(paddle, drafting.unlikely)
    for target in modules:
        if renamed is not None:
            yield target + renamed, _KNOWN_RENAME, f"`{name}` 在 Paddle 中通常名为 `{renamed}`"
        yield target + name, _SAME_NAME, "名称相同"
        compatible = f"{drafting.compatible}.{target.removeprefix(f'{paddle.library}.')}{name}"
        for other in by_case.get(compatible.casefold(), ()):
            yield other, _COMPATIBLE, f"`{drafting.compatible}` 中有与 PyTorch 一致的版本"
        for other in by_case.get((target + name).casefold(), ()):
            yield other, _ONLY_CASE, "名称只有大小写之别"
    library = library_of(api)
    if library is None or module not in library.tensors:
        for word in filter(None, (renamed, name)):
            yield f"{paddle.library}.{word}", _ELSEWHERE, f"在 `{paddle.library}` 中有同名的 API"
    yield from _alike(name, modules, paddle, drafting.unlikely)


def _modules(module: str, glossary: Glossary) -> Iterator[str]:
    """Yields the Paddle modules where the APIs of a torch module may be, the likeliest first."""
    for pair in sorted(glossary.modules, key=lambda pair: -len(pair.torch)):
        if module.startswith(pair.torch):
            for target in pair.paddle:
                yield target + module[len(pair.torch) :]
    root, _, rest = module.partition(".")
    if root in PREFIXES:
        yield f"{PREFIXES[root]}.{rest}"


def _by_case(paddle: Inventory, unlikely: tuple[str, ...]) -> dict[str, list[str]]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in paddle.entries:
        if not name.startswith(unlikely):
            groups[name.casefold()].append(name)
    return groups


def _alike(
    name: str, modules: list[str], paddle: Inventory, unlikely: tuple[str, ...]
) -> Iterator[tuple[str, float, str]]:
    for target in modules:
        inside = {
            other.removeprefix(target): other
            for other in paddle.entries
            if other.startswith(target) and "." not in other.removeprefix(target) and not other.startswith(unlikely)
        }
        for match in get_close_matches(name, inside, n=2, cutoff=0.75):
            yield inside[match], _ALIKE, "名称相近"

"""Which Paddle API a torch API most likely corresponds to, and how sure that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from generator.drafting.pairing import similarity
from generator.model.glossary import Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory

SURE = 0.8
"""From this confidence on a counterpart is taken as found."""
DOUBTFUL = 0.36
"""Below this confidence, which likeness of names alone never reaches, the draft says that there is no counterpart."""

_KNOWN_RENAME = 0.98
_SAME_NAME = 0.97
_COMPATIBLE = 0.95
_ONLY_CASE = 0.96
_ELSEWHERE = 0.6
_ALIKE = 0.35
_OTHER_KIND = 0.8
"""What is left of the confidence where a class stands against a function."""
_WEIGHT_OF_SIGNATURES = 0.4
"""How much of the confidence hangs on the signatures."""
_WEIGHT_AFTER_RENAME = 0.2
"""How much of it where the name is known to change: a Paddle API of the old name is then another one."""

_INTERNAL = ("paddle.base.", "paddle.incubate.", "paddle.static.", "paddle.fluid.", "paddle.utils.", "paddle.tensor.")
_CALLED = {ApiKind.CLASS: "class", ApiKind.FUNCTION: "function", ApiKind.METHOD: "function"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A Paddle API, the confidence that it is the counterpart (0 to 1), and what speaks for it."""

    entry: ApiEntry
    confidence: float
    reason: str


def find_counterparts(torch: ApiEntry, paddle: Inventory, glossary: Glossary) -> list[Candidate]:
    """The likely counterparts of a torch API, the likeliest first; empty where nothing is like it.

    Names say where to look, signatures how well it fits.
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
    """The entry of a name; where it only spells another one in other case, that one: ``Conv2D`` for ``Conv2d``."""
    entry = paddle.find(name)
    if entry is not None and entry.alias_of.casefold() == name.casefold():
        return paddle.find(entry.alias_of) or entry
    return entry


def _proposals(api: str, paddle: Inventory, glossary: Glossary) -> Iterator[tuple[str, float, str]]:
    module, _, name = api.rpartition(".")
    modules = list(dict.fromkeys(_modules(f"{module}.", glossary)))
    renamed = glossary.names.get(name)
    by_case = _by_case(paddle)
    for target in modules:
        if renamed is not None:
            yield target + renamed, _KNOWN_RENAME, f"`{name}` 在 Paddle 中通常名为 `{renamed}`"
        yield target + name, _SAME_NAME, "名称相同"
        compatible = f"paddle.compat.{target.removeprefix('paddle.')}{name}"
        for other in by_case.get(compatible.casefold(), ()):
            yield other, _COMPATIBLE, "`paddle.compat` 中有与 PyTorch 一致的版本"
        for other in by_case.get((target + name).casefold(), ()):
            yield other, _ONLY_CASE, "名称只有大小写之别"
    if module != "torch.Tensor":
        for word in filter(None, (renamed, name)):
            yield f"paddle.{word}", _ELSEWHERE, "在 `paddle` 中有同名的 API"
    yield from _alike(name, modules, paddle)


def _modules(module: str, glossary: Glossary) -> Iterator[str]:
    """The Paddle modules where the APIs of a torch module may be, the likeliest first."""
    for pair in sorted(glossary.modules, key=lambda pair: -len(pair.torch)):
        if module.startswith(pair.torch):
            for target in pair.paddle:
                yield target + module[len(pair.torch) :]
    root, _, rest = module.partition(".")
    if root == "torch":
        yield f"paddle.{rest}"


def _by_case(paddle: Inventory) -> dict[str, list[str]]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in paddle.entries:
        if not name.startswith(_INTERNAL):
            groups[name.casefold()].append(name)
    return groups


def _alike(name: str, modules: list[str], paddle: Inventory) -> Iterator[tuple[str, float, str]]:
    for target in modules:
        inside = {
            other.removeprefix(target): other
            for other in paddle.entries
            if other.startswith(target) and "." not in other.removeprefix(target) and not other.startswith(_INTERNAL)
        }
        for match in get_close_matches(name, inside, n=2, cutoff=0.75):
            yield inside[match], _ALIKE, "名称相近"

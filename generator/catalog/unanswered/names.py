"""Which public names of the inventories people look up: each object once, under the name that code uses for it.

Counted are the functions, classes and constants of the source libraries, without private ones and without modules. Of
classes, the members count where people write them: of tensors, layers and optimizers, of a class that is itself
answered or used, and not where an ancestor's member says the same. What real code uses counts in any case.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from generator.libraries.registry import FRAMEWORKS, PREFIXES
from generator.model.demand import Demand, Use
from generator.model.inventory import ApiEntry, ApiKind, Inventory

OPTIMIZER = "torch.optim.Optimizer"
OWNERS = frozenset({*FRAMEWORKS["torch"].classes, OPTIMIZER})
"""The classes whose members people write most: tensors, layers and optimizers."""
MEMBERS = frozenset({ApiKind.METHOD, ApiKind.PROPERTY})
"""What belongs to a class."""


_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", re.ASCII)
"""What a name is: pages and addresses are called after it."""


@dataclass(frozen=True, slots=True)
class PublicObject:
    """One object under the name that code uses for it; ``others`` are its other names, ``use`` how often it is used.

    ``canonical`` is the name under which the inventory has it: documentation uses that one.
    """

    entry: ApiEntry
    others: tuple[str, ...] = ()
    use: Use | None = None
    canonical: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All of its names."""
        return self.entry.name, *self.others


@dataclass(frozen=True)
class Offered:
    """What the inventories of the source libraries offer, and what real code uses of it."""

    inventories: Mapping[str, Inventory]
    demand: Demand

    def objects(self, answered: Collection[str]) -> Iterator[PublicObject]:
        """Yields every public object, by its canonical name; of classes that are ``answered`` with their members."""
        yield from (PublicObject(_unknown(use.name), (), use) for use in self.demand if self._is_unknown(use.name))
        for canonical, names in self._groups.items():
            entry, use = self._entries[canonical], max((self._uses.get(one, _NO_USE) for one in names), key=_by_uses)
            if use is not _NO_USE or self._counts(entry, answered):
                named = [name for name in names if name in self._uses or not _is_private(name)]
                first, *others = sorted(named, key=lambda name: self._order(name, canonical))
                yield PublicObject(self._entries[first], tuple(others), use if use is not _NO_USE else None, canonical)

    def _is_unknown(self, name: str) -> bool:
        """Tells whether code uses a name of which no inventory knows anything: its package was not there to be read."""
        library = name.partition(".")[0]
        known = self.inventories.get(library)
        return library in PREFIXES and _NAME.fullmatch(name) is not None and (known is None or known.find(name) is None)

    def _counts(self, entry: ApiEntry, answered: Collection[str]) -> bool:
        if _is_private(entry.name):
            return False
        owner = entry.name.rpartition(".")[0]
        return entry.kind not in MEMBERS or owner in OWNERS or owner in answered or owner in self._uses

    def _order(self, name: str, canonical: str) -> tuple[int, int, bool, int, str]:
        """Returns the sort key of a name: the most used first, then fewer parts, then names that documentation uses."""
        uses = self._uses[name].uses if name in self._uses else 0
        return -uses, name.count("."), name != canonical, len(name), name

    @cached_property
    def _entries(self) -> Mapping[str, ApiEntry]:
        found = {entry.name: entry for library in PREFIXES for entry in self.inventories.get(library, ())}
        for use in self.demand:
            inventory = self.inventories.get(use.name.partition(".")[0])
            if inventory is not None and use.name not in found and (member := inventory.find(use.name)) is not None:
                found[use.name] = replace(member, alias_of="")
        return {name: entry for name, entry in found.items() if _NAME.fullmatch(name)}

    @cached_property
    def _uses(self) -> Mapping[str, Use]:
        return {use.name: use for use in self.demand}

    @cached_property
    def _groups(self) -> Mapping[str, tuple[str, ...]]:
        """All names of each object, by the canonical one; members that an ancestor of their class has are left out."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name, entry in self._entries.items():
            if entry.kind is not ApiKind.MODULE and (name in self._uses or not self._is_inherited(entry)):
                found[entry.alias_of if entry.alias_of in self._entries else name].append(name)
        return {canonical: tuple(names) for canonical, names in sorted(found.items())}

    def _is_inherited(self, entry: ApiEntry) -> bool:
        owner, _, name = entry.name.rpartition(".")
        bases = self._entries[owner].bases if entry.kind in MEMBERS and owner in self._entries else ()
        return any(f"{base}.{name}" in self._entries for base in bases)


_NO_USE = Use("", "", 0, 0)


def _unknown(name: str) -> ApiEntry:
    last = name.rpartition(".")[2]
    return ApiEntry(name, ApiKind.CLASS if last[:1].isupper() else ApiKind.FUNCTION)


def _by_uses(use: Use) -> int:
    return use.uses


def _is_private(name: str) -> bool:
    return any(part.startswith("_") for part in name.split("."))

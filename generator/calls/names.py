"""The public names of torch as ``calls.json`` has them: their kind, the class they belong to, and what they return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from generator.calls.kinds import TENSOR, UNKNOWN, Kind, join, parse_kind


@dataclass(frozen=True, slots=True)
class PublicName:
    """One public name: ``kind`` as in the inventory, what a call of it or the attribute ``returns``, its base classes.

    ``returns`` holds one type for each way to call it, in the inventory's notation, or one for all of them.
    ``takes_tensor`` says whether the first argument is a Tensor.
    """

    path: str
    kind: str
    alias_of: str = ""
    returns: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    takes_tensor: bool = False

    @property
    def returned(self) -> Kind:
        """What a call returns, whichever way it is called."""
        return join(map(parse_kind, self.returns))


@dataclass(frozen=True)
class PublicNames:
    """All public names, and the modules between them."""

    entries: Mapping[str, PublicName]
    packages: frozenset[str]
    """The top-level packages that the names begin with: ``torch``, ``torchvision``."""
    tensor_only: frozenset[str]
    """Members of a Tensor that no builtin, NumPy array or other class of torch has."""

    def belongs(self, path: str) -> bool:
        """Whether a dotted path begins with one of the packages."""
        return path.partition(".")[0] in self.packages

    def find(self, path: str) -> PublicName | None:
        """The entry of a dotted path under its canonical name, members of base classes included; None if unknown."""
        entry = self.entries.get(path)
        if entry is None:
            owner_path, dot, member = path.rpartition(".")
            owner = self.find(owner_path) if dot and owner_path != path else None
            if owner is None:
                return None
            entry = next((e for b in (owner.path, *owner.bases) if (e := self.entries.get(f"{b}.{member}"))), None)
        if entry is not None and entry.alias_of:
            return self.entries.get(entry.alias_of, entry)
        return entry

    def is_a(self, path: str, base: str) -> bool:
        """Whether a class is ``base`` or derives from it."""
        entry = self.find(path)
        return entry is not None and (entry.path == base or base in entry.bases)

    def children(self, module: str) -> tuple[str, ...]:
        """The public names directly in a module, as ``from module import *`` binds them."""
        prefix = f"{module}."
        return tuple(p for p in self.entries if p.startswith(prefix) and "." not in p.removeprefix(prefix))

    @cached_property
    def tensor_members(self) -> frozenset[str]:
        """The names of all members of a Tensor."""
        prefix = f"{TENSOR}."
        return frozenset(path.removeprefix(prefix) for path in self.entries if path.startswith(prefix))

    def member(self, owner: str, name: str) -> PublicName | None:
        """The member of a class by its dotted path."""
        return self.find(f"{owner}.{name}")

    def returned(self, path: str) -> Kind:
        """What a call of a function returns; unknown where the inventory does not say."""
        entry = self.find(path)
        return entry.returned if entry is not None else UNKNOWN

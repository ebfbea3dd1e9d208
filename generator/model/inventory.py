"""The inventory of a library: one entry for each public API of the installed version."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from generator.model.signature import Signature


class ApiKind(StrEnum):
    """The kind of object of a public name."""

    FUNCTION = "function"
    CLASS = "class"
    METHOD = "method"
    PROPERTY = "property"
    MODULE = "module"
    CONSTANT = "constant"


KIND_NAMES = {
    ApiKind.FUNCTION: "函数",
    ApiKind.CLASS: "类",
    ApiKind.METHOD: "方法",
    ApiKind.PROPERTY: "属性",
    ApiKind.MODULE: "模块",
    ApiKind.CONSTANT: "常数",
}
"""What a reader is told of each kind."""


@dataclass(frozen=True, slots=True)
class ApiEntry:
    """One public API of one library version.

    ``signatures`` holds every overload, the most general first; a method's list leaves ``self`` out.
    ``source`` is where they were read: ``inspect``, ``stub`` or ``docstring``; empty where nothing could be read,
    and then ``unreadable`` is the reason. ``alias_of`` names the same API under its canonical public name: the same
    object, or what the docstring calls it an alias for.
    ``returns`` says of each signature what a call returns, empty where that is unknown; all are left out where nothing
    is known. For a property it says what the attribute is. A class says nothing: calling it returns an instance.
    The notation is closed: ``None bool int float complex str bytes number`` (``number`` is ``bool``, ``int`` or
    ``float``), a class by its public name, ``tuple list set dict iterator`` with the types inside in square brackets
    or, where those are unknown, alone, ``tuple[torch.Tensor, ...]``, ``A | B``, and ``Self`` for a method that returns
    what it was called on, which ``Inventory.find`` replaces by the class.
    ``inherited_from`` is the class that defines a member. ``bases`` are a class's public ancestors in Python's method
    resolution order: their members are not listed again, ``Inventory.find`` looks there.
    """

    name: str
    kind: ApiKind
    signatures: tuple[Signature, ...] = ()
    source: str = ""
    inherited_from: str = ""
    alias_of: str = ""
    deprecated: bool = False
    unreadable: str = ""
    bases: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()

    @property
    def signature(self) -> Signature | None:
        """The first signature, or None where none could be read."""
        return self.signatures[0] if self.signatures else None


class UnreadEntries(Mapping[str, ApiEntry]):
    """Entries by name, each read when it is asked for; which of them are aliases is known before."""

    __slots__ = ()

    @abstractmethod
    def alias_pairs(self) -> Iterator[tuple[str, str]]:
        """Yields each alias with the name of its API, in the order of the inventory."""


@dataclass(frozen=True)
class Inventory:
    """All public APIs of one version of one library, by full name."""

    library: str
    version: str
    entries: Mapping[str, ApiEntry] = field(default_factory=dict)

    def __iter__(self) -> Iterator[ApiEntry]:
        return iter(self.entries.values())

    def __len__(self) -> int:
        return len(self.entries)

    @cached_property
    def by_module(self) -> Mapping[str, tuple[str, ...]]:
        """The names directly in each module or class, in the order of the inventory."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name in self.entries:
            found[name.rpartition(".")[0]].append(name)
        return {module: tuple(names) for module, names in found.items()}

    @cached_property
    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        """The other names of each API, in the order of the inventory."""
        if isinstance(self.entries, UnreadEntries):
            pairs = self.entries.alias_pairs()
        else:
            pairs = ((entry.name, entry.alias_of) for entry in self if entry.alias_of)
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name, api in pairs:
            found[api].append(name)
        return {api: tuple(names) for api, names in found.items()}

    def find(self, name: str) -> ApiEntry | None:
        """Returns the entry of a full API name, or None.

        A member is also found under each class that inherits it (``torch.nn.Linear.train``) and under each other name
        of its class or module (``torch.nn.modules.Linear.forward``), with ``inherited_from`` or ``alias_of`` set.
        """
        owner_name, dot, member_name = name.rpartition(".")
        if (entry := self.entries.get(name)) is not None:
            return _on(owner_name, entry)
        owner = self._canonical(self.find(owner_name)) if dot else None
        if owner is None:
            return None
        for base in (owner.name, *owner.bases):
            member = self.entries.get(f"{base}.{member_name}")
            if member is not None:
                return replace(
                    _on(owner.name, member),
                    name=name,
                    inherited_from=member.inherited_from or ("" if base == owner.name else base),
                    alias_of=member.alias_of or ("" if owner.name == owner_name else f"{owner.name}.{member_name}"),
                )
        return None

    def unreadable_module(self, name: str) -> ApiEntry | None:
        """Returns the parent module of ``name`` that could not be imported, if any; its members are unknown."""
        parts = name.split(".")
        entries = (self.entries.get(".".join(parts[:length])) for length in range(1, len(parts) + 1))
        return next((e for e in entries if e is not None and e.kind is ApiKind.MODULE and e.unreadable), None)

    def _canonical(self, entry: ApiEntry | None) -> ApiEntry | None:
        return self.entries.get(entry.alias_of, entry) if entry is not None and entry.alias_of else entry


def _on(owner: str, member: ApiEntry) -> ApiEntry:
    """Returns a member of a class with the class's name for ``Self``."""
    if "Self" not in " ".join(member.returns):
        return member
    return replace(member, returns=tuple(re.sub(r"\bSelf\b", owner, one) for one in member.returns))

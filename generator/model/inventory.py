"""What a library offers: one entry for each public API, as read from the installed version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from generator.model.signature import Signature


class ApiKind(StrEnum):
    """What stands behind a public name."""

    FUNCTION = "function"
    CLASS = "class"
    METHOD = "method"
    PROPERTY = "property"
    MODULE = "module"
    CONSTANT = "constant"


@dataclass(frozen=True, slots=True)
class ApiEntry:
    """One public API of one library version.

    ``signatures`` holds every overload, the most general first; a method's list leaves ``self`` out.
    ``source`` says where they were read: ``inspect``, ``stub`` or ``docstring``; empty where nothing could be read,
    and then ``unreadable`` says why. ``alias_of`` names the same API under its canonical public name.
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

    @property
    def signature(self) -> Signature | None:
        """The first signature, or None where none could be read."""
        return self.signatures[0] if self.signatures else None


@dataclass(frozen=True, slots=True)
class Inventory:
    """All public APIs of one version of one library, by full name."""

    library: str
    version: str
    entries: Mapping[str, ApiEntry] = field(default_factory=dict)

    def __iter__(self) -> Iterator[ApiEntry]:
        return iter(self.entries.values())

    def __len__(self) -> int:
        return len(self.entries)

    def find(self, name: str) -> ApiEntry | None:
        """The entry of a full API name, or None. A member that a class inherits is found under the class's name."""
        return self.entries.get(name) or self._find_inherited(name)

    def _find_inherited(self, name: str) -> ApiEntry | None:
        owner_name, _, member_name = name.rpartition(".")
        owner = self.entries.get(owner_name)
        if owner is not None and owner.alias_of:
            owner = self.entries.get(owner.alias_of)
        if owner is None:
            return None
        for base in (owner.name, *owner.bases):
            member = self.entries.get(f"{base}.{member_name}")
            if member is not None:
                return replace(member, name=name, inherited_from=_origin(member, base, owner))
        return None


def _origin(member: ApiEntry, base: str, owner: ApiEntry) -> str:
    """The class that defines a member found in ``base`` on the way up from ``owner``."""
    return member.inherited_from or ("" if base == owner.name else base)

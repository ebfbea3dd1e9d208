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
        """The entry of a full API name, or None. An inherited member is found under the name of each class that has it.

        So is a member of what is an alias: ``torch.nn.modules.Linear.forward``.
        """
        key = self._key(name)
        if key is None or key == name:
            return self.entries.get(name)
        found = self.entries[key]
        owner = self._key(name.rpartition(".")[0]) or ""
        definer = key.rpartition(".")[0]
        is_inherited = self.entries[owner].alias_of not in {definer, ""} or definer != owner
        return replace(found, name=name, inherited_from=found.inherited_from or (definer if is_inherited else ""))


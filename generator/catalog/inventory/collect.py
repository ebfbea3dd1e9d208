"""Collects the public API of an installed library."""

from __future__ import annotations

import fnmatch
import importlib
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.catalog.inventory.aliases import canonical_names, has_identity
from generator.catalog.inventory.annotations import TypeNames
from generator.catalog.inventory.attributes import attribute, docstring, text_attribute
from generator.catalog.inventory.docstrings import documented_alias, says_deprecated
from generator.catalog.inventory.members import Member, member, members
from generator.catalog.inventory.public_names import PublicName, is_annotation, public_modules, public_names
from generator.catalog.inventory.returns import ReturnReader
from generator.catalog.inventory.signatures import Reading, SignatureReader
from generator.catalog.inventory.stubs import Stubs
from generator.catalog.inventory.unimported import unimported_names
from generator.libraries.library import Library
from generator.model.inventory import ApiEntry, ApiKind, Inventory

_MISSING = object()


def collect(library: Library) -> Inventory:
    """Reads the installed version of ``library``, which is imported for it.

    Raises:
        ImportError: it is not installed, or cannot be imported.
    """
    if library.prepare is not None:
        library.prepare()
    root = importlib.import_module(library.name)
    modules = list(public_modules(library))
    names = {public.name: public for _, module, _ in modules if module for public in public_names(module)}
    names |= {public.name: public for public in _also(library, root)}
    canonical = canonical_names(names.values(), library)
    known = frozenset(name for name, _, _ in modules)
    entries = {name: ApiEntry(name, ApiKind.MODULE, unreadable=reason) for name, _, reason in modules}
    for name, module, _ in modules:
        if module is None:
            entries |= {entry.name: entry for entry in unimported_names(name)}
    stubs = Stubs(library)
    returns = ReturnReader(library, TypeNames(library, canonical, stubs), stubs)
    collector = _Collector(library, canonical, SignatureReader(library, stubs), returns, known)
    for entry in collector.entries(names.values()):
        # A function hides the module it is defined in where both have one name: torch.nn.utils.weight_norm.
        if entry.kind is not ApiKind.MODULE or entry.name not in entries:
            entries[entry.name] = entry
    resolved = {name: _resolved(entry, entries) for name, entry in entries.items()}
    return Inventory(
        library.name, _version(root), {name: _as_target(entry, resolved) for name, entry in resolved.items()}
    )


def _version(root: types.ModuleType) -> str:
    """Returns the release; ``+cpu`` names a build of the same release."""
    return str(root.__version__).partition("+")[0]


def _also(library: Library, root: types.ModuleType) -> Iterator[PublicName]:
    """Yields the documented names whose spelling is private, without those that this version lacks."""
    for pattern in library.also:
        owner: Any = root
        *way, last = pattern.split(".")[1:]
        for part in way:
            owner = attribute(owner, part)
        for name in fnmatch.filter(dir(owner), last) if "*" in last else [last]:
            value = attribute(owner, name, _MISSING)
            if value is not _MISSING:
                belongs_to = owner if isinstance(owner, type) else None
                yield PublicName(".".join((library.name, *way, name)), value, listed=False, owner=belongs_to)


@dataclass(frozen=True, slots=True)
class _Collector:
    library: Library
    canonical: Mapping[int, str]
    reader: SignatureReader
    returns: ReturnReader
    modules: frozenset[str]

    def entries(self, names: Iterable[PublicName]) -> Iterator[ApiEntry]:
        for public in names:
            entry = self._entry(public)
            yield entry
            if entry.kind is ApiKind.CLASS and self._canonical_name(public) == public.name:
                yield from self._members(public)

    def _entry(self, public: PublicName) -> ApiEntry:
        name, value = public.name, public.value
        namespace, _, own_name = name.rpartition(".")
        if public.owner is not None and (found := member(public.owner, own_name)) is not None:
            return self._member(namespace, public.owner, found)
        alias_of = self._canonical_name(public)
        kind = _kind(value)
        reads = kind in {ApiKind.FUNCTION, ApiKind.CLASS}
        reading = self.reader.read(value, alias_of) if reads else Reading()
        last = alias_of.rpartition(".")[2]
        return ApiEntry(
            name=name,
            kind=kind,
            signatures=reading.signatures,
            returns=self.returns.of_call(value, last, reading.signatures) if kind is ApiKind.FUNCTION else (),
            source=reading.source,
            alias_of=documented_alias(docstring(value)) if alias_of == name else alias_of,
            deprecated=reads and _is_deprecated(value, name),
            unreadable=reading.unreadable,
            bases=self._bases(value) if alias_of == name and kind is ApiKind.CLASS else (),
        )

    def _canonical_name(self, public: PublicName) -> str:
        value = public.value
        if isinstance(value, types.ModuleType):
            return value.__name__ if value.__name__ in self.modules else public.name
        return self.canonical[id(value)] if has_identity(value, self.library) else public.name

    def _bases(self, value: type) -> tuple[str, ...]:
        if self._is_tensor_copy(value):
            return self.library.tensors
        return tuple(self.canonical[id(base)] for base in value.__mro__[1:] if id(base) in self.canonical)

    def _is_tensor_copy(self, value: type) -> bool:
        """Tells whether a class copies Tensor's members instead of inheriting them: ``torch.FloatTensor``."""
        return type(value).__name__ == self.library.tensor_copies

    def _members(self, public: PublicName) -> Iterator[ApiEntry]:
        owner: type = public.value
        if self._is_tensor_copy(owner):
            return
        bases = frozenset(base for base in owner.__mro__[1:] if id(base) in self.canonical)
        for found in members(owner, bases, operators=public.name in self.library.tensors):
            yield self._member(public.name, owner, found)

    def _member(self, owner_name: str, owner: type, found: Member) -> ApiEntry:
        name = f"{owner_name}.{found.name}"
        reading = Reading()
        returns: tuple[str, ...] = ()
        if found.kind is ApiKind.METHOD:
            reading = self.reader.read(found.value, name, owner=owner, drop_first=found.drops_first)
            returns = self.returns.of_call(found.value, found.name, reading.signatures, owner)
        elif found.kind is ApiKind.PROPERTY:
            returns = self.returns.of_attribute(found.value, found.name, owner)
        return ApiEntry(
            name=name,
            kind=found.kind,
            signatures=reading.signatures,
            returns=returns,
            source=reading.source,
            alias_of=documented_alias(docstring(found.value)),
            inherited_from="" if found.definer is owner else _class_name(found.definer),
            deprecated=_is_deprecated(found.value, name),
            unreadable=reading.unreadable,
        )


def _kind(value: Any) -> ApiKind:
    if isinstance(value, types.ModuleType):
        return ApiKind.MODULE
    if isinstance(value, type) and not is_annotation(value):
        return ApiKind.CLASS
    if is_annotation(value):
        return ApiKind.CONSTANT
    return ApiKind.FUNCTION if callable(value) else ApiKind.CONSTANT


def _class_name(value: type) -> str:
    return (
        value.__qualname__
        if value.__module__ == "builtins"
        else f"{text_attribute(value, '__module__')}.{value.__qualname__}"
    )


def _is_deprecated(value: Any, name: str) -> bool:
    """Tells whether ``warnings.deprecated`` marks it, which no class inherits, or its docstring says so."""
    marked = vars(value).get("__deprecated__") if isinstance(value, type) else text_attribute(value, "__deprecated__")
    return bool(marked) or says_deprecated(docstring(value), name.rpartition(".")[2])


def _resolved(entry: ApiEntry, entries: Mapping[str, ApiEntry]) -> ApiEntry:
    """Returns the entry with ``alias_of`` as a full canonical name, or without it where no such name is listed."""
    named = entries.get(entry.alias_of)
    if not entry.alias_of or (named is not None and _is_method(named) is _is_method(entry)):
        return entry
    root, owner = entry.name.partition(".")[0], entry.name.rpartition(".")[0]
    for name in (f"{owner}.{entry.alias_of}", f"{root}.{entry.alias_of}"):
        target = entries.get(name)
        if target is not None and target.kind is entry.kind and name != entry.name:
            return replace(entry, alias_of=target.alias_of if target.alias_of in entries else name)
    return replace(entry, alias_of="")


def _is_method(entry: ApiEntry) -> bool:
    return (
        entry.kind is ApiKind.METHOD
    )  # a function has another first parameter: it is no alias, whatever is documented


def _as_target(entry: ApiEntry, entries: Mapping[str, ApiEntry]) -> ApiEntry:
    """Returns an alias with the types that its target returns, where it is called in the same ways."""
    target = entries.get(entry.alias_of)
    same = target is not None and (entry.signatures, entry.source) == (target.signatures, target.source)
    return replace(entry, returns=target.returns) if same and target is not None else entry

"""Chooses the canonical name among several public names of one object."""

from __future__ import annotations

import types
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from generator.catalog.inventory.attributes import text_attribute
from generator.catalog.inventory.public_names import PublicName
from generator.libraries.library import Library


def canonical_names(names: Iterable[PublicName], library: Library) -> Mapping[int, str]:
    """Returns the canonical name of each object for which ``has_identity`` holds, by ``id``.

    Of several public names it is the one the object itself prints (``torch.int64``, not ``torch.long``); else one in a
    namespace which documentation prefers (``torch.nn.functional.conv2d``, not ``torch.conv2d``); that its module lists;
    that ends in the object's own ``__name__``; that stands in a package around the module which defines the object;
    then the shortest way from the root, since that is what documentation shows and users write; then the alphabet.
    Names in packages that documentation does not use are ranked low. Names in a module that an object of the same name
    shadows are ranked last: ``torch.multiprocessing.spawn`` is a function, so ``torch.multiprocessing.spawn.spawn``
    cannot be reached.
    """
    found: dict[int, list[PublicName]] = defaultdict(list)
    hiding: set[str] = set()
    for public in names:
        if not isinstance(public.value, types.ModuleType):
            hiding.add(public.name)
        if has_identity(public.value, library):
            found[id(public.value)].append(public)
    return {
        key: min(group, key=lambda p: (p.name.rpartition(".")[0] in hiding, *_rank(p, library))).name
        for key, group in found.items()
    }


def has_identity(value: Any, library: Library) -> bool:
    """Tells whether two names for the object are aliases: code and the library's own constants, not ``1``."""
    if isinstance(value, types.ModuleType):
        return False
    return callable(value) or type(value).__module__.partition(".")[0] == library.name


def _rank(public: PublicName, library: Library) -> tuple[bool, bool, int, bool, bool, bool, int, str]:
    namespace, _, last = public.name.rpartition(".")
    home = text_attribute(public.value, "__module__") or library.name
    own = text_attribute(public.value, "__name__", last)
    prints = not callable(public.value) and public.name in {repr(public.value), str(public.value)}
    return (
        not prints,
        _is_demoted(public.name, library),
        _preference(public, library),
        not public.listed,
        last != own,
        not home.startswith(namespace),
        public.name.count("."),
        public.name,
    )


def _is_demoted(name: str, library: Library) -> bool:
    """Tells whether a name is private by its spelling, or in a package that documentation avoids."""
    return "._" in name or name.startswith(tuple(f"{package}." for package in library.demoted))


def _preference(public: PublicName, library: Library) -> int:
    """Returns the rank of a preferred namespace that holds the name and defines the object, or holds C code."""
    namespace = public.name.rpartition(".")[0]
    home = text_attribute(public.value, "__module__") or library.name
    own = isinstance(public.value, types.BuiltinFunctionType) or home.startswith(namespace)
    return library.preferred.index(namespace) if own and namespace in library.preferred else len(library.preferred)

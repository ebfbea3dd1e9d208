"""Names for the same object, and which of them is the canonical one."""

from __future__ import annotations

import types
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from generator.inventory.attributes import text_attribute
from generator.inventory.libraries import Library
from generator.inventory.public_names import PublicName


def canonical_names(names: Iterable[PublicName], library: Library) -> Mapping[int, str]:
    """The canonical name of each object that has an identity worth naming, by ``id``.

    Of several public names it is the one the object itself prints (``torch.int64``, not ``torch.long``); else one in a
    namespace which documentation prefers (``torch.nn.functional.conv2d``, not ``torch.conv2d``); that its module lists;
    that ends in the object's own ``__name__``; that stands in a package around the module which defines the object;
    then the shortest way from the root, since that is what documentation shows and users write; then the alphabet.
    A name in a package that documentation does not use comes late, and last one in a module that an object hides:
    ``torch.multiprocessing.spawn`` is a function, ``torch.multiprocessing.spawn.spawn`` is out of reach.
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
    """Whether two names for the object are aliases: so for code and the library's own constants, not for ``1``."""
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
    """Whether documentation would rather use another name: it is private by its spelling, or in such a package."""
    return "._" in name or name.startswith(tuple(f"{package}." for package in library.demoted))


def _preference(public: PublicName, library: Library) -> int:
    """The place of the name's namespace among the preferred ones; one only takes in what is its own or C code."""
    namespace = public.name.rpartition(".")[0]
    home = text_attribute(public.value, "__module__") or library.name
    own = isinstance(public.value, types.BuiltinFunctionType) or home.startswith(namespace)
    return library.preferred.index(namespace) if own and namespace in library.preferred else len(library.preferred)

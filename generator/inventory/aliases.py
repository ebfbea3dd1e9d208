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

    Of several public names it is the one the object itself prints (``torch.int64``, not ``torch.long``); else one that
    its module lists; that ends in the object's own ``__name__``; that lies in a namespace which documentation prefers;
    then the shortest way from the root, since that is what documentation shows and users write; then the alphabet.
    """
    found: dict[int, list[PublicName]] = defaultdict(list)
    for public in names:
        if has_identity(public.value, library):
            found[id(public.value)].append(public)
    return {key: min(group, key=lambda public: _rank(public, library)).name for key, group in found.items()}


def has_identity(value: Any, library: Library) -> bool:
    """Whether two names for the object are aliases: so for code and the library's own constants, not for ``1``."""
    if isinstance(value, types.ModuleType):
        return False
    return callable(value) or type(value).__module__.partition(".")[0] == library.name


def _rank(public: PublicName, library: Library) -> tuple[bool, bool, bool, bool, int, str]:
    namespace, _, last = public.name.rpartition(".")
    own = text_attribute(public.value, "__name__", last)
    prints = not callable(public.value) and repr(public.value) == public.name
    return (
        not prints,
        not public.listed,
        last != own,
        namespace not in library.preferred,
        public.name.count("."),
        public.name,
    )

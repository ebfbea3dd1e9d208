"""The public names of torch as ``calls.json`` has them: their kind, the class they belong to, and what they return."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from generator.calls.knowledge.kinds import MODULE, TENSOR, UNKNOWN, Kind, join, parse_kind
from generator.model.signature import ParameterKind, Signature

ATTRIBUTE = "attribute"
"""The kind of an attribute set by ``__init__``: in no inventory, but found on an object of a recorded class."""


GIVEN = "="
"""Begins the type of a call that returns the same as its first argument is; the argument's name follows."""


@dataclass(frozen=True, slots=True)
class PublicName:
    """One public name: ``kind`` as in the inventory, what a call of it or the attribute ``returns``, its base classes.

    ``returns`` holds one type for each way to call it, in the inventory's notation, or one for all of them.
    ``signatures`` are those ways for members of Tensors, and where they return different things. ``tensors_first``
    counts the leading parameters that take Tensors.
    """

    path: str
    kind: str
    alias_of: str = ""
    returns: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    tensors_first: int = 0
    signatures: tuple[Signature, ...] = ()

    def accepts(self, count: int, keywords: Iterable[str | None]) -> bool:
        """Tells whether a signature takes ``count`` positional arguments and these keywords; true if none is known."""
        return not self.signatures or any(accepts(signature, count, set(keywords)) for signature in self.signatures)

    def wants_tensor(self, index: int) -> bool:
        """Tells whether the argument at an index is a Tensor in all signatures of a method, by the parameter's name."""
        if self.path.rpartition(".")[2] in _BY_NUMBER:
            return False
        places = [[p.name for p in signature.parameters if p.kind in POSITIONAL] for signature in self.signatures]
        return bool(places) and all(index < len(names) and names[index] in TENSOR_PARAMETERS for names in places)

    @property
    def returned(self) -> Kind:
        """What a call returns, whichever way it is called."""
        return join(map(parse_kind, self.returns))


def accepts(signature: Signature, count: int, keywords: set[str | None]) -> bool:
    """Tells whether a signature takes ``count`` positional arguments and these keywords, None being ``**kwargs``."""
    kinds = {parameter.kind for parameter in signature.parameters}
    places = [p for p in signature.parameters if p.kind in POSITIONAL]
    named = {p.name for p in signature.parameters}
    if (count > len(places) and ParameterKind.VAR_POSITIONAL not in kinds) or not keywords - {None} <= named:
        return False
    given = {p.name for p in places[:count]} | keywords
    required = (p for p in signature.parameters if p.kind in REQUIRED and p.default is None)
    return None in keywords or all(p.name in given for p in required)


OTHER_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "x1": "input", "x2": "other"} | {
    "input": "A",
    "b": "B",
}
"""Names of arguments that torch's C functions take without a signature: NumPy's, and those of ``torch.linalg``."""
TENSOR_CLASS = re.compile(r"torch\.(cuda\.)?([A-Z][A-Za-z0-9]*Tensor)")
"""Classes of Tensors of one dtype, ``torch.FloatTensor``, and of them on a GPU."""
TENSOR_PARAMETERS = frozenset({"index", "mask", "source", "tensor", "mat2", "vec2", "batch2", "tensor1", "tensor2"})
"""Names of parameters of methods that take nothing but a Tensor."""
_BY_NUMBER = frozenset({"select", "select_scatter"})
"""The methods whose ``index`` is a number."""
_OF_LAYERS = frozenset(
    {"buffers", "named_buffers", "named_children", "named_modules", "named_parameters", "parameters"}
)
"""Methods that only layers have.

An inventory leaves out the bases from another library, such as ``torch.nn.Module``.
"""
READ_ONLY = frozenset({"device", "dtype", "is_cuda", "itemsize", "nbytes", "ndim", "shape"})
"""Attributes of a Tensor that nothing sets: an object of which one is set is no Tensor."""
POSITIONAL = frozenset({ParameterKind.POSITIONAL, ParameterKind.POSITIONAL_ONLY})
REQUIRED = POSITIONAL | {ParameterKind.KEYWORD}


@dataclass(frozen=True)
class PublicNames:
    """All public names, and the modules between them."""

    entries: Mapping[str, PublicName]
    packages: frozenset[str]
    """The top-level packages that the names begin with: ``torch``, ``torchvision``."""
    other_members: tuple[frozenset[str], ...]
    """For each other kind of object (builtins, NumPy arrays, Modules, …), the members that it shares with Tensors."""

    def belongs(self, path: str) -> bool:
        """Tells whether a dotted path begins with one of the packages."""
        return path.partition(".")[0] in self.packages

    def find(self, path: str) -> PublicName | None:
        """Returns the entry of a dotted path under its canonical name, inherited members included; None if unknown."""
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
        """Tells whether a class is ``base`` or derives from it."""
        entry = self.find(path)
        return entry is not None and (entry.path == base or base in entry.bases)

    def classes(self, path: str) -> frozenset[str]:
        """Returns a class with its bases; nothing where it is no known class."""
        entry = self.find(path)
        return frozenset({entry.path, *entry.bases}) if entry is not None and entry.kind == "class" else frozenset()

    def derived(self, path: str) -> frozenset[str]:
        """Returns the classes that derive from one."""
        entry = self.find(path)
        return self._derived.get(entry.path if entry is not None else path, frozenset())

    @cached_property
    def _derived(self) -> Mapping[str, frozenset[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for entry in self.entries.values():
            for base in entry.bases:
                found[base].add(entry.path)
        return {base: frozenset(paths) for base, paths in found.items()}

    def is_module(self, path: str) -> bool:
        """Tells whether a dotted path is a package or a module in one."""
        entry = self.find(path)
        return path in self.packages or (entry is not None and entry.kind == "module")

    def children(self, module: str) -> tuple[str, ...]:
        """Returns the public names directly in a module, as ``from module import *`` binds them."""
        prefix = f"{module}."
        return tuple(p for p in self.entries if p.startswith(prefix) and "." not in p.removeprefix(prefix))

    def only_tensors_have(self, members: Iterable[str]) -> bool:
        """Tells whether an object with all of these members is a Tensor, since no other kind has them together."""
        found = frozenset(members)
        return found <= self.tensor_members and not any(found <= shared for shared in self.other_members)

    @cached_property
    def tensor_only(self) -> frozenset[str]:
        """Members that no other kind of object has."""
        return self.tensor_members.difference(*self.other_members)

    @cached_property
    def tensor_members(self) -> frozenset[str]:
        """The names of all members of a Tensor."""
        prefix = f"{TENSOR}."
        return frozenset(path.removeprefix(prefix) for path in self.entries if path.startswith(prefix))

    def member(self, owner: str, name: str) -> PublicName | None:
        """Returns the member of a class given by its dotted path.

        A class of the libraries that is not recorded as a layer is taken to have the members of ``_OF_LAYERS``.
        """
        found = self.find(f"{owner}.{name}")
        if found is None and name in _OF_LAYERS and self.belongs(owner):
            return self.find(f"{MODULE}.{name}")
        return found

    def returned(self, path: str) -> Kind:
        """Returns what a call of a function returns; unknown where the inventory does not say."""
        entry = self.find(path)
        return entry.returned if entry is not None else UNKNOWN

"""Kinds of members and of what calls return: of torch's names, of builtins, and of the text's own functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from generator.calls.builtin_kinds import FIRST_ARGUMENT, METHODS, PATH, PATHS, builtin_call
from generator.calls.kinds import (
    INT,
    MODULE,
    NONE,
    STR,
    TENSOR_VALUE,
    UNKNOWN,
    Defined,
    Either,
    Kind,
    Member,
    Name,
    Object,
    Unknown,
    Value,
    is_number,
    is_tensor,
    item_of,
    join,
    options_of,
    parse_kind,
)
from generator.calls.names import POSITIONAL, PublicName, accepts
from generator.calls.scopes import Definitions, FunctionFacts
from generator.model.signature import Signature

LOADER = "torch.utils.data.DataLoader"
_TENSOR_CLASS = re.compile(
    r"torch\.(cuda\.)?[A-Z][A-Za-z0-9]*Tensor|torch\.autograd\.(variable\.)?Variable|torch\.Tensor"
)
"""Classes whose objects are Tensors: ``torch.FloatTensor``, ``torch.autograd.Variable``."""
_LAYER_TENSORS = frozenset({"weight", "bias", "running_mean", "running_var", "in_proj_weight", "in_proj_bias"})
"""Attributes of torch's own layers that the inventory does not list, since they are set in ``__init__``."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The kinds of the arguments of one call, up to ``*args``; ``is_open`` where that or ``**kwargs`` carries others."""

    positional: list[Kind]
    keywords: Mapping[str | None, Kind]
    is_open: bool = False


_SELF = Value("Self")
"""What a method returns that returns its own object, as the inventory writes it."""


class CallKinds:
    """What members are, and what calls return."""

    def __init__(self, definitions: Definitions) -> None:
        self._definitions = definitions
        self._names = definitions.names

    def item(self, kind: Kind) -> Kind:
        """What iteration over a value yields; a ``DataLoader`` yields batches, whose parts are Tensors."""
        if isinstance(kind, Either):
            return join(self.item(option) for option in options_of(kind))
        if isinstance(kind, Value) and not kind.items and self._names.belongs(kind.type) and not is_tensor(kind):
            if kind.type == LOADER:
                return Value("batch", (TENSOR_VALUE,))
            entry = self._names.member(kind.type, "__iter__")
            if entry is not None:
                return item_of(entry.returned)
        return item_of(kind)

    # ---- members ----

    def attribute(self, receiver: Kind, name: str) -> Kind:
        """The kind of a member of a value."""
        match receiver:
            case Either():
                return join(self.attribute(option, name) for option in options_of(receiver))
            case Name(path=path):
                return Name(f"{path}.{name}")
            case Object(position=position):
                own = self._definitions.member(position, name)
                return self._of_object(receiver, name) if own is None else self._bound(receiver, own)
            case Defined(position=position) if position in self._definitions.classes:
                return self._definitions.member(position, name) or UNKNOWN
            case Value():
                return self._of_value(receiver, name)
            case Unknown() if name == "parameters":
                return Member(receiver, name)
            case _:
                return UNKNOWN

    def _of_object(self, receiver: Object, name: str) -> Kind:
        """A member that the text's class inherits from one outside of the text."""
        for base in self._definitions.ancestors(receiver.position):
            if self._names.member(base, name) is not None:
                return self._of_value(Value(base), name)
        return UNKNOWN

    def _bound(self, receiver: Object, member: Kind) -> Kind:
        """The value of a member of the text's own: a property's result, else the member itself."""
        function = self._definitions.function_of(member)
        if function is None:
            return member
        if function.is_decorated("property", "cached_property"):
            return function.result
        return Member(receiver, function.name)

    def _of_value(self, receiver: Value, name: str) -> Kind:
        entry = self._names.member(receiver.type, name)
        if entry is not None and entry.kind == "property":
            return receiver if entry.returned == _SELF else entry.returned
        if entry is None and name in _LAYER_TENSORS and self._names.is_a(receiver.type, MODULE):
            return TENSOR_VALUE
        return Member(receiver, name)

    # ---- calls ----

    def called(self, function: Kind, arguments: Arguments) -> Kind:
        """What a call returns, whichever of its kinds the function has."""
        return join(self._called(option, arguments) for option in options_of(function))

    def _called(self, function: Kind, arguments: Arguments) -> Kind:
        match function:
            case Member(receiver=Unknown(), name="parameters"):
                return Value("iterator", (TENSOR_VALUE,))  # whatever it belongs to, the name is the convention's
            case Name(path=path):
                return self._called_name(path, arguments)
            case Defined(position=position) if position in self._definitions.functions:
                return self._called_own(self._definitions.functions[position], arguments, skip=0)
            case Defined(position=position):
                initial = self._definitions.function_of(self._definitions.member(position, "__init__"))
                if initial is not None:
                    self._called_own(initial, arguments, skip=1)
                return Object(position)
            case Object(position=position):
                name = "forward" if self._definitions.is_module(position) else "__call__"
                return self._called(Member(function, name), arguments)
            case Member(receiver=Object() as receiver, name=name):
                return self._called_method(receiver, name, arguments)
            case Member(receiver=Value() as receiver, name=name):
                return self._called_member(receiver, name, arguments, itself=receiver)
            case Value(type=name) if self._names.belongs(name):
                if name == "torch.nn.Sequential":
                    return TENSOR_VALUE
                return self._called_member(function, "forward", arguments, itself=function)
            case _:
                return UNKNOWN

    def _called_own(self, facts: FunctionFacts, arguments: Arguments, skip: int) -> Kind:
        self._definitions.learn_arguments(facts, arguments.positional, arguments.keywords, skip)
        return facts.result

    def _called_method(self, receiver: Object, name: str, arguments: Arguments) -> Kind:
        own = self._definitions.member(receiver.position, name)
        function = self._definitions.function_of(own)
        if function is not None:
            return self._called_own(function, arguments, skip=0 if function.is_static else 1)
        if own is not None:
            return self.called(own, arguments)
        for base in self._definitions.ancestors(receiver.position):
            if self._names.member(base, name) is not None:
                return self._called_member(Value(base), name, arguments, itself=receiver)
        return UNKNOWN

    def _called_name(self, path: str, arguments: Arguments) -> Kind:
        first = arguments.positional[0] if arguments.positional else UNKNOWN
        if path in FIRST_ARGUMENT:
            return first
        if path in PATHS:
            return PATH
        if path.startswith("builtins."):
            return builtin_call(path.removeprefix("builtins."), arguments.positional, self.item)
        entry = self._names.find(path) if self._names.belongs(path) else None
        if entry is None:
            return UNKNOWN
        if _TENSOR_CLASS.fullmatch(entry.path):
            return TENSOR_VALUE
        if entry.kind != "class":
            return _returned(entry, arguments)
        if LOADER in {entry.path, *entry.bases}:
            return Value(LOADER)
        if entry.path == "torch.nn.ModuleList" and arguments.positional:
            return Value(entry.path, (self.item(first),))
        return Value(entry.path)

    def _called_member(self, receiver: Value, name: str, arguments: Arguments, *, itself: Kind) -> Kind:
        """What a method of a torch class or a builtin container returns; ``itself`` is the object it is called on."""
        if name == "size" and is_tensor(receiver):
            return INT if arguments.positional or "dim" in arguments.keywords else Value("torch.Size")
        if name == "type" and is_tensor(receiver):
            return TENSOR_VALUE if arguments.positional or arguments.keywords else STR
        entry = self._names.member(receiver.type, name)
        if entry is not None:
            found = _returned(entry, arguments)
            return (
                join(itself if option == _SELF else option for option in options_of(found)) if found != NONE else NONE
            )
        known = METHODS.get(receiver.type, {}).get(name)
        return known(receiver) if known is not None else UNKNOWN


_NUMBERED = frozenset({"dim", "dim0", "dim1", "axis", "dims"})
_TENSORS = frozenset({"other", "tensor", "mask", "index", "tensors"})


def _returned(entry: PublicName, arguments: Arguments) -> Kind:
    """What a call returns, by those ways to call the API that accept the arguments."""
    if len(entry.returns) <= 1 or arguments.is_open:
        return entry.returned
    count = len(arguments.positional)
    fitting = [
        parse_kind(returned)
        for signature, returned in zip(entry.signatures, entry.returns, strict=True)
        if accepts(signature, count, set(arguments.keywords)) and _fits(signature, arguments)
    ]
    return join(fitting) if fitting else entry.returned


def _fits(signature: Signature, arguments: Arguments) -> bool:
    """Whether no argument is plainly of another kind than its parameter's name says."""
    places = [p.name for p in signature.parameters if p.kind in POSITIONAL]
    given: dict[str | None, Kind] = {**dict(zip(places, arguments.positional, strict=False)), **arguments.keywords}
    return not any(
        (name in _NUMBERED and is_tensor(kind)) or (name in _TENSORS and is_number(kind))
        for name, kind in given.items()
    )

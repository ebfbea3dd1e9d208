"""Kinds of members and of what calls return: of torch's names, of builtins, and of the text's own functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.calls.inference.scopes import Definitions, FunctionFacts
from generator.calls.knowledge.builtin_kinds import (
    ARRAY,
    ARRAYS,
    FILE,
    FILES,
    FIRST_ARGUMENT,
    ITERATORS,
    MATRICES,
    MATRIX,
    METHODS,
    NUMBERS,
    OF_SCALARS,
    OPTIONS,
    PARSER,
    PATH,
    PATHS,
    REARRANGED,
    SCALAR,
    SCALARS,
    SIZED_ARRAYS,
    UNIVERSAL,
    builtin_call,
    named,
)
from generator.calls.knowledge.kinds import (
    EMPTY_SEQUENTIAL,
    INT,
    LOADER,
    MODULE,
    NONE,
    SEQUENTIAL,
    SHAPE,
    STR,
    TENSOR,
    TENSOR_VALUE,
    UNKNOWN,
    Defined,
    Either,
    Kind,
    Member,
    Name,
    Object,
    OwnModule,
    Value,
    is_number,
    is_tensor,
    item_of,
    join,
    options_of,
    parse_kind,
    sequential,
)
from generator.calls.knowledge.names import ATTRIBUTE, GIVEN, POSITIONAL, TENSOR_CLASS, PublicName, accepts
from generator.model.signature import Signature

TENSOR_CLASSES = frozenset({TENSOR, "torch.autograd.Variable", "torch.autograd.variable.Variable"})
"""Classes whose objects are Tensors, beside those of one dtype."""
_LAYER_TENSORS = frozenset({"weight", "bias", "running_mean", "running_var", "in_proj_weight", "in_proj_bias"})
"""Attributes of torch's own layers that the inventory does not list, since they are set in ``__init__``."""


_WRAPPERS = frozenset(
    {
        "torch.nn.DataParallel",
        "torch.nn.parallel.DataParallel",
        "torch.nn.parallel.DistributedDataParallel",
        "torch.nn.parallel.data_parallel.DataParallel",
        "torch.nn.parallel.distributed.DistributedDataParallel",
        "torch.optim.swa_utils.AveragedModel",
    }
)
"""Modules whose call is one of the Module in them, which they hold as ``module``."""
_HELD_AS: Mapping[str, str] = {**dict.fromkeys(_WRAPPERS, "module"), LOADER: "dataset"}
"""The attribute by which an object holds what it is made of."""
_SAME_MODULE = frozenset(
    {
        "torch.compile",
        "torch.jit.optimize_for_inference",
        "torch.jit.script",
        "torch.jit.trace",
        "torch.nn.SyncBatchNorm.convert_sync_batchnorm",
        "torch.nn.utils.parametrizations.orthogonal",
        "torch.nn.utils.parametrizations.spectral_norm",
        "torch.nn.utils.parametrizations.weight_norm",
        "torch.nn.utils.parametrize.register_parametrization",
        "torch.nn.utils.remove_spectral_norm",
        "torch.nn.utils.remove_weight_norm",
        "torch.nn.utils.spectral_norm",
        "torch.nn.utils.weight_norm",
    }
)
"""Functions that return a Module with the same calls as the one that they are given."""
DICT = "torch.nn.ModuleDict"


def _wraps(kind: Value) -> bool:
    """Tells whether a value is a Module with another in it whose calls are its own."""
    return kind.type in _WRAPPERS or (kind.type == MODULE and bool(kind.items))


def unwrapped(kind: Kind) -> Kind:
    """Returns the Module whose ``forward`` a call of a value reaches: that in a wrapper, or the value itself."""
    while isinstance(kind, Value) and kind.type in _WRAPPERS and kind.items:
        kind = kind.items[0]
    return kind


_RETURNED: Mapping[str, Kind] = {
    **dict.fromkeys(
        ("torch.norm", "torch.tensordot", "torch.cdist", "torch.block_diag", "torch.chain_matmul"), TENSOR_VALUE
    ),
    "torch.broadcast_tensors": Value("tuple", (TENSOR_VALUE,), repeated=True),
    "torch.autograd.grad": Value("tuple", (TENSOR_VALUE,), repeated=True),
    "torch.nn.Embedding.from_pretrained": Value("torch.nn.Embedding"),
    "torch.nn.SyncBatchNorm.convert_sync_batchnorm": Value(MODULE),
    "torch.nn.utils.parametrizations.weight_norm": Value(MODULE),
}
"""What some functions return of which the inventory does not tell, or tells rare cases as well."""
_TENSOR_METHODS = frozenset({"norm", "stft", "to_sparse_coo", "unique", "unique_consecutive"})
_DISTRIBUTION = "torch.distributions.Distribution"
"""Classes derived from it expand to an object of their own, of which the inventory does not tell."""
_MAYBE_SEVERAL = join((TENSOR_VALUE, Value("tuple", (TENSOR_VALUE,), repeated=True)))
_UNIQUE = frozenset({"torch.unique", "torch.unique_consecutive"})
_APPLYING = frozenset({"builtins.map", "builtins.filter"})


@dataclass(frozen=True, slots=True)
class Arguments:
    """The kinds of the arguments of one call, up to ``*args``; ``is_open`` where that or ``**kwargs`` carries others.

    ``every`` are those of all that are passed by position, of ``*args`` that of its items.
    """

    positional: list[Kind]
    keywords: Mapping[str | None, Kind]
    is_open: bool = False
    every: Sequence[Kind] = ()

    def is_sized(self, others: int) -> bool:
        """Tells whether a ``size`` is passed, by name or after so many other arguments."""
        return len(self.positional) > others or "size" in self.keywords


_OF_TUPLES = frozenset({"count", "index"})
"""What every tuple has; the other members of one that torch returns are its fields, ``values`` and ``indices``."""
_COUNTS = frozenset({"itemsize", "nbytes", "ndim", "size"})
"""Members of an array that are numbers."""
_SELF = Value("Self")
"""What a method returns that returns its own object, as the inventory writes it."""


_DICTIONARIES, _FILLING = frozenset({"builtins.dict", "collections.OrderedDict"}), "collections.defaultdict"


class CallKinds:
    """What members are, and what calls return."""

    def __init__(self, definitions: Definitions) -> None:
        self._definitions = definitions
        self._names = definitions.names

    def item(self, kind: Kind) -> Kind:
        """Returns what iteration over a value yields; a ``DataLoader`` yields batches, whose parts are Tensors."""
        if isinstance(kind, Either):
            return join(self.item(option) for option in options_of(kind))
        if isinstance(kind, Value) and kind.type == LOADER:
            return Value("batch", (TENSOR_VALUE,))
        if isinstance(kind, Value) and not kind.items and self._names.belongs(kind.type) and not is_tensor(kind):
            entry = self._names.member(kind.type, "__iter__")
            if entry is not None:
                return item_of(entry.returned)
        return UNKNOWN if isinstance(kind, Value) and _wraps(kind) else item_of(kind)

    # ---- members ----

    def attribute(self, receiver: Kind, name: str) -> Kind:
        """Returns the kind of a member of a value."""
        match receiver:
            case Either():
                return join(self.attribute(option, name) for option in options_of(receiver))
            case Name(path=path):
                return named(f"{path}.{name}")
            case Object():
                own = self._definitions.member(receiver, name)
                return self._of_object(receiver, name) if own is None else self._bound(receiver, own, name)
            case Defined() if self._definitions.class_of(receiver) is not None:
                return self._of_class(receiver, name)
            case OwnModule(place=place):
                return self._definitions.module_member(receiver, name) or Name(f"{place}.{name}")
            case Value(type=kind) if kind == OPTIONS:
                return self._definitions.option(name)
            case Value() if receiver in (ARRAY, MATRIX) and name == "T":
                return receiver
            case Value() if receiver == ARRAY and name in _COUNTS:
                return INT
            case Value():
                return self._of_value(receiver, name)
            case _:
                return UNKNOWN

    def _of_object(self, receiver: Object, name: str) -> Kind:
        """Returns a member that the text's class inherits from one outside of the text."""
        for base in self._definitions.ancestors(receiver):
            if self._names.member(base, name) is not None:
                found = self._of_value(Value(base), name)
                return Member(receiver, name) if isinstance(found, Member) else found
        return UNKNOWN

    def _of_class(self, receiver: Defined, name: str) -> Kind:
        """Returns a member of a class itself; a method of the class is bound to it."""
        found = self._definitions.member(receiver, name) or UNKNOWN
        function = self._definitions.function_of(found)
        is_bound = function is not None and function.is_decorated("classmethod")
        return Member(Object(receiver.position, receiver.module), name) if is_bound else found

    def _bound(self, receiver: Object, member: Kind, name: str) -> Kind:
        """Returns the value of a member of the project's own: a property's result, else the member itself."""
        function = self._definitions.function_of(member)
        if function is None:
            return member
        if function.is_decorated("property", "cached_property"):
            return function.home.result(function, {})
        return Member(receiver, name)

    def _of_value(self, receiver: Value, name: str) -> Kind:
        if receiver.items and _HELD_AS.get(receiver.type) == name:
            return receiver.items[0]
        entry = self._names.member(receiver.type, name)
        if entry is not None and entry.kind == ATTRIBUTE:
            entry = entry if entry.returns else None
        if entry is not None and entry.kind in {"property", ATTRIBUTE}:
            return receiver if entry.returned == _SELF else entry.returned
        if entry is None and name in _LAYER_TENSORS and self._names.is_a(receiver.type, MODULE):
            return TENSOR_VALUE
        if entry is None and receiver.items and receiver.type == DICT:
            return receiver.items[0]
        if entry is None and receiver.type == SEQUENTIAL and receiver.repeated and Value(MODULE) not in receiver.items:
            return join(receiver.items)  # a layer by its name in the sequence
        if entry is None and self._names.belongs(receiver.type) and not is_tensor(receiver):
            return UNKNOWN  # a layer by the name that the network has for it, say
        if (
            receiver.type == "tuple"
            and receiver.items
            and name not in _OF_TUPLES
            and all(map(is_tensor, receiver.items))
        ):
            return TENSOR_VALUE
        return Member(receiver, name)

    # ---- calls ----

    def called(self, function: Kind, arguments: Arguments) -> Kind:
        """Returns what a call returns, whichever of its kinds the function has."""
        return join(self._called(option, arguments) for option in options_of(function))

    def _called(self, function: Kind, arguments: Arguments) -> Kind:
        match function:
            case Name(path=path):
                return self._called_name(path, arguments)
            case Defined():
                return self._called_defined(function, arguments)
            case Object():
                name = "forward" if self._definitions.is_module(function) else "__call__"
                return self._called(Member(function, name), arguments)
            case Member(receiver=Object() as receiver, name=name):
                return self._called_method(receiver, name, arguments)
            case Member(receiver=Value() as receiver, name=name):
                return self._called_member(receiver, name, arguments, itself=receiver)
            case Value(type="functools.partial", items=(inner,)):
                return self.called(inner, Arguments([], arguments.keywords, is_open=True))
            case Value(type=name) if self._names.belongs(name):
                if name == SEQUENTIAL:
                    return TENSOR_VALUE
                if _wraps(function):
                    return self.called(join(function.items), arguments)
                return self._called_member(function, "forward", arguments, itself=function)
            case _:
                return UNKNOWN

    def function_called(self, kind: Kind) -> tuple[FunctionFacts | None, int]:
        """Returns the project's own function that a call of a kind runs, and the number of filled parameters."""
        match kind:
            case Defined() if self._definitions.class_of(kind) is not None:
                return self._definitions.function_of(self._definitions.member(kind, "__init__")), 1
            case Defined():
                return self._definitions.function_of(kind), 0
            case Object():
                name = "forward" if self._definitions.is_module(kind) else "__call__"
                return self.function_called(Member(kind, name))
            case Member(receiver=Object() as receiver, name=name):
                function = self._definitions.function_of(self._definitions.member(receiver, name))
                is_bound = function is not None and function.owner is not None and not function.is_static
                return function, 1 if is_bound else 0
        return None, 0

    def _called_own(self, facts: FunctionFacts, arguments: Arguments, skip: int) -> Kind:
        return facts.home.result(facts, facts.passed(arguments.positional, arguments.keywords, skip))

    def _called_defined(self, function: Defined, arguments: Arguments) -> Kind:
        """Returns what a call of the project's own function returns, or an object of its class."""
        facts = self._definitions.function_of(function)
        if facts is not None:
            return self._called_own(facts, arguments, skip=0)
        if self._definitions.class_of(function) is None:
            return UNKNOWN
        initial = self._definitions.function_of(self._definitions.member(function, "__init__"))
        if initial is not None:
            self._called_own(initial, arguments, skip=1)
        return Object(function.position, function.module)

    def _called_method(self, receiver: Object, name: str, arguments: Arguments) -> Kind:
        own = self._definitions.member(receiver, name)
        function = self._definitions.function_of(own)
        if function is not None:
            is_bound = function.owner is not None and not function.is_static
            return self._called_own(function, arguments, skip=1 if is_bound else 0)
        if own is not None:
            return self.called(own, arguments)
        for base in self._definitions.ancestors(receiver):
            if self._names.member(base, name) is not None:
                return self._called_member(Value(base), name, arguments, itself=receiver)
        return UNKNOWN

    def _called_name(self, path: str, arguments: Arguments) -> Kind:
        first = arguments.positional[0] if arguments.positional else UNKNOWN
        if path in FIRST_ARGUMENT:
            return first
        if path.startswith(ITERATORS):
            return Value("generator")
        if path in PATHS:
            return PATH
        if path in FILES:
            return FILE
        if path in NUMBERS:
            return NUMBERS[path]
        if path in SCALARS:
            return Value(path)
        if path in UNIVERSAL and any(map(is_tensor, arguments.positional)):
            return TENSOR_VALUE
        if path in UNIVERSAL and ARRAY in arguments.positional:
            return ARRAY
        if path in OF_SCALARS and is_number(first):
            return SCALAR
        if path == PARSER:
            return Value(path)
        if path in ARRAYS or (path in SIZED_ARRAYS and arguments.is_sized(SIZED_ARRAYS[path])):
            return ARRAY
        if path in MATRICES:
            return MATRIX
        if path in REARRANGED:
            return first if is_tensor(first) else self.item(first)
        if path == "einops.pack" and is_tensor(self.item(first)):
            return Value("tuple", (TENSOR_VALUE, Value("list")))
        if path == "einops.unpack" and is_tensor(first):
            return Value("list", (TENSOR_VALUE,))
        if path == "functools.partial":
            return Value(path, (first,))
        if path in _APPLYING and arguments.positional:
            return self._applied(path, arguments)
        if path in _DICTIONARIES:
            return self._dictionary(first, arguments)
        if path == _FILLING:
            made = self.called(first, Arguments([], {}))
            return Value("dict", () if made == UNKNOWN else (made,))
        if path.startswith("builtins."):
            return builtin_call(path.removeprefix("builtins."), arguments.positional, self.item)
        entry = self._names.find(path) if self._names.belongs(path) else None
        if entry is None:
            return UNKNOWN
        if entry.path in _SAME_MODULE and self._is_module(first):
            # One of torch's layers may have got attributes of its own, such as ``weight_g``.
            return join(Value(MODULE, (each,)) if isinstance(each, Value) else each for each in options_of(first))
        if entry.path in _RETURNED:
            return _RETURNED[entry.path]
        if entry.path in _UNIQUE:
            return _unique(arguments, 2 if entry.path == "torch.unique" else 1)
        if entry.path in TENSOR_CLASSES or TENSOR_CLASS.fullmatch(entry.path):
            return TENSOR_VALUE
        if entry.kind != "class":
            return _returned(entry, arguments)
        if LOADER in {entry.path, *entry.bases}:
            dataset = first if arguments.positional else arguments.keywords.get("dataset", UNKNOWN)
            return Value(LOADER, (dataset,))
        if entry.path == SEQUENTIAL and not (arguments.positional or arguments.is_open):
            return EMPTY_SEQUENTIAL
        if entry.path == SEQUENTIAL:
            is_each = not arguments.is_open and (len(arguments.positional) > 1 or self._is_module(first))
            if is_each:
                return Value(SEQUENTIAL, tuple(arguments.positional))
            named = first.items if isinstance(first, Value) and first.type == "dict" else None
            return sequential(arguments.every if named is None else named)
        if entry.path == "torch.nn.ModuleList" and arguments.positional:
            return Value(entry.path, (self.item(first),))
        if entry.path == DICT and isinstance(first, Value) and first.type == "dict":
            return Value(entry.path, first.items)
        if entry.path in _WRAPPERS:
            wrapped = first if arguments.positional else arguments.keywords.get("module", UNKNOWN)
            return Value(entry.path, (wrapped,))
        return Value(entry.path)

    def _is_module(self, kind: Kind) -> bool:
        """Tells whether a value is a Module, or of a class of the text, which may be one."""
        options = options_of(kind)
        return bool(options) and all(
            isinstance(each, Object) or (isinstance(each, Value) and self._names.is_a(each.type, MODULE))
            for each in options
        )

    def _dictionary(self, first: Kind, arguments: Arguments) -> Kind:
        """Returns a dictionary that is made of pairs or of another one, and of keywords."""
        values = list(arguments.keywords.values())
        if arguments.positional and isinstance(first, Value) and first.type == "dict":
            values += first.items or (UNKNOWN,)
        elif arguments.positional:
            pairs = options_of(self.item(first)) or (UNKNOWN,)
            values += [each.items[1] if isinstance(each, Value) and each.fits(2) else UNKNOWN for each in pairs]
        is_known = not arguments.is_open and values and UNKNOWN not in values
        return Value("dict", (join(values),)) if is_known else Value("dict")

    def _applied(self, path: str, arguments: Arguments) -> Kind:
        """Returns what ``map`` or ``filter`` yields: the function is called with each item."""
        function, *sources = arguments.positional
        items = [self.item(source) for source in sources]
        found = self.called(function, Arguments(items, {}))
        return Value("generator", (found if path == "builtins.map" else items[0] if items else UNKNOWN,))

    def _called_member(self, receiver: Value, name: str, arguments: Arguments, *, itself: Kind) -> Kind:
        """Returns what a method of a torch class or builtin container returns; ``itself`` is its object."""
        if name == "size" and is_tensor(receiver):
            return INT if arguments.positional or "dim" in arguments.keywords else SHAPE
        if name == "type" and is_tensor(receiver):
            return TENSOR_VALUE if arguments.positional or arguments.keywords else STR
        if is_tensor(receiver) and name in _TENSOR_METHODS:
            return _unique(arguments, 1) if name in {"unique", "unique_consecutive"} else TENSOR_VALUE
        entry = self._names.member(receiver.type, name)
        if entry is not None and entry.path == _FORWARD:  # which a class of its own defines, known to be a Module alone
            return UNKNOWN
        if name == "expand" and self._names.is_a(receiver.type, _DISTRIBUTION):
            return itself
        if name == "state_dict" and self._names.is_a(receiver.type, MODULE):
            return Value("dict", (TENSOR_VALUE,))
        if name == "named_modules" and self._names.is_a(receiver.type, MODULE):  # which torch declares no result of
            return Value("iterator", (Value("tuple", (STR, Value(MODULE))),))
        if name in {"values", "items"} and receiver.type == DICT:  # nor of these
            return METHODS["dict"][name](Value("dict", receiver.items or (Value(MODULE),)))
        if name == "apply" and arguments.positional and self._names.is_a(receiver.type, MODULE):
            self.called(arguments.positional[0], Arguments([Value(MODULE)], {}))
        if name in _HOOKS and arguments.positional and self._names.is_a(receiver.type, MODULE):
            self.called(arguments.positional[0], Arguments([itself], {}))
        if name == "register_hook" and is_tensor(receiver):
            for hook in (*arguments.positional, *arguments.keywords.values()):
                self.called(hook, Arguments([TENSOR_VALUE], {}))
        if entry is not None:
            found = _returned(entry, arguments)
            if name == "forward" and receiver.type in RECURRENT:
                found = _of_recurrent(found, next(iter(arguments.positional), arguments.keywords.get("input", UNKNOWN)))
            return (
                join(itself if option == _SELF else option for option in options_of(found)) if found != NONE else NONE
            )
        is_held = name == "setdefault" or (name in {"get", "pop"} and receiver.items)
        if receiver.type == "dict" and is_held:  # or the default that is passed
            return join((*receiver.items, *arguments.positional[1:])) if not arguments.is_open else UNKNOWN
        known = METHODS.get(receiver.type, {}).get(name)
        return known(receiver) if known is not None else UNKNOWN


def _unique(arguments: Arguments, most: int) -> Kind:
    """Returns what ``unique`` returns: a tuple where the inverse or counts are asked for."""
    plain = len(arguments.positional) <= most and arguments.keywords.keys() <= {"input", "sorted", "dim"}
    return TENSOR_VALUE if plain and not arguments.is_open else _MAYBE_SEVERAL


def _of_recurrent(returned: Kind, first: Kind) -> Kind:
    """Returns what a recurrent layer returns: packed if what it is given is."""
    wanted = PACKED if first == PACKED else TENSOR_VALUE if is_tensor(first) else None
    fitting = [o for o in options_of(returned) if wanted is None or (isinstance(o, Value) and o.items[0] == wanted)]
    return join(fitting) if fitting else returned


PACKED = Value("torch.nn.utils.rnn.PackedSequence")
"""What a recurrent layer takes beside a Tensor."""
_FORWARD = f"{MODULE}.forward"
_HOOKS = frozenset(
    """register_forward_hook register_forward_pre_hook register_full_backward_hook
    register_full_backward_pre_hook""".split()
)
"""Methods of a Module whose function is called with the Module itself."""
RECURRENT = frozenset({"torch.nn.LSTM", "torch.nn.GRU", "torch.nn.RNN"})
_NUMBERED = frozenset({"dim", "dim0", "dim1", "axis", "dims"})
_TENSORS = frozenset({"other", "tensor", "mask", "index", "tensors"})


def _returned(entry: PublicName, arguments: Arguments) -> Kind:
    """Returns what a call returns, by those ways to call the API that accept the arguments."""
    declared = next(iter(entry.returns), "")
    if declared.startswith(GIVEN):
        return next(iter(arguments.positional), arguments.keywords.get(declared.removeprefix(GIVEN), UNKNOWN))
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
    """Tells whether no argument is plainly of another kind than its parameter's name says."""
    places = [p.name for p in signature.parameters if p.kind in POSITIONAL]
    given: dict[str | None, Kind] = {**dict(zip(places, arguments.positional, strict=False)), **arguments.keywords}
    return not any(
        (name in _NUMBERED and is_tensor(kind)) or (name in _TENSORS and is_number(kind))
        for name, kind in given.items()
    )

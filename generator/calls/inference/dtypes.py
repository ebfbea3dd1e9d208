"""The dtypes of Tensors that the text shows, or their class: Paddle's operators take no operands of two classes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from generator.calls.inference.array_dtypes import ArrayDtypes, number_kind
from generator.calls.inference.result_dtypes import (
    ANY_FLOATS,
    BETWEEN,
    FILLED,
    GIVE_FLOATS,
    HELD,
    INTEGERS_GIVEN,
    KEEP_DTYPE,
    LAYERS,
    LIKE,
    MAGNITUDES,
    MASKS,
    OF_DATA,
    PRODUCTS,
    QUANTIFIERS,
    QUOTIENTS,
    SEVERAL,
    SUMS,
    TRUTHS,
    WITH_INDICES,
)
from generator.calls.inference.tensor_facts import Kinds, TensorFacts
from generator.calls.knowledge.kinds import BOOL, FLOAT, INT, UNKNOWN, Kind, Name, Value, is_tensor, options_of
from generator.calls.knowledge.kinds import COMPLEX as COMPLEX_NUMBER
from generator.calls.text.syntax import is_place, is_same
from generator.model.given import COMPLEX, DTYPES, FLOATS, INTEGERS


class DtypeClass(StrEnum):
    """The classes between which Paddle's operators do not convert; also the dtype of which no more is known."""

    BOOL = "bool"
    INT = "整数"
    FLOAT = "浮点"
    """Floats, or complex numbers."""


REAL = "实数"
"""The dtype of floats that are not complex numbers, where no more is known."""
_REALS = FLOATS | {REAL}

_SAME = frozenset({"T", "mT", "H", "mH", "data", "grad"})
"""Attributes that have the dtype of their Tensor."""
_PARTS = frozenset({"real", "imag"})
"""Those that have it, too, and are real of complex numbers."""
_WEIGHTS = frozenset({"weight", "bias"})
"""Attributes of layers that are floats, of whatever dtype the layer is of."""
_WEIGHTED = frozenset(
    """BatchNorm1d BatchNorm2d BatchNorm3d Bilinear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d
    Embedding EmbeddingBag GroupNorm InstanceNorm1d InstanceNorm2d InstanceNorm3d LayerNorm Linear PReLU RMSNorm""".split()
)
"""Layers that have them."""
_UNTOLD = frozenset({None, "out_int32", "weights"})
"""Keywords of calls of which no dtype is told."""
_BUILTINS = "builtins."
_READING = frozenset(f"{_BUILTINS}{name}" for name in ("enumerate", "len", "max", "min", "print", "sum", "zip"))
"""Those that leave a list as it is."""
_PASSING = frozenset({"iter", "list", "max", "min", "next", "reversed", "sorted", "tuple"})
"""Builtins of Python that give what they are passed, or an item of it."""
_FIELDS = {"values": 0, "indices": 1}
_SYNONYMS = {
    "float": "float32",
    "double": "float64",
    "half": "float16",
    "long": "int64",
    "int": "int32",
    "short": "int16",
    "char": "int8",
    "byte": "uint8",
}
CASTS = {name: _SYNONYMS.get(name, name) for name in (*_SYNONYMS, "bfloat16", "bool")}
"""Methods that convert to a dtype."""
_CASTING = frozenset({"to", "type", "type_as"})
"""Methods that convert to the dtype that they are given, or to that of a Tensor."""
LEGACY = {f"{name.capitalize()}Tensor": dtype for name, dtype in _SYNONYMS.items()} | {
    "BoolTensor": "bool",
    "BFloat16Tensor": "bfloat16",
}
"""Types that make Tensors of a dtype."""
_OF_PYTHON = {
    "builtins.bool": "bool",
    "builtins.int": "int64",
    "builtins.float": "float64",
    "builtins.complex": "complex128",
}
"""The dtypes that classes of Python stand for."""
_NUMBERS: Mapping[Kind, DtypeClass] = {INT: DtypeClass.INT, FLOAT: DtypeClass.FLOAT, BOOL: DtypeClass.BOOL}
_ORDER = list(DtypeClass)
_WHOLE = frozenset({DtypeClass.BOOL, DtypeClass.INT})
"""The classes of which torch makes real floats where it makes floats."""


class Dtypes(TensorFacts[str]):
    """The dtypes of the Tensors in one text: their names, or of which class they are."""

    def __init__(self, kinds: Kinds) -> None:
        super().__init__(kinds)
        self._arrays = ArrayDtypes(kinds)
        self._items: dict[ast.expr, str | None] = {}
        self._open: set[ast.expr] = set()

    def exact(self, node: ast.expr) -> str | None:
        """Returns the dtype of a Tensor; None also where no more than its class is known."""
        found = self.of(node)
        return found if found in DTYPES else None

    def place(self, node: ast.expr, *, is_exact: bool = False) -> ast.expr | None:
        """Returns the variable or attribute whose dtype a Tensor has; without ``is_exact`` one of floats or int64."""
        match node:
            case ast.Name() | ast.Attribute() if is_place(node):
                return node if is_tensor(self._kinds.kind(node)) else None
            case ast.Subscript(value=inner):
                return self.place(inner, is_exact=is_exact)
            case ast.BinOp(left=left, op=op, right=right) if not isinstance(op, ast.Div) and not is_exact:
                places = [self.place(each) for each in (left, right) if not self._is_whole(each)]
                return places[0] if places and all(is_same(places[0], each) for each in places[1:]) else None
            case ast.Call():
                name, first = self._called(node)
                is_cast = any(map(self._named, (*node.args, *(keyword.value for keyword in node.keywords))))
                keeps = first is not None and not is_cast and (_keeps_dtype(name) or (name in SUMS and not is_exact))
                return self.place(first, is_exact=is_exact) if keeps and first is not None else None
        return None

    def floats(self, node: ast.expr) -> frozenset[str]:
        """Returns the dtypes one of which a Tensor of floats has; empty for others, and where it is known which."""
        if self.class_of(node) is not DtypeClass.FLOAT or self.exact(node) is not None:
            return frozenset()
        return FLOATS if self.of(node) == REAL else FLOATS | COMPLEX

    def class_of(self, node: ast.expr) -> DtypeClass | None:
        """Returns the class of the dtype of a Tensor; None for anything else, and where the text does not show it."""
        return _class(self.of(node))

    def _of(self, node: ast.expr) -> str | None:
        match node:
            case ast.Compare():
                return "bool"
            case ast.Subscript(value=inner, slice=ast.Constant(value=int(index))) if _is_tuple(self._kinds.kind(inner)):
                return self._of_item(inner, index)
            case ast.Subscript(value=inner):
                return self._of_items(inner)
            case ast.Attribute(value=inner, attr=name) if name in _FIELDS and _is_tuple(self._kinds.kind(inner)):
                return self._of_item(inner, _FIELDS[name])
            case ast.Attribute(value=inner, attr=name) if name in _SAME and is_tensor(self._kinds.kind(inner)):
                return self.of(inner)
            case ast.Attribute(value=inner, attr=name) if name in _PARTS and is_tensor(self._kinds.kind(inner)):
                return _real(self.of(inner))
            case ast.Attribute(value=inner, attr=name) if name in _WEIGHTS and _is_weighted(self._kinds.kind(inner)):
                return DtypeClass.FLOAT
            case ast.UnaryOp(operand=inner) | ast.NamedExpr(value=inner):
                return self.of(inner)
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), right=right):
                return _common(map(self._of_operand, (left, right)))
            case ast.BinOp(left=left, op=op, right=right):
                return self._promoted([left, right], is_divided=isinstance(op, ast.Div))
            case ast.IfExp(body=body, orelse=orelse):
                return _common(map(self.of, (body, orelse)))
            case ast.Name():
                return self._of_variable(node)
            case ast.Attribute():
                found = self._of_values(node, self.values(node))
                return REAL if found in FLOATS else found  # ``half`` of a layer converts its floats
            case ast.Call():
                return self._of_call(node)
        return None

    def _of_operand(self, node: ast.expr) -> str | None:
        """Returns the dtype of what is certainly a Tensor: ``x > 0`` is bool, whatever is known of ``x``."""
        return "bool" if isinstance(node, ast.Compare) else self.of(node)

    def _is_whole(self, node: ast.expr) -> bool:
        """Tells whether it is of integers or truth values, which leave floats beside them as they are."""
        return self._kinds.kind(node) == INT or self.class_of(node) in _WHOLE

    def _promoted(self, operands: Sequence[ast.expr], *, is_divided: bool = False) -> str | None:
        """Returns the dtype that torch promotes operands to: the highest class, which Python numbers do not widen."""
        kinds = [(node, self._kinds.kind(node)) for node in operands]
        tensors = {self._of_operand(node) for node, kind in kinds if is_tensor(kind)}
        numbers = {_NUMBERS.get(kind) for _, kind in kinds if not is_tensor(kind)}
        classes = {*map(_class, tensors), *numbers}
        if None in classes:
            return DtypeClass.FLOAT if DtypeClass.FLOAT in classes or (is_divided and tensors) else None
        highest = DtypeClass.FLOAT if is_divided else max(classes, key=rank, default=None)
        return _common(each for each in tensors if _class(each) is highest) or _least(highest)

    def _of_variable(self, node: ast.Name) -> str | None:
        """Returns what the assignments that may have bound a variable by then give it."""
        values = self._kinds.reaching.values(node)
        if not values and self._kinds.is_gradient(node):
            return DtypeClass.FLOAT
        if not values and (loops := self._looped(node)):
            return _common(map(self._of_items, loops))
        if not values:
            return _common(self._of_item(whole, index) for whole, index in self._kinds.reaching.unpacked(node))
        return self._of_values(node, values)

    def _of_values(self, node: ast.Name | ast.Attribute, values: Sequence[ast.expr]) -> str | None:
        again = {each: places for each in values if (places := self._again(each, node, values))}
        found = _common(map(self.of, (each for each in values if each not in again)))
        while found is not None and again:
            joined = _common([found, *(self._assuming(each, places, found) for each, places in again.items())])
            if joined == found:
                break
            found = joined  # float32, then one of the real floats, then one of all
        return found

    def _again(
        self, value: ast.expr, node: ast.Name | ast.Attribute, values: Sequence[ast.expr]
    ) -> Sequence[ast.Name | ast.Attribute]:
        """Returns the places in one of a variable's ``values`` where it stands for one of them: ``x = x * w``."""
        places = [
            each for each in ast.walk(value) if isinstance(each, ast.Name | ast.Attribute) and is_same(each, node)
        ]
        return [each for each in places if {*(self.values(each) or (None,))} <= {*values}]

    def _assuming(self, value: ast.expr, places: Sequence[ast.expr], dtype: str) -> str | None:
        """Returns what an expression has where the ``places`` of a variable in it have a dtype."""
        before = self._found, self._items
        self._found, self._items = self._found | dict.fromkeys(places, dtype), dict(self._items)
        found = self._of(value)
        self._found, self._items = before
        return found

    def _of_items(self, node: ast.expr) -> str | None:
        """Returns the dtype of the items of a Tensor, or of several Tensors."""
        if is_tensor(self._kinds.kind(node)):
            return self.of(node)
        if node not in self._items:
            self._items[node] = None  # of a variable that depends on itself
            self._items[node] = self._of_several(node)
        return self._items[node]

    def _of_item(self, node: ast.expr, index: int | None) -> str | None:
        """Returns the dtype of one item of a Tensor or of several, where it is known which, because it is unpacked."""
        if index is None or not any(map(_is_tuple, options_of(self._kinds.kind(node)))):
            return self._of_items(node)
        if node in self._open:  # a function that returns what it returns itself
            return None
        self._open.add(node)
        found = self._of_one(node, index)
        self._open.remove(node)
        return found

    def _of_one(self, node: ast.expr, index: int) -> str | None:
        match node:
            case ast.Tuple(elts=items) if not any(isinstance(each, ast.Starred) for each in items):
                return self.of(items[index]) if index < len(items) else None
            case ast.Name() | ast.Attribute():
                return _common(self._of_item(each, index) for each in self.values(node))
            case ast.Call(func=ast.Attribute(attr="save_for_backward"), args=tensors):
                is_open = any(isinstance(each, ast.Starred) for each in tensors)
                return self._of_operand(tensors[index]) if index < len(tensors) and not is_open else None
            case ast.Call():
                if returned := self._kinds.returned(node):
                    return _common(self._of_item(each, index) for each in returned)
                name, first = self._called(node)
                if name in WITH_INDICES:
                    return "int64" if index else self._of_items(first) if first is not None else None
        return self._of_items(node)

    def _of_several(self, node: ast.expr) -> str | None:
        match node:
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return _common(
                    self._of_items(each.value) if isinstance(each, ast.Starred) else self.of(each) for each in items
                )
            case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item):
                return self.of(item)
            case ast.Name():
                values = self._kinds.reaching.values(node) or ()
                is_list = any(isinstance(each, ast.List) for each in values)  # to which others may be appended
                appended = self._appended(node) if is_list else ()
                lists = [each for each in values if not isinstance(each, ast.List) or each.elts]
                found = [*map(self._of_items, lists), *map(self._of_operand, appended or ())]
                return _common(found) if appended is not None else None
            case ast.Call():
                return self._of_call(node) if self._called(node)[0] not in WITH_INDICES else None
        return None

    def _appended(self, node: ast.Name) -> Sequence[ast.expr] | None:
        """Returns what the text appends to the list of a variable; None where it may change otherwise."""
        variables = self._kinds.displays.variables
        found: list[ast.expr] = []
        for place in variables.everywhere(node):
            match parent := variables.parents[place]:
                case ast.Attribute(attr="append"):
                    match variables.parents[parent]:
                        case ast.Call(func=function, args=[item]) if function is parent:
                            found.append(item)
                        case _:
                            return None
                case ast.Assign() | ast.AnnAssign() | ast.Tuple() if isinstance(place.ctx, ast.Store):
                    continue
                case ast.For(iter=read) | ast.comprehension(iter=read) | ast.Subscript(value=read, ctx=ast.Load()) if (
                    read is place
                ):
                    continue
                case ast.Call(func=function) if place is not function and self._reads(function):
                    continue
                case _:
                    return None
        return found

    def _reads(self, function: ast.expr) -> bool:
        """Tells whether a function leaves the lists that it is passed as they are."""
        kind = self._kinds.kind(function)
        return bool(self._path(function)) or (isinstance(kind, Name) and kind.path in _READING)

    def _of_call(self, node: ast.Call) -> str | None:
        if returned := self._kinds.returned(node):
            return _common(map(self.of, returned))
        if isinstance(kind := self._kinds.kind(node.func), Name) and kind.path.startswith(_BUILTINS):
            return self._of_builtin(kind.path.removeprefix(_BUILTINS), node.args)
        name, first = self._called(node)
        if isinstance(node.func, ast.Attribute) and node.func.value is first:
            if not is_tensor(self._kinds.kind(first)):
                return self._made(name, node.args, None) if name in MASKS else None
            if name in CASTS:
                return CASTS[name]
            if name in _CASTING:
                return self._cast(node, node.func)
        others = [each for each in node.args if each is not first]
        is_weighted = name == "bincount" and any(is_tensor(self._kinds.kind(each)) for each in others)
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        if not name or is_weighted or not _UNTOLD.isdisjoint(keywords):
            return None
        if (given := keywords.get("out", keywords.get("dtype"))) is not None:
            return self._given(given)
        if (dtype := next(filter(None, map(self._named, others)), None)) is not None:
            return dtype
        operands = [*([first] if first is not None else ()), *others, *keywords.values()]
        is_rounded = "rounding_mode" in keywords
        found = self._of_operands(name, operands, is_rounded=is_rounded) if is_tensor(self._kinds.kind(node)) else None
        if found is None:
            found = self._of_first(node, name, first)
        return _real(found) if name in MAGNITUDES else found

    def _of_operands(self, name: str, operands: Sequence[ast.expr], *, is_rounded: bool) -> str | None:
        """Returns what a function of several Tensors promotes these to; None for other functions."""
        if name == "where" and len(operands) == 1:
            return None
        if name in BETWEEN:
            return self._promoted(operands)
        tensors = [each for each in operands if isinstance(each, ast.Compare) or self._may_be_tensor(each)]
        if name in QUOTIENTS and not is_rounded:
            return self._promoted(tensors, is_divided=True) or DtypeClass.FLOAT
        found = self._promoted(tensors) if name in PRODUCTS else None
        return found if _class(found) is DtypeClass.FLOAT else None

    def _may_be_tensor(self, node: ast.expr) -> bool:
        kind = self._kinds.kind(node)
        return is_tensor(kind) or kind == UNKNOWN

    def _of_first(self, node: ast.Call, name: str, first: ast.expr | None) -> str | None:
        given = "bool" if isinstance(first, ast.Compare) else self._of_items(first) if first is not None else None
        if _gives_floats(self._kinds.kind(node.func)):
            return given if given in _REALS else DtypeClass.FLOAT
        return LEGACY.get(name) or self._made(name, node.args, given)

    def _of_builtin(self, name: str, arguments: Sequence[ast.expr]) -> str | None:
        """Returns what a builtin of Python gives that is passed a Tensor, or several of them."""
        match name, arguments:
            case "abs", [first]:
                return _real(self._of_operand(first))
            case "sum", [first]:
                found = self._of_items(first)
                return found if found != "bool" else "int64"
            case _, [first, *others] if name in _PASSING:
                return self._of_items(first) if not others else _common(map(self._of_operand, arguments))
        return None

    def _made(self, name: str, arguments: Sequence[ast.expr], given: str | None) -> str | None:
        """Returns what a call without a dtype by name gives, if its first Tensor has the ``given`` one."""
        if name in TRUTHS or (name in QUANTIFIERS and _class(given) is not DtypeClass.INT):
            return "bool"
        if name in INTEGERS_GIVEN or (name == "where" and len(arguments) == 1):
            return "int64"
        if name in FILLED:
            return given if name == "normal" and given in FLOATS else REAL
        if name in GIVE_FLOATS:
            return given if given in _REALS else REAL if _class(given) in _WHOLE else DtypeClass.FLOAT
        if name in SUMS:
            return "int64" if _class(given) in _WHOLE else given
        if name in ANY_FLOATS:
            return DtypeClass.FLOAT
        if _keeps_dtype(name) or name in LIKE | SEVERAL | HELD:
            return given
        if name == "new_tensor" and arguments and isinstance(arguments[0], ast.List | ast.Tuple | ast.Constant):
            return given
        if name == "arange" and arguments:
            return self._of_bounds(arguments)
        if name == "full" and len(arguments) > 1:
            return self._of_numbers(arguments[1:2])
        if name == "Tensor" and all(
            isinstance(kind := self._kinds.kind(each), Value) and not is_tensor(kind) for each in arguments
        ):
            return REAL
        if name in OF_DATA and arguments:
            is_same = is_tensor(self._kinds.kind(arguments[0]))
            return given if is_same else self._of_numbers(arguments[:1]) or self._arrays.of(arguments[0])
        return None

    def _of_bounds(self, bounds: Sequence[ast.expr]) -> str:
        found = self._of_numbers(bounds)
        # A bound of which nothing is known counts as an integer, as it does where the call itself is decided.
        is_float = any(self._kinds.kind(each) == FLOAT or _is_quotient(each) for each in bounds)
        return found or (REAL if is_float else "int64")

    def _of_numbers(self, numbers: Sequence[ast.expr]) -> str | None:
        """Returns the dtype of a Tensor that is made of numbers of Python."""
        kind = number_kind(numbers, self._kinds.kind)
        if kind == COMPLEX_NUMBER:
            return None if self._kinds.changes_default_dtype else "complex64"
        return "int64" if kind == INT else _least(_NUMBERS.get(kind)) if kind is not None else None

    def _cast(self, node: ast.Call, function: ast.Attribute) -> str | None:
        """Returns what ``to``, ``type`` or ``type_as`` of a Tensor gives."""
        named = (self._given(each) for each in (*node.args, *(keyword.value for keyword in node.keywords)))
        if (found := next(filter(None, named), None)) is not None or function.attr != "to":
            return found
        may_name = any(not isinstance(each, ast.Constant) and not _names_device(each) for each in node.args)
        is_open = may_name or any(keyword.arg == "dtype" for keyword in node.keywords)
        return None if is_open else self.of(function.value)

    def _given(self, node: ast.expr) -> str | None:
        """Returns the dtype that an argument names, or that a Tensor has which is given instead."""
        like = node.value if isinstance(node, ast.Attribute) and node.attr == "dtype" else node
        return self.of(like) if is_tensor(self._kinds.kind(like)) else self._named(node)

    def _named(self, node: ast.expr) -> str | None:
        """Returns the dtype that is written as one, as the type of the Tensors that have it or as a class of Python."""
        if isinstance(kind := self._kinds.kind(node), Name) and kind.path in _OF_PYTHON:
            return _OF_PYTHON[kind.path]
        written = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else self._path(node)
        name = written.rpartition(".")[2]
        name = LEGACY.get(name) or _SYNONYMS.get(name, name)
        return name if name in DTYPES else None


class LikelyDtypes(Dtypes):
    """As ``Dtypes``, with what the text's calls pass for parameters of its functions, which others may call, too."""

    def _of(self, node: ast.expr) -> str | None:
        found = super()._of(node)
        if found is None and isinstance(node, ast.Name):
            return _common(filter(None, map(self.of, self._kinds.passed(node))))
        match node:
            case ast.Subscript(value=ast.Name() as held, slice=ast.Constant(value=str(key))) if found is None:
                return _common(filter(None, map(self.of, self._under(key, self.values(held)))))
        return found

    def _under(self, key: str, values: Iterable[ast.expr]) -> Iterator[ast.expr]:
        """Yields what displays of dictionaries have under a key; a variable may hold one that is passed."""
        held = [value for each in values for value in (self.values(each) if isinstance(each, ast.Name) else (each,))]
        for each in held:
            if isinstance(each, ast.Dict):
                pairs = zip(each.keys, each.values, strict=True)
                yield from (value for name, value in pairs if isinstance(name, ast.Constant) and name.value == key)

    def values(self, node: ast.Name | ast.Attribute) -> Sequence[ast.expr]:
        """Returns what a variable or attribute has, or what the text's calls pass for the parameter that it is."""
        return super().values(node) or (self._kinds.passed(node) if isinstance(node, ast.Name) else ())


def _is_tuple(kind: Kind) -> bool:
    return isinstance(kind, Value) and kind.type == "tuple"


def _gives_floats(layer: Kind) -> bool:
    """Tells whether a layer gives floats, or one of those that a ``Sequential`` has."""
    if not isinstance(layer, Value):
        return False
    return layer.type.rpartition(".")[2] in LAYERS or (layer.is_exact and any(map(_gives_floats, layer.items)))


def _is_weighted(layer: Kind) -> bool:
    return isinstance(layer, Value) and layer.type.rpartition(".")[2] in _WEIGHTED


def _keeps_dtype(name: str) -> bool:
    """Tells whether a function or method gives the dtype of its first Tensor; one in place never changes it."""
    return name in KEEP_DTYPE or (name.endswith("_") and not name.endswith("__"))


def rank(found: DtypeClass | None) -> int:
    """Says how high a class stands; one that is not known, above all."""
    return len(_ORDER) if found is None else _ORDER.index(found)


def _class(dtype: str | None) -> DtypeClass | None:
    if dtype in INTEGERS:
        return DtypeClass.INT
    if dtype in _REALS:
        return DtypeClass.FLOAT
    return DtypeClass(dtype) if dtype is not None and dtype in _ORDER else None


def _real(dtype: str | None) -> str | None:
    """Returns the dtype of the real numbers that are made of those of a dtype; they may be as they are."""
    return REAL if dtype in COMPLEX else dtype


def _least(found: DtypeClass | None) -> str | None:
    """Returns what torch makes of Python's numbers of a class: they are real."""
    return REAL if found is DtypeClass.FLOAT else found


def _common(dtypes: Iterable[str | None]) -> str | None:
    """Returns the dtype that all of these are, or their class; None where there are none, or one is not known."""
    found = set(dtypes)
    if len(found) == 1:
        return found.pop()
    if found and found <= _REALS:
        return REAL
    classes = set(map(_class, found))
    return classes.pop() if len(classes) == 1 else None


def _is_quotient(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)


def _names_device(node: ast.expr) -> bool:
    names = (getattr(each, "attr", getattr(each, "id", "")) for each in ast.walk(node))
    return any("device" in name for name in names)

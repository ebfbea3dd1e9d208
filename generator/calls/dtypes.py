"""The class of dtype that a Tensor has, where the text shows it: Paddle's operators take no Tensors of two classes."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from generator.calls.infer import Inference
from generator.calls.kinds import BOOL, FLOAT, INT, Kind, is_tensor
from generator.calls.references import References
from generator.calls.spans import Text


class DtypeClass(StrEnum):
    """The classes between which Paddle's operators do not convert."""

    BOOL = "bool"
    INT = "整数"
    FLOAT = "浮点"


_NAMES = re.compile(
    r"(?:torch\.)?(?:(?P<bool>bool)|(?P<int>u?int\d*|long|short)|(?P<float>float\d*|bfloat16|half|double))"
)
_TRUTHS = frozenset(
    "eq ne gt ge lt le isnan isinf isfinite logical_and logical_or logical_xor logical_not isin".split()
)
"""Functions and methods that give truth values, whatever they are given."""
_QUANTIFIERS = frozenset({"any", "all"})
"""Those that give truth values, but of uint8 uint8."""
_INTEGERS = frozenset("argmax argmin argsort count_nonzero randint randperm one_hot bincount searchsorted".split())
_FLOATS = frozenset(
    """sqrt rsqrt exp log log2 log10 log1p sin cos tan sigmoid tanh softmax log_softmax mean std erf reciprocal rand randn
    linspace normal softplus gelu""".split()
)
"""Those that give floats, whatever real numbers they are given."""
_FILLED = frozenset({"zeros", "ones", "empty", "eye"})
"""Those that give floats unless a dtype is passed."""
_LIKE = frozenset({"zeros_like", "ones_like", "rand_like", "randn_like", "empty_like", "new_zeros", "new_ones"})
_KEPT = frozenset(
    """abs clone contiguous cpu cuda detach expand expand_as flatten flip gather index_select masked_fill narrow
    neg permute repeat repeat_interleave reshape roll select squeeze t tile transpose tril triu unsqueeze view view_as""".split()
)
"""Those whose result has the dtype of their first Tensor."""
_CASTS = {
    **dict.fromkeys(("float", "double", "half", "bfloat16"), DtypeClass.FLOAT),
    **dict.fromkeys(("long", "int", "short", "char", "byte"), DtypeClass.INT),
    "bool": DtypeClass.BOOL,
}
"""Methods that convert to a dtype."""
_NUMBERS: Mapping[Kind, DtypeClass] = {INT: DtypeClass.INT, FLOAT: DtypeClass.FLOAT, BOOL: DtypeClass.BOOL}
_ORDER = list(DtypeClass)
_DEEPEST = 30


class Dtypes:
    """The classes of the dtypes of the Tensors in one text."""

    def __init__(self, inference: Inference, references: References, text: Text) -> None:
        self._text = text
        self._inference = inference
        self._references = references
        self._variables = inference.displays.variables
        self._found: dict[ast.expr, DtypeClass | None] = {}
        self._depth = 0

    def of(self, node: ast.expr) -> DtypeClass | None:
        """The class of the dtype of a Tensor; None for anything else, and where the text does not show it."""
        if node not in self._found:
            if self._depth > _DEEPEST:
                return None
            self._found[node] = None  # of a variable that depends on itself
            self._depth += 1
            self._found[node] = self._of(node) if is_tensor(self._inference.kind(node)) else None
            self._depth -= 1
        return self._found[node]

    def _of(self, node: ast.expr) -> DtypeClass | None:
        match node:
            case ast.Compare():
                return DtypeClass.BOOL
            case ast.UnaryOp(operand=inner) | ast.Subscript(value=inner) | ast.NamedExpr(value=inner):
                return self.of(inner)
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), right=right):
                found = {DtypeClass.BOOL if isinstance(each, ast.Compare) else self.of(each) for each in (left, right)}
                return found.pop() if len(found) == 1 else None
            case ast.BinOp(left=left, op=op, right=right):
                return self._arithmetic(left, op, right)
            case ast.IfExp(body=body, orelse=orelse):
                return self._same((body, orelse))
            case ast.Name():
                return self._of_variable(node)
            case ast.Call():
                return self._of_call(node)
        return None

    def _same(self, nodes: Sequence[ast.expr]) -> DtypeClass | None:
        found = {self.of(node) for node in nodes}
        return found.pop() if len(found) == 1 else None

    def _arithmetic(self, left: ast.expr, op: ast.operator, right: ast.expr) -> DtypeClass | None:
        found = [self._operand(left), self._operand(right)]
        if DtypeClass.FLOAT in found:
            return DtypeClass.FLOAT
        if None in found:
            return None
        return (
            DtypeClass.FLOAT
            if isinstance(op, ast.Div)
            else max(found, key=lambda each: _ORDER.index(each or DtypeClass.BOOL))
        )

    def _operand(self, node: ast.expr) -> DtypeClass | None:
        kind = self._inference.kind(node)
        return self.of(node) if is_tensor(kind) else _NUMBERS.get(kind)

    def _of_variable(self, node: ast.Name) -> DtypeClass | None:
        """What every statement that binds a variable gives it; a parameter counts from where its function binds it anew."""
        places = self._variables.places(node)
        if places is None:
            places = self._variables.rebound(node)
        values: list[ast.expr] = []
        for place in places:
            if isinstance(place.ctx, ast.Load):
                continue
            match self._variables.parents[place]:
                case ast.Assign(targets=[target], value=value) if target is place:
                    values.append(value)
                case _:
                    return None
        return self._same(values) if values else None

    def _of_call(self, node: ast.Call) -> DtypeClass | None:
        path = self._references.path(node.func)
        name = path.rpartition(".")[2]
        first = node.args[0] if node.args else None
        if not path and isinstance(node.func, ast.Attribute) and is_tensor(self._inference.kind(node.func.value)):
            name = node.func.attr
            if name in _CASTS:
                return _CASTS[name]
            if name in {"to", "type"}:
                return self._cast(node, node.func)
            first = node.func.value
        if not name or any(keyword.arg is None for keyword in node.keywords):
            return None
        if (dtype := next((keyword.value for keyword in node.keywords if keyword.arg == "dtype"), None)) is not None:
            return self._named(dtype)
        if name in _TRUTHS or (name in _QUANTIFIERS and first is not None and self.of(first) is not DtypeClass.INT):
            return DtypeClass.BOOL
        if name in _INTEGERS:
            return DtypeClass.INT
        if name in _FLOATS or name in _FILLED:
            return DtypeClass.FLOAT
        if name == "clamp" and first is not None and self.of(first) is DtypeClass.FLOAT:  # its bounds may be of more
            return DtypeClass.FLOAT
        if (name in _KEPT and not any(map(self._named, node.args))) or name in _LIKE:
            return self.of(first) if first is not None else None
        if name == "arange" and node.args:
            # A bound of which nothing is known counts as an integer: to convert a float like another one changes nothing.
            found = {_NUMBERS.get(self._inference.kind(each)) for each in node.args}
            return DtypeClass.FLOAT if DtypeClass.FLOAT in found else DtypeClass.INT
        return None

    def _cast(self, node: ast.Call, function: ast.Attribute) -> DtypeClass | None:
        """What ``to`` or ``type`` of a Tensor gives."""
        named = (self._named(each) for each in (*node.args, *(keyword.value for keyword in node.keywords)))
        if (found := next(filter(None, named), None)) is not None or function.attr == "type":
            return found
        may_name = any(not isinstance(each, ast.Constant) and "device" not in self._text.of(each) for each in node.args)
        is_open = may_name or any(keyword.arg == "dtype" for keyword in node.keywords)
        return None if is_open else self.of(function.value)

    def _named(self, node: ast.expr) -> DtypeClass | None:
        """The class of a dtype that is written as one."""
        found = _NAMES.fullmatch(self._references.path(node))
        return DtypeClass[found.lastgroup.upper()] if found is not None and found.lastgroup else None

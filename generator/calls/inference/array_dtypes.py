"""The dtypes of the arrays of NumPy of which Tensors are made, and of the numbers in lists."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from generator.calls.inference.tensor_facts import TensorFacts
from generator.calls.knowledge.builtin_kinds import ARRAY, SIZED_ARRAYS
from generator.calls.knowledge.kinds import BOOL, COMPLEX, FLOAT, INT, Kind, Name, Value, is_number, join
from generator.model.given import DTYPES, FLOATS, INTEGERS

_NUMBERS = (BOOL, INT, FLOAT, COMPLEX)
"""The kinds of numbers, the lowest first."""
_OF_NUMBERS: Mapping[Kind, str] = {BOOL: "bool", INT: "int64", FLOAT: "float64", COMPLEX: "complex128"}
"""What NumPy makes of numbers of Python."""
_SYNONYMS = {
    "bool_": "bool",
    "int": "int64",
    "int_": "int64",
    "float": "float64",
    "single": "float32",
    "double": "float64",
}
_FILLED = frozenset({"numpy.zeros", "numpy.ones", "numpy.empty"})
"""Functions of NumPy that give float64, unless a dtype is passed, which may be the second argument."""
_FLOATS = frozenset({*_FILLED, "numpy.eye", "numpy.linspace"})
_INTEGERS = frozenset(f"numpy.{name}" for name in "argmax argmin argsort argwhere flatnonzero nonzero".split())
"""Those that give int64, or several arrays of int64; ``where`` of a condition alone does so, too."""
_OF_ITEMS = frozenset({"numpy.array", "numpy.asarray"})
_OF_ARGUMENTS = frozenset({*_OF_ITEMS, "numpy.arange", "numpy.random.permutation"})
"""Those that give the dtype of what they are given, of arrays or of numbers."""
_KEEPING = frozenset(
    """ascontiguousarray concatenate copy empty_like expand_dims flatten flip hstack ones_like ravel repeat reshape squeeze
    stack swapaxes tile transpose vstack zeros_like""".split()
)
"""Functions and methods that give the dtype of the arrays that they are given."""
_LISTS = frozenset({"list", "tuple", "range", "generator", "iterator"})


class ArrayDtypes(TensorFacts[str]):
    """The dtypes of what is an array of NumPy, since a Tensor is made of it or it is used for another."""

    def _has(self, node: ast.expr) -> bool:  # noqa: ARG002 - what is asked for has one
        return True

    def _of(self, node: ast.expr) -> str | None:
        match node:
            case ast.Compare():
                return "bool"
            case ast.Name() | ast.Attribute(value=ast.Name(id="self")):
                values = self.values(node)
                is_list = any(isinstance(each, ast.List | ast.ListComp) for each in values)  # others may be appended
                return None if is_list else _single(map(self.of, values))
            case ast.Attribute(value=inner, attr="T") | ast.Subscript(value=inner):
                return self.of(inner)
            case ast.BinOp(left=left, op=op, right=right):
                return self._computed(left, right, is_divided=isinstance(op, ast.Div))
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return _single(map(self.of, items))
            case ast.Call():
                return self._of_call(node)
        return None

    def _of_call(self, node: ast.Call) -> str | None:
        if returned := self._kinds.returned(node):
            return _single(map(self.of, returned))
        path = self._path(node.func)
        if any(each.arg is None for each in node.keywords):
            return None
        if (dtype := next((each.value for each in node.keywords if each.arg == "dtype"), None)) is not None:
            return self._named(dtype)
        if not path and isinstance(node.func, ast.Attribute):
            if node.func.attr == "astype" and node.args:
                return self._named(node.args[0])
            return self.of(node.func.value) if node.func.attr in _KEEPING else None
        if path in _OF_ITEMS | _FILLED and len(node.args) > 1:
            return self._named(node.args[1])
        if path in _OF_ARGUMENTS and node.args:
            return self._of_numbers(node.args) or self.of(node.args[0])
        if path.startswith("numpy.") and len(node.args) == 1 and (name := self._named(node.func)) is not None:
            return name  # ``np.float32([1, 2])``
        if path in _INTEGERS or (path == "numpy.where" and len(node.args) == 1):
            return "int64"
        if path in SIZED_ARRAYS and self._kinds.kind(node) == ARRAY:
            return "int64" if path == "numpy.random.randint" else "float64"
        if path in _FLOATS:
            return "float64"
        return self.of(node.args[0]) if path.removeprefix("numpy.") in _KEEPING and node.args else None

    def _path(self, node: ast.expr) -> str:
        """Returns the dotted name of any package that an expression stands for; empty where it stands for none."""
        kind = self._kinds.kind(node)
        return kind.path if isinstance(kind, Name) else ""

    def _of_numbers(self, nodes: Sequence[ast.expr]) -> str | None:
        kind = number_kind(nodes, self._kinds.kind)
        return _OF_NUMBERS.get(kind) if kind is not None else None

    def _computed(self, left: ast.expr, right: ast.expr, *, is_divided: bool) -> str | None:
        """Returns the dtype computed of an array and a number, which does not widen it, or of arrays of one dtype."""
        kinds = [self._kinds.kind(each) for each in (left, right)]
        found = _single(self.of(each) for each, kind in zip((left, right), kinds, strict=True) if not is_number(kind))
        if found in INTEGERS and (is_divided or FLOAT in kinds):
            return "float64"
        return found if found in FLOATS or (found in INTEGERS and not is_divided) else None

    def _named(self, node: ast.expr) -> str | None:
        """Returns the dtype that is written as a text, as one of NumPy, or as a type of Python."""
        written = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else self._path(node)
        name = written.rpartition(".")[2]
        name = _SYNONYMS.get(name, name)
        return name if name in DTYPES else None


def number_kind(nodes: Iterable[ast.expr], kind_of: Callable[[ast.expr], Kind]) -> Kind | None:
    """Returns the kind of the highest number, also of those in nested lists; None where not all of them are known.

    That of lists without numbers is FLOAT.
    """
    found = {_innermost(kind_of(leaf)) for node in nodes for leaf in _leaves(node)}
    return max(found, key=_NUMBERS.index, default=FLOAT) if found <= {*_NUMBERS} else None


def _leaves(node: ast.expr) -> Iterator[ast.expr]:
    """Yields the items of a list of lists, or the expression itself."""
    if isinstance(node, ast.List | ast.Tuple):
        for item in node.elts:
            yield from _leaves(item)
    else:
        yield node


def _innermost(kind: Kind) -> Kind:
    """Returns the kind of what is in lists of lists, or of a value that is none."""
    while isinstance(kind, Value) and kind.type in _LISTS and kind.items:
        kind = join(kind.items)
    return kind


def _single(dtypes: Iterable[str | None]) -> str | None:
    """Returns the dtype that all of these are; None where they are several, or there are none."""
    found = set(dtypes)
    return found.pop() if len(found) == 1 else None

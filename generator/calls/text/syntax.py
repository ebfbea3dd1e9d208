"""Parses source texts, and walks their syntax trees."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from typing import TypeVar

from generator.calls.site import SourceError

Function = ast.FunctionDef | ast.AsyncFunctionDef
Around = TypeVar("Around", bound=ast.AST)


def parse_source(source: str) -> ast.Module:
    """Parses a source text.

    Raises:
        SourceError: it is no Python of this interpreter's version.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except SyntaxError as error:
        raise SourceError(error.msg or "语法错误", error.lineno or 1) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise SourceError(str(error) or "嵌套太深，无法分析", 1) from None


_NO_NODES = frozenset(
    "arg attr asname conversion ctx id is_async kind kwd_attrs level module op ops simple type_comment type_ignores".split()
)


_FIELDS: Mapping[type[ast.AST], tuple[str, ...]] = {
    kind: () if kind is ast.Constant else tuple(name for name in kind._fields if name not in _NO_NODES)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
"""The fields of each class of nodes in which nodes may stand."""


def constructions(derived: ast.ClassDef) -> list[ast.Call]:
    """Returns the calls of ``__init__`` of a base by the constructor of a class: several, where it branches."""
    constructor = next((n for n in derived.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None)
    found = ast.walk(constructor) if constructor is not None else ()
    calls = [each for each in found if isinstance(each, ast.Call) and is_construction(each)]
    return sorted(calls, key=lambda call: (call.lineno, call.col_offset))


def is_construction(node: ast.AST) -> bool:
    """Tells whether a node calls ``super().__init__``, or a base's by name: ``nn.Module.__init__(self)``."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="__init__")):
            return is_of_super(node) or is_place(value)
    return False


def is_of_super(call: ast.Call) -> bool:
    """Tells whether a method is called of ``super()``."""
    return isinstance(call.func, ast.Attribute) and is_super(call.func.value)


def is_super(node: ast.expr) -> bool:
    """Tells whether an expression is ``super()``, which has methods of the bases, and no attribute of the object."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def is_place(node: ast.expr) -> bool:
    """Tells whether an expression names a variable, an attribute or a fixed item of one: it may be evaluated twice."""
    match node:
        case ast.Attribute(value=inner) | ast.Subscript(value=inner, slice=ast.Constant()):
            return is_place(inner)
    return isinstance(node, ast.Name)


def enclosing(node: ast.AST, parents: Mapping[ast.AST, ast.AST], *kinds: type[Around]) -> Around | None:
    """Returns the nearest node of some kinds that a node is, or stands in."""
    around: ast.AST | None = node
    while around is not None and not isinstance(around, kinds):
        around = parents.get(around)
    return around


def defaults_of(arguments: ast.arguments) -> dict[str, ast.expr]:
    """Returns the defaults of a function's parameters by their names."""
    every = [*arguments.posonlyargs, *arguments.args]
    found = {one.arg: default for one, default in zip(reversed(every), reversed(arguments.defaults), strict=False)}
    by_keyword = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return found | {one.arg: default for one, default in by_keyword if default is not None}


def own_nodes(function: Function | ast.Lambda | ast.Try | ast.TryStar) -> Iterator[ast.AST]:
    """Yields the nodes of the body of a function or of ``try``, without those of functions and classes in it."""
    waiting: list[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else [*function.body]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


def children(node: ast.AST) -> list[ast.AST]:
    """Returns the nodes below a node but operators and contexts; several times as fast as ``ast.iter_child_nodes``."""
    found: list[ast.AST] = []
    for name in _FIELDS[node.__class__]:
        value = getattr(node, name, None)
        if value.__class__ is list:
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def is_same(one: ast.expr | None, other: ast.expr | None) -> bool:
    """Tells whether two places are one variable, or one attribute of it."""
    match one, other:
        case ast.Name(id=name), ast.Name(id=another):
            return name == another
        case ast.Attribute(value=value, attr=name), ast.Attribute(value=inner, attr=another):
            return name == another and is_same(value, inner)
    return False


def chosen(node: ast.expr) -> Iterator[ast.expr]:
    """Yields an expression, and those that it chooses from: ``a if c else b``."""
    yield node
    if isinstance(node, ast.IfExp):
        yield from chosen(node.body)
        yield from chosen(node.orelse)

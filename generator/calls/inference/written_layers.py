"""Which layers the body of a class writes, also where the text does not show to what it assigns them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from generator.calls.knowledge.names import PublicNames

_LAYERS = "torch.nn"
_MODULES = frozenset({"nn", _LAYERS})
"""How code writes the module of the layers."""


def written_layers(node: ast.AST, names: PublicNames) -> Iterator[str]:
    """Yields the layers that are written as ``nn.LSTM``, or by a string where the class asks ``nn`` for one by it.

    Those of which it merely asks whether an object is one, or says so, are not written.
    """
    nodes = list(ast.walk(node))
    is_asked = any(_asks(each) for each in nodes)
    others = {id(each) for asked in _classes_asked(nodes) for each in ast.walk(asked)}
    for each in nodes:
        match each:
            case ast.Attribute(value=module, attr=name) if id(each) not in others and ast.unparse(module) in _MODULES:
                path = f"{_LAYERS}.{name}"
            case ast.Constant(value=str(name)) if is_asked and name.isidentifier():
                path = f"{_LAYERS}.{name}"
            case _:
                continue
        yield from {path} & names.classes(path)


def _asks(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="getattr"), args=[module, *_]):
            return ast.unparse(module) in _MODULES
    return False


def _classes_asked(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yields the classes that objects are compared with, and annotations."""
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, *classes]):
                yield from classes
            case ast.Compare():
                yield node
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation) if annotation is not None:
                yield annotation
            case ast.FunctionDef(returns=annotation) if annotation is not None:
                yield annotation

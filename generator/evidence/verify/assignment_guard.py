"""Ends a snippet that assigns to an attribute of a module or of a class that is not its own, by whatever name.

What is put back afterwards leaves no trace for ``tampering`` to find, and ``permitted`` reads names, which can be given
to anything: ``for m in [paddle]: m.abs = f``. So the object itself is looked at, whenever the code stores into one.
"""

from __future__ import annotations

import ast
import os
import sys
import types
from typing import Any, NoReturn

from generator.evidence.verify.tampering import CHANGED_NAME

GUARD = "the guard of stores"
"""The name of ``guard`` among the code's globals: no identifier, so that the code cannot say it."""
_OWN_MODULE = "__main__"


def guarded(tree: ast.Module) -> ast.Module:
    """Returns the code with each object that it stores into, or deletes from, handed through ``guard``."""
    _Guarded().visit(tree)
    return ast.fix_missing_locations(tree)


def guard(owner: Any) -> Any:
    """Returns ``owner``; ends this process where it is part of a library or of Python."""
    kind = type(owner)
    if issubclass(kind, types.ModuleType):
        _end(types.ModuleType.__getattribute__(owner, "__name__"))
    elif issubclass(kind, type) and type.__getattribute__(owner, "__module__") != _OWN_MODULE:
        _end(type.__getattribute__(owner, "__name__"))
    elif issubclass(kind, dict) and (owner is sys.modules or dict.__contains__(owner, "__spec__")):
        _end("sys.modules")
    return owner


def _end(name: object) -> NoReturn:
    os.write(2, f"代码给 {name} 的属性赋值\n".encode("utf-8", "replace"))
    os._exit(CHANGED_NAME)


class _Guarded(ast.NodeTransformer):
    """Leaves alone what sets an option to a constant: ``torch.backends.cudnn.benchmark = True``."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._stored_into(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return self._stored_into(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def _stored_into(self, node: ast.Attribute | ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            name = ast.copy_location(ast.Name(GUARD, ast.Load()), node.value)
            node.value = ast.copy_location(ast.Call(name, [node.value], []), node.value)
        return node

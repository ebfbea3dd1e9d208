"""The expressions that a class of the text sets the attributes of its own objects to."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from generator.calls.text.syntax import enclosing

_Held = tuple[ast.AST | None, str]
"""An attribute of the objects of a class; without a class, of any object."""
_SELF = frozenset({"self", "ctx"})
"""What code calls an object of the class that it stands in; the context of an autograd function is one, too."""
_REGISTERING = frozenset({"register_buffer", "register_parameter"})


class AttributeValues:
    """Values of attributes, by class: of ``self.name = …``, ``register_buffer``, ``type('B', (A,), {'name': …})``."""

    def __init__(self, parents: Mapping[ast.AST, ast.AST]) -> None:
        self._parents = parents

    def values(self, owner: ast.AST, name: str) -> Sequence[ast.expr]:
        """Returns the values that a class's attribute is set to, but ``None``; none if it may be set otherwise."""
        if (None, name) in self._set or (None, "") in self._set:
            return ()
        found = self._set.get((owner, name), ())
        values = [each for each in found if each is not None]
        return values if len(values) == len(found) else ()

    def sets(self, name: str) -> bool:
        """Tells whether the text gives any object, or may give it, an attribute of a name."""
        return any(each in {name, ""} for _, each in self._set)

    @cached_property
    def _set(self) -> Mapping[_Held, Sequence[ast.expr | None]]:
        """All that is set; None is a value that the text does not show, and an empty name is any."""
        found: defaultdict[_Held, list[ast.expr | None]] = defaultdict(list)
        for node in self._parents:
            for holder, name, value in self._settings(node):
                owner = enclosing(node, self._parents, ast.ClassDef) if _is_self(holder) and name else None
                if not isinstance(value, ast.Constant) or value.value is not None:
                    found[owner, name].append(value)
        return found

    def _settings(self, node: ast.AST) -> Iterator[tuple[ast.expr, str, ast.expr | None]]:
        """Yields the object, the name and the value of each attribute that a node sets."""
        match node:
            case ast.Attribute(value=holder, attr=name, ctx=ast.Store() | ast.Del()):
                match self._parents[node]:
                    case ast.Assign(targets=targets, value=value) if node in targets:
                        yield holder, name, value
                    case ast.AnnAssign(value=declared):
                        yield holder, name, declared
                    case ast.AugAssign(op=op) if not isinstance(op, ast.MatMult):  # changes a Tensor in place
                        return
                    case _:
                        yield holder, name, None
            case ast.Call(
                func=ast.Attribute(value=holder, attr=called), args=[ast.Constant(value=str(name)), *rest]
            ) if called in _REGISTERING:
                yield holder, name, rest[0] if rest else None
            case ast.Call(func=ast.Attribute(value=holder, attr="save_for_backward")):
                yield holder, "saved_tensors", node
            case ast.Call(func=ast.Name(id="setattr"), args=[holder, named, value]):
                yield holder, str(named.value) if isinstance(named, ast.Constant) else "", value
            case (
                ast.Call(func=ast.Attribute(value=ast.Attribute(value=holder, attr="__dict__"), attr="update"))
                | ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="vars"), args=[holder]), attr="update"))
            ):
                yield holder, "", None
            case ast.Call(func=ast.Name(id="type"), args=[_, bases, members]):  # of a class derived from these
                keys = members.keys if isinstance(members, ast.Dict) else [None]
                for key in keys:
                    yield bases, str(key.value) if isinstance(key, ast.Constant) else "", None


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in _SELF

"""Indices of what holds layers or parameters: Paddle takes those of a ``Sequential`` for names, and counts from 0."""

from __future__ import annotations

import ast
from functools import cached_property

from generator.calls.knowledge.kinds import MODULE, SEQUENTIAL, UNKNOWN, Kind, Value, options_of
from generator.calls.text.syntax import is_place
from generator.calls.uses.uses import Decider
from generator.model.call_verdict import CallVerdict

_PARAMETER_LIST = "torch.nn.ParameterList"
_SETS_LAST = "以负的下标赋值时，Paddle 的 `Sequential` 不替换，而是在末尾另加一层，请先把它存进变量，写成 `net[len(net) - 1] = …`"
_DELETES = (
    "Paddle 的 `Sequential` 以下标为名称，删除一层之后也不重新编号，"
    "请写成 `layers = list(net)`、`del layers[i]`、`net._sub_layers.clear()` 与 `net.extend(layers)`"
)
_FROM_END = "Paddle 的 `ParameterList` 不接受负的下标，请先把它存进变量，写成 `params[len(params) - 1]`"


class LayerIndices(Decider):
    """Decides the indices of one text's layers that Paddle reads otherwise."""

    def decide(self, node: ast.Subscript) -> bool:
        """Decides one index; returns whether it is of layers or parameters, and decided."""
        if isinstance(node.ctx, ast.Del) and self._deletes_layers(node):
            self._delete(node)
            return True
        is_set = isinstance(node.ctx, ast.Store)
        if is_set and self.are_named and self._is_sequential(self._inference.kind(node.value)) and is_place(node.value):
            self._write_index(node, f"list({self._written(node.value)}._sub_layers)[{self._written(node.slice)}]")
            return True
        if not _is_negative(node.slice):
            return False
        if is_set and (self._is_network(node.value) or self._is_set_to_layer(node)):
            self._count_from_start(node, SEQUENTIAL, _SETS_LAST)
            return True
        if self._is_a(self._inference.kind(node.value), _PARAMETER_LIST):
            self._count_from_start(node, _PARAMETER_LIST, _FROM_END)
            return True
        return False

    @cached_property
    def are_named(self) -> bool:
        """Whether the text gives names of its own to the layers of a ``Sequential``."""
        for node in self._uses.parsed.nodes:
            match node:
                case ast.Call(func=ast.Attribute(value=held, attr="add_module" | "register_module")):
                    is_one = self._is_sequential(self._inference.kind(held))
                case ast.Call(func=function, args=[named]) if self._uses.references.path(function) == SEQUENTIAL:
                    is_one = self._class_of(named) == "dict"
                case _:
                    is_one = False
            if is_one:
                return True
        return False

    def _deletes_layers(self, node: ast.Subscript) -> bool:
        """Tells whether layers of a ``Sequential`` are deleted, or of what may be one or a list of layers."""
        is_open = self._is_network(node.value) or self._is_in_model(node.value)
        return self._is_sequential(self._inference.kind(node.value)) or (is_open and bool(self._left(node.slice)))

    def _is_network(self, node: ast.expr) -> bool:
        """Tells whether an expression is a ``Sequential``, or a layer that may be one."""
        return self._class_of(node) == MODULE or any(map(self._is_sequential, options_of(self._inference.kind(node))))

    def _is_sequential(self, kind: Kind) -> bool:
        """Tells whether a value is a ``Sequential``, or of a class of the text that derives from it."""
        is_own = any(self._names.is_a(base, SEQUENTIAL) for base in self._inference.torch_bases(kind))
        sets = any(self._inference.defines(kind, name) for name in ("__setitem__", "__delitem__"))
        return self._is_a(kind, SEQUENTIAL) or (is_own and not sets)

    def _is_in_model(self, node: ast.expr) -> bool:
        """Tells whether an expression is a part of a model of the library: ``vgg11().classifier``."""
        if not isinstance(node, ast.Attribute | ast.Subscript) or self._inference.kind(node) != UNKNOWN:
            return False
        return self._knowledge.is_model(self._class_of(node.value)) or self._is_in_model(node.value)

    def _is_set_to_layer(self, node: ast.Subscript) -> bool:
        """Tells whether something of unknown kind is set to a layer at an index."""
        parent, kind = self._uses.parent(node), self._inference.kind(node.value)
        return kind == UNKNOWN and isinstance(parent, ast.Assign) and self._is_layer(self._inference.kind(parent.value))

    def _is_a(self, kind: Kind, path: str) -> bool:
        """Tells whether a value is an object of a class of torch, or of one of torch's that derives from it."""
        return isinstance(kind, Value) and self._names.is_a(kind.type, path)

    def _delete(self, node: ast.Subscript) -> None:
        """Writes the deletion of layers as what leaves the others, numbered anew."""
        statement, answer = self._uses.parent(node), self._knowledge.answer(SEQUENTIAL)
        held, left = self._written(node.value), self._left(node.slice)
        if not (isinstance(statement, ast.Delete) and len(statement.targets) == 1 and left and is_place(node.value)):
            self._uses.add(node, SEQUENTIAL, CallVerdict.REWRITE, _DELETES, answer=answer)
            return
        parts = ", ".join(f"*list({held})[{part}]" for part in left)
        written = f"{held}._sub_layers = paddle.nn.Sequential({parts})._sub_layers"
        if left == [":-1"] and not self.are_named:
            written = f"{held}._sub_layers.popitem()"
        span = self._text.start(statement), self._text.end(statement)
        self._uses.write(node, written, SEQUENTIAL, CallVerdict.ARGUMENTS, span=span, answer=answer)

    def _left(self, index: ast.expr) -> list[str]:
        """Returns the slices of the layers that stay when those of an index are deleted; none if it does not tell."""
        match index:
            case ast.Slice(lower=None, upper=ast.expr() as end, step=None):
                return [f"{self._written(end)}:"]
            case ast.Slice(lower=ast.expr() as start, upper=None, step=None):
                return [f":{self._written(start)}"]
            case ast.Constant(value=0):
                return ["1:"]
            case ast.Constant(value=int(place)):
                return [f":{place}", f"{place + 1}:"]
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
                return [":-1"]
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(place))):
                return [f":-{place}", f"{1 - place}:"]
        return []

    def _count_from_start(self, node: ast.Subscript, api: str, reason: str) -> None:
        """Writes ``net[-1]`` as ``net[len(net) - 1]``, which is right for a list, too."""
        if not is_place(node.value):
            self._uses.add(node, api, CallVerdict.REWRITE, reason, answer=self._knowledge.answer(api))
            return
        place = self._text.of(node.slice).removeprefix("-").strip()
        self._write_index(node, f"len({self._written(node.value)}) - {place}", api)

    def _write_index(self, node: ast.Subscript, written: str, api: str = SEQUENTIAL) -> None:
        span = self._text.start(node.slice), self._text.end(node.slice)
        self._uses.write(node, written, api, CallVerdict.ARGUMENTS, span=span, answer=self._knowledge.answer(api))

    def _written(self, node: ast.expr) -> str:
        return self._uses.edits.text(self._text.start(node), self._text.end(node))


def _is_negative(node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
            return True
    return False

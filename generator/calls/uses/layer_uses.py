"""The classes of a text that derive from torch's layers, where Paddle's construct or call them otherwise."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cached_property

from generator.calls.knowledge.kinds import (
    MODULE,
    SEQUENTIAL,
    UNKNOWN,
    Defined,
    Kind,
    Name,
    Object,
    Value,
    is_number,
    is_tensor,
    options_of,
)
from generator.calls.rewriting.decide import Decision
from generator.calls.text.syntax import enclosing, is_construction, is_of_super
from generator.calls.uses.layer_indices import LayerIndices
from generator.calls.uses.uses import Decider, Uses
from generator.model.call_verdict import CallVerdict
from generator.model.parameter import Effect

_CALLED_BY_LAYERS = frozenset(
    "_load_from_state_dict _save_to_state_dict get_extra_state set_extra_state _conv_forward _check_input_dim".split()
)
"""Methods that torch's layers call for a class to override."""

_CALLED_BY_PADDLE = frozenset("_build_once _state_dict_impl _to_impl _transform named_sublayers set_state_dict".split())
"""Methods that Paddle's layers call and torch's do not have.

A class that defines one of these names itself breaks the layer.
"""

_ONLY_PADDLE = _CALLED_BY_PADDLE | frozenset(
    "add_sublayer astype backward create_parameter create_tensor float16 full full_name sublayers".split()
)
"""Methods of Paddle's layers, not of torch's.

A layer or Tensor set as an attribute of that name is not read again; the method is.
"""

_ONLY_TORCH = frozenset(
    """_backward_hooks _call_impl _forward_hooks _is_full_backward_hook _load_state_dict_pre_hooks _named_members
    _register_load_state_dict_pre_hook _register_state_dict_hook _state_dict_pre_hooks""".split()
)
"""Private members of torch's layers that code uses, and Paddle's do not have."""

_TRANSFORMS = "paddle.vision.transforms."
"""Where the classes of Paddle are that are no layers in the place of torchvision's, which are."""

_LISTED = {
    SEQUENTIAL: "改用 `paddle.vision.transforms.Compose([…])`",
    "torch.nn.ModuleList": "改用普通的列表",
    "torch.nn.ModuleDict": "改用普通的字典",
}
"""What stands for a container of layers where transforms are in it."""
_ADDING = frozenset({"add_module", "append", "extend", "insert", "register_module", "update"})
"""Methods that put layers into a container."""

_RESETTING = frozenset({"paddle.compat.nn.Linear"})
"""The layers of Paddle that call ``reset_parameters`` as torch's do."""

_RENUMBERED = (
    "取 `Sequential` 的切片时，PyTorch 保留各层原来的名称，Paddle 从 0 重新编号，`state_dict` 的键因此不同；"
    "要保留的写成 `paddle.nn.Sequential(OrderedDict(list(net.named_children())[2:]))`"
)
_NAMING = frozenset("state_dict load_state_dict named_buffers named_children named_modules named_parameters".split())
"""Members of a layer that give or take the names of its layers."""


class LayerUses(Decider):
    """Decides the methods of one text's own layers, and what makes layers of theirs."""

    def __init__(self, uses: Uses, indices: LayerIndices) -> None:
        super().__init__(uses)
        self._indices = indices
        self._written: set[ast.expr] = set()

    def decide(self, node: ast.FunctionDef) -> None:
        """Decides a method of a class."""
        parent = self._uses.parent(node)
        if self._uses.is_mixed or not isinstance(parent, ast.ClassDef) or not parent.bases:
            return
        if node.name == "__init__" and node.args.args:
            self._decide_constructor(node, node.args.args[0].arg)
            return
        bases = [path for base in parent.bases if (path := self._uses.references.path(base))]
        if node.name == "forward" and (path := next(filter(self._is_transform, bases), "")):
            reason = "Paddle 的变换不是网络层，不调用 `forward`，重写它没有作用：改为重写 `_apply_image`"
            self._uses.add(node, path, CallVerdict.REWRITE, reason, answer=self._knowledge.answer(path))
            return
        is_reset = node.name == "reset_parameters" and any(map(self._resets, bases))
        if node.name in _CALLED_BY_LAYERS or is_reset:
            reason = "Paddle 的层不调用它，重写它没有作用"
            self._uses.add(node, f"{MODULE}.{node.name}", CallVerdict.REWRITE, reason)
        elif node.name in _CALLED_BY_PADDLE and any(map(self._is_layer_class, parent.bases)):
            reason = f"Paddle 的层自己也有 `{node.name}`，会调用重写的：换一个名称"
            self._uses.add(node, MODULE, CallVerdict.REWRITE, reason, answer=self._knowledge.answer(MODULE))

    def decide_attribute(self, node: ast.Attribute) -> None:
        """Leaves an attribute of a layer for manual rewriting.

        It is one that Paddle's layers do not have, or do not return as it was set.
        """
        if self._uses.is_mixed:
            return
        if node.attr == "forward" and (path := self._transform(self._inference.kind(node.value))):
            reason = "Paddle 的变换不是网络层，没有 `forward`，直接调用它"
            self._uses.add(node, path, CallVerdict.REWRITE, reason, answer=self._knowledge.answer(path))
        if not self._inference.is_module(self._inference.kind(node.value)):
            return
        reason = self._unkept(node) if isinstance(node.ctx, ast.Store) else self._unknown(node)
        if reason:
            self._uses.add(node, MODULE, CallVerdict.REWRITE, reason, answer=self._knowledge.answer(MODULE))
        elif isinstance(node.ctx, ast.Store) and (number := self._number(node)) is not None:
            self._write_number(node, number)

    def decide_call(self, node: ast.Call) -> None:
        """Leaves a container of layers with transforms in it for manual rewriting: Paddle's are no layers."""
        if self._uses.is_mixed:
            return
        path = self._uses.references.path(node.func)
        put = [self._inference.kind(node)] if path in _LISTED else []
        match node.func:
            case ast.Attribute(value=held, attr=name) if name in _ADDING:
                kind = self._inference.kind(held)
                path = kind.type if isinstance(kind, Value) else ""
                put = [self._inference.kind(each) for each in node.args]
        kinds = [option for kind in put for option in options_of(kind)]
        items = [item for kind in kinds if isinstance(kind, Value) for item in kind.items]
        kinds += [option for item in items for option in options_of(item)]
        if path in _LISTED and any(map(self._transform, kinds)):
            reason = f"其中有 torchvision 的变换，Paddle 的变换不是网络层，写入时报错：{_LISTED[path]}"
            self._uses.add(node, path, CallVerdict.REWRITE, reason, answer=self._knowledge.answer(path))

    def decide_slice(self, node: ast.Subscript) -> None:
        """Reminds of the names of the layers that a slice of a ``Sequential`` takes, unless nothing can see them."""
        kind, part = self._inference.kind(node.value), node.slice
        is_network = isinstance(kind, Value) and kind.type == SEQUENTIAL and isinstance(node.ctx, ast.Load)
        if self._uses.is_mixed or not (is_network and isinstance(part, ast.Slice)):
            return
        is_from_start = part.step is None and (part.lower is None or _is_zero(part.lower))
        if (not is_from_start or self._indices.are_named) and self._shows_names(node):
            reminded = Decision(CallVerdict.VERBATIM, warnings={_RENUMBERED: Effect.STATE})
            answer = self._knowledge.answer(SEQUENTIAL)
            self._uses.add(node, SEQUENTIAL, CallVerdict.VERBATIM, "", answer=answer, decision=reminded)

    def _shows_names(self, node: ast.expr) -> bool:
        """Tells whether the names of the layers inside may be seen: it is not just called, or iterated over."""
        match self._uses.parent(node):
            case ast.Attribute(attr=name):
                return name in _NAMING
            case ast.Call(func=function):
                kind = self._inference.kind(function)
                return function is not node and not (isinstance(kind, Name) and kind.path.startswith("builtins."))
            case ast.Starred() | ast.Subscript():
                return False
            case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
                return iterated is not node
        return True

    def _transform(self, kind: Kind) -> str:
        """Returns the torchvision class of an object for which Paddle's counterpart is no layer; else empty."""
        return kind.type if isinstance(kind, Value) and self._is_transform(kind.type) else ""

    def _is_transform(self, path: str) -> bool:
        answer = self._knowledge.answer(path)
        return answer is not None and any(way.paddle.startswith(_TRANSFORMS) for way in answer.ways)

    def _unkept(self, node: ast.Attribute) -> str:
        """Returns the reason why a layer or Tensor set as an attribute is not read again; empty where it is.

        Paddle stores it as a sublayer or buffer.
        """
        name, kind = node.attr, self._inference.kind(node)
        if is_tensor(kind) and self._inference.is_set_in_body(self._inference.kind(node.value), name):
            return (
                f"类里也写了 `{name}`，Paddle 的层把 Tensor 存为缓冲区，读到的仍是类里的那一个："
                f"把类里的移到 `__init__` 中，写成 `self.{name} = …`"
            )
        may_be_kept = is_tensor(kind) or self._is_layer(kind) or (kind == UNKNOWN and name.startswith("_"))
        if name in _ONLY_PADDLE and may_be_kept:
            return f"Paddle 的层自己有 `{name}` 这个方法，存进去的层或 Tensor 读不到：换一个名称"
        return ""

    def _number(self, node: ast.Attribute) -> ast.expr | None:
        """Returns the number that an attribute of a layer is set to, which is a Tensor elsewhere; None for all else.

        Paddle keeps the Tensor as a buffer, to which no number is assigned. ``__init__`` sets what is none yet, and
        what is deleted may be set to anything.
        """
        method = enclosing(node, self._uses.parsed.parents, ast.FunctionDef)
        is_first = isinstance(method, ast.FunctionDef) and method.name == "__init__" and _is_own(node, method)
        value = None if is_first else _set_value(node, self._uses.parent)
        place = self._inference.kind(node.value), node.attr
        is_one = value is not None and is_number(self._inference.kind(value)) and place not in self._deleted
        return value if is_one and (place in self._tensors or self._inference.is_tensor_too(node)) else None

    @cached_property
    def _tensors(self) -> set[tuple[Kind, str]]:
        """The attributes that a place of the text sets to a Tensor, ``self.loss += x.mean()`` too."""
        return {
            place
            for each, place in self._attributes
            if isinstance(each.ctx, ast.Store) and is_tensor(self._inference.kind(each))
        }

    @cached_property
    def _deleted(self) -> set[tuple[Kind, str]]:
        """The attributes that the text deletes."""
        return {place for each, place in self._attributes if isinstance(each.ctx, ast.Del)}

    @property
    def _attributes(self) -> Iterator[tuple[ast.Attribute, tuple[Kind, str]]]:
        """The attributes of variables that the text sets or deletes, with the kinds of the objects."""
        for each in self._uses.parsed.nodes:
            if (
                isinstance(each, ast.Attribute)
                and isinstance(each.value, ast.Name)
                and not isinstance(each.ctx, ast.Load)
            ):
                yield each, (self._inference.kind(each.value), each.attr)

    def _write_number(self, node: ast.Attribute, value: ast.expr) -> None:
        """Writes a Tensor for the number that an attribute is set to, once where several are."""
        span = self._text.start(value), self._text.end(value)
        if value not in self._written:
            self._written.add(value)
            answer, written = self._knowledge.answer(MODULE), f"paddle.to_tensor({self._uses.edits.text(*span)})"
            self._uses.write(node, written, MODULE, CallVerdict.ARGUMENTS, span=span, answer=answer)

    def _unknown(self, node: ast.Attribute) -> str:
        """Says why a member is not known that torch's layers have, where the class does not have its own."""
        is_torch = node.attr in _ONLY_TORCH and self._inference.kind(node) == UNKNOWN
        return f"Paddle 的层没有 `{node.attr}`" if is_torch else ""

    def _is_layer_class(self, node: ast.expr) -> bool:
        kind, path = self._inference.kind(node), self._uses.references.path(node)
        is_own = isinstance(kind, Defined) and self._is_layer(Object(kind.position, kind.module))
        return is_own or (path is not None and self._names.is_a(path, MODULE))

    def _resets(self, path: str) -> bool:
        """Tells whether a class of torch calls ``reset_parameters``, which Paddle's in its place does not."""
        answer = self._knowledge.answer(path)
        is_called = answer is not None and any(way.paddle in _RESETTING for way in answer.ways)
        return self._names.member(path, "reset_parameters") is not None and not is_called

    def _decide_constructor(self, node: ast.FunctionDef, own: str) -> None:
        """Leaves for manual rewriting the Tensors set as attributes before ``super().__init__``.

        Paddle's layers store them as buffers.
        """
        start = self._text.start
        calls = (each for each in ast.walk(node) if isinstance(each, ast.Call) and _constructs(each, own))
        constructed = min(map(start, calls), default=0)
        for each in ast.walk(node):
            match each:
                case ast.Attribute(value=ast.Name(id=name) as held, ctx=ast.Store()) if (
                    name == own
                    and start(each) < constructed
                    and is_tensor(self._inference.kind(each))
                    and self._inference.is_module(self._inference.kind(held))
                ):
                    reason = "Paddle 中先要调用 `super().__init__()`，才能把 Tensor 存进属性，否则报错"
                    self._uses.add(each, f"{MODULE}.__init__", CallVerdict.REWRITE, reason)


def _is_own(node: ast.Attribute, method: ast.FunctionDef) -> bool:
    """Tells whether an attribute is one of the object of the method around it."""
    return isinstance(node.value, ast.Name) and node.value.id in {each.arg for each in method.args.args[:1]}


def _set_value(node: ast.expr, parent_of: Callable[[ast.AST], ast.AST | None]) -> ast.expr | None:
    """Returns the expression that a place is set to; None where it is no single one."""
    match parent := parent_of(node):
        case ast.Assign(value=value) | ast.AnnAssign(value=value):
            return value
        case ast.Tuple():
            values = _set_value(parent, parent_of)
            is_alike = isinstance(values, ast.Tuple) and len(values.elts) == len(parent.elts)
            starred = (*parent.elts, *(values.elts if isinstance(values, ast.Tuple) else ()))
            if isinstance(values, ast.Tuple) and is_alike and not any(isinstance(e, ast.Starred) for e in starred):
                return values.elts[parent.elts.index(node)]
    return None


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _constructs(call: ast.Call, own: str) -> bool:
    """Tells whether a call is one of ``super().__init__``, or of a base's by its name."""
    is_own = bool(call.args) and isinstance(call.args[0], ast.Name) and call.args[0].id == own
    return is_construction(call) and (is_own or is_of_super(call))

"""Indices that Paddle reads otherwise: lists as tuples, and what sets a view (migration notes 33, 46 and 48)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence

from generator.calls.facts.result_facts import is_changed_later, path_of
from generator.calls.facts.view_changes import changes_view
from generator.calls.facts.views import TURNED, is_ellipsis, items_of, skips
from generator.calls.knowledge.builtin_kinds import ARRAY
from generator.calls.knowledge.kinds import (
    INT,
    TENSOR,
    UNKNOWN,
    Kind,
    Value,
    is_number,
    is_tensor,
    options_of,
)
from generator.calls.rewriting.decide import Decision
from generator.calls.text.syntax import is_place
from generator.calls.uses.layer_indices import LayerIndices
from generator.calls.uses.uses import Decider, Uses
from generator.calls.uses.viewed_changes import ViewedChanges
from generator.model.call_verdict import CallVerdict
from generator.model.parameter import Effect
from generator.model.template import parenthesised

_SAME = frozenset("view squeeze unsqueeze detach".split())
"""Members that give a view with the strides of the Tensor."""
_FRESH = frozenset(
    """bmm cat clone cumsum empty full gather index_select matmul mm ones rand randn repeat repeat_interleave sort stack
    topk where zeros""".split()
)
"""Functions and members that give Tensors of their own, to which the text gives no other name."""
_PARAMETER_LIST = "torch.nn.ParameterList"
_INDICES = frozenset({"list", "tuple", "slice", "ellipsis", "None", ARRAY.type})
"""The classes of values in a list that make torch take it for a tuple of indices."""
_SETS = (
    "它是不连续的视图，以 Tensor 或列表索引赋值时，Paddle 会写到别的位置，请先 `contiguous()`，或改用 `paddle.where`"
)
_MASK_AFTER_ELLIPSIS = "bool 的 Tensor 不止一维时，Paddle 不能把它与 `...` 写在同一个下标中，请把 `...` 换成几个 `:`"
_SETS_NUMBER = (
    "以不在最前面的掩码赋一个数时，Paddle 可能写到别的元素，请先把下标存进变量，"
    "再写成 `x[:, mask] = paddle.full_like(x[:, mask], 数)`"
)
_OF_MASKS = ast.BitAnd | ast.BitOr | ast.BitXor
"""The operators that masks are joined by."""
_CHANGING = re.compile("rand|bernoulli|multinomial|dropout|sample|normal|_$")
"""Functions and members that give another result, or change something, when they are called again."""
_SETS_VIEW = (
    "需要梯度时，对 `x[0]`、`x.view(-1)` 这样的视图再取下标赋值，Paddle 在 CPU 上求得的梯度不对而不报错；"
    "写成对原来的 Tensor 的一次下标，如 `x[0, 1] = 5`"
)
_EITHER = (
    "下标有时是整数的列表，有时是几个下标的列表：PyTorch 把后者当作元组，Paddle 都当作一个下标，"
    "后者请写成 `x[tuple(index)]`"
)
_OVERLAPS = (
    "等号两边是同一个 Tensor 重叠的两部分时，PyTorch 一边读一边写，读到的可能是刚写下的，Paddle 先取出右边再写；"
    "两边要一致，都在右边加 `clone()`"
)


class IndexUses(Decider):
    """Decides the indices of one text."""

    def __init__(self, uses: Uses, layers: LayerIndices) -> None:
        super().__init__(uses)
        self._layers = layers
        self._variables = uses.inference.displays.variables
        self._reaching = uses.inference.reaching
        self._viewed = ViewedChanges(uses.inference)
        self._strided: dict[ast.expr, bool] = {}
        self._copied: set[ast.expr] = set()

    def decide(self, node: ast.Subscript) -> None:
        """Decides one index; most are the same in Paddle, and no use."""
        if self._uses.is_mixed:
            return
        if self._layers.decide(node):
            return
        items, index = items_of(node), node.slice
        if isinstance(index, ast.Slice) and isinstance(node.ctx, ast.Load) and self._is_a(node.value, _PARAMETER_LIST):
            self._write_part(node)
            return
        is_open = is_tensor(kind := self._inference.kind(node.value)) or kind == UNKNOWN
        if isinstance(index, ast.List) and self._is_tuple(index) and is_tensor(kind):
            items = index.elts
        if is_open:
            self._write_masks(node, items)
        if isinstance(index, ast.List) and items is index.elts:
            self._write_tuple(node, index)
        spread = self._spread(index)
        if spread and is_tensor(kind) and self._class_of(index) == "list":
            are_tuples = self._are_tuples(index, frozenset()) or {True}
            if len(are_tuples) > 1:
                self._uses.add(node, _api(node), CallVerdict.REWRITE, _EITHER)
                return
            if True in are_tuples:
                span = self._uses.text.start(index), self._uses.text.end(index)
                written = f"tuple({self._uses.edits.text(*span)})"
                self._uses.write(node, written, _api(node), CallVerdict.ARGUMENTS, span=span)
        if any(map(is_ellipsis, items)) and (masks := [each for each in items if self._is_wide_mask(each)]):
            reason = self._refused(node, items)
            if reason:
                self._uses.add(node, _api(node), CallVerdict.REWRITE, reason)
                return
            self._write_slices(node, items[0], masks[0])
        is_advanced = [*map(self._is_advanced, items)] if not spread else [False, any(map(_is_advanced, spread))]
        advanced = [place for place, item in enumerate(is_advanced) if item]
        if not advanced and isinstance(node.ctx, ast.Load) and not is_changed_later(node, self._inference):
            advanced = [place for place, item in enumerate(items) if self._is_unknown(item)]
        if not advanced or not self._is_strided(node.value):
            if isinstance(node.ctx, ast.Store) and changes_view(node.value, self._inference):
                self._remind(node, {_SETS_VIEW: Effect.GRADIENT})
            if isinstance(node.ctx, ast.Store):
                self._remind(node, self._viewed.by_index(node))
            if isinstance(node.ctx, ast.Store) and self._may_overlap(node, items):
                self._remind(node, {_OVERLAPS: Effect.VIEW})
            return
        if not isinstance(node.ctx, ast.Load):
            is_mask = len(items) == 1 and self._inference.dtypes.of(items[0]) == "bool"
            if is_mask and self._is_set_to_number(node):
                return
            if values := self._unnamed(node.value):
                self._copy(node, values)
            else:
                self._uses.add(node, f"{TENSOR}.__setitem__", CallVerdict.REWRITE, _SETS)
        elif advanced[-1] > 0:
            end = self._uses.text.end(node.value)
            api, span = f"{TENSOR}.__getitem__", (end, end)
            self._uses.write(node, ".contiguous()", api, CallVerdict.ARGUMENTS, span=span)

    def decide_assigned(self, statement: ast.Assign) -> None:
        """Decides a number that is set by a mask behind another index, where Paddle needs a Tensor of its values."""
        for target in statement.targets:
            if self._uses.is_mixed or not (isinstance(target, ast.Subscript) and self._masks_later(target)):
                continue
            if not self._is_set_to_number(target):
                continue
            text, value = self._uses.text, statement.value
            if len(statement.targets) > 1 or not (is_place(target.value) and self._is_lasting(target.slice)):
                self._uses.add(target, _api(target), CallVerdict.REWRITE, _SETS_NUMBER)
                continue
            number, chosen = (self._uses.edits.text(text.start(each), text.end(each)) for each in (value, target))
            written, span = f"paddle.full_like({chosen}, {number})", (text.start(value), text.end(value))
            self._uses.write(target, written, _api(target), CallVerdict.ARGUMENTS, span=span)

    def _is_lasting(self, index: ast.expr) -> bool:
        """Tells whether an index may be written twice: it calls only what computes something of Tensors or arrays."""
        calls = [each.func for each in ast.walk(index) if isinstance(each, ast.Call)]
        return not any(isinstance(each, ast.NamedExpr) for each in ast.walk(index)) and all(map(self._computes, calls))

    def _computes(self, function: ast.expr) -> bool:
        if not isinstance(function, ast.Attribute) or _CHANGING.search(function.attr):
            return False
        return bool(path_of(function, self._inference)) or _is_array(self._inference.kind(function.value))

    def _masks_later(self, node: ast.Subscript) -> bool:
        """Tells whether a mask may stand behind another index than whole numbers, in an index of a Tensor."""
        kind = self._inference.kind(node.value)
        items = items_of(node)
        first = next((place for place, item in enumerate(items) if self._inference.kind(item) != INT), len(items))
        later = items[first + 1 :]
        if is_tensor(kind) and not (later and self._is_of_integers(items[first])):
            return any(map(self._may_mask, later))
        return (kind == UNKNOWN or is_tensor(kind)) and any(map(self._is_mask, later))

    def _is_of_integers(self, item: ast.expr) -> bool:
        """Tells whether an index is several integers, beside which another that may be a mask is one as well."""
        kind = self._inference.kind(item)
        is_range = isinstance(kind, Value) and kind.type == "range"
        return is_range or (is_tensor(kind) and self._inference.dtypes.of(item) == "int64")

    def _is_mask(self, item: ast.expr) -> bool:
        return is_tensor(self._inference.kind(item)) and self._inference.dtypes.of(item) == "bool"

    def _write_part(self, node: ast.Subscript) -> None:
        """Writes a part of a ``ParameterList`` as one that is made of a part of a list."""
        held, end = (self._uses.text.end(each) for each in (node.value, node))
        listed = (
            f"list({self._uses.edits.text(self._uses.text.start(node.value), held)}){self._uses.edits.text(held, end)}"
        )
        answer, written = self._knowledge.answer(_PARAMETER_LIST), f"paddle.nn.ParameterList({listed})"
        self._uses.write(node, written, _PARAMETER_LIST, CallVerdict.ARGUMENTS, answer=answer)

    def _write_masks(self, node: ast.Subscript, items: Iterable[ast.expr]) -> None:
        """Writes Tensors of uint8 as booleans: torch takes them for masks, which Paddle refuses."""
        for item in items:
            if is_tensor(self._inference.kind(item)) and self._inference.dtypes.of(item) == "uint8":
                span = self._uses.text.start(item), self._uses.text.end(item)
                written = f"{parenthesised(self._uses.edits.text(*span))}.astype('bool')"
                self._uses.write(node, written, _api(node), CallVerdict.ARGUMENTS, span=span)

    def _may_mask(self, item: ast.expr) -> bool:
        """Tells whether an index may be a mask; so may one of unknown dtype, for which a Tensor is as right."""
        if isinstance(item, ast.List):
            return any(isinstance(each, ast.Constant) and isinstance(each.value, bool) for each in item.elts)
        kind = self._inference.kind(item)
        return _is_array(kind) and self._inference.dtypes.of(item) in {"bool", None}

    def _is_a(self, node: ast.expr, path: str) -> bool:
        """Tells whether an expression is an object of a class of torch, or of one that derives from it."""
        kind = self._inference.kind(node)
        return isinstance(kind, Value) and self._names.is_a(kind.type, path)

    def _remind(self, node: ast.Subscript, warnings: Mapping[str, Effect]) -> None:
        if warnings:
            reminded = Decision(CallVerdict.VERBATIM, warnings=warnings)
            self._uses.add(node, f"{TENSOR}.__setitem__", CallVerdict.VERBATIM, "", decision=reminded)

    def _may_overlap(self, node: ast.Subscript, items: list[ast.expr]) -> bool:
        """Tells whether what is set may overlap the part of the same Tensor that it is set to."""
        parent, text = self._uses.parent(node), self._uses.text
        source = parent.value if isinstance(parent, ast.Assign) and parent.targets == [node] else None
        if not isinstance(source, ast.Subscript) or text.of(source.value) != text.of(node.value):
            return False
        others = items_of(source)
        differing = [pair for pair in zip(items, others, strict=False) if text.of(pair[0]) != text.of(pair[1])]
        is_shifted = bool(differing) and len(items) == len(others) and not any(_are_apart(*pair) for pair in differing)
        return is_shifted and is_tensor(self._inference.kind(node.value))

    def _is_tuple(self, index: ast.List) -> bool:
        """Tells whether torch takes a list for a tuple of indices: it has Tensors, sequences, slices or None in it."""
        return any(_is_index(self._inference.kind(each)) for each in index.elts)

    def _spread(self, index: ast.expr) -> Sequence[Kind]:
        """Returns the kinds of the indices in a tuple that a variable or a call gives, or a list taken for one."""
        kind = self._inference.kind(index)
        if isinstance(index, ast.Tuple | ast.List) or not isinstance(kind, Value):
            return ()
        is_one = kind.type == "tuple" or (kind.type == "list" and any(map(_is_index, kind.items)))
        return kind.items if is_one else ()

    def _are_tuples(self, index: ast.expr, asked: frozenset[ast.expr]) -> set[bool]:
        """Tells of each list that an index may be whether torch takes it for a tuple of indices."""
        if index not in asked and (given := self._given(index)):
            return set().union(*(self._are_tuples(each, asked | {index}) for each in given))
        kind = self._inference.kind(index)
        if not isinstance(kind, Value):
            return {False}
        return {kind.type == "tuple" or any(map(_is_index, kind.items))} if kind.items else set()

    def _given(self, index: ast.expr) -> Sequence[ast.expr]:
        """Returns the expressions one of which an index is, where it is a name, or a function of the text gives it."""
        match index:
            case ast.Name() if not self._is_filled(index):
                return self._inference.passed(index) or self._reaching.values(index) or ()
            case ast.Attribute():
                return self._inference.set_to(index)
            case ast.Call():
                return self._inference.returned(index)
        return ()

    def _is_filled(self, variable: ast.Name) -> bool:
        """Tells whether the items of a list may be others than those that it is bound with: ``where[1] = slice(2)``."""
        around = [self._variables.parents[each] for each in self._variables.everywhere(variable)]
        return any(
            isinstance(each, ast.Attribute | ast.AugAssign)
            or (isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store))
            for each in around
        )

    def _write_tuple(self, node: ast.Subscript, index: ast.List) -> None:
        """Writes ``x[[i, j]]`` as ``x[i, j]``: in Paddle, the list stands for one index."""
        start, end = self._uses.text.start(index), self._uses.text.end(index)
        inner = self._uses.edits.text(start + 1, end - 1)
        comma = "," if len(index.elts) == 1 and not inner.rstrip().endswith(",") else ""
        self._uses.write(node, inner + comma, _api(node), CallVerdict.ARGUMENTS, span=(start, end))

    def _is_wide_mask(self, item: ast.expr) -> bool:
        """Tells whether an index is a mask of several dimensions, which Paddle misreads beside an ellipsis."""
        return self._is_mask(item) and (self._inference.ndims.of(item) or 0) > 1

    def _refused(self, node: ast.Subscript, items: list[ast.expr]) -> str:
        """Says why an ellipsis beside such a mask is left to do: more stands before it, or what is set is a view."""
        if [*map(is_ellipsis, items)] != [True, False] or not is_place(node.value):
            return _MASK_AFTER_ELLIPSIS
        return _SETS if not isinstance(node.ctx, ast.Load) and self._is_strided(node.value) else ""

    def _write_slices(self, node: ast.Subscript, ellipsis: ast.expr, mask: ast.expr) -> None:
        """Writes ``x[..., mask]`` with as many slices in the place of the ellipsis as it stands for."""
        text, edits = self._uses.text, self._uses.edits
        tensor, index = (edits.text(text.start(each), text.end(each)) for each in (node.value, mask))
        written = f"(slice(None),) * ({tensor}.ndim - {self._inference.ndims.of(mask)}) + ({index},)"
        span = text.start(ellipsis), text.end(mask)
        self._uses.write(node, written, _api(node), CallVerdict.ARGUMENTS, span=span)

    def _is_set_to_number(self, node: ast.Subscript) -> bool:
        """Tells whether the elements that an index chooses are set to one number."""
        parent = self._uses.parent(node)
        return isinstance(parent, ast.Assign) and is_number(self._inference.kind(parent.value))

    def _is_advanced(self, item: ast.expr) -> bool:
        return isinstance(item, ast.List) or _is_advanced(self._inference.kind(item))

    def _is_unknown(self, item: ast.expr) -> bool:
        """Tells whether an index may be a mask or several integers as well as a number; sums are taken for numbers."""
        is_sum = isinstance(item, ast.BinOp) and not isinstance(item.op, _OF_MASKS)
        return not (is_sum or isinstance(item, ast.Slice)) and self._inference.kind(item) == UNKNOWN

    def _is_strided(self, node: ast.expr) -> bool:
        """Tells whether an expression is a view whose elements do not lie one behind the other, or may not."""
        if node not in self._strided:
            self._strided[node] = False  # of a variable that is bound to a view of itself, its other values tell
            self._strided[node] = is_tensor(self._inference.kind(node)) and self._is_view(node)
        return self._strided[node]

    def _is_view(self, node: ast.expr) -> bool:
        match node:
            case ast.Name():
                return self._is_strided_variable(node)
            case ast.Subscript(value=inner):
                items = items_of(node)
                return not any(map(self._is_advanced, items)) and (skips(items) or self._is_strided(inner))
            case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name)) if name in TURNED:
                return True
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _SAME:
                return self._is_strided(inner)
        return False

    def _is_strided_variable(self, node: ast.Name) -> bool:
        """Tells whether all statements that bind a variable bind it to such a view, of something else or of itself."""
        values = self._bound(node)
        return bool(values) and all(map(self._is_strided, values))

    def _bound(self, node: ast.Name) -> list[ast.expr]:
        """Returns the values that may be bound to a variable; none where one is a name, or bound otherwise."""
        found = self._reaching.before(node, self._reaching.statement(node))
        statements = [self._variables.parents[place] for place in found if not isinstance(place.ctx, ast.Load)]
        values = [each.value for each in statements if isinstance(each, ast.Assign) and len(each.targets) == 1]
        is_plain = len(values) == len(statements) and not any(isinstance(each, ast.Name) for each in values)
        return values if is_plain else []

    def _unnamed(self, node: ast.expr) -> list[ast.expr]:
        """Returns the views that a variable is bound to, where their Tensors have no name that shows what is set."""
        values = self._bound(node) if isinstance(node, ast.Name) else []
        return values if all(map(_is_fresh, values)) else []

    def _copy(self, node: ast.Subscript, values: Iterable[ast.expr]) -> None:
        """Makes a variable hold Tensors of their own where it is bound, in which Paddle sets the right places."""
        for value in values:
            if value not in self._copied:
                self._copied.add(value)
                end = self._uses.text.end(value)
                self._uses.write(node, ".contiguous()", f"{TENSOR}.__setitem__", CallVerdict.ARGUMENTS, span=(end, end))


def _is_fresh(node: ast.expr) -> bool:
    """Tells whether an expression gives a new Tensor, or a view of one: ``x.sort(-1)[0][:, :n]``."""
    match node:
        case ast.Subscript(value=inner) | ast.Attribute(value=inner):
            return _is_fresh(inner)
        case ast.Call(func=ast.Attribute(value=inner, attr=name)):
            return name in _FRESH or (name in TURNED | _SAME and _is_fresh(inner))
    return False


def _is_index(kind: Kind) -> bool:
    """Tells whether a value in a list makes torch take that for a tuple of indices."""
    kinds = (kind, *options_of(kind))  # among which is no None
    return any(is_tensor(each) or (isinstance(each, Value) and each.type in _INDICES) for each in kinds)


def _is_advanced(kind: Kind) -> bool:
    """Tells whether an index chooses elements one by one."""
    return any(_is_array(each) or (isinstance(each, Value) and each.type == "list") for each in options_of(kind))


def _is_array(kind: Kind) -> bool:
    return kind == ARRAY or is_tensor(kind)


def _api(node: ast.Subscript) -> str:
    return f"{TENSOR}.{'__getitem__' if isinstance(node.ctx, ast.Load) else '__setitem__'}"


def _are_apart(one: ast.expr, other: ast.expr) -> bool:
    """Tells whether two indices of a dimension take no element both, or one alone; slices with a step count as such."""
    match one, other:
        case ast.Slice(step=None), ast.Slice(step=None):
            return _ends_before(one, other) or _ends_before(other, one)
    return True


def _ends_before(one: ast.Slice, other: ast.Slice) -> bool:
    match one.upper, other.lower:
        case ast.Constant(value=int(end)), ast.Constant(value=int(start)):
            return end <= start
    return False

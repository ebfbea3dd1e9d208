"""The numbers of dimensions of Tensors, where the text shows them."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable, Sequence
from functools import cached_property

from generator.calls.inference.tensor_facts import TensorFacts
from generator.calls.knowledge.kinds import INT, SHAPE, Value, is_number, is_tensor
from generator.calls.text.reaching import changed_member

_KEPT = frozenset(
    """abs adaptive_avg_pool2d adaptive_max_pool2d avg_pool2d batch_norm bfloat16 bool byte char clone coalesce contiguous
    conv1d conv2d conv3d cos cpu cuda cumsum detach double dropout dropout2d elu empty_like erf exp flip fliplr flipud
    float gather gelu half index_select int interpolate isfinite isinf isnan layer_norm leaky_relu log log_softmax
    logical_not long max_pool2d narrow neg normalize ones_like pad pixel_shuffle pixel_unshuffle rand_like randn_like
    reciprocal relu relu6 requires_grad_ roll rot90 rsqrt short sigmoid sign silu sin softmax softplus sqrt square
    swapaxes t tanh to to_dense to_sparse to_sparse_coo to_sparse_csr transpose tril triu type zeros_like""".split()
)
"""Functions and methods whose result has as many dimensions as their first Tensor."""
_LAYERS = frozenset(
    """AvgPool1d AvgPool2d AvgPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d BatchNorm1d BatchNorm2d
    BatchNorm3d Conv1d Conv2d Conv3d Dropout Dropout2d ELU GELU GroupNorm Identity LayerNorm LeakyReLU Linear LogSoftmax
    MaxPool1d MaxPool2d MaxPool3d PixelShuffle PixelUnshuffle ReLU ReLU6 SELU SiLU Sigmoid Softmax Softplus Tanh""".split()
)
"""Layers of which the same holds."""
_BROADCAST = frozenset(
    "add sub mul div true_divide pow remainder eq ne gt ge lt le logical_and logical_or logical_xor maximum minimum".split()
)
"""Functions of two operands, whose result has the dimensions of that with more."""
_REDUCED = frozenset("sum mean prod any all amax amin argmax argmin logsumexp max median min nansum".split())
"""Functions that take the dimensions away over which they go, or all."""
_FIXED = {
    **dict.fromkeys("arange linspace logspace randperm ravel masked_select bincount mv".split(), 1),
    **dict.fromkeys("eye mm addmm outer ger nonzero".split(), 2),
    **dict.fromkeys("bmm baddbmm".split(), 3),
    **dict.fromkeys("dot trace".split(), 0),
}
_FOUND = frozenset({"argwhere", "nonzero"})
"""Functions whose result has a row for each element found, and so none, one or several."""
_LOSSES = frozenset(
    """binary_cross_entropy binary_cross_entropy_with_logits cosine_embedding_loss cross_entropy gaussian_nll_loss
    hinge_embedding_loss huber_loss kl_div l1_loss margin_ranking_loss mse_loss multi_margin_loss nll_loss
    poisson_nll_loss smooth_l1_loss soft_margin_loss triplet_margin_loss BCELoss BCEWithLogitsLoss CosineEmbeddingLoss
    CrossEntropyLoss GaussianNLLLoss HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss MarginRankingLoss MSELoss
    MultiMarginLoss NLLLoss PoissonNLLLoss SmoothL1Loss SoftMarginLoss TripletMarginLoss""".split()
)
"""Functions and layers whose result has none, unless they are asked not to reduce it."""
_OF_REDUCTION = frozenset({"reduction", "reduce", "size_average"})
_SHAPED = {
    **dict.fromkeys("zeros ones empty rand randn full view reshape expand permute repeat".split(), 0),
    **dict.fromkeys("new_zeros new_ones new_empty new_full".split(), 0),
    "randint": -1,
}
"""Functions whose result has as many dimensions as there are sizes, and where these stand if not alone."""
_OF_DATA = frozenset("as_tensor asarray new_tensor tensor".split())
"""Functions whose result has as many dimensions as lists are nested in their data."""
_RESHAPING = frozenset("resize resize_as set squeeze unsqueeze t transpose swapaxes swapdims as_strided data".split())
"""Members of a Tensor that may give it other dimensions in place: methods, without their ``_``, and what is set."""
_SAME = frozenset({"T", "mT", "data", "grad", "real", "imag"})
"""Attributes that have the dimensions of their Tensor."""


class Ndims(TensorFacts[int]):
    """The numbers of dimensions of the Tensors in one text."""

    def _of(self, node: ast.expr) -> int | None:
        match node:
            case ast.UnaryOp(operand=inner) | ast.NamedExpr(value=inner):
                return self.of(inner)
            case ast.Attribute(value=inner, attr=name) if name in _SAME:
                return self.of(inner)
            case ast.Attribute(attr=name):
                return None if name in self._reshaped else _common(map(self.of, self.values(node)))
            case ast.BinOp(left=left, op=op, right=right) if not isinstance(op, ast.MatMult):
                return self._broadcast((left, right))
            case ast.Compare(left=left, comparators=[right]):
                return self._broadcast((left, right))
            case ast.IfExp(body=body, orelse=orelse):
                return _common(map(self.of, (body, orelse)))
            case ast.Name():
                return self._of_variable(node)
            case ast.Subscript(value=inner, slice=index):
                return self._indexed(self.of(inner), index.elts if isinstance(index, ast.Tuple) else [index])
            case ast.Call():
                return self._of_call(node)
        return None

    def ways(self, node: ast.expr) -> Sequence[int | None]:
        """Returns the numbers of dimensions that a Tensor may have: several, where its content decides."""
        return (0, 1) if self.is_found(node) else (self.of(node),)

    def is_found(self, node: ast.expr) -> bool:
        """Tells whether an expression is the squeezed result of ``nonzero``: of one dimension, or none for one row."""
        values = self.values(node) if isinstance(node, ast.Name) else [node]
        return bool(values) and all(map(self._is_squeezed, values))

    def _is_squeezed(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.Call) or node.keywords:
            return False
        name, made = self._called(node)
        is_whole = all(each is made for each in node.args)
        return name == "squeeze" and is_whole and isinstance(made, ast.Call) and self._called(made)[0] in _FOUND

    def length(self, node: ast.expr) -> int | None:
        """Returns the length of a literal sequence or a Tensor's shape, maybe held by a variable; None if unknown."""
        match node, self._kinds.kind(node):
            case ast.Name(), Value(type="torch.Size") if not self._kinds.reaching.is_updated(node):
                return _common(map(self._written, self._kinds.reaching.values(node) or ()))
        return self._written(node)

    def _written(self, node: ast.expr) -> int | None:
        match node, self._kinds.kind(node):
            case ast.List(elts=items) | ast.Tuple(elts=items), _:
                return len(items) if not any(isinstance(each, ast.Starred) for each in items) else None
            case (
                (
                    ast.Call(func=ast.Attribute(value=held, attr="size"), args=[], keywords=[])
                    | ast.Attribute(value=held, attr="shape")
                ),
                _,
            ):
                return self.of(held)
            case _, Value(type="tuple", items=items, repeated=False) if items:
                return len(items)
        return None

    def _broadcast(self, operands: Sequence[ast.expr]) -> int | None:
        found = [0 if is_number(self._kinds.kind(each)) else self.of(each) for each in operands]
        known = [each for each in found if each is not None]
        return max(known) if len(known) == len(found) else None

    @cached_property
    def _reshaped(self) -> frozenset[str]:
        """The attributes of any objects whose Tensors the text may give other dimensions in place."""
        members = (each for each in self._kinds.displays.variables.parents if isinstance(each, ast.Attribute))
        return frozenset(
            each.value.attr
            for each in members
            if isinstance(each.value, ast.Attribute) and changed_member(each) in _RESHAPING
        )

    def _of_variable(self, node: ast.Name) -> int | None:
        is_reshaped = any(each.by in _RESHAPING for each in self._kinds.reaching.changes(node))
        if is_reshaped:
            return None
        if values := self._kinds.reaching.values(node):
            return _common(map(self.of, values))
        wholes = [whole for whole, _ in self._kinds.reaching.unpacked(node)] or self._looped(node)
        found = _common(map(self.of, wholes))
        return found - 1 if found else None

    def _indexed(self, ndim: int | None, items: Sequence[ast.expr]) -> int | None:
        """Returns what basic indices leave of so many dimensions."""
        for item in items:
            match item:
                case _ if ndim is None:
                    break
                case ast.Slice() | ast.Constant(value=types.EllipsisType()):
                    continue
                case ast.Constant(value=None):
                    ndim += 1
                case _:
                    ndim = ndim - 1 if self._kinds.kind(item) == INT else None
        return ndim

    def _of_call(self, node: ast.Call) -> int | None:
        kind = self._kinds.kind(node.func)
        path = self._path(node.func)
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        if None in keywords or "out" in keywords or any(isinstance(each, ast.Starred) for each in node.args):
            return None
        if path:
            if path.rpartition(".")[2] in _LOSSES:
                return 0 if _is_reduced(node) else None
            first, rest = next(iter(node.args), None), node.args[1:]
            return self._made(path.rpartition(".")[2], first, rest, keywords, node.args)
        if isinstance(kind, Value) and self._kinds.names.belongs(kind.type):
            return self._of_layer(node, kind.type.rpartition(".")[2])
        match node.func:
            case ast.Attribute(value=held, attr=name) if is_tensor(self._kinds.kind(held)):
                is_kept = name.endswith("_") and name[:-1] not in _RESHAPING
                return self.of(held) if is_kept else self._made(name, held, node.args, keywords, node.args)
        return None

    def _of_layer(self, node: ast.Call, name: str) -> int | None:
        """Returns the number of dimensions of what a layer gives."""
        if name in _LAYERS:
            return self.of(node.args[0]) if node.args else None
        made = self.values(node.func) if isinstance(node.func, ast.Name | ast.Attribute) else [node.func]
        is_loss = name in _LOSSES and bool(made)
        return 0 if is_loss and all(isinstance(each, ast.Call) and _is_reduced(each) for each in made) else None

    def _made(  # one line for each sort of function
        self,
        name: str,
        first: ast.expr | None,
        rest: Sequence[ast.expr],
        keywords: dict[str | None, ast.expr],
        written: Sequence[ast.expr],
    ) -> int | None:
        """Returns the number of dimensions of a function's result; None if unknown.

        ``first`` is the first Tensor, ``rest`` the positional arguments after it, ``written`` all of the positional
        arguments that the call writes.
        """
        given = self.of(first) if first is not None else None
        if name in _KEPT:
            return given
        if name in _FIXED:
            return _FIXED[name]
        if name in _SHAPED:
            sizes = rest if first is not None and is_tensor(self._kinds.kind(first)) else written
            return self._shaped(sizes, keywords, _SHAPED[name], is_full="full" in name)
        if name in _REDUCED:
            return self._reduced(given, rest, keywords)
        if name == "flatten":
            starts = [*rest, *(keywords[key] for key in ("start_dim",) if key in keywords)]
            return _flattened(starts) if "end_dim" not in keywords else None
        if name in {"unsqueeze", "one_hot"}:
            return given + 1 if given is not None else None
        if name in _BROADCAST and first is not None and rest:
            return self._broadcast((first, rest[0]))
        if name in {"cat", "stack"} and isinstance(first, ast.List | ast.Tuple):
            found = _common(map(self.of, first.elts))
            return found + (name == "stack") if found is not None else None
        if name in _OF_DATA and written:
            return self._nested(written[0])
        return None

    def _shaped(
        self, sizes: Sequence[ast.expr], keywords: dict[str | None, ast.expr], place: int, *, is_full: bool
    ) -> int | None:
        if "size" in keywords or "shape" in keywords or "dims" in keywords:
            sizes, place = [keywords.get("size") or keywords.get("shape") or keywords["dims"]], 0
        if not sizes:
            return None
        if len(sizes) > 1 and place == 0 and not is_full:
            return len(sizes) if not any(isinstance(each, ast.List | ast.Tuple) for each in sizes) else None
        if (found := self.length(sizes[place])) is not None:
            return found
        return 1 if self._kinds.kind(sizes[place]) == INT and place == 0 and not is_full else None

    def _reduced(self, given: int | None, rest: Sequence[ast.expr], keywords: dict[str | None, ast.expr]) -> int | None:
        dims = rest[0] if rest else keywords.get("dim", keywords.get("axis"))
        keep = rest[1] if len(rest) > 1 else keywords.get("keepdim", ast.Constant(value=False))
        if not isinstance(keep, ast.Constant) or keep.value:
            return given if isinstance(keep, ast.Constant) else None
        if dims is None:
            return 0
        if isinstance(dims, ast.List | ast.Tuple) and dims.elts:
            return given - len(dims.elts) if given else given
        return max(given - 1, 0) if given is not None and self._kinds.kind(dims) == INT else None

    def _nested(self, node: ast.expr) -> int | None:
        """Says how deep the numbers of a list of lists lie."""
        if isinstance(node, ast.List | ast.Tuple):
            inner = self._nested(node.elts[0]) if node.elts else 0
            return inner + 1 if inner is not None else None
        kind = self._kinds.kind(node)
        return 1 if kind == SHAPE else 0 if is_number(kind) else self.of(node) if is_tensor(kind) else None


def _is_reduced(call: ast.Call) -> bool:
    """Tells whether a loss, or a call that makes one, leaves the reduction to the mean."""
    is_plain = not any(isinstance(each, ast.Starred | ast.Constant) for each in call.args) and len(call.args) <= 3  # noqa: PLR2004
    return is_plain and all(each.arg is not None and each.arg not in _OF_REDUCTION for each in call.keywords)


def _flattened(starts: Sequence[ast.expr]) -> int | None:
    """Returns the dimensions of what is flattened from one on to the last."""
    match starts:
        case []:
            return 1
        case [ast.Constant(value=int(start))]:
            return start + 1
    return None


def _common(found: Iterable[int | None]) -> int | None:
    """Returns the number that all of these are; None where there are none, or one is not known."""
    numbers = set(found)
    return numbers.pop() if len(numbers) == 1 else None

"""Operators on Tensors: Paddle's convert no dtype of another class, ``+=`` makes another Tensor, ``//`` a dimension."""

from __future__ import annotations

import ast
import math
from itertools import pairwise

from generator.calls.facts.result_facts import DATASET, is_changed_later, named_types, path_of
from generator.calls.facts.sharing import Sharing
from generator.calls.facts.view_changes import is_gradient, is_unrecorded
from generator.calls.inference.dtypes import REAL, DtypeClass, rank
from generator.calls.inference.origins import Origin
from generator.calls.knowledge.kinds import (
    BOOL,
    FLOAT,
    INT,
    MODULE,
    PARAMETERS,
    SEQUENTIAL,
    TENSOR,
    UNKNOWN,
    Object,
    Value,
    is_number,
    is_tensor,
    options_of,
)
from generator.calls.rewriting.decide import Decision, decide
from generator.calls.text.reaching import UPDATE
from generator.calls.text.syntax import is_place
from generator.calls.uses.call_uses import CallUses
from generator.calls.uses.uses import Decider, Uses
from generator.model.call_verdict import CallVerdict
from generator.model.fact import Answer as Truth
from generator.model.given import FLOATS, HALF
from generator.model.template import parenthesised

_METHODS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.BitAnd: "bitwise_and",
    ast.BitOr: "bitwise_or",
    ast.BitXor: "bitwise_xor",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
"""The method of a Tensor whose record answers an operator."""
_WIDTHS = {"uint8": 8, "int8": 8, "int16": 16, "int32": 32, "int64": 64, DtypeClass.INT: 64}
"""The bits of integer dtypes; a class of integers counts as int64.

Two different dtypes of the same width promote to a wider one.
"""
_FLOAT_WIDTHS = {**dict.fromkeys(HALF, 16), "float32": 32, REAL: 32, "float64": 64}
"""The bits of real floats; those of which no more is known are most often float32."""
_AS_HIGH = frozenset({"int64", DtypeClass.INT, *FLOATS, REAL, DtypeClass.FLOAT})
"""The dtypes to which integers of any width may be cast beside them."""
_WHOLE = frozenset({DtypeClass.BOOL, DtypeClass.INT})
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Pow)
_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)
_BITS = frozenset({INT, BOOL})
"""The kinds of numbers that bitwise operators take."""
_ON_THE_RIGHT = "Paddle 的位运算不接受右边的数，请先把它存进变量"
_BLOCKS = ("body", "orelse", "finalbody")
_BY_IDENTITY = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
_DATA = DATASET.rpartition(".")[0]
_DATASETS = (DATASET, "torchvision.datasets.VisionDataset")
_EXTENDED = frozenset({SEQUENTIAL, "torch.nn.ParameterList"})
"""Containers of which torch extends one by ``+=``, and Paddle has no such operator."""
_SYMBOLS = {"bitwise_and": "&", "bitwise_or": "|", "bitwise_xor": "^"}


class OperatorUses(Decider):
    """Decides the operators of one text between Tensors of which it shows what sets Paddle apart."""

    def __init__(self, uses: Uses, calls: CallUses) -> None:
        super().__init__(uses)
        self._calls = calls
        self._sharing = Sharing(uses.inference)
        self._dtypes = uses.inference.dtypes

    def decide(self, node: ast.BinOp | ast.Compare | ast.AugAssign) -> None:
        """Decides one operator; most are the same in Paddle, and no use."""
        if self._uses.is_mixed:
            return
        match node:
            case ast.BinOp(left=left, op=ast.Add(), right=right) if self._class_of(left) == SEQUENTIAL:
                written = f"paddle.nn.Sequential(*{self._written(left)}, *{self._written(right)})"
                answer = self._uses.knowledge.answer(SEQUENTIAL)
                self._uses.write(node, written, SEQUENTIAL, CallVerdict.ARGUMENTS, answer=answer)
            case ast.BinOp(left=left, op=ast.Add(), right=right) if joined := self._joining(left, right):
                written = f"{joined}([{self._written(left)}, {self._written(right)}])"
                self._uses.write(node, written, DATASET, CallVerdict.ARGUMENTS, paddle=joined)
            case ast.AugAssign(target=target, op=ast.Add()) if joined := self._joining(target, node.value):
                written = f"{self._written(target)} = {joined}([{self._written(target)}, {self._written(node.value)}])"
                self._uses.write(target, written, DATASET, CallVerdict.ARGUMENTS, span=self._span(node), paddle=joined)
            case ast.AugAssign(target=target, op=ast.Add()) if (held := self._class_of(target)) in _EXTENDED:
                otherwise = f"Paddle 的 `{held.rpartition('.')[2]}` 没有 `+=`"
                self._calls.updated(node, f"{held}.extend", otherwise)
            case ast.BinOp(left=left, op=op, right=right):
                if not self._make_default(node, left, op, right):
                    self._between(node, left, op, right)
                self._tell_half(node, left, op, right)
                if self._gains_dimension(left, op, right):
                    self._write(
                        node, self._span(node), f"({self._written(node)}).reshape([])", _METHODS[type(op)], None
                    )
                elif isinstance(op, ast.Div) and is_tensor(self._inference.kind(right)) and self._is_overwritten(node):
                    self._write(node, self._span(node), f"({self._written(node)}).clone()", _METHODS[ast.Div], None)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                self._compare_types(left, right)
                self._compare_types(right, left)
                self._between(node, left, op, right)
            case ast.AugAssign():
                self._update(node)

    def _compare_types(self, asked: ast.expr, wanted: ast.expr) -> None:
        """Writes dtypes for the names of classes that the type of a Tensor is compared with."""
        if not (isinstance(asked, ast.Call) and self._uses.is_converted(asked)):
            return
        for node, path in named_types(wanted, self._names).items():
            answer = self._knowledge.answer(path)
            dtype = answer.made_dtype if answer is not None else ""
            assuming = Decision(CallVerdict.RENAMED, "", {"假定这个 Tensor 在 CPU 上": Truth.UNKNOWN})
            self._uses.write(node, dtype, path, CallVerdict.RENAMED, answer=answer, paddle=dtype, decision=assuming)

    def _joining(self, left: ast.expr, right: ast.expr) -> str:
        """Returns the class of Paddle that joins datasets, which torch does by ``+``; empty for all else."""
        return self._joined(left) or (self._joined(right) if self._inference.kind(left) == UNKNOWN else "")

    def _joined(self, node: ast.expr) -> str:
        """Returns the class of Paddle that joins a dataset with another; empty for all else."""
        if isinstance(node, ast.BinOp):
            return self._joined(node.left) if isinstance(node.op, ast.Add) else ""
        kind = self._inference.kind(node)
        own = self._inference.torch_bases(kind)
        bases = own or ((kind.type,) if isinstance(kind, Value) else ())
        if not any(self._names.is_a(base, each) for base in bases for each in _DATASETS):
            return ""
        if own and self._inference.defines(kind, "__add__"):
            return ""
        is_iterable = any(self._names.is_a(each, f"{_DATA}.IterableDataset") for each in bases)
        return f"paddle.io.{'Chain' if is_iterable else 'Concat'}Dataset"

    def _update(self, node: ast.AugAssign) -> None:
        """Writes an in-place method for ``+=`` where others see the change of the Tensor.

        Torch's ``+=`` changes the Tensor itself, Paddle's makes another one.
        """
        target, op, value = node.target, node.op, node.value
        start, end = self._text.start(target), self._text.end(target)
        is_written = self._uses.edits.text(start, end) != self._text.source[start:end]  # for ``.data`` already
        may_be_number = self._may_be_number(node)
        is_known = is_tensor(self._inference.kind(target)) and not may_be_number
        name = f"{_METHODS.get(type(op))}_"
        # ``@=`` makes another one in torch, too
        is_changed = not is_written and type(op) in _METHODS and not isinstance(op, ast.MatMult)
        is_kept = is_changed and (self._sharing.is_state(node) or self._is_parameter(target))
        may_be_method = is_changed and self._is_tensor(target) and not is_kept and not may_be_number
        is_method = may_be_method and self._sharing.is_seen(node) and not self._is_rate(target)
        is_data = is_kept or (is_changed and not is_method and self._has_gradient(node))
        mine, given = self._dtypes.exact(target), self._dtypes.exact(value)
        value_class, target_class = self._dtypes.class_of(value), self._dtypes.class_of(target)
        if is_method and given is not None and target_class is not None:  # the method's record converts it
            self._calls.updated(node, f"{TENSOR}.{name}")
            return
        is_lower = rank(value_class) < rank(target_class) and value_class is not DtypeClass.FLOAT
        if is_known and is_lower:
            self._between(value, target, op, value)
        if not is_changed:
            return
        if mine in _WIDTHS and given in _WIDTHS and mine != given:
            self._write_cast(value, name, value, mine)  # integers keep the width of the target
        elif is_known and is_place(target) and not self._is_element(target) and self._is_wider(value, target):
            span = self._enclosed(value)
            written = f"{parenthesised(self._uses.edits.text(*span))}.astype({self._written(target)}.dtype)"
            self._write(value, span, written, name, None)
        if is_data:
            self._write(target, (end, end), ".data", name, None)
        elif is_method:
            self._calls.updated(node, f"{TENSOR}.{name}")
        elif isinstance(op, _BITWISE) and self._inference.kind(value) in _BITS and _typed(target, is_target=True):
            self._between(value, target, op, value)
        elif not self._is_element(target) and self._gains_dimension(target, op, value):
            number, place = self._written(value), self._written(target)
            number = number if isinstance(value, ast.Constant) else parenthesised(number)
            written = f"{place} = ({place} // {number}).reshape([])"
            self._write(target, self._span(node), written, _METHODS[type(op)], None)

    def _is_wider(self, value: ast.expr, target: ast.expr) -> bool:
        """Tells whether Paddle makes wider floats of a target than torch, which keeps it so; 0-d ones widen nothing."""
        mine, given = (_FLOAT_WIDTHS.get(self._dtypes.of(each) or "", 0) for each in (target, value))
        return 0 < mine < given and self._inference.ndims.of(value) != 0

    def _make_default(self, node: ast.BinOp, left: ast.expr, op: ast.AST, right: ast.expr) -> bool:
        """Converts integers to the default dtype that the text sets, where torch computes floats; tells whether it did.

        Paddle computes float32 of them, whatever the default.
        """
        operands = [left, right]
        integers = [each for each in operands if self._dtypes.class_of(each) in _WHOLE]
        numbers = [kind for kind in map(self._inference.kind, operands) if is_number(kind)]
        is_float = isinstance(op, ast.Div) or (isinstance(op, _ARITHMETIC) and numbers == [FLOAT])
        if not (is_float and integers and len(integers) + len(numbers) == len(operands)):
            return False
        if not self._inference.changes_default_dtype:
            return False
        for each in integers:
            span = self._enclosed(each)
            written = f"{parenthesised(self._uses.edits.text(*span))}.astype(paddle.get_default_dtype())"
            self._write(node, span, written, _METHODS[type(op)], None)
        return True

    def _tell_half(self, node: ast.BinOp, left: ast.expr, op: ast.AST, right: ast.expr) -> None:
        """Tells what a record says of a half-precision Tensor and a number that it may not hold exactly."""
        is_turned = isinstance(op, ast.Mult) and is_number(self._inference.kind(left))
        tensor, number = (right, left) if is_turned else (left, right)
        if not isinstance(op, ast.Mult | ast.Div) or self._dtypes.of(tensor) not in HALF or _is_exact(number):
            return
        if not is_number(self._inference.kind(number)):
            return
        api = f"{TENSOR}.{_METHODS[type(op)]}"
        answer, call = self._knowledge.answer(api), ast.Call(ast.Attribute(tensor, _METHODS[type(op)]), [number], [])
        if answer is None or self._uses.is_left(node):
            return
        decision = decide(call, answer, self._inference, receiver=tensor, parent=node, seen=lambda _, facts: facts)
        if decision.assumptions:
            said = Decision(CallVerdict.VERBATIM, "", decision.assumptions)
            self._uses.add(node, api, CallVerdict.VERBATIM, "", answer=answer, decision=said)

    def _is_element(self, target: ast.expr) -> bool:
        """Tells whether a target is no place of its own, as an element of a Tensor is none, which keeps its shape."""
        if isinstance(target, ast.Subscript) and is_tensor(self._inference.kind(target.value)):
            return True
        return not is_place(target)

    def _gains_dimension(self, left: ast.expr, op: ast.AST, right: ast.expr) -> bool:
        """Tells whether Paddle gives a dimension to what torch gives none: ``//`` of a 0-d Tensor and a number."""
        operands = [left, right]
        numbers = [each for each in operands if is_number(self._inference.kind(each))]
        tensors = [each for each in operands if self._inference.ndims.of(each) == 0]
        return isinstance(op, ast.FloorDiv) and len(numbers) == len(tensors) == 1

    def _is_overwritten(self, node: ast.expr) -> bool:
        """Tells whether a variable holds what an operator gives and the text changes that in place, but by ``+=``.

        Paddle keeps a quotient by a Tensor for the gradient, and raises where it was changed.
        """
        match self._uses.parent(node):
            case ast.Assign(targets=[ast.Name() as variable]):
                is_changed = any(change.by != UPDATE for change in self._inference.reaching.changes(variable))
            case _:
                return False
        has_gradient = (
            not is_unrecorded(node, self._inference) and self._inference.gradients.any_of([node]) is not False
        )
        return is_changed and has_gradient and is_changed_later(node, self._inference)

    def _is_tensor(self, target: ast.expr) -> bool:
        """Tells whether a target is a Tensor, or another augmented assignment that runs as well shows that it is."""
        kind, parents, reaching = self._inference.kind, self._uses.parsed.parents, self._inference.reaching
        if kind(target) != UNKNOWN or not isinstance(target, ast.Name):
            return is_tensor(kind(target))
        around = reaching.around(target)
        blocks = [
            block
            for inner, outer in pairwise(around)
            for field in _BLOCKS
            if inner in (block := getattr(outer, field, ()))
        ]
        places = self._inference.displays.variables.everywhere(target)
        updates = (each for each in places if isinstance(each.ctx, ast.Store) and is_tensor(kind(each)))
        return any(
            isinstance(update := parents[each], ast.AugAssign)
            and any(update in block for block in blocks)
            and reaching.is_beside(target, each)
            for each in updates
        )

    def _may_be_number(self, node: ast.AugAssign) -> bool:
        """Tells whether a variable, an item or an attribute may hold a number yet, to which Tensors are added.

        An item that is one of several in a loop, or unpacked, counts only where each is a number.
        """
        target, kind, reaching = node.target, self._inference.kind, self._inference.reaching
        values = reaching.some(target)[0] if isinstance(target, ast.Name) else [target]
        held = [item for each in values for item in self._sharing.items_at(each) or (node if each is target else each,)]
        if isinstance(target, ast.Name) and (is_number(kind(node)) or reaching.is_unbound(target)):
            held.append(node)
        return any(is_number(option) for each in held for option in options_of(kind(each)))

    def _is_rate(self, node: ast.expr, names: frozenset[str] = frozenset()) -> bool:
        """Tells whether a variable holds a number, or the result of one and no Tensor: ``kept = 1 - p``."""
        if isinstance(node, ast.Name):
            values, _ = self._inference.reaching.some(node)
            seen = names | {node.id}
            return node.id not in names and bool(values) and all(self._is_rate(each, seen) for each in values)
        if isinstance(node, ast.BinOp):
            kinds = [self._inference.kind(each) for each in (node.left, node.right)]
            return not any(map(is_tensor, kinds)) and any(kind in {INT, FLOAT} for kind in kinds)
        return self._inference.kind(node) in {INT, FLOAT}

    def _is_parameter(self, target: ast.expr) -> bool:
        """Tells whether a place holds a parameter: a layer's, which no plain Tensor replaces, or one with gradients.

        Torch changes these only where gradients are off, and there Paddle's ``+=`` makes a Tensor without gradients.
        """
        values = self._dtypes.values(target) if isinstance(target, ast.Name | ast.Attribute) else ()
        if isinstance(target, ast.Subscript) and is_unrecorded(target, self._inference):
            values = [*self._sharing.items_of(target.value)]
        if values and all(map(self._is_leaf, values)):
            return True
        if not isinstance(target, ast.Attribute) or target.attr not in {"weight", "bias"}:
            return False
        held = {each.type if isinstance(each, Value) else "" for each in options_of(self._inference.kind(target.value))}
        return all(each != MODULE and self._names.is_a(each, MODULE) for each in held)

    def _has_gradient(self, node: ast.AugAssign) -> bool:
        """Tells whether the gradient of a place is read that is changed where none are recorded: a parameter.

        Of an item or an attribute, the statements beside the one that changes it read it.
        """
        target, kind, parents = node.target, self._inference.kind, self._uses.parsed.parents
        if not is_unrecorded(target, self._inference):
            return False
        if isinstance(target, ast.Name):
            places = self._inference.displays.variables.everywhere(target)
            beside = [each for each in places if self._inference.reaching.is_beside(target, each)]
            reads: list[ast.expr] = [each for each in beside if is_gradient(parents[each])]
        else:
            around = [each for each in ast.walk(parents[node]) if isinstance(each, ast.Attribute) and is_gradient(each)]
            reads = [each.value for each in around if self._text.of(each.value) == self._text.of(target)]
        return any(not isinstance(kind(each), Object) for each in reads)

    def _is_leaf(self, value: ast.expr) -> bool:
        """Tells whether an expression makes a parameter, or a Tensor that requires gradients."""
        match value:
            case ast.Call(func=ast.Attribute(attr="requires_grad_"), args=[], keywords=[]):
                return True
            case ast.Call(func=function, keywords=keywords):
                asks = any(each.arg == "requires_grad" and _is_true(each.value) for each in keywords)
                return asks or path_of(function, self._inference) in PARAMETERS
        return False

    def _between(self, node: ast.expr, left: ast.expr, op: ast.AST, right: ast.expr) -> None:
        name = _METHODS.get(type(op))
        if not isinstance(op, _BY_IDENTITY) and any(map(self._calls.sparse.is_sparse, (left, right))):
            if name != "matmul" or self._calls.sparse.is_sparse(right) or not self._calls.densify(node, left, [right]):
                self._add(
                    node,
                    name or "add",
                    CallVerdict.REWRITE,
                    "稀疏的 Tensor 在 Paddle 中不能这样运算，请先 `to_dense()`",
                )
            return
        if isinstance(op, _BITWISE) and name is not None and self._is_widened(right, left):
            self._write_cast(node, name, right, "int64")
        if name is None or not is_tensor(self._inference.kind(left)):
            return
        kind = self._inference.kind(right)
        if isinstance(op, _BITWISE) and kind in _BITS:
            self._make_tensor(node, name, left, right)
        elif is_tensor(kind) and isinstance(op, _BITWISE):
            self._convert_bits(node, name, left, right)
        elif is_tensor(kind):
            self._convert_lower(node, op, left, right)

    def _make_tensor(self, node: ast.expr, name: str, left: ast.expr, right: ast.expr) -> None:
        """Writes ``x ^ 1`` with a Tensor for the number, which Paddle takes only on the left.

        Where ``x`` is no place, the number is written on the left, unless a call gives it, which comes after ``x``.
        """
        number = self._written(right)
        is_widened = self._is_widened(left, right)
        place = _typed(left, is_target=node is right)
        if place is not None and not is_widened:
            written = f"paddle.to_tensor({number}, dtype={self._written(place)}.dtype)"
            is_open = self._inference.kind(right) == INT and self._dtypes.of(left) is None and node is not right
            assumption = f"假定 `{self._text.of(left)}` 的 dtype 不为 `bool`" if is_open else None
            self._write(node, (self._text.start(right), self._text.end(right)), written, name, assumption)
            return
        if any(isinstance(each, ast.Call | ast.NamedExpr) for each in ast.walk(right)):
            self._add(node, name, CallVerdict.REWRITE, _ON_THE_RIGHT)
            return
        number = number if isinstance(right, ast.Constant | ast.Name | ast.Attribute) else parenthesised(number)
        start, end = self._enclosed(left)
        operand = parenthesised(self._uses.edits.text(start, end)) + (".astype('int64')" if is_widened else "")
        self._write(node, (start, self._enclosed(right)[1]), f"{number} {_SYMBOLS[name]} {operand}", name, None)

    def _is_widened(self, truths: ast.expr, number: ast.expr) -> bool:
        """Tells whether torch makes int64 of truth values beside a number, which Paddle makes truth values of."""
        return self._inference.kind(number) == INT and self._dtypes.of(truths) == "bool"

    def _convert_lower(self, node: ast.expr, op: ast.AST, left: ast.expr, right: ast.expr) -> None:
        """Converts the operand of the lower dtype class.

        Both classes are known, or the lower one and how its operand relates to the other.
        """
        name = _METHODS[type(op)]
        mine, theirs = self._dtypes.class_of(left), self._dtypes.class_of(right)
        if mine is theirs:
            likely = [self._inference.likely_dtypes.class_of(each) for each in (left, right)]
            if mine is None and set(likely) == {DtypeClass.INT, DtypeClass.FLOAT}:
                self._make_float(node, name, *((left, right) if likely[0] is DtypeClass.INT else (right, left)))
            else:
                self._convert_narrower(node, name, left, right)
            return
        lower, other = (left, right) if rank(mine) < rank(theirs) else (right, left)
        low, high = sorted((mine, theirs), key=rank)
        if high is DtypeClass.FLOAT and 0 in map(self._inference.ndims.of, (left, right)):
            return  # Paddle converts these, too
        if low is DtypeClass.FLOAT:
            self._make_float(node, name, other, lower)
            return
        is_exact = low is DtypeClass.BOOL  # what is cast has to be of that very dtype, which may be any
        place = self._dtypes.place(other, is_exact=is_exact) if high is None else other if is_place(other) else None
        is_open = low is DtypeClass.INT and high is None
        is_likely = is_open and place is None and self._inference.likely_dtypes.class_of(other) is DtypeClass.FLOAT
        if is_open and not is_likely and (place is None or not self._takes_dtype(lower, op, place)):
            return
        span = self._enclosed(lower)
        operand = parenthesised(self._uses.edits.text(*span))
        if place is not None:
            assumption = f"假定 `{self._text.of(place)}` 是浮点或 int64 的" if is_open else None
            self._write(node, span, f"{operand}.astype({self._written(place)}.dtype)", name, assumption)
        elif (exact := self._dtypes.exact(other)) is not None:
            self._write(node, span, f"{operand}.astype('{exact}')", name, None)
        elif high is DtypeClass.FLOAT or is_likely:
            assumption = f"假定 `{self._text.of(other)[:40]}` {'是浮点的，' if is_likely else ''}不是半精度的"
            self._write(node, span, f"{operand}.astype('float32')", name, assumption)
        else:
            reason = "两边的 dtype 不是一类，Paddle 不转换，请先把 bool 的一边用 `astype` 转换成另一边的 dtype"
            self._add(node, name, CallVerdict.REWRITE, reason)

    def _convert_bits(self, node: ast.expr, name: str, left: ast.expr, right: ast.expr) -> None:
        """Converts truth values beside integers, and the narrower of two integers."""
        left_dtype, right_dtype = map(self._dtypes.exact, (left, right))
        if "bool" not in {left_dtype, right_dtype} or left_dtype == right_dtype:
            self._convert_narrower(node, name, left, right)
            return
        truths, integers = (left, right_dtype) if left_dtype == "bool" else (right, left_dtype)
        if integers is not None:
            self._write_cast(node, name, truths, integers)

    def _write_cast(self, node: ast.expr, name: str, operand: ast.expr, dtype: str) -> None:
        span = self._enclosed(operand)
        self._write(node, span, f"{parenthesised(self._uses.edits.text(*span))}.astype('{dtype}')", name, None)

    def _convert_narrower(self, node: ast.expr, name: str, left: ast.expr, right: ast.expr) -> None:
        """Converts the narrower of two integers, which Paddle does not promote either."""
        dtypes = [self._dtypes.of(each) for each in (left, right)]
        widths = [_WIDTHS.get(dtype or "", 0) for dtype in dtypes]
        if 0 in widths or widths[0] == widths[1]:
            return
        narrower, wider = (left, right) if widths[0] < widths[1] else (right, left)
        if self._inference.ndims.of(wider) == 0 and self._inference.ndims.of(narrower) != 0:  # which widens nothing
            self._write_cast(node, name, wider, self._dtypes.of(narrower) or "")
        else:
            self._write_cast(node, name, narrower, f"int{max(widths)}")

    def _make_float(self, node: ast.expr, name: str, operand: ast.expr, factor: ast.expr) -> None:
        """Converts to float an operand that a caller passes, or what is computed of it, in an operation with floats.

        The text passes integers for it, or the floats are made of numbers: of positions or times, which the caller
        often passes as well.
        """
        if self._inference.ndims.of(operand) == 0:  # which Paddle converts
            return
        origins = self._inference.origins
        passed = self._inference.passed(operand) if isinstance(operand, ast.Name) else ()
        is_integer = any(self._dtypes.class_of(each) in _WHOLE for each in passed)
        is_integer = is_integer or self._inference.likely_dtypes.class_of(operand) in _WHOLE
        if is_integer or (origins.of(operand) is Origin.CALLER and origins.of(factor) is Origin.NUMBERS):
            span = self._enclosed(operand)
            is_float = self._dtypes.class_of(factor) is DtypeClass.FLOAT
            assumption = None if is_float else f"假定 `{self._text.of(factor)[:40]}` 是浮点的"
            is_wide = is_place(factor) and self._inference.likely_dtypes.of(factor) in FLOATS - {"float32"}
            written = parenthesised(self._uses.edits.text(*span))
            written = f"{written}.astype({self._written(factor)}.dtype)" if is_wide else f"({written} * 1.0)"
            self._write(node, span, written, name, assumption)

    def _takes_dtype(self, integers: ast.expr, op: ast.AST, place: ast.expr) -> bool:
        """Tells whether integers may be cast to the unknown dtype of a place.

        It is divided by them or divides them, they are made from it, or the text passes such a dtype for it as a
        parameter.
        """
        values = (self._inference.reaching.values(integers) or ()) if isinstance(integers, ast.Name) else (integers,)
        return (
            isinstance(op, ast.Div)
            or any(self._is_method_of(each, self._text.of(place)) for each in values)
            or self._inference.likely_dtypes.of(place) in _AS_HIGH
        )

    def _is_method_of(self, node: ast.expr, place: str) -> bool:
        """Tells whether a value is a method's result on an expression with a place: ``(x - y).long()`` for ``x``."""
        match node:
            case ast.Call(func=ast.Attribute(value=made_from)):
                return any(isinstance(each, ast.expr) and self._text.of(each) == place for each in ast.walk(made_from))
        return False

    def _write(self, node: ast.expr, span: tuple[int, int], written: str, name: str, assumption: str | None) -> None:
        api = f"{TENSOR}.{name}"
        decision = Decision(CallVerdict.ARGUMENTS, "", {assumption: Truth.UNKNOWN}) if assumption else None
        answer = self._uses.knowledge.answer(api)
        self._uses.write(node, written, api, CallVerdict.ARGUMENTS, span=span, answer=answer, decision=decision)

    def _add(self, node: ast.expr, name: str, verdict: CallVerdict, reason: str) -> None:
        api = f"{TENSOR}.{name}"
        self._uses.add(node, api, verdict, reason, answer=self._uses.knowledge.answer(api))

    def _enclosed(self, node: ast.expr) -> tuple[int, int]:
        """Returns the range of an operand with the parentheses around it, which ``ast`` leaves out."""
        start, end = self._text.start(node), self._text.end(node)
        source = self._text.source
        is_enclosed = source[start - 1 : start] == "(" and source[end : end + 1] == ")"
        return (start - 1, end + 1) if is_enclosed else (start, end)

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        return self._text.start(node), self._text.end(node)

    def _written(self, node: ast.expr) -> str:
        return self._uses.edits.text(self._text.start(node), self._text.end(node))


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _typed(node: ast.expr, *, is_target: bool) -> ast.expr | None:
    """Returns the place whose dtype an operand has: its own, or that of the whole of which a target is a part."""
    if is_place(node):
        return node
    return node.value if is_target and isinstance(node, ast.Subscript) and is_place(node.value) else None


def _is_exact(number: ast.expr) -> bool:
    """Tells whether a number is written out that half precision of either kind holds exactly."""
    value = number.value if isinstance(number, ast.Constant) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    mantissa, exponent = math.frexp(value)
    return (mantissa * _HALF_STEPS).is_integer() and _HALF_EXPONENTS[0] <= exponent <= _HALF_EXPONENTS[1]


_HALF_STEPS, _HALF_EXPONENTS = 2**8, (-13, 16)
"""The significand of bfloat16, and the exponents of float16, as ``math.frexp`` counts them."""

"""Tensors of which Python makes numbers: ``math.sqrt(x)``, ``range(x)``, ``'%d' % x``, ``items[x]``, ``[0] * x``.

Torch takes any Tensor of one element, Paddle only one without dimensions, as the records of ``int(x)`` and ``float(x)``
say. A format specification (``f'{x:.2f}'``) takes none with dimensions in torch either.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from generator.calls.facts.accumulated import Accumulated
from generator.calls.knowledge.builtin_kinds import ARRAY, NUMBERS
from generator.calls.knowledge.kinds import SEQUENTIAL, TENSOR, Name, is_tensor
from generator.calls.knowledge.knowledge import Answer
from generator.calls.rewriting.decide import Decision, decide_uncalled
from generator.calls.rewriting.rewrite import NotWritableError, write_attribute
from generator.calls.uses.uses import Decider, Uses
from generator.model.call_verdict import CallVerdict
from generator.model.fact import Answer as Truth
from generator.model.template import parenthesised

_CLASSES = frozenset({"int", "float", "complex"})
"""The builtins whose call is the method of a Tensor with a record of its own."""
_INT, _FLOAT = f"{TENSOR}.__int__", f"{TENSOR}.__float__"
_OF_FLOATS = frozenset(name for name in NUMBERS if name.startswith("math.")) - {"math.dist", "math.fsum"}
"""Functions each of whose arguments becomes a float."""
_OF_INTEGERS = {
    **dict.fromkeys((f"builtins.{name}" for name in ("range", "chr", "hex", "oct", "bin")), slice(None)),
    **dict.fromkeys(("random.randint", "random.randrange", "numpy.arange"), slice(None)),
    "random.sample": slice(1, 2),
    "numpy.linspace": slice(2, 3),
}
"""Functions, and which of their arguments become integers, or in ``numpy.arange`` numbers."""
_SHAPED = frozenset(f"numpy.{name}" for name in ("zeros", "ones", "empty", "full"))
"""Functions whose first argument is a shape."""
_REPEATED = frozenset({"str", "bytes", "list", "tuple"})
_LAYERS = frozenset({"torch.nn.ModuleList", "torch.nn.ParameterList"})
"""What takes a Tensor for an index in torch, and none at all in Paddle."""
_INDEXED = frozenset({*_REPEATED, "range", "torch.Size", SEQUENTIAL, *_LAYERS})
_FIELD = re.compile(
    r"%(?P<key>\(\w*\))?[-+ #0]*(?:\d+|(?P<width>\*))?(?:\.(?:\d+|(?P<precision>\*))?)?(?P<kind>[a-zA-Z%])"
)
"""A field of a format in the style of C."""
_TEXTS = frozenset("srac")
"""The kinds of a field that make no number of the value."""


class NumberUses(Decider):
    """Decides what makes numbers of Tensors in one text."""

    def __init__(self, uses: Uses) -> None:
        super().__init__(uses)
        self._accumulated = Accumulated(uses.inference, uses.text)

    def decide_call(self, node: ast.Call) -> None:
        """Decides a call of a function of Python or NumPy that takes numbers."""
        kind = self._inference.kind(node.func)
        if self._uses.is_mixed or not isinstance(kind, Name):  # where it may be a Tensor of Paddle
            return
        name = kind.path.removeprefix("builtins.")
        if name in _CLASSES:
            self._converted(node, name)
        elif kind.path in _OF_FLOATS:
            self._take_items(node.args, _FLOAT)
        elif kind.path in _OF_INTEGERS:
            self._take_items(node.args[_OF_INTEGERS[kind.path]], _INT)
        elif kind.path in _SHAPED and node.args:
            shape = node.args[0]
            self._take_items(shape.elts if isinstance(shape, ast.Tuple | ast.List) else [shape], _INT)

    def decide_operator(self, node: ast.AST) -> None:
        """Decides ``'%d' % x`` and ``[0] * x``."""
        if self._uses.is_mixed:
            return
        match node:
            case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=right):
                values = right.elts if isinstance(right, ast.Tuple) else [right]
                self._take_items(_formatted(text, values), _FLOAT)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                for repeated, number in ((left, right), (right, left)):
                    if self._class_of(repeated) in _REPEATED:
                        self._take_items([number], _INT)

    def decide_index(self, node: ast.Subscript) -> None:
        """Decides an index of what takes integers: a list, a sequence of layers; of an array, the ends of a slice."""
        held, index = self._class_of(node.value), node.slice
        if self._uses.is_mixed:
            return
        if held in _INDEXED and not isinstance(index, ast.Slice):
            self._take_items([index], _INT, refused=held in _LAYERS)
        elif held in _INDEXED or held == ARRAY.type:
            items = index.elts if isinstance(index, ast.Tuple) else [index]
            slices = (each for each in items if isinstance(each, ast.Slice))
            ends = (end for each in slices for end in (each.lower, each.upper, each.step) if end is not None)
            self._take_items(ends, _INT)

    def _take_items(self, numbers: Iterable[ast.expr], api: str, *, refused: bool = False) -> None:
        """Takes the element out of each Tensor that may have dimensions; ``refused`` out of any.

        The record of ``api``, a conversion to a number, says which Tensors Paddle makes no number of.
        """
        answer = self._knowledge.answer(api)
        for node in numbers:
            if answer is None or isinstance(node, ast.Starred):
                continue
            if not is_tensor(self._inference.kind(node)):
                self._take_if_tensor(node, api, answer)
                continue
            if self._may_be_number(node):
                if reason := self._left(node):
                    self._uses.add(node, api, CallVerdict.REWRITE, reason, answer=answer)
            elif refused or decide_uncalled(answer, member=self._uses.read(node, node)).wraps:
                span = self._text.start(node), self._text.end(node)
                written = f"{parenthesised(self._uses.edits.text(*span))}.item()"
                self._uses.write(node, written, api, CallVerdict.ARGUMENTS, span=span, answer=answer)

    def _take_if_tensor(self, node: ast.expr, api: str, answer: Answer | None) -> None:
        """Takes the element out of what may still be a number, to which the text adds Tensors with dimensions.

        Where it does not show their dimensions, they are taken to have none.
        """
        place = self._accumulated.within(node)
        if answer is None or place is None or (ndims := self._accumulated.ndims(place)) <= {0}:
            return
        start, end = self._text.start(node), self._text.end(node)
        shown, written = self._text.of(place), self._uses.edits.text(start, end)
        if not any(ndims - {None}):
            decision = Decision(
                CallVerdict.VERBATIM, assumptions={f"假定 `{shown}` 是数或 0 维的 Tensor": Truth.UNKNOWN}
            )
            self._uses.add(node, api, CallVerdict.VERBATIM, "", answer=answer, decision=decision)
            return
        either = f"{parenthesised(written)}.item() if isinstance({shown}, paddle.Tensor) else {written}"
        is_enclosed = self._text.source[start - 1 : start] + self._text.source[end : end + 1] == "()"
        either = either if is_enclosed else f"({either})"
        self._uses.write(node, either, api, CallVerdict.ARGUMENTS, span=(start, end), answer=answer)

    def _may_be_number(self, node: ast.expr, within: frozenset[str] = frozenset()) -> bool:
        """Tells whether an expression is a Tensor only if a parameter is, of which neither annotation nor use says so.

        Other files may pass a number for it. An attribute may be a number where another statement of its class, or of a
        base or a derived one, sets it to one. ``within`` are the variables whose values are being looked at.
        """
        match node:
            case ast.Name(id=name):
                values = self._inference.reaching.values(node) or () if name not in within else ()
                is_bound_so = any(self._may_be_number(each, within | {name}) for each in values)
                return self._inference.is_open(node) or is_bound_so
            case ast.Attribute():
                return self._inference.is_number_too(node)
            case ast.BinOp(left=left, right=right):
                tensors = [each for each in (left, right) if is_tensor(self._inference.kind(each))]
                return bool(tensors) and all(self._may_be_number(each, within) for each in tensors)
            case ast.UnaryOp(operand=operand):
                return self._may_be_number(operand, within)
            case ast.IfExp(body=body, orelse=orelse):
                return self._may_be_number(body, within) or self._may_be_number(orelse, within)
            case ast.Subscript(value=value):
                return self._may_be_number(value, within)
        return False

    def _left(self, node: ast.expr) -> str:
        """Says why what may be a number is left for manual rewriting: the text passes one with dimensions for it."""
        passed = self._inference.passed(node) if isinstance(node, ast.Name) else ()
        has_dimensions = any((self._inference.ndims.of(each) or 0) > 0 for each in passed)
        return (
            f"`{self._text.of(node)}` 有时是有维度的 Tensor，Paddle 只由 0 维的得到数，请先写 `.item()`"
            if has_dimensions
            else ""
        )

    def _converted(self, node: ast.Call, name: str) -> None:
        """Decides the call of a class of numbers: which Tensors that takes is for a record to say."""
        if len(node.args) == 1 and not is_tensor(self._inference.kind(node.args[0])):
            api = f"{TENSOR}.__{name}__"
            self._take_if_tensor(node.args[0], api, self._knowledge.answer(api))
            return
        if len(node.args) != 1:
            return
        member = ast.copy_location(ast.Attribute(node.args[0], f"__{name}__"), node)
        api = f"{TENSOR}.{member.attr}"
        answer = self._knowledge.answer(api)
        if answer is None:
            self._uses.add_unrecorded(node, api)
            return
        decision = decide_uncalled(answer, member=self._uses.read(node, member.value))
        verdict, reason = CallVerdict.VERBATIM if decision.paddle else decision.verdict, decision.reason
        if self._may_be_number(member.value):
            if decision.wraps and (reason := self._left(member.value)):
                verdict = CallVerdict.REWRITE
        elif decision.wraps:
            reason = self._uses.forbidden(node)
            try:
                if not reason:
                    write_attribute(member, decision.wraps, "", self._uses.parent(node), self._text, self._uses.edits)
            except NotWritableError as error:
                reason = str(error)
            verdict = CallVerdict.REWRITE if reason else CallVerdict.ARGUMENTS
        self._uses.add(node, api, verdict, reason, answer=answer, decision=decision)


def _formatted(text: str, values: list[ast.expr]) -> Iterator[ast.expr]:
    """Yields the values of which a format makes numbers; none of one with keys, or with other than so many fields."""
    kinds: list[str] = []
    for field in _FIELD.finditer(text):
        if field["key"] is not None:
            return
        kinds += ["d"] * ((field["width"] is not None) + (field["precision"] is not None))
        kinds += [field["kind"]] * (field["kind"] != "%")
    if len(kinds) == len(values):
        yield from (value for kind, value in zip(kinds, values, strict=True) if kind not in _TEXTS)

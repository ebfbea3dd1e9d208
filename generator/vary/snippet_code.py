"""Code of a snippet that is made ready to vary: numbers in it become inputs, and its result can be differentiated."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.libraries.registry import FRAMEWORKS
from generator.model.given import Given, PythonGiven
from generator.model.given_notation import parse_given
from generator.model.record import Snippet
from generator.vary.change import LIFTED, Change, Gradient, Inputs, Part, tensors_in
from generator.verify.idle import outputs_of


@dataclass(frozen=True, slots=True)
class Pattern:
    """A snippet ready to vary: ``at`` its place, its inputs with the numbers of its code, and the code of both sides.

    ``result`` is the variable to differentiate, empty where there is none; ``outputs`` are the inputs that take results.
    """

    at: str
    snippet: Snippet
    inputs: Mapping[str, Given]
    torch: str
    paddle: str
    result: str
    outputs: frozenset[str]


def read_pattern(at: str, snippet: Snippet) -> Pattern | None:
    """The pattern of a snippet; None where one of its sides is no Python."""
    try:
        torch, paddle = ast.parse(snippet.torch), ast.parse(snippet.paddle)
    except (SyntaxError, ValueError):
        return None
    inputs = {name: parse_given(value) for name, value in snippet.given.items()}
    result, outputs = _result(torch, paddle, snippet), frozenset(outputs_of(torch, inputs))
    for text in sorted(_numbers(torch).keys() & _numbers(paddle).keys()):
        name = LIFTED + text.replace(".", "_").replace("-", "_").replace("+", "_")
        inputs[name] = PythonGiven(ast.literal_eval(text))
        torch, paddle = _lift(torch, text, name), _lift(paddle, text, name)
    return Pattern(at, snippet, inputs, ast.unparse(torch), ast.unparse(paddle), result, outputs)


def code_with(code: str, side: str, pattern: Pattern, changes: tuple[Change, ...], inputs: Inputs) -> str:
    """The code of a side, with what changes of the gradient and the default dtype add to it; ``inputs`` are the changed ones."""
    dtypes = [str(change.value) for change in changes if change.part is Part.DEFAULT_DTYPE]
    lines = [FRAMEWORKS[side].default_dtype.format(dtype) for dtype in dtypes]
    lines.append(code)
    loss = f"({pattern.result} * {pattern.result}).sum()"
    if any(change.value is Gradient.TWICE for change in changes):
        if not pattern.result:
            lines[-1], loss = before_backward(code) or (code, loss)
        wanted = ", ".join(path for path, tensor in tensors_in(inputs).items() if tensor.grad)
        lines.append(FRAMEWORKS[side].second_order.format(loss=loss, inputs=wanted))
    elif any(change.differentiates for change in changes):
        lines.append(f"{loss}.backward()")
    return "\n".join(lines)


def calls_one_api(code: str) -> bool:
    """Whether code does little but call one API, or make one layer and call it: what fails in it is that API's."""
    before, loss = before_backward(code) or (code, "None")
    number = ast.parse(loss, mode="eval").body
    while isinstance(number, ast.Call) and isinstance(number.func, ast.Attribute) and not number.args:
        if number.func.attr not in _OF_A_LOSS:
            break
        number = number.func.value
    statements = ast.parse(before).body
    calls = [node.func for tree in (*statements, number) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    is_layer = len(calls) == 2 and any(isinstance(func, ast.Name | ast.Call) for func in calls)  # noqa: PLR2004
    return (len(calls) == 1 or is_layer) and len(statements) <= len(calls)


_OF_A_LOSS = frozenset({"sum", "mean", "square"})
"""The methods that make a number of a result; both libraries have their second derivatives."""


def before_backward(code: str) -> tuple[str, str] | None:
    """What stands before the backward pass with which code ends, and the number that it differentiates; None without one."""
    *before, last = ast.parse(code).body
    match last:
        case ast.Expr(ast.Call(func=ast.Attribute(value=loss, attr="backward"), args=[], keywords=[])):
            return "\n".join(map(ast.unparse, before)), ast.unparse(loss)
    return None


def _result(torch: ast.Module, paddle: ast.Module, snippet: Snippet) -> str:
    """The last variable that both sides bind, unless the snippet differentiates or says what to compare."""
    if snippet.compare or ".backward(" in snippet.torch or not torch.body or isinstance(torch.body[-1], ast.Expr):
        return ""
    theirs = set(_bound(paddle))
    return next((name for name in reversed(list(_bound(torch))) if name in theirs), "")


def _bound(tree: ast.Module) -> Iterator[str]:
    """Yields the variables that hold results, of several that are bound at once the first."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            firsts = (t.elts[0] if isinstance(t, ast.Tuple) and t.elts else t for t in statement.targets)
            yield from (target.id for target in firsts if isinstance(target, ast.Name))


def _numbers(tree: ast.Module) -> dict[str, ast.Constant]:
    """The numbers that are arguments, by their text, those that the code has only once."""
    arguments = {
        id(value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for value in (*node.args, *(keyword.value for keyword in node.keywords))
    }
    found: dict[str, list[ast.Constant]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in {int, float}:
            found.setdefault(repr(node.value), []).append(node)
    return {text: nodes[0] for text, nodes in found.items() if len(nodes) == 1 and id(nodes[0]) in arguments}


class _Replacer(ast.NodeTransformer):
    def __init__(self, node: ast.Constant, name: str) -> None:
        self._node, self._name = node, name

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.Name(self._name, ast.Load()) if node is self._node else node


def _lift(tree: ast.Module, text: str, name: str) -> ast.Module:
    changed = _Replacer(_numbers(tree)[text], name).visit(tree)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)

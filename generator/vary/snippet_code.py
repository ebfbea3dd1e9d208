"""Code of a snippet that is made ready to vary: numbers in it become inputs, and its result can be differentiated."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.libraries.registry import FRAMEWORKS
from generator.model.given import Given, PythonGiven
from generator.model.given_notation import parse_given
from generator.model.record import Snippet
from generator.vary.change import LIFTED, Change, Part
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


def code_with(code: str, side: str, pattern: Pattern, changes: tuple[Change, ...]) -> str:
    """The code of a side, with what changes of the gradient and the default dtype add to it."""
    dtypes = [str(change.value) for change in changes if change.part is Part.DEFAULT_DTYPE]
    lines = [FRAMEWORKS[side].default_dtype.format(dtype) for dtype in dtypes]
    lines.append(code)
    if any(change.differentiates for change in changes):
        lines.append(f"({pattern.result} * {pattern.result}).sum().backward()")
    return "\n".join(lines)


def _result(torch: ast.Module, paddle: ast.Module, snippet: Snippet) -> str:
    """The last variable that both sides bind, unless the snippet differentiates or says what to compare."""
    if snippet.compare or ".backward(" in snippet.torch or not torch.body or isinstance(torch.body[-1], ast.Expr):
        return ""
    theirs = set(_bound(paddle))
    return next((name for name in reversed(list(_bound(torch))) if name in theirs), "")


def _bound(tree: ast.Module) -> Iterator[str]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


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

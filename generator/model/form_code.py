"""Rewrites the code of a snippet for another form of its API: ``torch.clamp(x, 0)`` becomes ``x.clamp(0)``."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass

from generator.model.snippet_syntax import parse_code
from generator.model.template import parenthesised


class UnfitError(Exception):
    """The code cannot be written with the other form; the message says why, in English."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """How calls change from one form of an API to another.

    ``old`` and ``new`` are full names. ``receiver`` is the parameter of ``old`` that becomes the receiver of ``new``;
    empty where both are called alike. ``parameters`` are those that ``new`` takes by name, None where that is unknown.
    """

    old: str
    new: str
    receiver: str
    parameters: Collection[str] | None
    old_is_member: bool = False

    def apply(self, code: str) -> str:
        """Returns the code with every call of ``old`` written as a call of ``new``.

        Raises:
            UnfitError: a call passes what ``new`` does not take, or has a receiver that is no Tensor.
            SyntaxError: the code is no Python.
        """
        if self.new == self.old:
            return code
        while (call := self._next(ast.parse(code))) is not None:
            before, code = code, self._rewritten(code, call)
            if code == before:  # a method of the same name, of another class
                break
        return code

    def calls(self, code: str) -> list[ast.Call]:
        """Returns the calls of ``old`` in the code, outer ones first."""
        return [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call) and self._is_old(node.func)]

    def _next(self, tree: ast.AST) -> ast.Call | None:
        return next((node for node in ast.walk(tree) if isinstance(node, ast.Call) and self._is_old(node.func)), None)

    def _is_old(self, function: ast.expr) -> bool:
        if not isinstance(function, ast.Attribute | ast.Name):
            return False
        path = ast.unparse(function)
        if not self.old_is_member:
            return path == self.old
        package = self.old.partition(".")[0]
        return path.rpartition(".")[2] == self.old.rpartition(".")[2] and path.partition(".")[0] != package

    def _rewritten(self, code: str, call: ast.Call) -> str:
        known = self.parameters
        unknown = [
            one.arg for one in call.keywords if known is not None and one.arg not in {*known, self.receiver or None}
        ]
        if unknown:
            raise UnfitError(f"{self.new} takes no {unknown[0]}")
        name = self.new.rpartition(".")[2]
        start, end = _span(code, call.func)
        if self.old_is_member:
            return f"{code[: end - len(self.old.rpartition('.')[2])]}{name}{code[end:]}"
        if not self.receiver:
            return f"{code[:start]}{self.new}{code[end:]}"
        values = [*call.args, *(one.value for one in call.keywords)]
        chosen = next((one.value for one in call.keywords if one.arg == self.receiver), None)
        chosen = chosen if chosen is not None else (call.args[0] if call.args else None)
        if chosen is None or isinstance(chosen, ast.Constant | ast.List | ast.Tuple | ast.Starred | ast.UnaryOp):
            raise UnfitError("the first argument is no Tensor")
        rest = [_argument(code, call, value) for value in values if value is not chosen]
        receiver = parenthesised(_text(code, chosen))
        return f"{code[:start]}{receiver}.{name}({', '.join(rest)}){code[_span(code, call)[1] :]}"


def _argument(code: str, call: ast.Call, value: ast.expr) -> str:
    """Returns an argument as it is written, with its keyword."""
    keyword = next((one for one in call.keywords if one.value is value), None)
    if keyword is None:
        return _text(code, value)
    return f"{keyword.arg}={_text(code, value)}" if keyword.arg is not None else f"**{_text(code, value)}"


def _text(code: str, node: ast.expr) -> str:
    start, end = _span(code, node)
    return code[start:end]


def _span(code: str, node: ast.expr) -> tuple[int, int]:
    """Returns the place of an expression, in characters; columns of ``ast`` are bytes of UTF-8."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return _offset(code, node.lineno, node.col_offset), _offset(code, node.end_lineno, node.end_col_offset)


def _offset(code: str, line: int, column: int) -> int:
    lines = code.split("\n")
    before = sum(len(text) + 1 for text in lines[: line - 1])
    return before + len(lines[line - 1].encode()[:column].decode())


ARGUMENT, VIEW, RESULT, SAME = "changed", "view", "result", "same"
"""Variables of code that observes a change in place.

They are the copy that is changed where the input cannot be, a view of what is changed, the return value, and whether
that is the changed object.
"""


@dataclass(frozen=True, slots=True)
class InPlace:
    """A call in place that is a statement: the input that it changes, and the variable of its result, if it has one."""

    changed: str
    result: str


def call_in_place(code: str, api: str, inputs: Collection[str]) -> InPlace | None:
    """Returns the first statement that only calls an API in place; None where no input is changed this way."""
    tree = parse_code(code)
    for statement in tree.body if tree is not None else ():
        call = statement.value if isinstance(statement, ast.Assign | ast.Expr) else None
        changed = _changed(call, api) if isinstance(call, ast.Call) else None
        if isinstance(changed, ast.Name) and changed.id in inputs:
            return InPlace(changed.id, _target(statement))
    return None


def _changed(call: ast.Call, api: str) -> ast.expr | None:
    """Returns what an in-place call of an API changes: a function's first argument, or the object of a method."""
    if ast.unparse(call.func) == api:
        return next(iter([*call.args, *(one.value for one in call.keywords)]), None)
    is_method = isinstance(call.func, ast.Attribute) and call.func.attr == api.rpartition(".")[2]
    return call.func.value if isinstance(call.func, ast.Attribute) and is_method else None


def watched(code: str, call: InPlace) -> str:
    """Returns code that looks at a view of what it changes, taken before, and at whether it returns what it changes.

    Returns nothing for code that is no Python or has variables of these names, and for code whose call has no result
    and is not the last statement.
    """
    tree = parse_code(code)
    if tree is None or not tree.body:
        return ""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    last = tree.body[-1]
    if names & {ARGUMENT, VIEW, RESULT, SAME} or not (call.result or isinstance(last, ast.Expr)):
        return ""
    if not call.result:
        start = _offset(code, last.lineno, last.col_offset)
        code = f"{code[:start]}{RESULT} = {code[start:]}"
    same = f"{SAME} = {call.result or RESULT} is {call.changed}"
    return "\n".join((f"{VIEW} = {call.changed}.detach()", code.rstrip("\n"), same))


def with_copy(code: str, changed: str) -> str:
    """Returns code that changes a copy of an input: a leaf that requires a gradient cannot be changed itself."""
    names = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name) and node.id == changed]
    for start, end in sorted((_span(code, name) for name in names), reverse=True):
        code = code[:start] + ARGUMENT + code[end:]
    return f"{ARGUMENT} = {changed}.clone()\n{code}"


def looks_at_view(code: str) -> bool:
    """Tells whether code takes a view itself, of the name that ``watched`` gives to its own."""
    tree = parse_code(code)
    return tree is not None and any(isinstance(node, ast.Name) and node.id == VIEW for node in ast.walk(tree))


def calls_method(code: str, method: str) -> bool:
    """Tells whether the code calls a method of this name."""
    calls = (node.func for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    return any(isinstance(function, ast.Attribute) and function.attr == method for function in calls)


def assigned(code: str, receiver: str) -> str:
    """Returns Paddle code that computes a result, with the result of its last statement written into the receiver."""
    statement = next(reversed(ast.parse(code).body), None)
    if not isinstance(statement, ast.Assign | ast.Expr):
        return code
    start, end = _span(code, statement.value)
    return f"{code[:start]}paddle.assign({code[start:end]}, output={receiver}){code[end:]}"


def _target(statement: ast.stmt) -> str:
    """Returns the one variable that an assignment binds."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return ""

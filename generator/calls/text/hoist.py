"""Where the value of an expression can be named: on a line above its statement, which evaluates nothing before it."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.calls.text.parsed import Parsed
from generator.calls.text.syntax import children

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class Above:
    """A line above a statement, and the variable that it binds: ``mnist`` for the value of ``MNIST(…)``."""

    name: str
    at: int
    indentation: str


class LinesAbove:
    """The lines that a conversion may put above statements; ``path`` gives the torch name of what is called.

    ``is_left`` tells whether something of torch's own in an expression stays: its comment stands above the statement,
    and would not be found above another line.
    """

    def __init__(self, parsed: Parsed, path: Callable[[ast.expr], str], is_left: Callable[[ast.expr], bool]) -> None:
        self._parsed = parsed
        self._path = path
        self._is_left = is_left
        self._named: dict[ast.expr, str] = {}

    def place(self, node: ast.expr, called: str) -> Above | None:
        """Returns the line for an expression, named for what it is; None if its value would be made at another time."""
        if self._is_left(node):
            return None
        child: ast.AST = node
        kinds = self._unchanged_by(node)
        bound = {each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr)}
        while not isinstance(child, ast.stmt):
            parent = self._parsed.parents[child]
            before = _before(child, parent)
            if before is None or not all(self._is_plain(each, kinds) for each in before):
                return None
            if any(getattr(each, "id", "") in bound for part in before for each in ast.walk(part)):
                return None
            child = parent
        text = self._parsed.text
        at = text.offset(child.lineno, 0)
        indentation = text.source[at : text.start(child)]
        is_continued = self._parsed.logical_start(text.start(child)) != child.lineno  # by a backslash
        is_member = isinstance(self._parsed.parents[child], ast.ClassDef)  # a variable there is one, too
        is_clause = text.source.startswith("elif", text.start(child))
        if indentation.strip() or is_continued or is_member or is_clause or node in self._parsed.in_strings:
            return None
        self._named[node] = self._fresh(_WORD_START.sub("_", called).lower())
        return Above(self._named[node], at, indentation)

    def _unchanged_by(self, node: ast.expr) -> tuple[type[ast.AST], ...]:
        """Returns the kinds of nodes that may be evaluated before or after an expression without a difference."""
        calls = [each for each in ast.walk(node) if isinstance(each, _ACTS)]
        if all(map(self._is_settled, calls)):
            return (*_FIXED, *_READ, *_COMPUTED)
        return (*_FIXED, *_READ) if all(map(self._is_of_torch, calls)) else _FIXED

    def _is_of_torch(self, node: ast.AST) -> bool:
        """Tells whether a node calls a function, class or Tensor's method that changes none of its arguments.

        They are torch's; so does ``len``.
        """
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Name) and node.func.id == "len":
            return True
        path = self._path(node.func)
        is_pure = bool(path) and not path.endswith("_") and path.rpartition(".")[2] not in _RECORDING
        return is_pure and _IN_PLACE.isdisjoint(keyword.arg for keyword in node.keywords)

    def _is_settled(self, node: ast.AST) -> bool:
        """Tells whether a call gives the same whatever calls of torch run before it: a Tensor's method, ``zeros``."""
        if not (isinstance(node, ast.Call) and self._is_of_torch(node)):
            return False
        owner, _, name = self._path(node.func).rpartition(".")
        is_method = owner.rpartition(".")[2][:1].isupper()
        return name not in _RANDOM if is_method else name in _FILLED or not name

    def _is_plain(self, node: ast.AST, kinds: tuple[type[ast.AST], ...]) -> bool:
        """Tells whether an expression, made of nodes of some kinds, may be evaluated earlier or later."""
        if isinstance(node, ast.Lambda) or node in self._named or _is_negative(node):
            return True
        if self._is_name(node):
            receiver = _receiver(node)
            return isinstance(receiver, ast.Name) or self._is_plain(receiver, kinds)
        is_made = isinstance(node, ast.Call) and ast.BinOp in kinds and self._is_of_torch(node)
        return (is_made or isinstance(node, kinds)) and all(self._is_plain(each, kinds) for each in children(node))

    def _is_name(self, node: ast.AST) -> bool:
        """Tells whether an expression names what is called: a function of torch, or a member of a variable."""
        parent = self._parsed.parents[node]
        if not (isinstance(parent, ast.Call) and parent.func is node):
            return False
        return bool(self._path(parent.func)) or (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name))

    def _fresh(self, name: str) -> str:
        """Returns a name that neither the text nor Python uses: the one given, or with a number."""
        used = {word for node in self._parsed.nodes for word in _words(node)} | {*self._named.values(), *dir(builtins)}
        names = (name, *(f"{name}_{number}" for number in range(2, len(used) + 3)))
        return next(each for each in names if each not in used)


_ACTS = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
_FIXED = (ast.Name, ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.keyword)
_READ = (ast.Attribute,)
_COMPUTED = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript, ast.Slice)
_IN_PLACE = frozenset({"out", "inplace"})
_FILLED = frozenset("arange empty full full_like ones ones_like tensor zeros zeros_like".split())
_RANDOM = frozenset({"bernoulli", "multinomial"})
_RECORDING = frozenset("backward register_hook register_post_accumulate_grad_hook retain_grad".split())
"""Methods that change a Tensor though no ``_`` says so."""


def _receiver(function: ast.AST) -> ast.AST:
    """Returns what the members of a dotted name are read of: ``torch`` for ``torch.nn.functional.relu``."""
    while isinstance(function, ast.Attribute):
        function = function.value
    return function


def _is_negative(node: ast.AST) -> bool:
    """Tells whether a node is a number with a sign: ``-1``."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)


def _before(child: ast.AST, parent: ast.AST) -> list[ast.AST] | None:
    """Returns what a node evaluates before a child; None where it may evaluate the child never, or more than once."""
    every: list[ast.AST]
    match parent:
        case ast.keyword() | ast.Attribute() | ast.Starred() | ast.UnaryOp() | ast.Return() | ast.Expr():
            return []
        case (
            ast.Assign(value=value)
            | ast.AnnAssign(value=value)
            | ast.For(iter=value)
            | ast.If(test=value)
            | ast.Assert(test=value)
        ):
            return [] if child is value else None
        case ast.AugAssign(target=target, value=value):
            every = [target, value]
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right, *_]):
            every = [left, right]
        case ast.Subscript(value=value, slice=index):
            every = [value, index]
        case ast.Call(func=function, args=arguments, keywords=keywords):
            every = [function, *arguments, *keywords]
        case ast.List() | ast.Tuple() | ast.Dict():
            every = _parts(parent)
        case _:
            every = []
    return every[: every.index(child)] if child in every else None


def _parts(node: ast.List | ast.Tuple | ast.Dict) -> list[ast.AST]:
    """Returns the items of a list, tuple or dictionary that is written out."""
    if isinstance(node, ast.Dict):
        return [each for pair in zip(node.keys, node.values, strict=True) for each in pair if each is not None]
    return [*node.elts]


def _words(node: ast.AST) -> Iterator[str]:
    """Yields the names that a node reads or binds; neither members nor keywords."""
    for field in ("id", "arg", "name", "asname") if not isinstance(node, ast.keyword) else ():
        if isinstance(word := getattr(node, field, None), str):
            yield word

"""What can be said of a snippet's Python without running it."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from symtable import symtable

ALWAYS_THERE = frozenset(dir(builtins)) | {"np"}
"""Names that a snippet may use without saying where they come from."""

LIBRARIES = {"torch": frozenset({"torch", "torchvision"}), "paddle": frozenset({"paddle"})}
"""What each side may use of the libraries: the names that are imported for it."""

_STRINGS_AND_COMMENTS = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|#[^\n]*")
_FREE_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*+(?!\s*=(?!=))")
_NAME = re.compile(r"[A-Za-z_]\w*")
_ASSIGNMENT = re.compile(r"\s*([A-Za-z_]\w*(?:\s*,\s*\(?[A-Za-z_]\w*\)?)*)\s*=(?!=)(.*)")
_IN_LINE = re.compile(r"\bfor\s+([\w\s,()]+?)\s+in\b|\blambda\s+([\w\s,]+):")
_IMPORT = re.compile(r"(?:from [\w.]+ )?import (\w+)$")
_NEVER_FREE = ALWAYS_THERE | LIBRARIES["torch"] | LIBRARIES["paddle"] | frozenset(keyword.kwlist) | {"_"}


@dataclass(frozen=True)
class Code:
    """One side of a snippet. Everything is worked out when it is asked for."""

    text: str

    @cached_property
    def parsed(self) -> ast.Module | SyntaxError:
        """The syntax tree, or why there is none."""
        try:
            return ast.parse(self.text)
        except SyntaxError as error:
            return error
        except (ValueError, RecursionError, MemoryError) as error:  # a NUL byte; nesting that nobody wrote
            return SyntaxError(str(error))

    def known_to_parse(self) -> None:
        """Spares the syntax tree of a text that was parsed together with others."""
        self.__dict__["error"] = None

    @cached_property
    def error(self) -> SyntaxError | None:
        """Why this is no Python, or None."""
        return self.parsed if isinstance(self.parsed, SyntaxError) else None

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree; an empty one where the text is no Python."""
        return self.parsed if isinstance(self.parsed, ast.Module) else ast.Module([], [])

    @cached_property
    def plain(self) -> str:
        """The text without simple strings and comments."""
        return without_strings(self.text)

    @cached_property
    def bound(self) -> frozenset[str]:
        """Every name that the code itself defines, at whatever depth."""
        return frozenset(_bound(self.tree))

    @cached_property
    def plainly_bound(self) -> frozenset[str]:
        """Some of ``bound``: the names that simple assignments define, found without a syntax tree."""
        lines = self.plain.split("\n")
        targets = (match[1] for line in lines if (match := _ASSIGNMENT.match(line)) is not None)
        return frozenset(name for names in targets for name in _NAME.findall(names))

    @cached_property
    def ends_in_value(self) -> bool:
        """Whether the last line is an expression, whose value can be compared."""
        return bool(self.tree.body) and isinstance(self.tree.body[-1], ast.Expr)

    def undefined(self, known: frozenset[str]) -> Iterator[ast.Name]:
        """The names that are used before anything defines them, each once, in the order of their use.

        ``known`` are those that are there beside Python's own and the libraries.
        """
        if self.error is not None or self._plainly_defined(known):
            return  # nearly all snippets; the walk below costs more than all other rules together
        defined, reported = _NEVER_FREE | known, set[str]()
        for statement in self.tree.body:
            bound = set(_bound(statement))
            own = set() if isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign) else bound
            inner = own | (set(_inner_bound(statement)) if bound - own else set())
            for name in _loaded(statement):
                if name.id not in defined | inner | reported:
                    reported.add(name.id)
                    yield name
            defined |= bound

    def _plainly_defined(self, known: frozenset[str]) -> bool:
        """Whether every name is seen to be defined without a syntax tree: line by line, plain assignments only."""
        defined = set(known)
        for line in self.plain.split("\n"):
            if (importing := _IMPORT.match(line)) is not None:
                defined.add(importing[1])
                continue
            assignment = _ASSIGNMENT.match(line)
            free = free_names(assignment[2] if assignment else line)
            if not defined.issuperset(free) and not (defined | _bound_in_line(line)).issuperset(free):
                return False
            if assignment:
                defined.update(_NAME.findall(assignment[1]))
        return True

    def calls(self) -> Iterator[ast.Call]:
        """Every call."""
        return (node for node in walk(self.tree) if isinstance(node, ast.Call))

    def offset(self, line: int, column: int) -> int:
        """The index of a line (from 1) and a column in UTF-8 bytes (from 0), as ``ast`` counts them."""
        lines = self.text.split("\n")
        before = lines[line - 1].encode()[:column].decode("utf-8", "ignore") if line <= len(lines) else ""
        return sum(len(text) + 1 for text in lines[: line - 1]) + len(before)

    def part(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The characters that a node stands for."""
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return self.offset(node.lineno, node.col_offset), self.offset(end_line, end_column)


def without_strings(text: str) -> str:
    """The text without simple strings and comments: enough to say that a name does not occur."""
    return _STRINGS_AND_COMMENTS.sub("''", text) if "'" in text or '"' in text or "#" in text else text


def free_names(text: str) -> frozenset[str]:
    """The names that a text without strings may use from outside; Python's own and the libraries aside.

    Plain assignment targets and keyword arguments are none.
    """
    return frozenset(_FREE_NAME.findall(text)) - _NEVER_FREE


def _bound_in_line(line: str) -> set[str]:
    """The names of comprehensions and lambdas in one line."""
    return {name for match in _IN_LINE.finditer(line) for name in _NAME.findall(match[1] or match[2] or "")}


def _loaded(statement: ast.stmt) -> Iterator[ast.Name]:
    """The names a statement reads; what functions and classes read, they read later."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    names = (node for node in walk(statement) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store))
    yield from sorted(names, key=lambda name: (name.lineno, name.col_offset))


def _bound(tree: ast.AST) -> Iterator[str]:
    for node in walk(tree):
        match node:
            case ast.Name():
                if type(node.ctx) is ast.Store:
                    yield node.id
            case ast.arg():
                yield node.arg
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from (alias.asname or alias.name.partition(".")[0] for alias in names)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name


_LEAVES = frozenset({ast.Constant, ast.Load, ast.Store, ast.Del})


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node, like ``ast.walk`` in no order, at a third of its price: constants and contexts are left out."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if type(value) is list:
                stack += [item for item in value if isinstance(item, ast.AST) and type(item) not in _LEAVES]
            elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
                stack.append(value)


def _inner_bound(statement: ast.stmt) -> Iterator[str]:
    """The names that comprehensions, lambdas and ``:=`` bind inside an assignment."""
    for node in walk(statement):
        if isinstance(node, ast.comprehension | ast.Lambda | ast.NamedExpr):
            yield from _bound(node)


def _plain_call() -> re.Pattern[str]:
    """Lines such as ``y = torch.add(x, [1, 2], alpha=a.b)``: no more of Python than three snippets of four need."""
    name = r"[A-Za-z_]\w*+"
    atom = rf"(?:-?(?:0|[1-9]\d*+)(?:\.\d+)?|'[^'\\\n]*'|{name}(?:\.{name})*+(?:\(\))?)"
    value = rf"(?:{atom}|\[{atom}(?:, {atom})*+\]|\({atom}(?:, {atom})++\))"
    keywords = rf"{name}={value}(?:, {name}={value})*+"
    arguments = rf"\((?:{value}(?!=)(?:, {value}(?!=))*+(?:, {keywords})?|{keywords})?\)"
    return re.compile(rf"(?:(?:{name}(?:, {name})*+ = )?{name}(?:\.{name}|{arguments})++(?:\n|\Z))+")


_PLAIN_CALL = _plain_call()
_NAMED = re.compile(r"([A-Za-z_]\w*)=(?! )")
_RESERVED = frozenset(keyword.kwlist) - {"True", "False", "None"}


def _surely_parses(text: str) -> bool:
    """Whether a text is plain calls alone; a keyword among the names, or an argument named twice, is not plain."""
    if _PLAIN_CALL.fullmatch(text) is None:
        return False
    named = _NAMED.findall(text)
    return _RESERVED.isdisjoint(_NAME.findall(text)) and len(named) == len(set(named))


def parse_together(texts: Iterable[str]) -> bool:
    """Whether all the texts are Python, tried in one go, which is several times cheaper than one by one.

    False may also mean that they cannot be judged together.
    """
    text = "\npass\n".join(
        text for text in texts if not _surely_parses(text)
    )  # no bracket stays open across a statement
    if '"""' in text or "'''" in text:
        return False
    try:
        symtable(text, "", "exec")  # parses, and does no more than it must
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def dotted(node: ast.expr) -> str:
    """``torch.nn.Linear`` for the attribute chain that says so; empty where a call or an index stands in it."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else ""

"""Static analysis of a snippet's Python: its syntax, the names that it binds and reads, its calls."""

from __future__ import annotations

import ast
import builtins
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from generator.libraries.registry import LIBRARIES

_ALWAYS_DEFINED = frozenset(dir(builtins)) | {"np", "_"} | LIBRARIES.keys()
"""Names that a snippet may use without defining them."""

_NAMED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.ExceptHandler | ast.MatchAs | ast.MatchStar
"""Nodes that bind their ``name``, where they have one."""

_LEAVES = frozenset({ast.Constant, ast.Load, ast.Store, ast.Del})


@dataclass(frozen=True)
class Code:
    """One side of a snippet. Each part is computed on first use."""

    text: str

    @cached_property
    def parsed(self) -> ast.Module | SyntaxError:
        """The syntax tree, or why there is none."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Python warns of ``1if``, which is no error of a record
                return ast.parse(self.text)
        except SyntaxError as error:
            return error
        except (ValueError, RecursionError, MemoryError) as error:  # a NUL byte; nesting that is too deep to parse
            return SyntaxError(str(error))

    @cached_property
    def error(self) -> SyntaxError | None:
        """Why this is no Python, or None."""
        return self.parsed if isinstance(self.parsed, SyntaxError) else None

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree; an empty one where the text is no Python."""
        return self.parsed if isinstance(self.parsed, ast.Module) else ast.Module([], [])

    @cached_property
    def statements(self) -> tuple[tuple[ast.stmt, tuple[ast.AST, ...]], ...]:
        """The statements of the module, each with all its nodes but constants and contexts, in no order."""
        return tuple((statement, tuple(_walk(statement))) for statement in self.tree.body)

    @property
    def nodes(self) -> Iterator[ast.AST]:
        """The nodes of all statements."""
        return chain.from_iterable(nodes for _, nodes in self.statements)

    @cached_property
    def bound(self) -> frozenset[str]:
        """Every name that the code itself defines, at whatever depth."""
        return frozenset(_bound_names(self.nodes))

    @cached_property
    def loaded(self) -> frozenset[str]:
        """Every name that the code reads, at whatever depth."""
        return frozenset(node.id for node in self.nodes if type(node) is ast.Name and type(node.ctx) is not ast.Store)

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name and attribute in the code, whether it is read, bound, defined or imported."""
        found = (getattr(node, key, None) for node in self.nodes for key in ("id", "attr", "name"))
        return frozenset(chain.from_iterable(name.split(".") for name in found if name))

    @cached_property
    def ends_in_value(self) -> bool:
        """Whether the last line is an expression, whose value can be compared."""
        return bool(self.tree.body) and isinstance(self.tree.body[-1], ast.Expr)

    def undefined(self, known: frozenset[str]) -> Iterator[ast.Name]:
        """Yields the names that are used before anything defines them, each once, in the order of their use.

        ``known`` are those that are defined beside Python's own and the libraries.
        """
        defined, reported = _ALWAYS_DEFINED | known, set[str]()
        if defined.issuperset(self.loaded):
            return
        for statement, nodes in self.statements:
            bound = set(_bound_names(nodes))
            own = set() if isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign) else bound
            inner = own | (set(_inner_names(nodes)) if bound - own else set())
            for name in _loaded_names(statement, nodes):
                if name.id not in defined | inner | reported:
                    reported.add(name.id)
                    yield name
            defined |= bound

    @cached_property
    def calls(self) -> tuple[ast.Call, ...]:
        """Every call."""
        return tuple(node for node in self.nodes if isinstance(node, ast.Call))

    def offset(self, line: int, column: int) -> int:
        """Returns the index of a line (from 1) and a column in UTF-8 bytes (from 0), as ``ast`` counts them."""
        lines = self.text.split("\n")
        before = lines[line - 1].encode()[:column].decode("utf-8", "ignore") if line <= len(lines) else ""
        return sum(len(text) + 1 for text in lines[: line - 1]) + len(before)

    def part(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Returns the characters of a node."""
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return self.offset(node.lineno, node.col_offset), self.offset(end_line, end_column)


@lru_cache(maxsize=1024)
def code_of(text: str) -> Code:
    """Returns the code of a text, parsed once however many rules look at it."""
    return Code(text)


def dotted(node: ast.expr) -> str:
    """Returns the name of an attribute chain, as ``torch.nn.Linear``; empty where a call or an index is part of it."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else ""


def _walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields every node but constants and contexts, in no order; ``ast.walk`` takes half as long again."""
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


def _bound_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yields the names that some nodes bind."""
    for node in nodes:
        if type(node) is ast.Name:
            if type(node.ctx) is ast.Store:
                yield node.id
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, _NAMED) and node.name is not None:
            yield node.name


def _inner_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yields the names that comprehensions, lambdas and ``:=`` bind inside an assignment."""
    for node in nodes:
        if isinstance(node, ast.comprehension | ast.Lambda | ast.NamedExpr):
            yield from _bound_names(_walk(node))


def _loaded_names(statement: ast.stmt, nodes: Iterable[ast.AST]) -> Iterator[ast.Name]:
    """Yields the names that a statement reads when it runs; the bodies of functions and classes run later."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    names = (node for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store))
    yield from sorted(names, key=lambda name: (name.lineno, name.col_offset))

"""What can be said of a snippet's Python without running it."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from symtable import symtable

from generator.rules.code_text import NAME, NEVER_FREE, bound_in_line, free_names, surely_parses, without_strings
from generator.rules.code_tree import bound_names, inner_names, loaded_names, walk

_ASSIGNMENT = re.compile(r"\s*([A-Za-z_]\w*(?:\s*,\s*\(?[A-Za-z_]\w*\)?)*)\s*=(?!=)(.*)")
_IMPORT = re.compile(r"(?:from [\w.]+ )?import (?:\w+ as )?(\w+)$")
_BLOCK = re.compile(r"\s*(?:for ([\w\s,()]+?) in\b|with\b.* as (\w+):$)")
"""The first line of a block, and the names that it defines for the lines below."""


@contextmanager
def _quietly() -> Iterator[None]:
    """Within it, Python keeps to itself what it finds odd in code that it can read: ``1if`` is no error of a record."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@dataclass(frozen=True)
class Code:
    """One side of a snippet. Everything is worked out when it is asked for."""

    text: str

    @cached_property
    def parsed(self) -> ast.Module | SyntaxError:
        """The syntax tree, or why there is none."""
        try:
            with _quietly():
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
        return frozenset(bound_names(self.tree))

    @cached_property
    def plainly_bound(self) -> frozenset[str]:
        """Some of ``bound``: the names that simple assignments define, found without a syntax tree."""
        lines = self.plain.split("\n")
        targets = (match[1] for line in lines if (match := _ASSIGNMENT.match(line)) is not None)
        return frozenset(name for names in targets for name in NAME.findall(names))

    @cached_property
    def ends_in_value(self) -> bool:
        """Whether the last line is an expression, whose value can be compared."""
        return bool(self.tree.body) and isinstance(self.tree.body[-1], ast.Expr)

    def undefined(self, known: frozenset[str], free: frozenset[str]) -> Iterator[ast.Name]:
        """The names that are used before anything defines them, each once, in the order of their use.

        ``known`` are those that are there beside Python's own and the libraries, ``free`` those that the text may use
        from outside (``free_names``).
        """
        if self.error is not None or self._plainly_defined(free - known):
            return  # nearly all snippets; the walk below costs more than all other rules together
        defined, reported = NEVER_FREE | known, set[str]()
        for statement in self.tree.body:
            bound = set(bound_names(statement))
            own = set() if isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign) else bound
            inner = own | (set(inner_names(statement)) if bound - own else set())
            for name in loaded_names(statement):
                if name.id not in defined | inner | reported:
                    reported.add(name.id)
                    yield name
            defined |= bound

    def _plainly_defined(self, names: frozenset[str]) -> bool:
        """Whether all these are seen to be defined before they are used: line by line, plain assignments only."""
        left = set(names)
        for line in self.plain.split("\n"):
            if not [name for name in left if name in line]:
                continue
            if (importing := _IMPORT.match(line)) is not None:
                left.discard(importing[1])
                continue
            if (block := _BLOCK.match(line)) is not None:
                left.difference_update(NAME.findall(block[1] or block[2]))
            assignment = _ASSIGNMENT.match(line)
            value = assignment[2] if assignment else line
            if [name for name in left if name in value] and left & free_names(value) - bound_in_line(line):
                return False
            if assignment:
                left.difference_update(NAME.findall(assignment[1]))
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


def parse_together(texts: Iterable[str]) -> bool:
    """Whether all the texts are Python, tried in one go, which is several times cheaper than one by one.

    False may also mean that they cannot be judged together.
    """
    text = "\npass\n".join(
        text for text in texts if not surely_parses(text)
    )  # no bracket stays open across a statement
    if '"""' in text or "'''" in text:
        return False
    try:
        with _quietly():
            symtable(text, "", "exec")  # parses, and does no more than it must
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True

from __future__ import annotations

import ast
import io
import sysconfig
import tokenize
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.calls.text.parsed import Parsed, children

SNIPPETS = {
    "clauses": "if (a and\n    b): x = 1\nelif c:\n    x = 2\nelse: y = 3; z = 4\n",
    "a clause in a line of its own": "try:\n    f()\nexcept (A,\n        B): g()\nelse:\n    h()\nfinally: i()\n",
    "decorators": "@ a\n@b(\n    c)\nclass D(\n    e): f = 1\n",
    "patterns": "match a:\n    case (B() |\n          C()): d()\n    case _ if e:\n        f()\n",
    "strings of several lines": "a = '''\nb''' ; c = d\ne()\n",
    "continued lines": "a = 1; \\\nb = c\nd = \\\n  e\n",
    "a comment that ends in a backslash": "a()\n# b \\\n\nc()\n",
    "line ends": "a(\r\n1)\rb()\n",
    "indentation by tabs and form feeds": "if a:\n\tb()\n\x0c\tc()\n",
}
STANDARD = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))[::12]


def logical_lines(source: str) -> Iterator[int]:
    """The physical lines on which the tokenizer finds logical lines to begin."""
    begins = True
    plain = source.replace("\r\n", "\n").replace("\r", "\n")
    nothing = {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    for token in tokenize.generate_tokens(io.StringIO(plain).readline):
        if begins and token.type not in nothing:
            yield token.start[0]
        begins = token.type == tokenize.NEWLINE or (begins and token.type in nothing)


def check_lines(source: str) -> None:
    """Compares each expression's logical line with the tokenizer's."""
    parsed, starts = Parsed(source), list(logical_lines(source))
    for node in parsed.nodes:
        if isinstance(node, ast.expr) and node not in parsed.in_strings:
            wanted = starts[bisect_right(starts, node.lineno) - 1]
            assert parsed.logical_start(parsed.text.start(node)) == wanted, ast.unparse(node)


@pytest.mark.parametrize("name", SNIPPETS)
def test_logical_lines_are_those_of_the_tokenizer(name: str) -> None:
    """Whatever a line begins with, and however a statement is broken into lines, its first line is found."""
    check_lines(SNIPPETS[name])


@pytest.mark.parametrize("path", STANDARD, ids=lambda path: path.name)
def test_a_module_is_listed_whole(path: Path) -> None:
    """Of a module of the standard library, all nodes are listed with their parents, and all logical lines found."""
    source = path.read_text(encoding="utf-8")
    parsed = Parsed(source)
    skipped = ast.expr_context | ast.operator | ast.unaryop | ast.cmpop | ast.boolop
    for node in parsed.nodes:
        below = [child for child in ast.iter_child_nodes(node) if not isinstance(child, skipped)]
        assert [child for child in children(node) if not isinstance(child, skipped)] == below
        assert all(parsed.parents[child] is node for child in below)
    assert len(parsed.nodes) == sum(not isinstance(node, skipped) for node in ast.walk(parsed.tree))
    check_lines(source)

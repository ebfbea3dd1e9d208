"""Counts the lines of code of all that exists only to make pages and the site: without docstrings, comments and blanks.

python -m bench.code_lines
"""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1] / "generator"
PLACES = ("publishing/views", "publishing/pages", "publishing/site", "mkdocs_plugin.py")
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
    tokenize.INDENT,
    tokenize.NEWLINE,
    tokenize.NL,
}


def code_lines(path: Path) -> int:
    """Returns how many lines of a file hold code."""
    with path.open("rb") as file:
        tokens = [token for token in tokenize.tokenize(file.readline) if token.type not in _NO_CODE]
    lines = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    return len(lines.difference(_of_docstrings(ast.parse(path.read_text(encoding="utf-8")))))


def _of_docstrings(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):  # of a module, class, function, field or constant
                yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def main() -> None:
    """Prints the count of each place, and of all."""
    counts = {place: sum(map(code_lines, sorted((ROOT / place).rglob("*.py")) or [ROOT / place])) for place in PLACES}
    for place, count in counts.items():
        print(f"{count:6}  generator/{place}")
    print(f"{sum(counts.values()):6}")


if __name__ == "__main__":
    main()

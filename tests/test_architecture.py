from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from importlinter.cli import lint_imports

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "generator"
LIBRARIES = {"torch", "paddle", "torchvision"}

Import = ast.Import | ast.ImportFrom


@cache
def modules() -> Mapping[str, ast.Module]:
    """Every module of the package, parsed, by its path below the repository."""
    return {
        path.relative_to(REPOSITORY).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def imports(tree: ast.AST) -> Iterator[Import]:
    """Every import statement below a node, wherever it stands."""
    return (node for node in ast.walk(tree) if isinstance(node, Import))


def imported(tree: ast.AST) -> Iterator[str]:
    """The dotted names that import statements load."""
    for node in imports(tree):
        yield from [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]


def layers() -> list[set[str]]:
    """The packages of each layer that exist, from the top down, as ``pyproject.toml`` has them."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    whole = settings["tool"]["importlinter"]["contracts"][0]
    named = [set(re.findall(r"\w+", layer)) for layer in whole["layers"]]
    there = {path.stem for path in PACKAGE.iterdir()}
    return [layer & there for layer in named if layer & there]


def test_imports_lead_down_and_never_round_in_circles() -> None:
    """import-linter finds the layers of ``pyproject.toml`` kept, each package in one, and no cycle of files or packages."""
    assert lint_imports(str(REPOSITORY / "pyproject.toml"), no_cache=True, no_logo=True) == 0


def test_layers_are_documented() -> None:
    """CONTRIBUTING's table has the layers of ``pyproject.toml`` in their order, each with all of its packages."""
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (`\w+`(?:、`\w+`)*) \| [^|]+ \|$", text[text.index("## 代码的结构") :], re.MULTILINE)
    assert [set(re.findall(r"\w+", row)) for row in table] == layers()


def test_imports_are_absolute() -> None:
    """An import names its module in full, so that searching for the name finds it."""
    relative = [
        f"{path}:{node.lineno}"
        for path, tree in modules().items()
        for node in imports(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_modules_open_with_one_sentence() -> None:
    """Every module says first, on one line that ends with a full stop, what it is for."""
    first_lines = {path: (ast.get_docstring(tree) or "").partition("\n")[0] for path, tree in modules().items()}
    assert [path for path, line in first_lines.items() if not line.endswith(".")] == []


def test_libraries_are_imported_only_where_they_are_read_or_run() -> None:
    """No statement imports torch or Paddle: only ``libraries``, ``catalog.inventory`` and ``evidence.verify`` load them, by name, when they need them."""
    statements = {
        path for path, tree in modules().items() for name in imported(tree) if name.split(".")[0] in LIBRARIES
    }
    assert statements == set()
    by_name = {path for path, tree in modules().items() if "importlib" in set(imported(tree))}
    assert {path.removeprefix("generator/").rpartition("/")[0] or path for path in by_name} == {
        "generator/cli.py",
        "catalog/inventory",
        "evidence/verify",
        "libraries",
        "publishing/export",
    }


NO_VERBS = frozenset({"Combinations", "Expressions", "Headings", "Lines", "Samples", "Shapes", "Spans", "Variants"})
"""Words that look like verbs in the third person and are none; each began a docstring once."""


def called_functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """The functions that are called, other than properties."""
    for node in ast.walk(tree):
        decorators = {ast.unparse(each) for each in getattr(node, "decorator_list", ())}
        if isinstance(node, ast.FunctionDef) and decorators.isdisjoint({"property", "cached_property"}):
            yield node


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    """A function's docstring says what it does, "Returns the …", not what there is; or it is a context manager."""
    found = [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in modules().items()
        for node in called_functions(tree)
        if (text := ast.get_docstring(node)) and not text.startswith("Context manager ")
        if not re.fullmatch("[A-Z][a-z]+s", word := text.split()[0]) or word in NO_VERBS
    ]
    assert found == []

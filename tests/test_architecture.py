from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "generator"
FLOORS = (
    {"__init__", "model", "parallel"},
    {"storage"},
    {"catalog"},
    {"rules", "importing", "inventory"},
    {"lint", "pages", "verify", "export", "drafting", "statistics", "site"},
    {"cli", "commands", "mkdocs_plugin"},
)
"""The rooms of each floor, from the ground up. A new module or package is given its floor here."""

FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
LIBRARIES = {"torch", "paddle", "torchvision"}
ROOMS = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(module: str) -> str:
    """The module or package right below ``generator`` that a dotted name lies in."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def dotted(path: Path) -> str:
    """The dotted name of a module file."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import statement below a node, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node


def imported_names(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The dotted names that an import statement may load; ``from generator import lint`` names a package too."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif node.module == "generator":
        yield from (f"generator.{alias.name}" for alias in node.names if (PACKAGE / alias.name).exists())
    else:
        yield node.module or ""


def at_import(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements that run when the module is imported: those outside of functions."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from at_import(child)


def higher_rooms(room: str, tree: ast.AST) -> list[str]:
    """The imported names that lie on a higher floor than ``room``."""
    names = [name for node in imports(tree) for name in imported_names(node) if name.startswith("generator.")]
    return [name for name in names if FLOOR_OF[room_of(name)] > FLOOR_OF[room]]


def test_every_room_has_a_floor() -> None:
    """Each module and package right below ``generator`` stands on exactly one floor."""
    assert not ROOMS - FLOOR_OF.keys(), "give it a floor in FLOORS, and a place in the table of CONTRIBUTING.md"
    assert sum(map(len, FLOORS)) == len(FLOOR_OF)


def test_floors_are_documented() -> None:
    """CONTRIBUTING's table has every module and package on the floor that this test holds."""
    text = (PACKAGE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([0-5]) \| (.*?) \|", text, re.MULTILINE)
    documented = {room: int(floor) for floor, rooms in rows for room in re.findall(r"`(\w+)`", rooms)}
    assert documented == {room: FLOOR_OF[room] for room in ROOMS - {"__init__"}}


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_lower_floor_never_imports_a_higher_one(path: Path) -> None:
    """Knowledge flows one way: no module imports from a floor above its own, not even inside a function."""
    room = room_of(dotted(path))
    assert higher_rooms(room, ast.parse(path.read_text(encoding="utf-8"))) == []


def test_import_of_a_higher_floor_is_seen() -> None:
    """The check sees each way of writing such an import."""
    for text in (
        "import generator.lint.run",
        "from generator.lint.run import lint_catalog",
        "from generator import lint",
        "def f():\n    from generator.lint import run",
    ):
        assert higher_rooms("model", ast.parse(text))
        assert not higher_rooms("commands", ast.parse(text))


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_are_absolute(path: Path) -> None:
    """An import names its module in full, so that searching for the name finds it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node.lineno for node in imports(tree) if isinstance(node, ast.ImportFrom) and node.level]


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_module_opens_with_one_sentence(path: Path) -> None:
    """Every module says first, on one line that ends with a full stop, what it is for."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring
    assert docstring.splitlines()[0].endswith(".")


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_libraries_are_imported_only_when_needed(path: Path) -> None:
    """No module imports torch or Paddle when it is itself imported: the site builds without them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    roots = {name.partition(".")[0] for node in at_import(tree) for name in imported_names(node)}
    assert not roots & LIBRARIES


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_libraries_are_imported_only_where_they_are_read_or_run(path: Path) -> None:
    """Only the collectors of ``inventory`` and the workers of ``verify`` know the libraries at all."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    roots = {name.partition(".")[0] for node in imports(tree) for name in imported_names(node)}
    assert not roots & LIBRARIES or room_of(dotted(path)) in {"inventory", "verify"}

from __future__ import annotations

from pathlib import Path

import pytest

from generator.projects.sources.find import find_files
from generator.projects.sources.modules import ModuleFiles

FILES = [
    "main.py",
    "ops.py",
    "pkg/__init__.py",
    "pkg/a.py",
    "pkg/sub/__init__.py",
    "pkg/sub/b.py",
    "src/lib/__init__.py",
    "scripts/run.py",
    "scripts/near.py",
    "plain/c.py",
    "random.py",
    "twice.py",
    "scripts/twice.py",
    "notebook.ipynb",
]


@pytest.fixture
def modules(tmp_path: Path) -> ModuleFiles:
    """The modules of a project."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n", encoding="utf-8")
    return ModuleFiles(find_files([tmp_path]).code)


@pytest.mark.parametrize(
    ("importer", "path", "wanted"),
    [
        ("main.py", "ops", "ops.py"),
        ("main.py", "pkg", "pkg/__init__.py"),
        ("main.py", "pkg.a", "pkg/a.py"),
        ("main.py", "lib", "src/lib/__init__.py"),
        ("main.py", "plain", "plain/"),
        ("main.py", "plain.c", "plain/c.py"),
        ("notebook.ipynb", "ops", "ops.py"),
        ("scripts/run.py", "near", "scripts/near.py"),
        ("scripts/run.py", "ops", "ops.py"),
        ("pkg/a.py", "pkg.sub.b", "pkg/sub/b.py"),
        ("pkg/a.py", ".sub", "pkg/sub/__init__.py"),
        ("pkg/__init__.py", ".a", "pkg/a.py"),
        ("pkg/sub/b.py", "..a", "pkg/a.py"),
        ("pkg/sub/b.py", "..", "pkg/__init__.py"),
        ("main.py", "near", ""),
        ("pkg/a.py", "sub", ""),
        ("scripts/run.py", "twice", ""),
        ("main.py", "random", ""),
        ("main.py", "numpy", ""),
        ("ops.py", "ops", ""),
        ("main.py", "....x", ""),
    ],
)
def test_places(modules: ModuleFiles, tmp_path: Path, importer: str, path: str, wanted: str) -> None:
    """A module is found as Python would, and not where that has another one of the name or several are possible."""
    found = modules.find(path, (tmp_path / importer).as_posix())
    assert found == (f"{tmp_path.as_posix()}/{wanted}" if wanted else "")


def test_only_what_was_found_is_read(modules: ModuleFiles, tmp_path: Path) -> None:
    """Neither files beside the project nor folders have a text, nor does a file without Python code."""
    (tmp_path / "ops.py").write_bytes(b"\0")
    (tmp_path / "later.py").write_text("x = 1\n", encoding="utf-8")
    assert modules.text(f"{tmp_path.as_posix()}/main.py") == "x = 1\n"
    assert modules.text(f"{tmp_path.as_posix()}/ops.py") is None
    assert modules.text(f"{tmp_path.as_posix()}/later.py") is None
    assert modules.text(f"{tmp_path.as_posix()}/plain/") is None
    assert modules.find("later", f"{tmp_path.as_posix()}/main.py") == ""

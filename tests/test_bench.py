from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from mkdocs.config import load_config
from samples import REPOSITORY, Project

from bench.site_projects import make_hugo, without_shortcut

SCRIPTS = sorted((REPOSITORY / "bench").glob("*.py"))
SIDE = pytest.param(REPOSITORY / "bench/training_side.py", marks=pytest.mark.libraries)
"""The one script that runs inside a library, and imports what only comes with it."""
LEAVES_A_CHILD = """
import os, time
reading, writing = os.pipe()
if os.fork() == 0:
    while time.process_time() < 0.3: pass
    os.write(writing, b"done")
    time.sleep(60)
os.read(reading, 4)
"""
"""A command whose child has used 0.3 seconds of a processor, and goes on when the command ends."""


@pytest.mark.parametrize(
    "script", [SIDE if path == SIDE.values[0] else path for path in SCRIPTS], ids=lambda path: path.stem
)
def test_benchmark_can_be_started(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every benchmark imports what exists, so that no change of the code leaves it behind; each module serves one."""
    spec = importlib.util.spec_from_file_location(f"bench_{script.stem}", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    uses = f"from bench.{script.stem} import "
    assert callable(getattr(module, "main", None)) or any(uses in other.read_text("utf-8") for other in SCRIPTS)


def test_all_processes_of_a_command_are_measured() -> None:
    """A run counts the processor time of a process that the command left running, and ends that process."""
    measure = (
        "import pathlib, sys; from bench.measured import measured_run as run; print(run(sys.argv[1:], pathlib.Path()))"
    )
    command = [sys.executable, "-c", measure, sys.executable, "-c", LEAVES_A_CHILD]
    path = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(command, env=path, capture_output=True, text=True, check=True, timeout=50)
    assert float(done.stdout.partition("cpu=")[2].partition(",")[0]) >= 0.3


def test_hugo_is_given_every_page(tmp_path: Path) -> None:
    """Each Markdown file is a page to Hugo: none is taken for an attachment, and no comment for front matter."""
    for path in ("index.md", "category/index.md", "category/1.md"):
        (tmp_path / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / path).write_text("<!-- 由程序生成 -->\n\n# 一\n\n<!-- 二 -->\n", encoding="utf-8")
    make_hugo(tmp_path / "hugo", tmp_path / "docs")
    content = tmp_path / "hugo/content"
    pages = {path.relative_to(content).as_posix(): path.read_text("utf-8") for path in content.rglob("*.md")}
    assert pages == dict.fromkeys(("_index.md", "category/_index.md", "category/1.md"), "# 一\n\n<!-- 二 -->\n")


def test_plain_site_is_made_by_mkdocs(project: Project) -> None:
    """The settings of the variant ``plain`` are those of the project with ``fast`` off."""
    names = ("mkdocs.yml", without_shortcut(project.root))
    assert [load_config(str(project.root / name)).plugins["apimap"].config["fast"] for name in names] == [True, False]

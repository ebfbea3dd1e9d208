from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import run
from known_calls import KNOWLEDGE
from samples import REPOSITORY, Project

from generator import parallel
from generator.catalog.catalog import Catalog, load_catalog
from generator.commands import Invocation, compiled_data, known_calls, scan

CODE = "import torch\nx = torch.add(1, torch.abs(input=y))\n"


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file; little is known of calls, and at once."""
    monkeypatch.setattr(scan, "open_knowledge", lambda _: KNOWLEDGE)
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "a.py").write_text(CODE, encoding="utf-8")
    return folder


def test_what_is_left_decides_the_exit_code(code: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """1 where a person has to look at something or a file cannot be read, 0 where not."""
    assert run("scan", code) == 1
    assert "可以机械转换" in capsys.readouterr().out
    (code / "a.py").write_text("import torch\ntorch.abs(input=1)\n", encoding="utf-8")
    assert run("scan", code) == 0
    (code / "b.py").write_text("def f(:", encoding="utf-8")
    assert run("scan", code) == 1


@pytest.mark.parametrize("form", scan.FORMATS)
def test_every_form_is_printed_or_written(code: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file has what would be printed, and nothing is printed then."""
    run("scan", code, "--format", form)
    printed = capsys.readouterr().out
    assert run("scan", code, "--format", form, "--output", code / "report") == 1
    assert capsys.readouterr().out == ""
    assert (code / "report").read_text(encoding="utf-8") == printed
    assert "torch.add" in printed


def test_path_that_does_not_exist_cannot_run(code: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped path is exit 2 with its name."""
    assert run("scan", code, code / "nothing") == 2
    assert "nothing 不存在" in capsys.readouterr().err


def test_empty_project_is_told(code: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without code is no error, and no silence."""
    (code / "a.py").unlink()
    assert run("scan", code) == 0
    assert "没有找到 Python 文件" in capsys.readouterr().err


def test_report_that_cannot_be_written_is_told(code: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An output below a file is exit 2 and no traceback."""
    assert run("scan", code, "--output", code / "a.py" / "x") == 2
    assert "无法写入" in capsys.readouterr().err


@pytest.mark.parametrize("cores", [1, 2])
def test_files_are_told_in_their_order(
    code: Path, cores: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """However many processes did the work, the report is the same."""
    monkeypatch.setattr(parallel, "_cores", lambda: cores)
    monkeypatch.setattr(parallel.threading, "active_count", lambda: 1)
    for number in range(20):
        (code / f"{number:02}.py").write_text(CODE, encoding="utf-8")
    run("scan", code, "--format", "json")
    files = [Path(file["file"]).name for file in json.loads(capsys.readouterr().out)["files"]]
    assert files == [*(f"{number:02}.py" for number in range(20)), "a.py"]


def test_data_is_compiled_once_and_again_when_it_changes(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache holds until a file of the data changes, and a damaged one is as none."""
    opened = []

    def open_catalog(invocation: Invocation) -> Catalog:
        opened.append(invocation)
        return load_catalog(invocation.root)

    monkeypatch.setattr(Invocation, "open_catalog", open_catalog)
    invocation = Invocation(project.root)
    first = known_calls.open_knowledge(invocation)
    assert first.answer("torch.abs") is not None
    known_calls.open_knowledge(invocation)
    assert len(opened) == 1
    cache = known_calls.CALLS.cache(project.root)
    cache.write_text(cache.read_text(encoding="utf-8").replace("torch.abs", "torch.abx"), encoding="utf-8")
    assert known_calls.open_knowledge(invocation).answer("torch.abs") is not None
    assert len(opened) == 2
    for file in project.records.rglob("torch.abs.yml"):
        file.unlink()
    assert known_calls.open_knowledge(invocation).answer("torch.abs") is None
    assert len(opened) == 3


def test_without_data_the_command_says_where_it_looks(
    code: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside of a project and without what the wheel carries, it is exit 2 with ``--root`` as the remedy."""
    monkeypatch.setattr(scan, "open_knowledge", known_calls.open_knowledge)
    monkeypatch.chdir(code)
    monkeypatch.setattr(compiled_data, "_PACKAGE", code)
    assert run("scan", ".") == 2
    assert "--root" in capsys.readouterr().err


def test_the_wheels_data_is_used_outside_of_a_project(
    code: Path, project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ``apimap export calls`` writes is what the installed command reads."""
    assert run("--root", project.root, "export", "calls", "--output", code / "calls.json") == 0
    monkeypatch.setattr(scan, "open_knowledge", known_calls.open_knowledge)
    monkeypatch.setattr(compiled_data, "_PACKAGE", code)
    monkeypatch.chdir(code)
    capsys.readouterr()
    assert run("scan", "a.py", "--format", "json") == 1
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert file["lines"] == 2
    (code / "calls.json").write_text("{}", encoding="utf-8")
    assert run("scan", "a.py") == 2


@pytest.mark.slow
def test_progress_is_for_terminals_alone(project: Project) -> None:
    """A bar is drawn on standard error where that is a terminal, and nothing at all elsewhere."""
    code = project.root / "a.py"
    code.write_text(CODE, encoding="utf-8")
    program = "from generator.cli import main; main()"
    command = [sys.executable, "-c", program, "--root", str(project.root), "scan", str(code)]
    quiet = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY)
    assert quiet.stderr == ""
    ours, theirs = pty.openpty()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=theirs, check=False, cwd=REPOSITORY)
    os.close(theirs)
    assert "检查" in os.read(ours, 10_000).decode()
    os.close(ours)


def test_what_another_file_says_is_known(code: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A Tensor that another file of the project makes is known, where that file is scanned as well."""
    (code / "a.py").write_text("import torch\nfrom b import make\nmake().outer\n", encoding="utf-8")
    (code / "b.py").write_text("import torch\ndef make() -> torch.Tensor: return read()\n", encoding="utf-8")

    def left(*paths: Path) -> int:
        run("scan", *paths, "--format", "json")
        found: int = json.loads(capsys.readouterr().out)["summary"]["by_hand"]
        return found

    assert left(code / "a.py") == 0
    assert left(code / "a.py", code / "b.py") == left(code / "b.py") + 1
    assert left(code) == left(code / "b.py") + 1

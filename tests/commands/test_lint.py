from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run
from samples import ABS, Project

from generator import parallel
from generator.lint import run as lint_run
from generator.lint.baseline import FILE

PATH = "torch/torch.abs.yml"
BROKEN = ABS.replace("表示输入的 Tensor。", "表示输入的 Tensor")


def test_diff_shows_and_does_not_write(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """``--diff`` prints what ``--fix`` would change, and leaves the file alone."""
    file = project.add(BROKEN)
    run("--root", project.root, "lint", "--diff")
    assert "+  - {torch: input, paddle: x, note: 表示输入的 Tensor。}" in capsys.readouterr().out
    assert file.read_text(encoding="utf-8") == BROKEN


def test_fix_keeps_byte_order_mark_and_line_ends(project: Project) -> None:
    """A file from another system keeps its first and its last bytes."""
    raw = "\ufeff".encode() + BROKEN.replace("\n", "\r\n").encode()
    file = project.add(raw, PATH)
    run("--root", project.root, "lint", "--fix")
    assert file.read_bytes() == "\ufeff".encode() + ABS.replace("\n", "\r\n").encode()


def test_unknown_code_cannot_run(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped family is exit 2 with the families there are, and not a clean run."""
    assert run("--root", project.root, "lint", "--select", "PRA") == 2
    assert "PAR" in capsys.readouterr().err


def test_baseline_starts_clean_and_shrinks_by_itself(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Old findings are silent, new ones are not, and the file goes when the last debt is paid."""
    project.add(BROKEN)
    assert run("--root", project.root, "lint", "--write-baseline") == 0
    assert run("--root", project.root, "lint") == 0
    project.add(BROKEN.replace("category: ", "categori: x\ncategory: "))
    assert run("--root", project.root, "lint", "--format", "json") == 1
    assert [item["code"] for item in json.loads(capsys.readouterr().out)] == ["YML006"]
    project.add(ABS)
    assert run("--root", project.root, "lint") == 0
    assert not (project.root / FILE).exists()


def test_record_outside_the_project_is_linted(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A named file is never passed over because it lies elsewhere."""
    other = tmp_path / "elsewhere" / "torch" / "torch.abs.yml"
    other.parent.mkdir(parents=True)
    other.write_text(BROKEN, encoding="utf-8")
    assert run("--root", project.root, "lint", other) == 1
    assert "PAR002" in capsys.readouterr().out


def test_summary_counts_what_was_asked_about(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a path the last line counts the files below it, and of no path all records."""
    named = project.add(ABS)
    assert run("--root", project.root, "lint", named) == 0
    assert "检查了 1 个文件，" in capsys.readouterr().err
    assert run("--root", project.root, "lint", named.parent) == 0
    below = len(list(named.parent.glob("*.yml")))
    assert f"检查了 {below} 个文件，" in capsys.readouterr().err
    assert run("--root", project.root, "lint") == 0
    everything = len(list(project.root.rglob("records/*/*.yml")))
    assert everything > below
    assert f"检查了 {everything} 条记录，" in capsys.readouterr().err


def test_named_file_is_judged_among_all_records(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule about several records speaks of the named file, although the others are not examined."""
    other = project.add(ABS.replace("torch.abs\n", "torch.absolute\n", 1), "torch/torch.absolute.yml")
    named = project.add(ABS)
    assert run("--root", project.root, "lint", "--format", "json", named) == 1
    found = json.loads(capsys.readouterr().out)
    assert {item["file"] for item in found} == {named.as_posix()}, other
    assert "SET003" in {item["code"] for item in found}


def test_findings_are_the_same_from_one_process_and_from_two(
    project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Halving the work changes nothing of what is said, rules that look at several records included."""
    project.add(BROKEN)
    project.add(ABS.replace("torch.abs\n", "torch.absolute\n", 1), "torch/torch.absolute.yml")
    project.add(ABS + "exempt:\n  - {code: PAR002, reason: 试试。}\n", "torch/torch.other.yml")
    monkeypatch.setattr(lint_run, "BATCH", 1)
    outputs = []
    for available, enough in ((1, parallel.ENOUGH), (2, 2)):
        monkeypatch.setattr(parallel, "_cores", lambda available=available: available)
        monkeypatch.setattr(parallel, "ENOUGH", enough)
        assert run("--root", project.root, "lint") == 1
        outputs.append(capsys.readouterr())
    assert outputs[0] == outputs[1]
    assert "SET001" in outputs[0].out
    assert "PAR002" in outputs[0].out


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_every_format_runs_clean_and_broken(project: Project, form: str) -> None:
    """The format changes what is printed, and never the exit code."""
    assert run("--root", project.root, "lint", "--format", form) == 0
    project.add(BROKEN)
    assert run("--root", project.root, "lint", "--format", form) == 1

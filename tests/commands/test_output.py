from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from samples import ABS, REPOSITORY, Project

from generator.cli import main

BROKEN = ABS.replace("表示输入的 Tensor。", "表示输入的 Tensor")
COMMANDS = (
    *(("lint", "--format", form) for form in ("text", "json", "github", "sarif")),
    ("lint", "--diff"),
    ("explain",),
    ("stats",),
    ("export", "json"),
    ("render", "--check"),
)


def run(project: Project, *arguments: str) -> subprocess.Popen[bytes]:
    """``apimap`` in a process of its own, whose output is a disk that is full."""
    code = "from generator.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "--root", project.root, *arguments],
        stdout=os.open("/dev/full", os.O_WRONLY),
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )


@pytest.mark.slow
def test_output_to_a_full_disk_is_an_error_and_no_traceback(project: Project) -> None:
    """Whatever a command prints, a disk that is full ends it with exit code 2 and one line that says so."""
    project.add(BROKEN)
    running = {arguments: run(project, *arguments) for arguments in COMMANDS}
    for arguments, process in running.items():
        _, errors = process.communicate()
        assert process.returncode == 2, arguments
        assert [line for line in errors.decode().splitlines() if "No space left" in line], arguments
        assert b"Traceback" not in errors, arguments
        assert b"Exception ignored" not in errors, arguments


@pytest.mark.parametrize(
    "arguments", [("lint", "--fix"), ("lint", "--write-baseline"), ("render",), ("schema",)], ids=" ".join
)
def test_full_disk_is_told_where_a_file_is_written(
    project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """A command that writes files says that there was no room, and leaves the old files whole and none besides."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    project.add(BROKEN)
    before = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(SystemExit) as exit_:
        main(["--root", str(project.root), *arguments])
    assert exit_.value.code == 2
    assert "No space left" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()} == before


def test_diff_in_a_log_is_no_command(
    project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In CI a line of a record that a diff shows is no command; elsewhere it is what ``patch`` needs."""
    project.add(BROKEN.replace("checks:\n", "# ##[error]x\nchecks:\n"))
    monkeypatch.delenv("TF_BUILD", raising=False)
    for in_log in (True, False):
        monkeypatch.setenv("CI", "true") if in_log else monkeypatch.delenv("CI")
        with pytest.raises(SystemExit):
            main(["--root", str(project.root), "lint", "--diff"])
        assert ("##[error]x" in capsys.readouterr().out) != in_log

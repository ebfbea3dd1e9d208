from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import run
from known_calls import KNOWLEDGE

from generator.commands import convert
from generator.storage import atomic

OLD = "import torch\ny = torch.abs(input=1)\n"
NEW = "import paddle\ny = paddle.abs(x=1)\n"
LEFT = "import torch\ny = torch.add(1, 2)\n"


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file that is converted whole; little is known of calls, and at once."""
    monkeypatch.setattr(convert, "open_knowledge", lambda _: KNOWLEDGE)
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "a.py").write_text(OLD, encoding="utf-8")
    return folder


@pytest.mark.parametrize("arguments", [[], ["--diff"]])
def test_diff_is_the_default_and_patch_takes_it(
    code: Path, arguments: list[str], capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is written; ``patch`` makes of the output what ``--write`` would."""
    for name in ("CI", "TF_BUILD"):
        monkeypatch.delenv(name, raising=False)
    (code / "b.py").write_bytes(b"import torch\r\ny = torch.abs(input=1)")
    monkeypatch.chdir(code)
    assert run("convert", ".", *arguments) == 0
    assert (code / "a.py").read_text(encoding="utf-8") == OLD
    subprocess.run(["patch", "--binary", "-p0", "-s"], input=capfdbinary.readouterr().out, cwd=code, check=True)
    assert contents(code) == {"a.py": NEW.encode(), "b.py": b"import paddle\r\ny = paddle.abs(x=1)"}


def test_diff_in_a_log_is_no_command(
    code: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In CI, lines of a stranger's file command nothing."""
    monkeypatch.setenv("CI", "1")
    (code / "a.py").write_text(f"{OLD}# \x1b[31m ##[group]x\n", encoding="utf-8")
    run("convert", code)
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "##[group]" not in out


def test_write_changes_in_place_and_once(code: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second run changes nothing, not even a file's time."""
    assert run("convert", "--write", code) == 0
    assert contents(code) == {"a.py": NEW.encode()}
    os.utime(code / "a.py", (1, 1))
    assert run("convert", "--write", code) == 0
    assert (code / "a.py").stat().st_mtime == 1
    assert "改动 0 个" in capsys.readouterr().err


def test_what_is_left_is_exit_1_each_time(code: Path) -> None:
    """A comment for a person is left once, and keeps the exit code until the person removes it."""
    (code / "b.py").write_text(LEFT, encoding="utf-8")
    assert run("convert", "--write", code) == 1
    first = contents(code)
    assert first["b.py"].count(b"TODO(apimap)") == 1
    assert run("convert", "--write", code) == 1
    assert contents(code) == first


def test_to_writes_a_copy_that_runs(code: Path, tmp_path: Path) -> None:
    """The copy has the converted files and all others, one that does not parse as well; the source stays."""
    (code / "data.txt").write_text("data", encoding="utf-8")
    (code / "bad.py").write_text("print 1", encoding="utf-8")
    before = contents(code)
    assert run("convert", code, "--to", tmp_path / "out") == 1
    assert contents(code) == before
    assert contents(tmp_path / "out") == {**before, "a.py": NEW.encode()}


def test_to_inside_of_the_project_is_not_read_again(code: Path) -> None:
    """A second conversion into the same folder gives the same files."""
    for _ in range(2):
        assert run("convert", code, "--to", code / "out") == 0
        assert contents(code / "out") == {"a.py": NEW.encode()}


@pytest.mark.parametrize(
    "arguments",
    [
        lambda code: (code, "--to", code),
        lambda code: (code, "--to", code.parent),
        lambda code: (code / "a.py", "--to", code),
        lambda code: (code, code / "a.py", "--to", code.parent / "out"),
        lambda code: (code, "--to", code.parent / "out", "--write"),
        lambda code: (code, "--diff", "--write"),
        lambda code: (code / "nothing",),
    ],
)
def test_what_could_meet_the_source_cannot_run(
    code: Path, arguments: Callable[[Path], tuple[str | Path, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Such a command is exit 2 with a line that says why, and writes nothing."""
    before = contents(code.parent)
    assert run("convert", *arguments(code)) == 2
    assert contents(code.parent) == before
    assert capsys.readouterr().err.strip()


def test_link_that_was_named_is_written_through(code: Path) -> None:
    """``--write`` on a link changes the file that it stands for, and leaves the link."""
    link = code.parent / "link.py"
    link.symlink_to(code / "a.py")
    assert run("convert", "--write", link) == 0
    assert link.is_symlink()
    assert (code / "a.py").read_text(encoding="utf-8") == NEW


def test_interrupted_run_leaves_no_half_of_a_file(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever interrupts it finds each file old or new, and no other file."""

    def interrupted(*_: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    assert run("convert", "--write", code) == 130
    assert contents(code) == {"a.py": OLD.encode()}


def test_file_that_cannot_be_written_is_told(
    code: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A read-only folder is a line for its file and exit 2; the files of others are written."""
    (code / "b.py").write_text(OLD, encoding="utf-8")
    write = atomic.write_bytes

    def refuse(path: Path, content: bytes, mode: int | None = None) -> None:
        if path.name == "a.py":
            raise PermissionError(13, "Permission denied", str(path))
        write(path, content, mode)

    monkeypatch.setattr(atomic, "write_bytes", refuse)
    assert run("convert", "--write", code) == 2
    assert "a.py 没有写入：没有权限。" in capsys.readouterr().err
    assert contents(code) == {"a.py": OLD.encode(), "b.py": NEW.encode()}

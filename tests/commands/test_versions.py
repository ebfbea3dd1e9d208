from __future__ import annotations

import sys
from pathlib import Path

import command_line
import pytest
from samples import REPOSITORY, Project

from generator.catalog.catalog import INVENTORY
from generator.libraries.installed import installed_version
from generator.libraries.registry import LIBRARIES
from generator.model.release import Release
from generator.reports.versions.environment import ENVIRONMENTS
from generator.storage.inventory_delta import delta_name
from generator.storage.inventory_file import file_name
from generator.storage.release_file import RELEASES, read_releases

PINNED = "3.3.1"
ONE = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
checks:
  - given: {x: "float32[2]"}
    torch: y = torch.abs(x)
    paddle: y = paddle.abs(x)
    usual: true
"""


def run(root: Path, *arguments: str) -> int:
    """The exit code of ``apimap versions``."""
    return command_line.run("--root", root, "versions", *arguments)


def written(root: Path) -> list[str]:
    """What the commands may have written."""
    folders = (root / RELEASES, root / ENVIRONMENTS)
    return [path.name for folder in folders if folder.exists() for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("env", "latest"), "latest 不是版本号"),
        (("inventory", "3.2.2"), "无法读取"),
        (("run", "3.2.2"), "apimap versions env 3.2.2"),
        (("diff", "3.2", "3.3.1"), "没有 paddle 3.2 的结果"),
        (("review", "9.9.9"), "没有 paddle 9.9.9 的清单"),
        (("run", "3.2.2", "--record", "torch.none"), "apimap versions env 3.2.2"),
    ],
)
def test_what_is_not_there_is_one_error(
    project: Project, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    """A release without environment, inventory or results, or that is none, ends in one message and writes nothing."""
    assert run(project.root, *arguments) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error
    assert written(project.root) == []


@pytest.mark.parametrize("text", ["", "# 另一种格式\n", "\x00\n"])
def test_an_inventory_of_another_format_is_one_error(
    project: Project, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """Nothing is compared with a file that is no inventory: the message names it and the command that makes it."""
    folder = project.root / INVENTORY
    folder.mkdir(parents=True)
    (folder / file_name("paddle", PINNED)).write_bytes((REPOSITORY / INVENTORY / f"paddle-{PINNED}.txt").read_bytes())
    (folder / delta_name("paddle", "3.0.0")).write_text(text, encoding="utf-8")
    assert run(project.root, "diff", "3.0.0", PINNED) == 2
    error = capsys.readouterr().err
    assert "paddle-3.0.0.delta" in error
    assert "apimap versions inventory" in error


@pytest.mark.usefixtures("_shipped")
def test_shipped_releases_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """What came with 3.3.1 is listed from the committed results, without a library or an environment."""
    assert run(REPOSITORY, "diff", "3.2.2", PINNED) == 0
    assert "- `torch.abs`：没有 out → 与本页一致" in capsys.readouterr().out
    assert run(REPOSITORY, "list") == 0
    assert len(capsys.readouterr().out.splitlines()) == 5
    assert run(REPOSITORY, "review", PINNED, "--since", "3.2.2") == 0
    assert "paddle.abs 新增参数 out=None" in capsys.readouterr().out


def test_a_review_drafts_the_records_of_a_release(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the option nothing is written; with it a record has the rows of the release, and waits for a person."""
    folder = project.root / INVENTORY
    folder.mkdir(parents=True)
    names = [file_name("torch", "2.13.0"), file_name("paddle", PINNED)]
    names += [path.name for path in (REPOSITORY / INVENTORY).glob("*.delta")]
    for name in names:
        (folder / name).write_bytes((REPOSITORY / INVENTORY / name).read_bytes())
    row = "  - {torch: out, paddle: out, note: 表示存放结果的 Tensor。}\n"
    path = project.add(ONE.replace("checks:", f"{row}checks:"))
    before = path.read_text(encoding="utf-8")
    assert run(project.root, "review", "3.2.2", "--since", PINNED) == 0
    assert path.read_text(encoding="utf-8") == before
    assert run(project.root, "review", "3.2.2", "--since", PINNED, "--draft") == 0
    after = path.read_text(encoding="utf-8")
    assert (
        after
        == before.replace(row, "  - {torch: out, note: 表示存放结果的 Tensor。, rewrite: example}\n") + "draft: true\n"
    )
    assert "`out`：Paddle 不再有 out，需要转写示例" in capsys.readouterr().out


@pytest.mark.libraries
def test_the_other_interpreter_runs_one_side(project: Project) -> None:
    """A release that is the pinned one under another name gives the same, and a second run finds nothing to do."""
    for path in project.records.rglob("*.yml"):
        path.unlink()
    project.add(ONE)
    assert command_line.run("--root", project.root, "verify") == 0
    python = project.root / ENVIRONMENTS / f"paddle-{PINNED}/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    assert installed_version(LIBRARIES["paddle"].name) == PINNED
    assert run(project.root, "run", PINNED) == 0
    assert read_releases(project.root)["torch.abs"].results == {Release("paddle", PINNED): ()}
    before = (project.root / RELEASES / "torch.jsonl").stat().st_mtime_ns
    assert run(project.root, "run", PINNED) == 0
    assert run(project.root, "run", PINNED, "--check") == 0
    assert (project.root / RELEASES / "torch.jsonl").stat().st_mtime_ns == before

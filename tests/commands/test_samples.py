from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path

import command_line
import pytest
from samples import REPOSITORY, Project

from generator.catalog.catalog import INVENTORY
from generator.storage.sample_file import FACTS, read_samples

NEG = """\
torch: torch.neg
paddle: paddle.neg
category: 仅参数名不一致
checks:
  - given: {x: "float32[3]"}
    torch: y = torch.neg(x)
    paddle: y = paddle.neg(x)
"""
WRONG = """\
torch: torch.sinc
paddle: paddle.sin
category: 仅参数名不一致
parameters: [{torch: input, paddle: x, note: 表示输入的 Tensor。}]
checks:
  - given: {x: [0.0]}
    torch: y = torch.sinc(x) - 1
    paddle: y = paddle.sin(x)
"""


def run(root: Path, *arguments: str) -> int:
    """The exit code of ``apimap``."""
    return command_line.run("--root", root, *arguments)


@pytest.fixture
def two_records(project: Project) -> Path:
    """A project with a right record and a wrong one, of functions that torch has samples of."""
    for path in project.records.rglob("*.yml"):
        path.unlink()
    project.add(NEG)
    project.add(WRONG)
    shutil.copytree(REPOSITORY / INVENTORY, project.root / INVENTORY, dirs_exist_ok=True)
    return project.root


def test_samples_that_are_not_installed_are_one_clear_error(
    two_records: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what is missing and how to get it, and no file is touched."""
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "expecttest" else found("json"))
    assert run(two_records, "samples") == 2
    said = capsys.readouterr().err
    assert "没有安装 expecttest，不能取得 PyTorch 自带的样本" in said
    assert "requirements/libraries.txt" in said
    assert not (two_records / FACTS).exists()


@pytest.mark.libraries
def test_facts_and_untold_differences_are_kept(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What no row tells is a line and a figure; what is current is listed by ``stats`` without being run again."""
    assert run(two_records, "samples", "--jobs", "1", "torch.neg", "torch.sinc") == 1
    out, err = capsys.readouterr()
    assert "torch.sinc.yml:1:1 torch.sinc 有未说明的差异，值不同：y = torch.sinc(input)" in out
    assert "torch.neg" not in out
    assert "有未说明的差异的记录 1 条" in err
    found = read_samples(two_records)
    assert [bool(found[api].untold) for api in ("torch.neg", "torch.sinc")] == [False, True]
    assert run(two_records, "stats", "--untold") == 0
    assert "torch.sinc 有未说明的差异" in capsys.readouterr().out
    assert run(two_records, "stats", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["samples"]["untold"] == ["torch.sinc"]
    assert run(two_records, "samples", "--check", "torch.neg") == 0
    assert run(two_records, "samples", "--jobs", "1", "torch.neg") == 0
    assert read_samples(two_records) == found


@pytest.mark.libraries
def test_a_name_without_samples_is_refused(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message says what belongs there."""
    assert run(two_records, "samples", "torch.nowhere") == 2
    assert "没有 torch.nowhere 的样本" in capsys.readouterr().err

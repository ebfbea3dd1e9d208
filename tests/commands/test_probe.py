from __future__ import annotations

import json

import pytest
from command_line import run
from samples import REPOSITORY

from generator.commands import verify


def probe(*arguments: str) -> int:
    """The exit code of ``apimap probe`` in the repository."""
    return run("--root", REPOSITORY, "probe", *arguments)


@pytest.mark.usefixtures("_shipped")
def test_without_the_libraries_one_line_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is read or run, and the line has the command that installs them."""
    monkeypatch.setattr(verify, "installed_version", lambda _: None)
    assert probe("torch.sum") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "没有安装 torch、paddle" in line
    assert "pip install torch paddlepaddle" in line


@pytest.mark.libraries
@pytest.mark.usefixtures("_shipped")
def test_differences_of_sum_are_found_and_known_to_its_record(capsys: pytest.CaptureFixture[str]) -> None:
    """Small integers keep their dtype in Paddle, ``out`` changes its own; the record tells both, and the CPU is named."""
    assert probe("torch.sum", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["device"] == "cpu"
    by_place = {(one["aspect"], one["parameter"], one["kind"]): one for one in found["found"]}
    small = by_place["dtype", "input", "dtype 不同"]
    assert {"uint8", "int8", "int16"} <= set(small["settings"])
    assert small["told"] == "told"
    assert ("out", "out", "dtype 不同") in by_place
    assert found["keywords"] == {"input": True, "dim": True}


@pytest.mark.libraries
@pytest.mark.usefixtures("_shipped")
def test_another_counterpart_is_probed_without_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    """A counterpart that the record does not have is tried by names alone, and each line has the input that shows it."""
    assert probe("torch.floor", "paddle.ceil") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("torch.floor → paddle.ceil：")
    assert "在 CPU 上" in lines[0]
    assert any(line.startswith("值不同") for line in lines)
    assert 'given: {"' in lines[2]


@pytest.mark.libraries
@pytest.mark.usefixtures("_shipped")
@pytest.mark.parametrize("names", [("torch.nowhere",), ("torch.sum", "paddle.nowhere"), ("paddle.sum",)])
def test_a_name_that_is_none_is_refused(names: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong name is a line and exit code 2, before anything runs."""
    assert probe(*names) == 2
    assert names[-1] in capsys.readouterr().err

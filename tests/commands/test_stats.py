from __future__ import annotations

import json

import pytest
from command_line import run
from samples import ABS, Project


def stats(project: Project, *arguments: str) -> int:
    """The exit code of ``apimap stats``."""
    return run("--root", project.root, "stats", *arguments)


def test_figures_are_printed_for_people_and_for_programs(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """The text has the parameters' coverage; the JSON has the same numbers."""
    assert stats(project) == 0
    assert "参数覆盖：2 / 2 个两边都有的参数在运行的示例或检查中传过。" in capsys.readouterr().out
    assert stats(project, "--format", "json") == 0
    data = json.loads(capsys.readouterr().out)
    assert sum(module["passed"] for module in data["parameters"]) == 2
    assert data["skipped"] == 0
    assert data["conversions"] == {"records": 0, "snippets": 0, "converted": 0}


def test_skipped_code_is_listed(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """``--skipped`` names place and reason, and counts."""
    project.add(ABS.replace("  - given", "  - skip: 需要 GPU。\n    given"))
    assert stats(project, "--skipped") == 0
    out = capsys.readouterr().out
    assert "torch.abs.yml:7 torch.abs checks.0：需要 GPU。" in out
    assert out.endswith("没有运行的示例与检查：1 个。\n")


def test_stale_list_is_printed(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """``--stale`` lists the records without evidence."""
    assert stats(project, "--stale") == 0
    assert capsys.readouterr().out.endswith("要重看的：2 条。\n")


def test_conversions_are_listed(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """``--conversions`` says what to do where nothing was converted yet."""
    assert stats(project, "--conversions") == 0
    assert capsys.readouterr().out == "按记录转换：还没有试过，运行 apimap verify。\n"


def test_one_list_at_a_time(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Two lists in one output could not be told apart."""
    assert stats(project, "--stale", "--skipped") == 2
    assert "一次写一个" in capsys.readouterr().err

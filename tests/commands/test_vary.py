from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import command_line
import pytest
from samples import Project

from generator.commands import vary
from generator.model.variation import SecondOrder
from generator.storage.variation_file import VARIATIONS, read_variations, write_variations

RECORD = """\
torch: torch.roll
paddle: paddle.concat
category: 仅参数名不一致
checks:
  - given: {x: "float32[3]"}
    torch: y = torch.roll(x, 1)
    paddle: y = paddle.concat([x[2:], x[:2]])
"""
CLEAN = """\
torch: torch.neg
paddle: paddle.neg
category: 仅参数名不一致
checks:
  - given: {x: "float32[3]"}
    torch: y = torch.neg(x)
    paddle: y = paddle.neg(x)
"""


def run(root: Path, *arguments: str) -> int:
    """The exit code of ``apimap``."""
    return command_line.run("--root", root, *arguments)


@pytest.fixture
def two_records(project: Project) -> Path:
    """A project with a record whose code holds for one length alone, and one without fault."""
    for path in project.records.rglob("*.yml"):
        path.unlink()
    project.add(RECORD)
    project.add(CLEAN)
    return project.root


@pytest.mark.libraries
def test_findings_are_listed_and_kept(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What no row tells is a line with its place, a result on disk and a figure; what is not stale is not run again."""
    assert run(two_records, "vary", "--jobs", "1", "--seconds", "60") == 1
    out, err = capsys.readouterr()
    assert "torch.roll.yml:5:5 有未说明的差异，值不同：长度为 3 的维度：" in out
    assert "torch.neg" not in out
    assert "有未说明的差异的记录 1 条" in err
    found = read_variations(two_records)
    assert [bool(found[api].untold) for api in ("torch.neg", "torch.roll")] == [False, True]

    assert run(two_records, "vary") == 0
    assert "没有要运行的记录" in capsys.readouterr().err
    assert run(two_records, "stats", "--untold") == 0
    assert "torch.roll.yml:5:5 有未说明的差异" in capsys.readouterr().out
    assert run(two_records, "stats", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["variations"]["untold"] == ["torch.roll"]


@pytest.mark.libraries
def test_a_finding_is_one_line(
    two_records: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a library said can't begin a line, which would be a command of CI."""
    monkeypatch.setattr(vary, "findings_of", lambda *_: ["said\n::error::by a library"])
    run(two_records, "vary", "torch.neg")
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("said")


@pytest.mark.libraries
def test_check_compares_and_writes_nothing(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--check`` fails where the committed result is another one, and not because of what is known."""
    assert run(two_records, "vary", "--check", "torch.neg") == 1
    assert "变换结果需更新：torch.neg" in capsys.readouterr().out
    assert not (two_records / VARIATIONS).exists()
    run(two_records, "vary", "torch.neg", "--seconds", "60")
    assert run(two_records, "vary", "--check", "torch.neg", "--seconds", "60") == 0


@pytest.mark.libraries
def test_facts_are_measured_again_and_all_else_is_kept(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was found stays, what is stale is left alone, and the options that run everything are refused beside it."""
    run(two_records, "vary", "--jobs", "1", "--seconds", "60")
    found = read_variations(two_records)
    wrong = replace(found["torch.roll"], dtypes=(), second_orders=(SecondOrder("", is_always=True),))
    stale = replace(found["torch.neg"], digest="0" * 16, dtypes=())
    write_variations(two_records, [wrong, stale])
    assert run(two_records, "vary", "--measured", "--jobs", "1", "--seconds", "60") == 1
    assert read_variations(two_records) == {"torch.roll": found["torch.roll"], "torch.neg": stale}
    assert run(two_records, "vary", "--measured", "--all") == 2
    assert "--measured 不能与" in capsys.readouterr().err


@pytest.mark.libraries
def test_what_sentences_may_tell_is_listed_on_demand(
    two_records: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--unclear`` lists it beside the findings, and writes nothing."""
    monkeypatch.setattr(vary, "unclear_of", lambda one, _: [f"what {one.api} may tell"])
    assert run(two_records, "vary", "--unclear", "torch.neg") == 0
    assert capsys.readouterr().out.splitlines() == ["what torch.neg may tell"]
    assert not (two_records / VARIATIONS).exists()


@pytest.mark.libraries
def test_verify_tells_untold_differences(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record that passes on its own inputs alone is a line of ``verify``, a figure, and no failure."""
    run(two_records, "vary", "--jobs", "1", "--seconds", "60")
    capsys.readouterr()
    assert run(two_records, "verify") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert "torch.roll.yml:5:5 torch.roll 有未说明的差异 " in line
    assert run(two_records, "stats") == 0
    assert "1 有未说明的差异" in capsys.readouterr().out


@pytest.mark.libraries
def test_damaged_results_can_be_made_anew(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged file keeps pages from being made of it, and not the command that writes it."""
    run(two_records, "vary", "torch.neg", "--seconds", "60")
    path = two_records / VARIATIONS / "torch.jsonl"
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace('"seed": 0', '"seed": "0"'), encoding="utf-8")
    assert run(two_records, "stats") == 2
    assert "可用 apimap vary 重新生成" in capsys.readouterr().err
    assert run(two_records, "vary", "torch.neg", "--seconds", "60") == 0
    assert path.read_text(encoding="utf-8") == whole


@pytest.mark.libraries
def test_verify_tells_stale_variations(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After a change of the code, ``verify --check`` says what has to be run; without variations it does not."""
    run(two_records, "verify", "--check", "torch.neg")
    assert "apimap vary" not in capsys.readouterr().out
    run(two_records, "vary", "torch.neg", "--seconds", "60")
    path = two_records / "mapping_data/records/torch/torch.neg.yml"
    path.write_text(CLEAN.replace("float32[3]", "float32[4]"), encoding="utf-8")
    capsys.readouterr()
    assert run(two_records, "verify", "--check", "torch.neg") == 1
    assert "变换结果已过时，运行 apimap vary torch.neg" in capsys.readouterr().out


def test_a_name_without_a_record_is_refused(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """The message says what belongs there."""
    assert run(project.root, "vary", "torch.nowhere") == 2
    assert "没有 torch.nowhere 的记录" in capsys.readouterr().err

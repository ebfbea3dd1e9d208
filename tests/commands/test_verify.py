from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import command_line
import pytest
from samples import REPOSITORY, Project

from generator.commands import verify
from generator.storage.evidence_file import EVIDENCE, read_evidence

TRUE = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
checks:
  - given: {x: "float32[2]"}
    torch: y = torch.abs(x)
    paddle: y = paddle.abs(x)
"""
NOTE = """\
number: 1
title: 标题
theme: 网络层
surprise: 意外。
holds: still
today: 如今。
advice: 做法。
checks:
  - title: 不同
    expect: differs
    torch: y = 1
    paddle: y = 2
"""
FALSE = TRUE.replace("torch.abs", "torch.neg")


def run(root: Path, *arguments: str) -> int:
    """The exit code of ``apimap verify``."""
    return command_line.run("--root", root, "verify", *arguments)


@pytest.fixture
def two_records(project: Project) -> Path:
    """A project with one true claim and one false one, and no other."""
    folder = project.root / "mapping_data/records"
    for path in folder.rglob("*.yml"):
        path.unlink()
    (folder / "torch").mkdir(exist_ok=True)
    (folder / "torch/torch.abs.yml").write_text(TRUE, encoding="utf-8")
    (folder / "torch/torch.neg.yml").write_text(FALSE, encoding="utf-8")
    return project.root


@pytest.mark.libraries
def test_a_false_claim_is_told_with_its_place(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The place of the snippet, what differs, the counts, and exit code 1."""
    assert run(two_records) == 1
    out, err = capsys.readouterr()
    (line,) = out.splitlines()
    assert "torch.neg.yml:7:5 值不同：y[1]，PyTorch 为" in line
    assert "2 条记录，通过 1 项，不一致 1 项" in err


@pytest.mark.libraries
def test_a_named_record_changes_only_its_line(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Verifying one record, by name or by file, leaves the evidence of the others alone."""
    assert run(two_records) == 1
    before = read_evidence(two_records)
    file = two_records / "mapping_data/records/torch/torch.neg.yml"
    file.write_text(FALSE.replace("paddle.abs", "paddle.neg"), encoding="utf-8")
    assert run(two_records, str(file)) == 0
    after = read_evidence(two_records)
    assert after["torch.abs"] == before["torch.abs"]
    assert after["torch.neg"] != before["torch.neg"]
    assert run(two_records, "torch.abs") == 0
    assert "1 条记录" in capsys.readouterr().err


@pytest.mark.libraries
def test_parts_together_make_all_evidence(two_records: Path) -> None:
    """Each part keeps the evidence of the others, and what is gone is told by every part."""
    assert run(two_records, "--shard", "1/2") == 0
    assert read_evidence(two_records).keys() == {"torch.abs"}
    assert run(two_records, "--shard", "2/2") == 1
    assert read_evidence(two_records).keys() == {"torch.abs", "torch.neg"}
    assert run(two_records, "--check", "--shard", "1/2") == 0
    (two_records / "mapping_data/records/torch/torch.neg.yml").unlink()
    assert run(two_records, "--check", "--shard", "1/2") == 1


@pytest.mark.libraries
def test_check_writes_nothing_and_tells_what_is_out_of_date(
    two_records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--check`` finds missing, changed and surplus evidence, and not a date that is older."""
    file = two_records / "mapping_data/records/torch/torch.neg.yml"
    file.write_text(FALSE.replace("paddle.abs", "paddle.neg"), encoding="utf-8")
    assert run(two_records, "--check") == 1
    assert not (two_records / EVIDENCE).exists()
    assert run(two_records) == 0
    path = two_records / EVIDENCE / "torch.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"date": "2', '"date": "1'), encoding="utf-8")
    assert run(two_records, "--check") == 0
    file.unlink()
    capsys.readouterr()
    assert run(two_records, "--check") == 1
    assert capsys.readouterr().out == "证据需更新：torch.neg\n"


@pytest.mark.libraries
def test_evidence_says_what_both_sides_gave(two_records: Path) -> None:
    """The result of each side is kept in short, and other digits of it are no change."""
    run(two_records)
    gave = [read_evidence(two_records)[api].results[0].gave[0] for api in ("torch.abs", "torch.neg")]
    assert [(one.name, one.torch, one.paddle) for one in gave] == [("y", "float32[2]", "float32[2]")] * 2
    assert [one.torch_values == one.paddle_values for one in gave] == [True, False]
    path = two_records / EVIDENCE / "torch.jsonl"
    changed = path.read_text(encoding="utf-8").replace(gave[0].torch_values, "0")
    path.write_text(changed, encoding="utf-8")
    run(two_records)
    assert path.read_text(encoding="utf-8") == changed


@pytest.mark.libraries
def test_running_again_changes_no_byte(two_records: Path) -> None:
    """Evidence is the same for the same records and versions."""
    run(two_records)
    path = two_records / EVIDENCE / "torch.jsonl"
    first = path.read_bytes()
    run(two_records, "--jobs", "1")
    assert path.read_bytes() == first
    (result,) = json.loads(first.splitlines()[1])["results"]
    assert (result["at"], result["outcome"], result["converted"]["outcome"]) == ("checks.0", "passed", "todo")


@pytest.mark.libraries
def test_a_wrong_template_is_told_with_what_it_makes(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hand-written side that passes does not hide a template that gives something else: exit code 1, and its code."""
    shutil.copytree(REPOSITORY / "mapping_data/inventory", two_records / "mapping_data/inventory")
    file = two_records / "mapping_data/records/torch/torch.abs.yml"
    right = "convert: {x: '{input} * 1'}"
    for template, code in ((right, 0), (right.replace("* 1", "* 2"), 1)):
        file.write_text(TRUE.replace("note:", f"when: {{input: passed}}, {template}, note:"), encoding="utf-8")
        capsys.readouterr()
        assert run(two_records, "torch.abs") == code
    out, err = capsys.readouterr()
    place, written = out.splitlines()
    assert "torch.abs.yml:7:5 按记录转换得到的代码值不同：y[" in place
    assert written == "    | y = paddle.abs(x * 2)"
    assert "1 条记录，通过 1 项" in err
    assert "按记录转换 PyTorch 一侧 1 项：通过 0 项，不一致或失败 1 项" in err


@pytest.mark.libraries
def test_a_note_is_verified_like_a_record(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A migration note's file can be named; its evidence has a file of its own, and a false claim its place."""
    note = two_records / "mapping_data/notes/one.yml"
    note.parent.mkdir()
    note.write_text(NOTE, encoding="utf-8")
    assert run(two_records, str(note)) == 0
    assert "0 条记录与 1 条迁移经验，通过 1 项" in capsys.readouterr().err
    assert [path.name for path in (two_records / EVIDENCE).iterdir()] == ["notes.jsonl"]
    assert run(two_records, str(note), "--check") == 0
    note.write_text(NOTE.replace("y = 2", "y = 1"), encoding="utf-8")
    assert run(two_records, str(note), "--check") == 1
    out = capsys.readouterr().out
    assert "notes/one.yml:9:5 没有证明差别：" in out
    assert "证据需更新：notes.01" in out


@pytest.mark.libraries
@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs util-linux")
def test_code_that_cannot_be_shut_in_is_not_run(two_records: Path) -> None:
    """Without user namespaces the command says what is missing and what ``--unsafe`` is for, and runs nothing."""
    code = f"from generator.cli import main; main(['--root', {str(two_records)!r}, 'verify'])"
    forbid = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$0" -c "$1"'
    found = subprocess.run(
        ["unshare", "--user", "--map-root-user", "sh", "-c", forbid, sys.executable, code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare:" in found.stderr and not os.environ.get("CI"):
        pytest.skip("no user namespaces here")
    assert found.returncode == 2
    assert "系统不允许建立用户命名空间" in found.stderr
    assert "--unsafe" in found.stderr
    assert not (two_records / EVIDENCE).exists()


@pytest.mark.libraries
def test_evidence_without_isolation_says_so_and_fails_the_check(
    two_records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--unsafe`` marks new evidence, ``--check`` fails on the mark, and a run with isolation takes it away."""
    assert run(two_records, "torch.abs", "--unsafe") == 0
    assert read_evidence(two_records)["torch.abs"].unsafe
    for option in ((), ("--unsafe",)):
        capsys.readouterr()
        assert run(two_records, "torch.abs", "--check", *option) == 1
        assert "证据是 apimap verify --unsafe 得到的" in capsys.readouterr().out
    assert run(two_records, "torch.abs") == 0
    assert not read_evidence(two_records)["torch.abs"].unsafe
    assert run(two_records, "torch.abs", "--unsafe") == 0
    assert not read_evidence(two_records)["torch.abs"].unsafe


@pytest.mark.libraries
def test_link_that_leads_to_itself_is_no_traceback(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A loop of links among the records is a file that cannot be read, also where one record is named."""
    link = two_records / "mapping_data/records/torch/torch.loop.yml"
    link.symlink_to(link.name)
    assert run(two_records, "torch.absent") == 2
    assert "没有 torch.absent 的记录" in capsys.readouterr().err
    assert run(two_records, str(link)) == 1
    assert "torch.loop.yml:1:1 文件无法读取" in capsys.readouterr().out


@pytest.mark.libraries
def test_what_a_snippet_prints_commands_no_terminal(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Output of a failed snippet is shown without control characters, and not where CI runners look for commands."""
    file = two_records / "mapping_data/records/torch/torch.neg.yml"
    crash = "|\n      import os\n      os.write(2, b'::error::\\x1b[2J')\n      os.abort()"
    file.write_text(FALSE.replace("y = torch.neg(x)", crash), encoding="utf-8")
    assert run(two_records, "torch.neg") == 1
    assert "\n    | ::error::\ufffd[2J\n" in capsys.readouterr().out


def test_an_unknown_record_is_named(two_records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is no record gives exit code 2 and says what may stand there."""
    assert run(two_records, "torch.nowhere") == 2
    assert "torch.nowhere" in capsys.readouterr().err


def test_a_missing_library_is_named_with_its_package(
    two_records: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a library the command cannot run, and says what to install."""
    monkeypatch.setattr(verify, "installed_version", lambda name: None if name == "paddle" else "2.13.0")
    assert run(two_records) == 2
    assert "pip install paddlepaddle" in capsys.readouterr().err
    assert not (two_records / EVIDENCE).exists()


LAYER = """\
torch: torch.nn.Dropout
paddle: paddle.nn.Dropout
category: 仅参数名不一致
parameters:
  - {torch: p, paddle: p, note: 表示置零的概率。}
checks:
  - torch: p = torch.nn.Dropout(0.25).p
    paddle: p = paddle.nn.Dropout(0.25).p
"""
OF_LAYER = """\
torch: torch.nn.Identity
paddle: paddle.nn.Identity
category: 无参数
checks:
  - torch: p = torch.nn.Dropout(0.25).p
    paddle: p = paddle.nn.Dropout(0.25).p
"""


@pytest.mark.libraries
def test_conversion_knows_the_attributes_that_were_measured(two_records: Path) -> None:
    """Those of the same run, so that checking it finds the same, and those of evidence when another record is verified."""
    shutil.copytree(REPOSITORY / "mapping_data/inventory", two_records / "mapping_data/inventory")
    folder = two_records / "mapping_data/records/torch.nn"
    folder.mkdir()
    (folder / "torch.nn.Dropout.yml").write_text(LAYER, encoding="utf-8")
    (folder / "torch.nn.Identity.yml").write_text(OF_LAYER, encoding="utf-8")

    def converted(api: str) -> str:
        (result,) = read_evidence(two_records)[api].results
        assert result.converted is not None
        return str(result.converted.outcome)

    assert run(two_records, "torch.nn.Identity") == 0
    assert converted("torch.nn.Identity") == "todo"
    assert run(two_records, "torch.nn.Dropout") == 0
    assert run(two_records, "--check", "torch.nn.Dropout") == 0
    assert converted("torch.nn.Dropout") == "passed"
    assert run(two_records, "--check", "torch.nn.Identity") == 1
    assert run(two_records, "torch.nn.Identity") == 0
    assert converted("torch.nn.Identity") == "passed"

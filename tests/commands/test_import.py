from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from command_line import run
from samples import Project

from generator import cli
from generator.lint.rules.samples import GOOD_DOCUMENT, GOOD_TABLE
from generator.storage.yaml_file import read_record

ACOS = GOOD_DOCUMENT.replace("abs", "acos")
RECORD = "torch/torch.abs.yml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one document, in which the command runs; it is no project."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/torch.abs.md").write_text(GOOD_DOCUMENT, encoding="utf-8")
    return tmp_path


def test_document_becomes_a_record_file(folder: Path) -> None:
    """A document gives a record where its API belongs, with links and signatures, and exit code 0."""
    assert run("import", folder / "docs", "--to", folder / "out") == 0
    record = read_record(RECORD, (folder / "out" / RECORD).read_bytes()).record
    assert record is not None
    assert (record.torch, record.paddle) == ("torch.abs", "paddle.abs")
    assert record.links is not None
    assert record.signatures is not None


def test_project_derives_what_need_not_be_written(project: Project, folder: Path) -> None:
    """Inside a project, links and summaries that its pages show anyway are left out."""
    assert run("--root", project.root, "import", folder / "docs", "--to", folder / "out") == 0
    text = (folder / "out" / RECORD).read_text(encoding="utf-8")
    assert "summary" not in text
    assert "pytorch.org" not in text


def test_existing_file_is_left_alone_without_force(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there stays as it is, unless it says the same or ``--force`` is given."""
    target = folder / "out" / RECORD
    target.parent.mkdir(parents=True)
    target.write_text("torch: torch.abs\n", encoding="utf-8")
    assert run("import", folder / "docs", "--to", folder / "out") == 1
    assert target.read_text(encoding="utf-8") == "torch: torch.abs\n"
    assert "--force" in capsys.readouterr().out
    assert run("import", folder / "docs", "--to", folder / "out", "--force") == 0
    assert run("import", folder / "docs", "--to", folder / "out") == 0


def test_report_names_every_item(folder: Path) -> None:
    """The JSON report has each document and row with its status, its findings and their lines."""
    (folder / "docs/torch.acos.md").write_text(ACOS.replace("] torch", "]torch"), encoding="utf-8")
    (folder / "docs/readme.md").write_text("# 说明\n\n这里是文档。\n", encoding="utf-8")
    (folder / "docs/table.md").write_text(GOOD_TABLE.replace("[torch.ones]", "[系列]"), encoding="utf-8")
    assert run("import", folder / "docs", "--to", folder / "out", "--report", folder / "report.json") == 1
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    by_file = {Path(item["source"]).name: item for item in report["items"]}
    assert {name: item["status"] for name, item in by_file.items()} == {
        "torch.abs.md": "whole",
        "torch.acos.md": "findings",
        "readme.md": "refused",
        "table.md": "lost",
    }
    assert by_file["torch.abs.md"]["record"] == RECORD
    assert by_file["torch.acos.md"]["findings"][0]["code"] == "DOC003"
    assert by_file["table.md"]["line"] == 5


def test_second_document_for_an_api_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of two documents for one API the first is taken, and the other is named."""
    (folder / "docs/torch.absolute.md").write_text(GOOD_DOCUMENT, encoding="utf-8")
    assert run("import", folder / "docs", "--to", folder / "out") == 1
    assert "torch.absolute.md:1 未导入 torch.abs" in capsys.readouterr().out


def test_document_of_an_alias_is_no_record(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The name belongs to the record of the API that it is for, which the document does not name."""
    text = GOOD_DOCUMENT.replace("仅参数名不一致 ]", "API 别名 ]").replace("torch.abs", "torch.absolute")
    (folder / "docs/torch.absolute.md").write_text(text, encoding="utf-8")
    assert run("import", folder / "docs", "--to", folder / "out") == 1
    assert "未导入 torch.absolute：“API 别名”不另成记录" in capsys.readouterr().out
    assert not (folder / "out/torch/torch.absolute.yml").exists()


def test_names_that_differ_by_case_get_two_files(folder: Path) -> None:
    """Two APIs that differ only by case do not become one file on any system."""
    for name in ("Stream", "stream"):
        text = GOOD_DOCUMENT.replace("torch.abs", f"torch.cuda.{name}")
        (folder / f"docs/torch.cuda.{name}.md").write_text(text, encoding="utf-8")
    assert run("import", folder / "docs", "--to", folder / "out") == 0
    written = sorted(path.name for path in (folder / "out/torch.cuda").iterdir())
    assert written == ["torch.cuda.Stream.yml", "torch.cuda.stream-lowercase.yml"]


def test_aliases_of_the_master_table_go_to_their_records(folder: Path) -> None:
    """An alias stands in the record of the API that it is for; one without a document is a loss on its line."""
    items = "| ALIAS-REFERENCE-ITEM(`torch.absolute`, `torch.abs`) |\n| ALIAS-REFERENCE-ITEM(`torch.x`, `torch.y`) |\n"
    (folder / "docs/table.md").write_text(items, encoding="utf-8")
    assert run("import", folder / "docs", "--to", folder / "out", "--report", folder / "r.json") == 1
    record = read_record(RECORD, (folder / "out" / RECORD).read_bytes()).record
    assert record is not None
    assert record.aliases == ("torch.absolute",)
    (lost,) = [item for item in json.loads((folder / "r.json").read_text())["items"] if item["status"] == "lost"]
    assert lost["line"] == 2


def test_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    """Neither a file nor a folder that leads out of the source is read."""
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere/torch.acos.md").write_text(ACOS, encoding="utf-8")
    (folder / "docs/torch.acos.md").symlink_to(folder / "elsewhere/torch.acos.md")
    (folder / "docs/more").symlink_to(folder / "elsewhere")
    assert run("import", folder / "docs", "--to", folder / "out") == 1
    assert [path.name for path in (folder / "out").rglob("*.yml")] == ["torch.abs.yml"]


def test_file_that_cannot_be_read_costs_only_itself(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe and a file without end are refused at once, each with its reason, and the other documents are written."""
    os.mkfifo(folder / "docs/pipe.md")
    os.truncate(os.open(folder / "docs/large.md", os.O_CREAT | os.O_WRONLY), 1 << 40)
    assert run("import", folder / "docs", "--to", folder / "out") == 1
    said = capsys.readouterr().out
    assert "pipe.md:1 未导入：无法读取：这是管道" in said
    assert "large.md:1 未导入：无法读取：文件有" in said
    assert [path.name for path in (folder / "out").rglob("*.yml")] == ["torch.abs.yml"]


@pytest.mark.parametrize("api", ["../../torch.abs", "torch/../../abs", "/etc/passwd", "torch.abs/.."])
def test_no_title_writes_outside_the_target(folder: Path, api: str) -> None:
    """Whatever a title says, every file that is written lies below the target."""
    text = GOOD_DOCUMENT.replace("] torch.abs", f"] {api}").replace("[torch.abs]", f"[{api}]")
    (folder / "docs/torch.abs.md").write_text(text, encoding="utf-8")
    before = {path for path in folder.rglob("*") if path.is_file()}
    run("import", folder / "docs", "--to", folder / "out")
    new = {path for path in folder.rglob("*") if path.is_file()} - before
    assert all(path.is_relative_to(folder / "out") for path in new)


def test_linked_folder_in_the_target_is_not_written_through(folder: Path) -> None:
    """A folder of the target that is a link to somewhere else gets no file."""
    (folder / "elsewhere").mkdir()
    (folder / "out").mkdir()
    (folder / "out/torch").symlink_to(folder / "elsewhere")
    assert run("import", folder / "docs", "--to", folder / "out") == 1
    assert not list((folder / "elsewhere").iterdir())


def test_link_that_leads_to_itself_is_no_traceback(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record's place that is a loop of links is taken: it is said, and nothing is written there without ``--force``."""
    link = folder / "out" / RECORD
    link.parent.mkdir(parents=True)
    link.symlink_to(link.name)
    assert run("import", folder / "docs", "--to", folder / "out") == 1
    assert "已经存在" in capsys.readouterr().out
    assert link.is_symlink()
    assert run("import", folder / "docs", "--to", folder / "out", "--force") == 0
    assert link.is_file()


def test_target_that_cannot_be_written_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A target that takes no file ends the run with exit code 2 and a message, and no traceback."""
    (folder / "out").write_text("a file", encoding="utf-8")
    assert run("import", folder / "docs", "--to", folder / "out/deeper") == 2
    assert "无法写入" in capsys.readouterr().err


def test_killed_import_leaves_no_half_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is stopped while it writes leaves whole files and none besides."""
    (folder / "docs/torch.acos.md").write_text(ACOS, encoding="utf-8")
    replace = Path.replace
    calls: list[Path] = []

    def stop_at_second(self: Path, target: Path) -> Path:
        calls.append(self)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", stop_at_second)
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        cli.main(["import", str(folder / "docs"), "--to", str(folder / "out")])
    assert [path.name for path in (folder / "out").rglob("*") if path.is_file()] == ["torch.abs.yml"]


def test_empty_folder_and_missing_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without documents gives nothing and fails nothing; a source that is not there cannot be read."""
    (folder / "empty").mkdir()
    assert run("import", folder / "empty", "--to", folder / "out") == 0
    assert "写入 0 条记录" in capsys.readouterr().err
    assert run("import", folder / "nowhere", "--to", folder / "out") == 2


@pytest.mark.parametrize(
    ("example", "category"),
    [
        ("", "功能缺失"),
        (
            "\n### 转写示例\n\n#### 省去\n\n```python\n# PyTorch 写法\ny = torch.sync(x)\n\n# Paddle 写法\ny = x\n```\n",
            "组合替代实现",
        ),
    ],
)
def test_what_became_of_a_removable_call_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], example: str, category: str
) -> None:
    """The public category 可删除 is none here: the output and the report say which one it became, the record why."""
    (folder / "docs/torch.sync.md").write_text(
        f"## [ 可删除 ] torch.sync\n\n### torch.sync\n\n可以直接删除。\n{example}", encoding="utf-8"
    )
    run("import", folder / "docs", "--to", folder / "out", "--report", folder / "report.json")
    said = next(line for line in capsys.readouterr().out.splitlines() if "可删除" in line)
    assert f"torch.sync：“可删除”在这里不是一类，成为“{category}”" in said
    items = json.loads((folder / "report.json").read_text(encoding="utf-8"))["items"]
    assert next(item["reason"] for item in items if item["api"] == "torch.sync") in said
    record = read_record("torch/torch.sync.yml", (folder / "out/torch/torch.sync.yml").read_bytes()).record
    assert record is not None
    assert (record.reason is not None) == (category == "功能缺失")

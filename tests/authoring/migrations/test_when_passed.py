from __future__ import annotations

import pytest
from command_line import run
from samples import Project

from generator.authoring.migrations.registry import MIGRATIONS
from generator.lint.edit_text import edit_document
from generator.model.finding import Put
from generator.storage.yaml_text import read_document

RECORD = """\
# Why it differs.
torch: torch.f
paddle: paddle.f
category: 参数不一致
signatures:
  torch: torch.f(input, *, out=None, dtype=None, device=None)
  paddle: paddle.f(x, out, dtype, place)
parameters:
  - {torch: input, paddle: x, note: 表示输入。, differs: {type: 不同}, rewrite: example}  # required
  - {torch: out, paddle: out, note: 表示输出。, differs: {type: 不同}, rewrite: example}  # added here

  - torch: dtype
    paddle: dtype
    note: '表示类型。'
    differs: {type: 不同}
    rewrite: example   # and here
  - {torch: device, paddle: place, note: 表示设备。, differs: {usage: 不指定时不同}, rewrite: example}
  - {returns: 不同, rewrite: example}
"""
MIGRATED = RECORD.replace("rewrite: example}  # added", "rewrite: example, when: {out: passed}}  # added").replace(
    "    rewrite: example   # and here\n", "    rewrite: example   # and here\n    when: {dtype: passed}\n"
)


def migrate(project: Project, *arguments: str) -> int:
    """The exit code of ``apimap migrate``."""
    return run("--root", project.root, "migrate", *arguments)


@pytest.fixture
def path(project: Project) -> str:
    """The file of the record that is to be migrated."""
    file = project.root / "mapping_data/records/torch/torch.f.yml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(RECORD, encoding="utf-8")
    return str(file)


def read(path: str) -> str:
    """The text of a file."""
    with open(path, encoding="utf-8") as file:  # noqa: PTH123  (the path that the command prints)
        return file.read()


def test_check_tells_and_writes_nothing(project: Project, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``--check`` exits with 1, names what would be done and what is left, with its line, and changes no file."""
    assert migrate(project, "--check") == 1
    out = capsys.readouterr()
    assert f"{path}:10:5: 将改 `out`：补上 when: {{out: passed}}" in out.out
    assert f"{path}:9:5: 待人改 `input`：" in out.out
    assert f"{path}:17:5: 待人改 `device`：" in out.out
    assert f"{path}:18:5: 待人改 `返回值`：" in out.out
    assert "将改 2 处，留给人改 3 处。" in out.err
    assert read(path) == RECORD


def test_write_keeps_all_else_byte_for_byte(project: Project, path: str) -> None:
    """``--write`` adds the condition to differing rows of optional parameters, and keeps comments and layout."""
    assert migrate(project, "--write") == 0
    assert read(path) == MIGRATED


def test_migrated_records_stay_as_they_are(project: Project, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A second run finds nothing to do."""
    migrate(project, "--write")
    capsys.readouterr()
    assert migrate(project) == 0
    assert "将改 0 处，留给人改 3 处。" in capsys.readouterr().err
    assert read(path) == MIGRATED


def test_byte_order_mark_stays(project: Project, path: str) -> None:
    """A file that begins with a byte order mark still does."""
    with open(path, "w", encoding="utf-8-sig") as file:  # noqa: PTH123  (as above)
        file.write(RECORD)
    assert migrate(project, "--write") == 0
    assert read(path) == "\ufeff" + MIGRATED


def test_steps_are_numbered_in_order() -> None:
    """The registry counts from one, without gaps."""
    assert [step.number for step in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


@pytest.mark.parametrize(
    ("key", "value", "written"),
    [("out", "passed", "{out: passed}"), ("*size", "no", "{'*size': 'no'}"), ("a", "None", "{a: 'None'}")],
)
def test_small_mapping_is_quoted_where_it_must_be(key: str, value: str, written: str) -> None:
    """A word that every reader takes for text has no quotes, all else has."""
    after = edit_document(read_document("f.yml", b"a: {b: c}\n"), Put(("a", "when"), {key: value}))
    assert after is not None
    assert after.text == f"a: {{b: c, when: {written}}}\n"

from __future__ import annotations

from pathlib import Path

import pytest
from samples import Project

from generator.catalog.catalog import load_catalog
from generator.cli import main
from generator.lint.run import lint_catalog

NOTE = """\
number: 1
title: 标题
theme: 网络层
surprise: 有人感到意外。
holds: unchecked
today: 如今是这样。
advice: 这样做。
"""


def add(project: Project, path: str, text: str) -> Path:
    """Writes a file below ``mapping_data``."""
    file = project.root / "mapping_data" / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("holds: unchecked", "hold: unchecked", "YML006", (5, 1)),
        ("theme: 网络层", "theme: 层", "YML007", (3, 8)),
        ("holds: unchecked", "holds: still", "YML007", (1, 1)),
        ("number: 1", "number: [", "YML001", (1, 9)),
        ("如今是这样。", "如今PyTorch 是这样。", "TXT001", (6, 10)),
    ],
)
def test_fault_in_a_note_is_found_where_it_stands(
    project: Project, old: str, new: str, code: str, place: tuple[int, int]
) -> None:
    """Notes are read with the same places and meet the same rules of YAML and typography as records."""
    file = add(project, "notes/one.yml", NOTE.replace(old, new))
    findings = [finding for finding in lint_catalog(load_catalog(project.root)) if finding.code == code]
    assert [(finding.file, finding.fixable) for finding in findings] == [(file.as_posix(), False)]
    if code != "YML001":  # where an unclosed bracket is complained of is the parser's matter
        assert (findings[0].span.line, findings[0].span.column) == place


def test_fault_in_the_topics_is_found(project: Project) -> None:
    """So does the file of topics."""
    file = add(
        project,
        "topics.yml",
        "topics:\n  - title: 主题\n    entries:\n      - {api: torch.abs, meaning: 求绝对值。, kind: modul}\n",
    )
    (finding,) = (one for one in lint_catalog(load_catalog(project.root)) if one.file == file.as_posix())
    assert (finding.span.line, finding.code) == (4, "YML007")


def test_note_can_be_named_on_the_command_line(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A note's path names a note of the project, and not a record that lies elsewhere."""
    file = add(project, "notes/one.yml", NOTE.replace("这样做。", "这样做，，好。"))
    with pytest.raises(SystemExit) as stopped:
        main(["--root", str(project.root), "lint", str(file)])
    assert stopped.value.code == 1
    out = capsys.readouterr().out
    assert "TXT005" in out
    assert "YML" not in out


def test_fault_in_a_text_of_the_settings_is_found(project: Project) -> None:
    """The texts of ``catalog.yml`` that pages show meet the rules of typography, too, where they stand."""
    file = project.root / "mapping_data" / "catalog.yml"
    old, first = file.read_text(encoding="utf-8"), "constants:\n"
    file.write_text(old.replace(first, f"{first}  torch.nothing: {{reason: Paddle没有它。}}\n"), encoding="utf-8")
    line = old[: old.index(first)].count("\n") + 2
    (finding,) = (one for one in lint_catalog(load_catalog(project.root)) if one.code == "TXT001")
    assert (finding.file, finding.span.line, finding.fixable) == (file.as_posix(), line, False)

from __future__ import annotations

import json
import re
import sys
import zlib
from pathlib import Path

import pytest
from command_line import run
from samples import Project

from generator.cli import main
from generator.commands.export import SITE
from generator.publishing.export.registry import EXPORTS

FORMATS = tuple(export.name for export in EXPORTS)


def export(project: Project, *arguments: str) -> int:
    """The exit code of ``apimap export``."""
    return run("--root", project.root, "export", *arguments)


def test_offered_names_are_those_of_the_registry(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """``apimap export`` offers the exports of the registry and ``site``; its help says which file each name gives."""
    assert export(project, "no-such-name") == 2
    offered = re.findall(r"'([\w-]+)'", capsys.readouterr().err.partition("is not one of")[2])
    assert offered == [*FORMATS, SITE]
    assert export(project, "--help") == 0
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line and line[0] in FORMATS] == [
        [it.name, f"{it.path}：{it.words}"] for it in EXPORTS
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_printed_is_what_is_written(
    form: str, project: Project, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Without ``--output`` the very bytes of the file go to standard output, and nothing else does."""
    assert export(project, form) == 0
    printed = capfdbinary.readouterr().out
    assert export(project, form, "--output", str(tmp_path / "new/file")) == 0
    assert (tmp_path / "new/file").read_bytes() == printed
    assert printed
    assert capfdbinary.readouterr().out == b""


def test_each_format_is_its_own(project: Project, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Every name gives the file it stands for."""
    made = {}
    for form in FORMATS:
        assert export(project, form) == 0
        made[form] = capfdbinary.readouterr().out
    assert json.loads(made["json"])["records"]["torch.abs"]["paddle"] == ["paddle.abs"]
    assert json.loads(made["docs-mappings"])[0]["src_api"] == "torch.abs"
    assert json.loads(made["schema"])["$schema"].endswith("2020-12/schema")
    assert made["csv"].startswith("\ufefftorch,".encode())
    assert b"torch.absolute py:" in zlib.decompress(made["objects-inv"].split(b"\n", 4)[4])
    assert b"(pytorch_api_mapping_cn/index.html.md)" in made["llms"]


def test_schema_needs_no_project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The schema is the program's own; everything else says which folder is missing."""
    with pytest.raises(SystemExit, match="0"):
        main(["--root", str(tmp_path), "export", "schema"])
    with pytest.raises(SystemExit, match="2"):
        main(["--root", str(tmp_path), "export", "json"])
    assert "mapping_data" in capsys.readouterr().err


def test_binary_is_kept_from_the_terminal(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A terminal is not given bytes that it would take for commands; text it is given."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert export(project, "objects-inv") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "--output FILE" in captured.err
    assert export(project, "csv") == 0


def test_address_of_the_site_is_written(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """``--site-url`` stands in the files that name the site."""
    assert export(project, "json", "--site-url", "https://example.org/map/") == 0
    assert json.loads(capsys.readouterr().out)["_meta"]["site"] == "https://example.org/map/"
    assert export(project, "llms", "--site-url", "https://example.org/map/") == 0
    assert "(https://example.org/map/data.json)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("site",), "--output"),
        (("site", "--output", "nowhere"), "先生成网站"),
        (("yaml",), "docs-mappings"),
        (("json", "--output", "mkdocs.yml/file"), "无法写入"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: tuple[str, ...],
    words: str,
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A call that cannot be carried out ends with 2 and words that help, without a traceback."""
    monkeypatch.chdir(project.root)
    assert export(project, *arguments) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said


def test_page_that_is_not_utf8_is_named(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that cannot be read stops the export with words."""
    (project.root / "built").mkdir()
    (project.root / "built/index.html").write_text("", encoding="utf-8")
    (project.pages / "broken.md").write_bytes(b"\xff\xfe")
    assert export(project, "site", "--output", str(project.root / "built")) == 2
    assert "UTF-8" in capsys.readouterr().err

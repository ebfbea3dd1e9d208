from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from command_line import run
from samples import ABS, Project

from generator.cli import VERBS

ONE_FINDING = {
    "not YAML": (b"torch: [torch.x\ncategory: a\n", "YML001"),
    "a list": (b"- torch: torch.x\n", "YML003"),
    "empty": (b"", "YML003"),
    "a tab": (b"torch: torch.x\nparameters:\n\t- {torch: a}\n", "YML001"),
    "a NUL byte": (b"torch: torch.x\x00\n", "YML001"),
    "GBK": ("torch: torch.x\ncategory: 功能缺失\n".encode("gbk"), "YML002"),
    "10 MB": (b"# " + b"x" * 10_000_000, "YML008"),
    "a key twice": (ABS.replace("torch.abs", "torch.x").encode() + b"category: a\n", "YML004"),
    "an unknown category": (ABS.replace("torch.abs", "torch.x").replace("仅参数名不一致", "8").encode(), "CAT001"),
    "a row without sides": (
        ABS.replace("torch.abs", "torch.x").replace("torch: input, paddle: x, ", "").encode(),
        "PAR001",
    ),
    "a path for a name": (ABS.replace("torch.abs", "../../x", 1).encode(), "YML007"),
}
READ_ALL_THE_SAME = {"a key twice", "an unknown category"}
"""Of these, the ones that are a record nevertheless, between the two of the project."""


@pytest.mark.parametrize("name", ONE_FINDING)
def test_bad_file_gives_one_finding_and_spoils_nothing(
    name: str, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bad file is one finding with exit code 1; another record's page changes in its link to this neighbour at most."""
    root = str(project.root)
    assert run("--root", root, "render") == 0
    expected = [project.page(f"api/{api}.md") for api in ("torch.abs", "torch.nn.functional.dropout")]
    raw, code = ONE_FINDING[name]
    text = raw.replace(b"aliases: [torch.absolute]\n", b"")
    project.add(text, "torch/torch.x.yml")
    capsys.readouterr()
    assert run("--root", root, "lint", "--format", "json") == 1
    findings = json.loads(capsys.readouterr().out)
    assert [finding["code"] for finding in findings] == [code]
    assert run("--root", root, "render") == 0
    if name in READ_ALL_THE_SAME:
        links = (
            "下一个：[torch.nn.functional.dropout](torch.nn.functional.dropout.md)",
            "上一个：[torch.abs](torch.abs.md)",
        )
        assert [page.count(link) for page, link in zip(expected, links, strict=True)] == [1, 1]
        expected = [
            page.replace(link, f"{link[:4]}[torch.x](torch.x.md)") for page, link in zip(expected, links, strict=True)
        ]
    assert [project.page(f"api/{api}.md") for api in ("torch.abs", "torch.nn.functional.dropout")] == expected
    assert code in project.page("api/torch.x.md")


@pytest.mark.parametrize(
    ("text", "path", "code"),
    [
        (ABS.replace("aliases: [torch.absolute]\n", ""), "torch/torch.abs-2.yml", "SET001"),
        (ABS.replace("torch.abs\n", "torch.ABS\n").replace("[torch.absolute]", "[]"), "torch/torch.ABS.yml", "SET002"),
        (ABS.replace("torch.abs\n", "torch.absolute\n").replace("[torch.absolute]", "[]"), "", "SET003"),
    ],
)
def test_colliding_records_are_named(
    text: str, path: str, code: str, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two records for one API, two that differ only by case, and an alias that is also a record are found."""
    project.add(text, path)
    assert run("--root", str(project.root), "lint", "--format", "json") == 1
    assert code in {finding["code"] for finding in json.loads(capsys.readouterr().out)}
    assert run("--root", str(project.root), "render") == 0
    assert "参数映射" in project.page("api/torch.nn.functional.dropout.md")


def test_all_findings_come_at_once(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """One run names every fault of every file, each with file, line, column, code and hint."""
    project.add("torch: [\n", "torch/torch.a.yml")
    project.add(ABS.replace("Tensor。", "Tensor").replace("仅参数名不一致", "无参数"))
    assert run("--root", str(project.root), "lint") == 1
    output = capsys.readouterr().out
    assert "torch.a.yml:2:1 YML001" in output
    assert "torch.abs.yml:3:11 CAT002" in output
    assert "torch.abs.yml:5:37 PAR002" in output
    assert "→" in output


def test_fix_mends_and_keeps_everything_else(project: Project) -> None:
    """``--fix`` changes the wrong values and no other byte of the file."""
    text = "# 注释\r\n" + ABS.replace("\n", "\r\n").replace("仅参数名不一致", '"无参数"   # 待定')
    path = project.add("\ufeff" + text, "torch/torch.abs.yml")
    assert run("--root", str(project.root), "lint", "--fix") == 0
    assert path.read_bytes().decode() == "\ufeff" + text.replace("无参数", "仅参数名不一致")


def test_missing_data_folder_is_one_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without ``mapping_data`` every verb that needs it says so and exits with 2."""
    for verb in ("lint", "render"):
        assert run("--root", str(tmp_path), verb) == 2
        assert "mapping_data" in capsys.readouterr().err


GOOD_SETTINGS = """\
versions: {torch: 2.13.0, paddle: 3.3.1}
links:
  - {prefix: torch., url: 'https://example.org/{api}'}
sections:
  - {title: 全部, intro: 全部。, select: [{prefix: torch.}]}
"""
BAD_SETTINGS = {
    "not YAML": ("versions: [", "2:1 YAML 语法错误"),
    "empty": ("", "1:1 文件是空的"),
    "a list": ("- a\n", "1:1 文件的内容不是一组“键: 值”"),
    "without links": (GOOD_SETTINGS.replace("links:", "# ").replace("  - {prefix", "#"), "1:1 缺少必填的键 `links`"),
    "without sections": (GOOD_SETTINGS.partition("sections")[0], "1:1 缺少必填的键 `sections`。补上"),
    "no sections": (
        GOOD_SETTINGS.partition("sections")[0] + "sections: []\n",
        "4:11 `sections` 的值不对：[]。至少 1 项",
    ),
    "half a section": (GOOD_SETTINGS.replace(", intro: 全部。", ""), "5:5 缺少必填的键 `intro`"),
    "a misspelt key": (GOOD_SETTINGS.replace("versions", "version"), "1:1 未知的键 `version`。是否想写 `versions`？"),
    "one library": (
        GOOD_SETTINGS.replace(", paddle: 3.3.1", ""),
        "1:11 `versions` 中缺少 paddle。写上它的版本",
    ),
    "both ways": (GOOD_SETTINGS.replace("{prefix: torch.}]", "{prefix: torch., apis: [torch.a]}]"), "二者取一"),
    "no address": (GOOD_SETTINGS.replace("https://", ""), "3:27 `links.0.url` 的值不对"),
    "a key of a constant": (GOOD_SETTINGS + "constants: {torch.x: {paddl: a}}\n", "6:23 未知的键 `paddl`"),
    "an empty constant": (GOOD_SETTINGS + "constants: {torch.x: {}}\n", "6:22 `constants.torch.x` 的值不对"),
    "a full-width colon": (GOOD_SETTINGS.replace("links:", "links："), "2:6 这里是全角的“：”"),
}


@pytest.mark.parametrize("name", BAD_SETTINGS)
def test_bad_settings_are_told_in_chinese_with_their_place(
    name: str, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """Settings that cannot be used stop every command with the file, the line, the fault and what to write."""
    text, said = BAD_SETTINGS[name]
    (project.root / "mapping_data/catalog.yml").write_text(text, encoding="utf-8")
    for verb in ("lint", "render"):
        assert run("--root", str(project.root), verb) == 2
        told = capsys.readouterr().err
        assert f"mapping_data/catalog.yml:{said}" in told if said[0].isdigit() else said in told
        assert "required" not in told
        assert "input" not in told.casefold()
        assert told.count("至少 1 项") == (name == "no sections")


def test_good_settings_are_read(project: Project) -> None:
    """What the cases above are made from is right."""
    (project.root / "mapping_data/catalog.yml").write_text(GOOD_SETTINGS, encoding="utf-8")
    assert run("--root", str(project.root), "render") == 0


def test_bad_glossary_is_told_like_settings(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Each fault of the glossary has its line."""
    (project.root / "mapping_data/glossary.yml").write_text("names: 3\nparameter: {}\n", encoding="utf-8")
    assert run("--root", str(project.root), "lint") == 2
    told = capsys.readouterr().err
    assert "glossary.yml:1:8 `names` 的值不对：3" in told
    assert "glossary.yml:2:1 未知的键 `parameter`。是否想写 `parameters`？" in told
    assert "catalog.yml" not in told


@pytest.mark.parametrize("name", ["difference.md.j2", "difference.html.j2"])
@pytest.mark.parametrize(
    ("old", "new"),
    [("{% for mapping in view.mappings %}", "{% for mapping in view.mappings }"), ("view.mappings", "view.mapings")],
)
def test_template_with_a_typo_writes_nothing(
    name: str, old: str, new: str, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """A broken template is one error with its line, and the pages of the last run stay."""
    root = str(project.root)
    assert run("--root", root, "render") == 0
    before = project.page("api/torch.abs.md")
    template = project.template(name)
    text = template.read_text(encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    template.write_text(text.replace(old, new, 1), encoding="utf-8")
    project.add(ABS.replace("输入的", "给出的"))
    assert run("--root", root, "render") == 2
    error = capsys.readouterr().err
    assert name in error
    assert f"第 {line} 行" in error
    assert project.page("api/torch.abs.md") == before


def test_read_only_folder_is_one_error(
    project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where pages cannot be written the command says where, and exits with 2."""

    def refuse(**arguments: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(arguments["dir"]))

    monkeypatch.setattr(tempfile, "mkstemp", refuse)  # root, as whom CI runs, may write everywhere
    assert run("--root", str(project.root), "render") == 2
    assert "site_src" in capsys.readouterr().err


def test_folder_that_is_a_file_is_one_error(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Also root cannot write below a file."""
    (project.pages / "api").write_text("in the way", encoding="utf-8")
    assert run("--root", str(project.root), "render") == 2
    assert "无法写入" in capsys.readouterr().err


def test_unreadable_record_is_a_finding(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A record that cannot be opened is reported, and the others are checked."""
    (project.records / "torch" / "torch.y.yml").mkdir()
    assert run("--root", str(project.root), "lint", "--format", "json") == 1
    assert [finding["code"] for finding in json.loads(capsys.readouterr().out)] == ["YML009"]


def test_render_check_writes_nothing_and_tells(project: Project) -> None:
    """``render --check`` exits with 1 while a page is out of date and with 0 when all are right."""
    root = str(project.root)
    assert run("--root", root, "render", "--check") == 1
    assert not (project.pages / "api").exists()
    assert run("--root", root, "render") == 0
    assert run("--root", root, "render", "--check") == 0
    project.add(ABS.replace("输入的", "给出的"))
    assert run("--root", root, "render", "--check") == 1


def test_removed_record_takes_its_page_along(project: Project) -> None:
    """The page of a record that is gone is removed by the next run."""
    assert run("--root", str(project.root), "render") == 0
    (project.records / "torch/torch.abs.yml").unlink()
    assert run("--root", str(project.root), "render") == 0
    assert not (project.pages / "api/torch.abs.md").exists()


@pytest.mark.parametrize(
    "arguments", [["frobnicate"], ["lint", "--no-such-option"], ["lint", "no/such/file.yml"], ["explain", "XXX999"]]
)
def test_wrong_call_exits_with_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A call that nobody can carry out is an error with words and without a traceback."""
    assert run(*arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each verb that is listed exists and explains itself."""
    assert run(verb, "--help") == 0
    assert "Usage: apimap" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["export", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    """Help starts fast: neither Pydantic nor Jinja nor MkDocs nor a library is imported for it."""
    code = (
        "import sys\nfrom generator.cli import main\n"
        f"try: main({arguments})\nexcept SystemExit: pass\n"
        "print({'pydantic', 'jinja2', 'mkdocs', 'yaml', 'torch', 'paddle'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "set()"

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from samples import make_catalog

from generator.lint.baseline import Baseline
from generator.lint.github import SHOWN, annotate, changed_lines, read_diff, step_summary
from generator.lint.report import format_json, format_text, one_line, summary
from generator.lint.run import lint_catalog
from generator.lint.selection import Choice, UnknownCodeError
from generator.model.finding import Finding, Severity, Span

BROKEN = "torch: torch.abs\npaddle: paddle.abs\ncategory: 仅参数名不一致\nparameters:\n  - {torch: input, paddle: x, note: 表示输入的Tensor}\n"


def findings_of(text: str = BROKEN) -> tuple[list[Finding], dict[str, str]]:
    """The findings of one record, and the texts by file."""
    catalog = make_catalog({"torch/torch.abs.yml": text})
    return lint_catalog(catalog), {source.file: source.document.text for source in catalog.sources}


def finding(file: str = "a.yml", severity: Severity = Severity.ERROR, line: int = 1) -> Finding:
    """A finding made up."""
    return Finding(file, Span(line, 1, line, 2), "PAR002", severity, "消息：100%，\n第二行", "怎么改", ())


def test_text_shows_the_line_with_what_is_meant_underlined() -> None:
    """The caret stands below the characters that are meant, also behind wide ones."""
    findings, texts = findings_of()
    lines = [re.sub(r"\x1b\[\d+m", "", line) for line in format_text(findings, texts)]
    place = next(index for index, line in enumerate(lines) if "TXT001" in line)
    assert lines[place].startswith("mapping_data/records/torch/torch.abs.yml:5:42 TXT001 ")
    assert lines[place + 1] == "    5 |   - {torch: input, paddle: x, note: 表示输入的Tensor}"
    assert lines[place + 2] == "      | " + " " * (41 + 5) + "^"
    assert lines[place + 3].startswith("    → ")


def test_long_lines_are_cut_around_the_place() -> None:
    """A line of a thousand characters shows the part that matters."""
    findings, texts = findings_of(BROKEN.replace("表示输入的", "甲" * 800 + "的"))
    shown = [line for line in format_text(findings, texts) if " |" in line]
    assert shown
    assert max(map(len, shown)) < 400


HOSTILE = (
    "\n::error::x",
    "\r::error::x",
    "\u2028::error::x",
    "  ::error::x",
    "##[error]x",
    "##vso[task.x]y",
    "\x1b[2J",
    "\u202ex",
)
"""Texts that would be more than text in a log: a command on a line of its own, or a change of how it is shown."""


@pytest.mark.parametrize("hostile", HOSTILE)
def test_no_text_of_a_file_becomes_a_line_or_a_command(hostile: str) -> None:
    """Messages, hints, file names and the quoted line of a file stay on their lines and are commands to no CI."""
    made = Finding(hostile, Span(2 if "\n" in hostile else 1, 1, 1, 2), "PAR002", Severity.ERROR, hostile, hostile)
    lines = "\n".join(re.sub(r"\x1b\[\d*m", "", line) for line in format_text([made], {hostile: hostile})).splitlines()
    assert len(lines) <= 4
    assert not [line for line in lines if re.search(r"^\s*::|##\[|##vso\[|\x1b|\u202e", line)]


@pytest.mark.parametrize("text", ["第 3 行的 `a::b`", "🙂 甲　乙", "x # y"])
def test_ordinary_text_is_shown_as_it_is(text: str) -> None:
    """Nothing is escaped that needs no escape."""
    assert one_line(text) == text


def test_summary_counts_errors_warnings_and_fixes() -> None:
    """The last line says how much is to be done, and how much of it by itself."""
    findings, _ = findings_of()
    warnings = sum(one.severity is Severity.WARNING for one in findings)
    fixable = sum(one.fixable for one in findings)
    assert f"{len(findings)} 个问题" in summary(findings, 1)
    assert f"{warnings} 个警告" in summary(findings, 1)
    assert f"{fixable} 个可用 --fix 修正" in summary(findings, 1)
    assert summary([], 3) == "检查了 3 条记录，没有问题。"


def test_json_is_a_list_of_the_documented_objects() -> None:
    """A program finds the documented keys and nothing else."""
    findings, texts = findings_of()
    data = json.loads("\n".join(format_json(findings, texts)))
    keys = {"file", "line", "column", "end_line", "end_column", "code", "severity", "message", "hint", "fixable"}
    assert all(set(item) == keys for item in data)
    assert len(data) == len(findings)


def test_github_shows_changed_files_first_and_counts_the_rest() -> None:
    """Ten annotations a level, the changed file's among them, and one line about those left out."""
    findings = [finding(f"{number:02}.yml") for number in range(15)] + [finding(severity=Severity.WARNING)]
    lines = list(annotate(findings, {"14.yml"}))
    errors = [line for line in lines if line.startswith("::error ")]
    assert len(errors) == SHOWN
    assert errors[0].startswith("::error file=14.yml,line=1,endLine=1,col=1,endColumn=2,title=PAR002::")
    assert "消息：100%25，%0A第二行%0A怎么改" in errors[0]
    assert sum(line.startswith("::warning ") for line in lines) == 1
    assert any("另有 5 个错误" in line for line in lines)


@pytest.mark.parametrize("hostile", [*HOSTILE, "a|b`c", "x%0A::error::y"])
def test_annotation_and_summary_are_one_line_whatever_the_text(hostile: str) -> None:
    """An annotation is one command, and a finding one row of the summary, whatever a file says or is called."""
    made = Finding(hostile, Span(1, 1, 1, 2), "PAR002", Severity.ERROR, hostile, hostile)
    (line,) = "\n".join(annotate([made], set())).split("\n")
    assert re.match(r"::error file=[^:,\r\n]*,line=1,endLine=1,col=1,endColumn=2,title=PAR002::[^\r\n]*$", line)
    assert "%250A" in line or "%0A::error::y" not in hostile
    row = step_summary([made]).split("\n")[4]
    assert len(re.findall(r"(?<!\\)\|", row)) == 5
    assert "\r" not in row
    assert row.count("`") % 2 == 0


def test_step_summary_is_one_table_row_a_finding() -> None:
    """Pipes, line ends and HTML in a message do not break the table."""
    text = step_summary([Finding("a.yml", Span(), "PAR002", Severity.ERROR, "a|b\n<b>", "", ())])
    assert "| `a.yml:1` | PAR002 | a\\|b &lt;b&gt; |  |" in text.splitlines()
    assert step_summary([]).startswith("apimap lint：没有问题")


def test_changed_files_are_none_where_git_cannot_say(tmp_path: Path) -> None:
    """Without a base, outside a repository or with a base like an option nothing is run that could fail."""
    assert changed_lines({}, tmp_path) == {}
    assert changed_lines({"APIMAP_BASE": "main"}, tmp_path) == {}
    assert changed_lines({"APIMAP_BASE": "--output=/etc/passwd"}, tmp_path) == {}


DIFF = """\
diff --git a/a.yml b/a.yml
--- a/a.yml
+++ b/a.yml
@@ -1,2 +1,3 @@
 x
+++ b/no-file
 y
@@ -10 +11,0 @@ z
--- gone
diff --git "a/名 称.yml" "b/名 称.yml"
--- /dev/null
+++ b/名 称.yml\t
@@ -0,0 +1 @@
+new
"""


def test_lines_of_a_diff_are_those_after_the_change() -> None:
    """Each hunk gives the lines that it has in the new file; what looks like a header inside of one is a line."""
    assert read_diff(DIFF) == {"a.yml": [range(1, 4), range(11, 11)], "名 称.yml": [range(1, 2)]}


def test_select_and_ignore_take_codes_and_families() -> None:
    """A family stands for its codes, and what is ignored is ignored although it is selected."""
    findings, _ = findings_of()
    codes = {one.code for one in findings}
    assert {"PAR002", "TXT001", "CHK001"} <= codes
    assert {one.code for one in Choice.parse(["par,TXT001"], []).of(findings)} == {"PAR002", "TXT001"}
    assert {one.code for one in Choice.parse(["PAR", "TXT"], ["TXT"]).of(findings)} == {"PAR002"}
    with pytest.raises(UnknownCodeError, match="XYZ"):
        Choice.parse(["XYZ"], [])


def test_baseline_hides_old_findings_wherever_they_move_and_shrinks() -> None:
    """A known finding is silent on another line, a second one of its kind is not, and what is mended is forgotten."""
    old = [finding("a.yml"), finding("b.yml")]
    baseline = Baseline.parse(Baseline.of(old).dump())
    new, left = baseline.split([finding("a.yml", line=9), finding("a.yml", line=10)])
    assert [one.span.line for one in new] == [10]
    assert left.counts.total() == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2, "findings": []}', '{"version": 1, "findings": [1]}'])
def test_broken_baseline_says_so(text: str) -> None:
    """A file that is no baseline is an error with words, and never silently an empty one."""
    with pytest.raises(ValueError, match=r"."):
        Baseline.parse(text)

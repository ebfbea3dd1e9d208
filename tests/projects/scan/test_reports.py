"""The report in its four forms."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from known_calls import address, scan_of, summary_of
from samples import REPOSITORY
from sarif_pydantic import Sarif

from generator.calls.site import CallSite
from generator.model.call_verdict import CallVerdict
from generator.projects.scan.as_json import format_json, report
from generator.projects.scan.as_sarif import format_sarif
from generator.projects.scan.html import html_report
from generator.projects.scan.summary import SHOWN, Summary
from generator.projects.scan.text import MOST_ROWS, format_text
from generator.projects.sources.problem import Problem
from generator.publishing.pages.template_folders import template_folders

CODE = "import torch\nx = torch.add(), torch.abs(input=y)\n"
FOLDERS = template_folders(REPOSITORY)


def html_of(summary: Summary, name: str = "项目") -> str:
    """The HTML report."""
    return html_report(summary, address, name, FOLDERS)


@pytest.fixture
def summary(tmp_path: Path) -> Summary:
    """Two files, one of which does not parse."""
    return summary_of(tmp_path, {"a.py": CODE, "b.py": "def f(:"})


def test_text_lists_what_a_person_has_to_look_at(summary: Summary) -> None:
    """A use that is converted is listed only where everything is wanted; the sums stand below."""
    text = "\n".join(format_text(summary))
    assert "torch.add" in text.partition("\n\n")[0]
    assert "torch.abs" not in text.partition("\n\n")[0]
    assert "torch.abs → paddle.abs" in "\n".join(format_text(summary, everything=True)).partition("\n\n")[0]
    assert "50.0%" in text
    assert "b.py:1 没有检查：有语法错误" in text
    assert "没有测量过" in text


def test_long_table_says_how_much_is_left_out() -> None:
    """A terminal shows the first rows, and the number of the others."""
    sites = [CallSite(f"torch.a{number}", "x", 0, 1, 1, 1, CallVerdict.RENAMED) for number in range(MOST_ROWS + 2)]
    assert "还有 2 个" in "\n".join(format_text(Summary((scan_of("a.py", "x", *sites),))))


def test_every_report_lists_what_is_assumed() -> None:
    """Each assumption is a row with its uses; a terminal shows the first of them, and all where everything is wanted."""
    sites = [
        CallSite("torch.a", "x", 0, 1, 1, 1, CallVerdict.RENAMED, assumptions=(f"假定 `p{number}` 不为空",))
        for number in range(MOST_ROWS + 1)
    ]
    summary = Summary((scan_of("a.py", "x", *sites),))
    (_, _, text) = "\n".join(format_text(summary)).partition("转换所作的假定")
    assert text.count("不为空") == MOST_ROWS
    (_, _, text) = "\n".join(format_text(summary, everything=True)).partition("转换所作的假定")
    assert text.count("不为空") == MOST_ROWS + 1
    listed = report(summary, address)["assumptions"]
    assert len(listed) == MOST_ROWS + 1
    assert listed[0] == {
        "assumption": "假定 `p0` 不为空",
        "uses": 1,
        "apis": {"torch.a": 1},
        "file": "a.py",
        "cell": None,
        "line": 1,
        "column": 1,
    }
    assert html_of(summary).count("<td>假定 <code>p") == MOST_ROWS + 1


def test_json_has_every_use(summary: Summary) -> None:
    """A program reads each use with its place, verdict and page, and the sums agree with them."""
    data = json.loads("\n".join(format_json(summary, address)))
    assert data["format"] == "1.1"
    sites = [site for file in data["files"] for site in file["sites"]]
    assert [(site["torch"], site["line"], site["column"], site["verdict"]) for site in sites] == [
        ("torch.add", 2, 5, "未整理"),
        ("torch.abs", 2, 18, "改参数"),
    ]
    assert sites[1]["page"] == "https://example.org/api/torch.abs/"
    assert data["summary"]["uses"] == 2
    assert data["summary"]["mechanical_share"] == 0.5
    assert list(data["summary"]["verdicts"]) == [str(verdict) for verdict in SHOWN]
    assert [problem["line"] for problem in data["problems"]] == [1]


def keys(value: Any) -> set[str]:
    """All keys of an object and of what it holds, but those that are verdicts."""
    if isinstance(value, dict):
        return {key for key in value if key.isascii()} | {key for part in value.values() for key in keys(part)}
    return {key for part in value for key in keys(part)} if isinstance(value, list) else set()


def test_every_key_of_the_json_is_documented(summary: Summary) -> None:
    """The page for users names each key of the report."""
    page = (REPOSITORY / "site_src/scan.md").read_text(encoding="utf-8")
    assert keys(report(summary, address)) - set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set()


def test_sarif_is_what_a_person_has_to_look_at(summary: Summary) -> None:
    """The log is SARIF 2.1.0; of two uses the one that is converted is left out, and the file that does not parse is in."""
    log = Sarif.model_validate(json.loads("\n".join(format_sarif(summary, address))))
    (run,) = log.runs
    assert run.results is not None
    assert [result.rule_id for result in run.results] == ["call-unrecorded", "not-examined"]
    rules = run.tool.driver.rules or []
    for result in run.results:
        assert rules[result.rule_index or 0].id == result.rule_id
    (place,) = run.results[0].locations or ()
    assert place.physical_location is not None
    assert place.physical_location.region is not None
    assert (place.physical_location.region.start_line, place.physical_location.region.start_column) == (2, 5)


def test_sarif_of_a_notebook_has_no_line_of_the_file() -> None:
    """Cell and line stand in the words, since the file's lines are JSON."""
    site = CallSite("torch.a", "x", 0, 1, 1, 1, CallVerdict.MISSING)
    log = json.loads("\n".join(format_sarif(Summary((scan_of("n.ipynb", "x", site, cell=3),)), address)))
    (result,) = log["runs"][0]["results"]
    assert result["message"]["text"].startswith("第 3 格第 1 行：")
    assert "region" not in result["locations"][0]["physicalLocation"]


def test_html_shows_the_code_as_it_is(summary: Summary) -> None:
    """Without elements the code is the file's, line by line, and each use stands in the colour of its verdict."""
    html = html_of(summary)
    shown = re.search(r'<code class="rows">(.*?)</code></pre>', html, re.DOTALL)
    assert shown is not None
    code = re.sub(r'<span class="note"[^>]*><span class="word">.*?</span>.*?</span>', "", shown[1])
    assert re.sub(r"<[^>]*>", "", code) == CODE
    assert re.findall(r'class="use" data-verdict="(\w+)"[^>]*>([^<]*)<', html) == [
        ("unrecorded", "torch.add"),
        ("arguments", "torch.abs"),
    ]
    assert 'href="https://example.org/api/torch.abs/"' in html
    assert "还没有这个 API 的记录" in html


def test_nested_uses_have_their_own_colours() -> None:
    """Of a use inside of another's name each has its own stretch, and no character is lost."""
    text = "F.relu(x).view(3)\n"
    outer = CallSite("torch.Tensor.view", "F.relu(x).view", 0, 17, 1, 1, CallVerdict.UNSURE, guess=True)
    inner = CallSite("torch.nn.functional.relu", "F.relu", 0, 9, 1, 1, CallVerdict.RENAMED)
    html = html_of(Summary((scan_of("a.py", text, outer, inner),)))
    found = re.findall(r'class="use( guess)?" data-verdict="(\w+)"[^>]*>([^<]*)<', html)
    assert found == [("", "renamed", "F.relu"), (" guess", "unsure", "view")]


def test_html_of_a_large_project_shows_what_is_around_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines keep their numbers where others are left out, so that a browser can show the report."""
    monkeypatch.setattr("generator.projects.scan.html._WHOLE_UP_TO", 10)
    text = "\n" * 20 + "torch.a()\n" + "\n" * 20
    html = html_of(
        Summary((scan_of("a.py", text, CallSite("torch.a", "torch.a", 20, 29, 21, 1, CallVerdict.RENAMED)),))
    )
    assert re.findall(r'data-n="(\d+)"', html) == ["19", "20", "21", "22", "23"]
    assert html.count(" apart") == 1


def test_html_needs_nothing_from_elsewhere(summary: Summary) -> None:
    """No script, no handler, no style outside of the one element, and no address that would be fetched."""
    html = html_of(summary)
    assert "default-src 'none'" in html
    assert not re.search(
        r"<(script|link|img|iframe|object|embed|form)\b|\son\w+=|\sstyle=|\ssrc=|@import|url\((?!#)", html
    )


EVIL = (
    "<script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "' onx='",
    "</code></pre><b>",
    "</style><b>",
    "<!--",
    "`<b>`",
    "{{ 7*7 }}",
    "javascript:alert(1)",
    "]]>",
    "&lt;b&gt;",
)


@pytest.mark.parametrize("evil", EVIL)
def test_hostile_text_is_text_in_every_field_of_the_html(evil: str) -> None:
    """File names, code, names, reasons, assumptions and records of a stranger add no element and no attribute."""

    def html(text: str) -> str:
        site = CallSite(
            text, text, 0, len(text), 1, 1, CallVerdict.REWRITE, text, text, text, guess=False, assumptions=(text,)
        )
        summary = Summary((scan_of(text, f"{text}\n", site),), (Problem(text, text, 1, 1),))
        return html_report(summary, lambda record: record, text, FOLDERS)

    def bones(text: str) -> list[tuple[str, list[str]]]:
        return [
            (tag, re.findall(r"\s([\w-]+)=", re.sub(r'"[^"]*"', '""', rest)))
            for tag, rest in re.findall(r"<(/?[\w!-]+)((?:\"[^\"]*\"|[^>\"])*)>", text)
        ]

    # A backquote begins a word of code, which is the one thing that a text may ask for.
    assert bones(html(evil)) == bones(html("`x`" if "`" in evil else "x"))


def test_hostile_text_stays_on_its_line_in_a_log() -> None:
    """No name or reason of a stranger ends a line or commands a terminal or a CI system."""
    evil = "a\n::error::x\x1b[31m\u202e##[group]"
    site = CallSite(evil, "x", 0, 1, 1, 1, CallVerdict.REWRITE, evil, evil, evil, assumptions=(evil,))
    lines = list(format_text(Summary((scan_of(evil, "x", site),), (Problem(evil, evil),))))
    assert not any("\n" in line or "\u202e" in line or line.startswith("::") or "##[" in line for line in lines)
    assert not any(re.search(r"\x1b\[31m\\", line) for line in lines)


def test_empty_project_gives_every_report() -> None:
    """Nothing to say is no error, and divides by no zero."""
    nothing = Summary(())
    assert "0 个文件" in "\n".join(format_text(nothing))
    assert json.loads("\n".join(format_json(nothing, address)))["summary"]["mechanical_share"] is None
    assert json.loads("\n".join(format_sarif(nothing, address)))["runs"][0]["results"] == []
    assert "<h1>" in html_of(nothing)

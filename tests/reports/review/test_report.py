from __future__ import annotations

import json
import re

from markdown_it import MarkdownIt
from samples import ABS, DROPOUT, MAX, catalog_of

from generator.reports.review.changes import DataChanges, compare_catalogs
from generator.reports.review.report import as_json, as_markdown, summary

HOSTILE = "见 @everyone <script>alert(1)</script> [x](javascript:alert) | ![y](https://example.org/y.png) ::error::"


def changes_of(old: str, new: str) -> DataChanges:
    """What changed from one record to another."""
    return compare_catalogs(catalog_of(old), catalog_of(new))


def test_text_of_records_stays_text() -> None:
    """Nothing in a record becomes an element, an image, a link to a script or a mention."""
    remarked = ABS.replace("checks:", f"remarks:\n  - {json.dumps(HOSTILE)}\nchecks:").replace("abs", "absx")
    found = as_markdown(changes_of(ABS.replace("abs", "absx"), remarked), "main", "@all `x`")
    html = MarkdownIt("commonmark").enable("table").render(found)
    assert "<script" not in html
    assert "<img" not in html
    assert re.findall(r'href="([^"]*)"', html) == ["https://example.org/y.png"]
    assert not re.search(r"@(?!<!-- -->)\w", re.sub(r"<code>.*?</code>", "", html))


def test_tables_and_links_are_markdown() -> None:
    """A record that came is a row of a table, and leads to its page where pages are known."""
    found = as_markdown(
        compare_catalogs(catalog_of(ABS), catalog_of(ABS, DROPOUT)), "main", "HEAD", "https://example.org/"
    )
    html = MarkdownIt("commonmark").enable("table").render(found)
    assert '<a href="https://example.org/api/torch.nn.functional.dropout/">' in html
    assert html.count("<tr>") == 2 + found.count("验证状态") + 2  # two tables with their heads


def test_long_lists_are_cut_and_say_so() -> None:
    """No more than two hundred records are listed, and the rest is counted."""
    many = [
        ABS.replace("torch.abs\n", f"torch.abs{number}\n").replace("[torch.absolute]", "[]") for number in range(203)
    ]
    found = as_markdown(compare_catalogs(catalog_of(MAX), catalog_of(MAX, *many)), "main", "HEAD")
    assert "### 新增的记录（203）" in found
    assert len(re.findall(r"^\| `torch\.abs", found, re.MULTILINE)) == 200
    assert "另有 3 项没有列出" in found


def test_json_has_what_is_compared_and_every_change() -> None:
    """The JSON names its format, both sides, and each change with its topic and words."""
    data = json.loads(as_json(changes_of(ABS, ABS.replace("仅参数名不一致", "参数不一致")), "main", "HEAD"))
    assert (data["format"], data["base"], data["head"]) == ("1.0", "main", "HEAD")
    (change,) = data["changed"]
    assert change["details"] == [{"topic": "category", "words": "由“仅参数名不一致”变为“参数不一致”"}]
    assert data["after"]["counts"]["records"] == 1


def test_nothing_is_said_of_nothing() -> None:
    """The same data is one sentence, by which the workflow knows that there is nothing to post."""
    found = changes_of(ABS, ABS)
    assert summary(found) == "数据没有改动。"
    assert as_markdown(found, "main", "HEAD").splitlines()[2:] == ["数据没有改动。"]

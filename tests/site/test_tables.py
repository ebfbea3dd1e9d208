from __future__ import annotations

import markdown
from hypothesis import given
from hypothesis import strategies as st

from generator.pages import markdown as written
from generator.site.tables import LONG, put_in_tables, take_out_tables

names = st.from_regex(r"[A-Za-z_]\w{0,8}(?:\.[A-Za-z_]\w{0,8}){0,3}", fullmatch=True).filter(str.isascii)
words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=20)
cells = st.one_of(
    words.map(written.inline),
    names.map(written.cell),
    names.map(written.code),
    st.builds(written.link, names, names.map(lambda name: f"https://example.org/{name}.html#{name}")),
    st.lists(names, min_size=2, max_size=3).map(lambda found: "<br>".join(written.cell(name) for name in found)),
    st.sampled_from(["-", "", "1", "[差异对比](https://example.org/a)，已验证"]),
)
rows = st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=4)


def page(found: list[tuple[str, str, str]]) -> str:
    """A page with one long table of these rows."""
    lines = ["| A | B | C |", "| --- | --- | --- |"]
    lines += [f"| {' | '.join(row)} |" for row in found * LONG]
    return "\n".join(["# 标题", "", "前文。", "", *lines, "", "后文。", ""])


def convert(text: str) -> str:
    """What Python-Markdown makes of a text with the extensions of the site that matter to tables."""
    return markdown.markdown(text, extensions=["tables", "attr_list", "md_in_html"])


@given(rows)
def test_tables_are_what_python_markdown_makes_of_them(found: list[tuple[str, str, str]]) -> None:
    """A long table converted here is, byte for byte, that of Python-Markdown, or is left to it."""
    text = page(found)
    rest, tables = take_out_tables(text, lambda url: url)
    assert put_in_tables(convert(rest), tables) == convert(text)


def test_ordinary_rows_are_converted_here() -> None:
    """The cells that the generated lists have are all understood."""
    row = (
        "[torch.nn.functional.relu\\_](https://example.org/a#b)<br>[torch.a](https://example.org/c)",
        "`paddle.x` 与 (a_b)，见 [差异对比](https://example.org/d)",
        "参数完全一致",
    )
    rest, tables = take_out_tables(page([row]), lambda url: url)
    assert len(tables) == 1
    assert "| 参数完全一致 |" not in rest


def test_short_or_unusual_tables_are_left_alone() -> None:
    """A table of a few rows, one with HTML in it, and one with a link that MkDocs must judge stay Markdown."""
    short = "| A |\n| --- |\n| 1 |\n\n"
    assert take_out_tables(short, lambda url: url) == (short, [])
    unusual = page([("<b>x</b>", "a", "b")])
    assert take_out_tables(unusual, lambda url: url) == (unusual, [])
    unknown = page([("[a](gone.md)", "a", "b")])
    assert take_out_tables(unknown, lambda _: None) == (unknown, [])

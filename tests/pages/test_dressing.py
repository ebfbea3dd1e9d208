from __future__ import annotations

import html as html_text
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import markdown as python_markdown
import pytest
from samples import ABS, DROPOUT, MAX, REPOSITORY, make_catalog, path_of

from generator.catalog.catalog import load_catalog
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation
from generator.pages.dressing.rows import LABELS
from generator.pages.render import render_pages
from generator.pages.templates import template_folders
from generator.storage.yaml_dump import dump_yaml

EXTENSIONS = ["attr_list", "md_in_html", "tables", "pymdownx.highlight", "pymdownx.superfences", "toc"]
DRESSING = "generator.pages.dressing.extension"
TOC = {"toc": {"permalink": True, "slugify": lambda text, _: re.sub(r"[^\w-]", "", text)}}
OVERLOADED = (
    MAX.replace("unsupported", "example")
    + """\
    examples:
      - {parameter: 返回值, title: 返回索引, torch: "v, i = torch.max(x, 1)", paddle: "v, i = f(x)"}
"""
)


def dressed(page: str, *, dressing: bool = True) -> tuple[str, list[dict[str, Any]]]:
    """The HTML of a page's Markdown, and its table of contents."""
    engine = python_markdown.Markdown(
        extensions=[*EXTENSIONS, *([DRESSING] if dressing else [])], extension_configs=TOC
    )
    return engine.convert(page), engine.toc_tokens  # type: ignore[attr-defined]


def markdown_of(record: str) -> str:
    """The page of one record."""
    catalog = make_catalog({path_of(record): record})
    return render_pages(catalog, (), template_folders(REPOSITORY))[f"api/{path_of(record).rpartition('/')[2][:-4]}.md"]


def page_of(record: str) -> str:
    """The dressed page of one record."""
    return dressed(markdown_of(record))[0]


def words(html: str) -> Counter[str]:
    """The words that a reader sees, and how often."""
    text = re.sub(r"<!--.*?-->|<style.*?</style>|<wbr>", "", html, flags=re.DOTALL)
    return Counter(re.findall(r"\w+", html_text.unescape(re.sub(r"<[^>]*>", " ", text))))


@pytest.fixture(scope="module")
def shipped() -> dict[str, tuple[str, str]]:
    """The shipped difference pages, each without and with its dress."""
    pages = render_pages(load_catalog(REPOSITORY), (), template_folders(REPOSITORY))
    chosen = {path: text for path, text in pages.items() if path.startswith("api/") and text.startswith("## [")}
    assert chosen
    return {path: (dressed(text, dressing=False)[0], dressed(text)[0]) for path, text in chosen.items()}


ROWS: list[tuple[dict[str, Any], str]] = [
    ({"torch": "a", "paddle": "a"}, "same"),
    ({"torch": "a", "paddle": "b"}, "renamed"),
    ({"torch": "a", "paddle": "b", "default": {"torch": "1", "paddle": "2"}}, "default"),
    ({"paddle": "b", "set": "default"}, "paddle-only"),
    ({"torch": "a", "rewrite": "example"}, "torch-only"),
    ({"torch": "a", "rewrite": "unsupported"}, "torch-only"),
    ({"torch": "a", "rewrite": "drop"}, "torch-only"),
    ({"torch": "a", "paddle": "a", "differs": {"usage": "不同"}, "rewrite": "example"}, "usage"),
    ({"torch": "a", "paddle": "b", "differs": {"type": "不同"}, "rewrite": "unsupported"}, "type"),
    ({"torch": "a", "differs": {"usage": "不同"}, "rewrite": "example"}, "usage"),
    ({"returns": "不同", "rewrite": "example"}, "returns"),
]


def record_with(row: dict[str, Any]) -> str:
    """A record of one row, with signatures that have both names."""
    signatures = {"torch": "torch.f(a=1, *, out=None)", "paddle": "paddle.f(b, a)"}
    fields = {"torch": "torch.f", "paddle": "paddle.f", "category": "参数不一致", "signatures": signatures}
    return dump_yaml({**fields, "parameters": [{**row, "note": "表示概率。"}]})


@pytest.mark.parametrize(("row", "relation"), ROWS)
def test_row_says_its_relation(row: dict[str, Any], relation: str) -> None:
    """What the page says of a row is the relation that the record's row has, in words and not by colour alone."""
    html = page_of(record_with(row))
    found = re.search(r'<tr role="row" id="[^"]*" data-relation="([^"]+)"', html)
    assert found is not None
    assert found.group(1) == relation
    assert f'<span class="apimap-relation">{LABELS[relation]}</span>' in html
    model = ParameterRow.model_validate(row).relation
    assert {"usage": Relation.DIFFERS, "type": Relation.DIFFERS}.get(relation, relation) == model


@pytest.mark.parametrize(("row", "relation"), [case for case in ROWS if case[1] not in {"same", "returns"}])
def test_signature_marks_what_differs(row: dict[str, Any], relation: str) -> None:
    """A parameter that differs is marked in each signature that has it, named in words, and leads to its row."""
    html = page_of(record_with(row))
    marks = re.findall(r'<a class="apimap-mark" href="#([^"]+)" data-relation="([^"]+)"[^>]*title="([^"]+)"', html)
    assert len(marks) == len({"torch", "paddle"} & row.keys())
    for anchor, marked, title in marks:
        assert f'<tr role="row" id="{anchor}"' in html
        assert marked == relation
        assert title.startswith(LABELS[relation])


def test_what_is_the_same_is_not_marked() -> None:
    """A signature whose parameters are all the same carries no mark."""
    assert "apimap-mark" not in page_of(record_with({"torch": "a", "paddle": "a"}))


def test_long_signature_has_a_parameter_a_line() -> None:
    """Where one side needs several lines both have them, so that they compare at a glance."""
    long = "torch.f(" + ", ".join(f"parameter_{number}=None" for number in range(6)) + ")"
    html = page_of(
        dump_yaml(
            {
                "torch": "torch.f",
                "paddle": "paddle.f",
                "category": "参数完全一致",
                "signatures": {"torch": long, "paddle": "paddle.f(a)"},
                "parameters": [{"torch": "a", "paddle": "a", "note": "表示输入。"}],
            }
        )
    )
    assert html.count('<span class="apimap-line">') == (6 + 1) + (1 + 1)


def test_pair_is_split_into_its_sides() -> None:
    """Each side of an example is a block of its own, which holds that side's code and nothing else."""
    blocks = re.findall(
        r'<figure class="apimap-code" data-side="(\w+)">.*?<code>(.*?)</code>', page_of(DROPOUT), re.DOTALL
    )
    assert [(side, re.sub(r"<[^>]*>", "", code)) for side, code in blocks] == [
        ("torch", "y = torch.nn.functional.dropout(x, inplace=True)\n"),
        ("paddle", "y = paddle.nn.functional.dropout(x)\n"),
    ]


def test_pair_that_is_not_plain_stays_whole() -> None:
    """Code that itself holds the comment between the sides is shown as it stands: a wrong cut would be worse."""
    html = page_of(DROPOUT.replace("paddle: y =", 'paddle: "x = 1\\n# Paddle 写法\\ny = 2" #'))
    assert "apimap-pair" not in html
    assert html.count("# Paddle 写法") == 2


def test_rewrite_leads_to_its_example() -> None:
    """需要转写 is a link to the example of its parameter."""
    html = page_of(DROPOUT)
    found = re.search(r'<a href="#([^"]+)"><span class="apimap-rewrite">需要转写</span></a>。', html)
    assert found is not None
    assert re.search(rf'<h3 id="{found.group(1)}">inplace：', html)


def test_overloads_are_told_apart_in_the_contents() -> None:
    """Each overload is a heading and an entry with its title; what repeats in each stands below it."""
    html, toc = dressed(markdown_of(OVERLOADED))
    assert [entry["name"] for entry in toc[0]["children"]] == ["用法 1：整个 Tensor", "用法 2：指定 dim"]
    assert [entry["name"] for entry in toc[0]["children"][1]["children"]] == [
        "torch.max",
        "paddle.max",
        "参数映射",
        "转写示例",
    ]
    assert re.findall(r"<h2[^>]*>(用法 \d)", html) == ["用法 1", "用法 2"]
    assert all(f'id="{entry["id"]}"' in html for entry in toc[0]["children"])


def test_long_parameter_may_break_after_an_underscore() -> None:
    """On a phone a name breaks where a reader would break it; a short one has room."""
    catalog = make_catalog({path_of(ABS): ABS.replace("torch: input", "torch: multiprocessing_context_of")})
    page = dressed(render_pages(catalog, (), template_folders(REPOSITORY))["api/torch.abs.md"])[0]
    assert '<td role="cell">multiprocessing_<wbr>context_<wbr>of</td>' in page
    assert '<td role="cell">x</td>' in page


def test_foot_leads_to_the_neighbours() -> None:
    """The pages before and after are links that say so to programs too."""
    catalog = make_catalog({path_of(text): text for text in (ABS, ABS.replace("torch.abs", "torch.acos"))})
    pages = render_pages(catalog, (), template_folders(REPOSITORY))
    assert (
        '<a rel="next" href="torch.acos.md"><span>下一个</span> torch.<wbr>acos</a>'
        in dressed(pages["api/torch.abs.md"])[0]
    )
    assert (
        '<a rel="prev" href="torch.abs.md"><span>上一个</span> torch.<wbr>abs</a>'
        in dressed(pages["api/torch.acos.md"])[0]
    )


def test_other_pages_keep_their_headings() -> None:
    """A page that is no difference page is left alone but for its pairs of code."""
    page = "# 说明\n\n## [ 参数不一致 ] torch.f\n\n文字。\n"
    assert dressed(page)[0] == dressed(page, dressing=False)[0]


def test_dressing_loses_no_word(shipped: dict[str, tuple[str, str]]) -> None:
    """Whatever a page's Markdown says, the dressed page says as often."""
    lost = {path: words(plain) - words(dress) for path, (plain, dress) in shipped.items()}
    assert {path: missing for path, missing in lost.items() if missing} == {}


def test_outline_is_in_order(shipped: dict[str, tuple[str, str]]) -> None:
    """Each page has one title, and no heading is more than one level below the one before."""
    for path, (_, html) in shipped.items():
        levels = [int(level) for level in re.findall(r"<h(\d)[ >]", html)]
        assert levels.count(1) == 1, path
        assert all(after <= before + 1 for before, after in pairwise(levels)), path


def test_anchors_are_unique_and_lead_somewhere(shipped: dict[str, tuple[str, str]]) -> None:
    """No id stands twice on a page, and every link within a page has its target."""
    for path, (_, html) in shipped.items():
        anchors = re.findall(r' id="([^"]+)"', html)
        assert len(anchors) == len(set(anchors)), path
        assert set(re.findall(r' href="#([^"]+)"', html)) <= set(anchors), path

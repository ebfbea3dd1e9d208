from __future__ import annotations

import re

import markdown as python_markdown
from samples import REPOSITORY, make_catalog

from generator.lint.run import lint_catalog
from generator.pages.render import render_pages
from generator.pages.templates import template_folders
from generator.storage.yaml_dump import dump_yaml

EVIL = '<script>alert(1)</script><img src=x onerror="alert(1)"> ``` {: onclick=alert(1) } [a](javascript:alert(1))'
SNIPPET = {"given": {"x": EVIL}, "torch": f"torch.f()\n```\n{EVIL}\n", "paddle": f"~~~\n{EVIL}", "skip": EVIL}
RECORD = {
    "torch": "torch.f",
    "paddle": "paddle.f",
    "category": "参数不一致",
    "summary": EVIL,
    "remarks": [EVIL, f"```\n{EVIL}\n```\n{EVIL}", f"```python\n{EVIL}"],
    "reason": EVIL,
    "signatures": {"torch": f"torch.f(a='{EVIL}')", "paddle": EVIL},
    "links": {"torch": 'https://e.org/"onclick="alert(1)', "paddle": "https://e.org/)<script>alert(1)</script>"},
    "parameters": [
        {"torch": EVIL, "paddle": EVIL, "note": EVIL},
        {"torch": EVIL, "paddle": EVIL, "note": EVIL, "differs": {"usage": EVIL}, "rewrite": "example"},
        {"torch": "a", "paddle": "b", "note": EVIL, "default": {"torch": EVIL, "paddle": EVIL}, "set": EVIL},
        {"returns": EVIL, "note": EVIL, "rewrite": "unsupported"},
    ],
    "examples": [{"parameter": EVIL, "title": EVIL, "case": EVIL, **SNIPPET}],
    "checks": [SNIPPET],
    "exempt": [{"code": EVIL, "reason": EVIL}],
}
BODY = {name: RECORD[name] for name in ("paddle", "signatures", "summary", "parameters", "remarks", "examples")}
OVERLOADED = {
    "torch": "torch.g",
    "category": "参数不一致",
    "intro": EVIL,
    "overloads": [{"title": EVIL, "links": RECORD["links"], **BODY}, BODY],
}
ALLOWED = {
    "h1",
    "h2",
    "h3",
    "h4",
    "p",
    "a",
    "code",
    "pre",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "ul",
    "li",
    "div",
    "strong",
    "br",
    "details",
    "summary",
    "span",
    "hr",
    "figure",
    "figcaption",
    "nav",
    "wbr",
    *("svg", "title", "desc", "defs", "pattern", "rect", "text"),
}

DRESSING = "generator.pages.dressing.extension"


def test_text_of_every_field_comes_out_as_text() -> None:
    """HTML, script, attribute lists and unsafe links in any field of a record become text on every page."""
    catalog = make_catalog({"torch/torch.f.yml": dump_yaml(RECORD), "torch/torch.g.yml": dump_yaml(OVERLOADED)})
    assert all(source.record is not None for source in catalog.sources)
    pages = render_pages(catalog, lint_catalog(catalog), template_folders(REPOSITORY))
    extensions = ["attr_list", "md_in_html", "tables", "pymdownx.superfences", "toc", "def_list", DRESSING]
    for text in pages.values():
        rendered = python_markdown.markdown(text, extensions=extensions)
        rendered = re.sub(r"<!--.*?-->|<form class=\"apimap-filter\".*?</form>", "", rendered, flags=re.DOTALL)
        assert set(re.findall(r"<([a-z]+\d?)", rendered)) <= ALLOWED
        assert not re.search(r"<[^>]*\son\w+\s*=", rendered)
        assert not re.search(r'href="(?!https?://|[\w./#%-]+")', rendered)


def test_broken_file_shows_its_text_as_text() -> None:
    """A finding that quotes hostile text shows it as text in the red box."""
    catalog = make_catalog({"torch/torch.f.yml": f"torch: torch.f\ncategory: {dump_yaml(EVIL)}"})
    page = render_pages(catalog, lint_catalog(catalog), template_folders(REPOSITORY))["api/torch.f.md"]
    assert "apimap-error" in page
    assert "<script" not in page
    assert "<img" not in page

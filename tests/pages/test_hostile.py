"""Text of strangers in every field of every kind of file comes out as text, in HTML and in Markdown."""

from __future__ import annotations

import re
from typing import Any

import markdown as python_markdown
import pytest
from bodies import read_body, text_of
from markdown_it import MarkdownIt
from pydantic import BaseModel, ValidationError
from samples import REPOSITORY, SETTINGS

from generator.catalog.catalog import FAMILIES, NOTES, RECORDS, TOPICS, Catalog
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.evidence import tested_digest as digest_of
from generator.model.family import Family
from generator.model.finding import Finding, Severity, Span
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.migration_note import MigrationNote
from generator.model.record import Record
from generator.model.settings import Settings
from generator.model.status import Outcome
from generator.model.topics import Topics
from generator.pages.registry import PAGES
from generator.pages.render import RecordPages
from generator.pages.rendered import PageRenderer, RenderedPage
from generator.pages.template_folders import template_folders
from generator.storage.yaml_file import ModelSource, RecordSource
from generator.storage.yaml_text import Document
from generator.views.paths import RULES

PAYLOADS = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<img src=x onerror=alert(1)>",
    '<img src="x" onerror="alert(1)">',
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<object data=javascript:alert(1)>",
    "<embed src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<form action=javascript:alert(1)><button>x</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//e.org/x.css>",
    "<meta http-equiv=refresh content=0>",
    "<base href=//e.org/>",
    "<math><mi xlink:href=javascript:alert(1)>x</mi></math>",
    "<marquee onstart=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<body onload=alert(1)>",
    "<!-- --><script>alert(1)</script><!-- -->",
    "--><script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version='1.0'?><script>alert(1)</script>",
    "</p></td></table></div><script>alert(1)</script>",
    "</code></pre><script>alert(1)</script>",
    "</title></desc></svg><script>alert(1)</script>",
    "</summary></details><script>alert(1)</script>",
    '" onclick="alert(1)',
    "' onclick='alert(1)",
    '"><script>alert(1)</script>',
    "'><script>alert(1)</script>",
    "` onclick=alert(1) `",
    "`<img src=x onerror=alert(1)>`",
    "```\n<script>alert(1)</script>\n```",
    "~~~\n</code><script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    '[x](https://e.org/"onclick="alert(1))',
    "[x](https://e.org/ 'title' onclick=alert(1))",
    "![x](javascript:alert(1))",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n[x]",
    "x {: onclick=alert(1) }",
    "x { onclick=alert(1) #evil .evil }",
    "{{ 7*7 }}{% raw %}<script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "a | b \\| <script>alert(1)</script> | c",
    "# <script>\n\n- <script>\n\n> <script>",
    "\u2028<script>alert(1)</script>\u202e\u200b",
]
TAGS = frozenset(
    [
        "body",
        "div",
        "p",
        "a",
        "code",
        "pre",
        "span",
        "strong",
        "br",
        "wbr",
        "ul",
        "ol",
        "li",
        "h1",
        "h2",
        "h3",
        "h4",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "details",
        "summary",
        "figure",
        "figcaption",
        "nav",
        "form",
        "input",
        "label",
        "select",
        "option",
        "output",
        "button",
        "kbd",
        "svg",
        "title",
        "desc",
        "defs",
        "pattern",
        "rect",
        "text",
    ]
)
ATTRIBUTES = frozenset(
    [
        "id",
        "class",
        "href",
        "title",
        "role",
        "scope",
        "tabindex",
        "rel",
        "name",
        "type",
        "value",
        "action",
        "placeholder",
        "hidden",
        "autocomplete",
        "autocapitalize",
        "autocorrect",
        "spellcheck",
        "enterkeyhint",
        "width",
        "height",
        "x",
        "y",
        "fill",
        "text-anchor",
        "patternunits",
        "patterntransform",
    ]
)
PREFIXES = ("data-", "aria-")
URLS = re.compile(r"https?://|(?![^/?#]*:)")
SNIPPET = {"given": {"x": "1"}, "torch": "a", "paddle": "b", "compare": ["y"], "skip": "因为。"}
MAPPING = {
    "paddle": "paddle.f",
    "signatures": {"torch": "torch.f(a='b')", "paddle": "c"},
    "summary": "两者：",
    "parameters": [
        {"torch": "a", "paddle": "b", "note": "值。"},
        {"torch": "c", "paddle": "c", "note": "值。", "differs": {"usage": "不同"}, "rewrite": "example"},
        {"torch": "h", "note": "值。", "differs": {"type": "不同"}, "rewrite": "unsupported"},
        {"torch": "d", "paddle": "e", "note": "值。", "default": {"torch": "1", "paddle": "2"}, "set": "3"},
        {"returns": "不同", "note": "值。", "rewrite": "drop"},
    ],
    "remarks": ["补充。", "```python\ncode\n```"],
    "examples": [{"parameter": ["c"], "title": "功能", "case": "当", **SNIPPET}],
    "checks": [SNIPPET],
}
SHARED = {
    "category": "参数不一致",
    "intro": "导语。",
    "links": {"torch": "https://e.org/a", "paddle": "https://e.org/b"},
    "exempt": [{"code": "PAR001", "reason": "因为。"}],
    "related": ["torch.abs"],
}
RECORDS_DATA = {
    "torch.f": {"torch": "torch.f", "aliases": ["torch.other"], **SHARED, **MAPPING},
    "torch.g": {"torch": "torch.g", **SHARED, "overloads": [{"title": "一", "links": SHARED["links"], **MAPPING}, MAPPING]},
    "torch.k": {"torch": "torch.k", "paddle": "paddle.k", "category": "参数完全一致", "checks": [SNIPPET], "parameters": [{"torch": "a", "paddle": "a", "note": "值。"}]},
    "torch.nothing": {"torch": "torch.nothing", "category": "功能缺失", "reason": "没有。"},
}  # fmt: skip
CHECK = {"title": "证明", **SNIPPET}
FAMILY = {
    "torch": "torchvision.models",
    "paddle": "paddle.vision.models",
    "title": "系列",
    "intro": "多数同名。",
    "links": SHARED["links"],
    "differences": [{"title": "权重", "torch": "a", "paddle": "b", "remark": "留意。"}],
    "groups": [{"title": "组", "remark": "说。", "both": ["a"], "renamed": [{"torch": "b", "paddle": "c", "remark": "改。"}]}],
    "checks": [CHECK],
}  # fmt: skip
NOTE = {
    "number": 1,
    "title": "标题",
    "theme": "网络层",
    "surprise": "意外。",
    "holds": "partly",
    "today": "如今。",
    "advice": "这样。",
    "apis": ["torch.f"],
    "checks": [CHECK, {**CHECK, "expect": "differs"}],
}
TOPIC = {"topics": [{"title": "主题", "entries": [{"api": "torch.f", "meaning": "做。"}, {"api": "torch.jit", "kind": "module", "meaning": "做。", "remark": "见。"}]}]}  # fmt: skip


def filled(model: type[BaseModel], data: Any, payload: str) -> Any:
    """The data with the payload in place of every text for which the model takes it, or an address that holds it."""
    address = "https://e.org/" + "".join(payload.split())
    for path in list(texts(data)):
        for text in (payload, f"```python\n{payload}\n```", address):
            tried = put(data, path, text)
            if path[0] == "remarks" and path[-1] == 1 and not text.startswith("```"):
                continue
            try:
                model.model_validate(tried)
            except ValidationError:
                continue
            data = tried
            break
    return data


def texts(data: Any, path: tuple[Any, ...] = ()) -> Any:
    """The places of all texts."""
    if isinstance(data, str):
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from texts(value, (*path, key))


def put(data: Any, path: tuple[Any, ...], text: str) -> Any:
    """A copy of the data with a text at a place."""
    if not path:
        return text
    copy = data.copy()
    copy[path[0]] = put(data[path[0]], path[1:], text)
    return copy


def name_of(payload: str) -> str:
    """The payload as the name of a file."""
    return re.sub(r"[/\0\n\\]", "", payload)


def evidence_of(tested: Any, payload: str, outcome: Outcome) -> Evidence:
    """Evidence whose texts are the payload."""
    results = tuple(
        SnippetResult(".".join(map(str, loc)), outcome, payload, payload, (payload,)) for loc, _ in tested.snippets()
    )
    versions = {"torch": SETTINGS.versions["torch"]}
    return Evidence(tested.key, digest_of(tested), versions, payload, results, DropIn(None, payload))


def catalog_with(payload: str) -> Catalog:
    """A catalogue in which every text is the payload, in files that are called so where a name is free."""
    name = name_of(payload)
    records = {api: Record.model_validate(filled(Record, data, payload)) for api, data in RECORDS_DATA.items()}
    family = Family.model_validate(filled(Family, FAMILY, payload))
    note = MigrationNote.model_validate(filled(MigrationNote, NOTE, payload))
    settings_data = filled(Settings, SETTINGS.model_dump(mode="json") | {"repository": "https://e.org/map"}, payload)
    settings = Settings.model_validate(settings_data | {"coverage": ["torch", payload]})
    outcomes = [Outcome.SKIPPED, Outcome.DIFFERS, Outcome.FAILED]
    tested = zip([records["torch.f"], records["torch.g"], records["torch.k"]], outcomes, strict=True)
    evidence = {it.key: evidence_of(it, payload, outcome) for it, outcome in tested}
    evidence |= {it.key: evidence_of(it, payload, Outcome.FAILED) for it in (family, note)}
    entries = {f"torch.{payload}": ApiEntry(f"torch.{payload}", ApiKind.FUNCTION, (), payload)}
    unreadable = RecordSource(Document(f"{RECORDS}/torch/{name}.yml", f"torch: {payload!r}\n"), None)
    return Catalog(
        settings,
        (*(RecordSource(Document(f"{RECORDS}/torch/{api}.yml", ""), it) for api, it in records.items()), unreadable),
        {"torch": Inventory("torch", payload, entries)},
        evidence,
        (ModelSource(Document(f"{NOTES}/{name}.yml", ""), note),),
        ModelSource(Document(TOPICS, ""), Topics.model_validate(filled(Topics, TOPIC, payload))),
        (ModelSource(Document(f"{FAMILIES}/{name} 系列.yml", ""), family),),
    )


def pages_with(payload: str) -> list[RenderedPage]:
    """All pages of that catalogue but that of the rules, which shows nothing of it; each file has a finding."""
    catalog, renderer = catalog_with(payload), PageRenderer(template_folders(REPOSITORY))
    findings = [
        Finding(source.file, Span(), payload, Severity.ERROR, payload, payload)
        for source in (*catalog.sources, *catalog.other_sources)
    ]
    records = RecordPages.of(catalog, findings)
    found = [records.render(source, renderer) for source in records.sources()]
    kinds = (page for page in PAGES if page.pattern != RULES)
    return [*found, *(renderer.page(view) for kind in kinds for view in kind.views(catalog, findings))]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_bodies_hold_no_markup_but_ours(payload: str) -> None:
    """No tag, attribute or address of a stranger's text is one of the page's, and what themes print is escaped too."""
    pages = pages_with(payload)
    assert len(pages) > len(PAGES)
    for page in pages:
        for element in read_body(page.body).iter():
            assert element.tag in TAGS, (page.path, element.tag)
            foreign = {name for name in element.attrib if not name.startswith(PREFIXES)} - ATTRIBUTES
            assert not foreign, (page.path, element.tag, foreign)
            for name in ("href", "action"):
                assert URLS.match(element.get(name, "")), (page.path, element.get(name))
        for name in ("title", "full_title", "description"):
            assert not set("<>\"'") & set(page.meta.get(name, "")), (page.path, name)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_markdown_holds_no_markup_but_ours(payload: str) -> None:
    """The same holds for the Markdown of records, notes, families and topics, as CommonMark and the site's engine read it."""
    extensions = ["attr_list", "md_in_html", "tables", "pymdownx.superfences"]
    commonmark = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for page in pages_with(payload):
        if page.path.startswith(("api/torch.f", "api/torch.g", "notes", "topics", "pytorch_")) or "系列" in page.path:
            for made in (
                python_markdown.markdown(page.markdown, extensions=extensions),
                commonmark.render(page.markdown),
            ):
                shown = re.sub(r"<!--.*?-->", "", made, flags=re.DOTALL)
                tags = re.findall(r"<([a-zA-Z]\w*)([^<>]*)>", shown)
                assert {tag for tag, _ in tags} <= TAGS | {"hr", "em"}, page.path
                for _, attributes in tags:
                    names = set(re.findall(r"([\w-]+)=(?:\"[^\"]*\")", attributes))
                    assert {name for name in names if not name.startswith(PREFIXES)} <= ATTRIBUTES | {
                        "markdown",
                        "style",
                    }
                assert all(URLS.match(url) for url in re.findall(r'href="([^"]*)"', shown))


def test_text_is_shown_as_it_was_written() -> None:
    """Escaping loses nothing: a reader sees the very characters in the note of a row."""
    (page,) = (it for it in pages_with(PAYLOADS[0]) if it.path == "api/torch.f.md")
    (row,) = (it for it in read_body(page.body).iter("tr") if it.get("data-relation") == "default")
    assert text_of(row[3]).startswith(PAYLOADS[0])


@pytest.mark.parametrize(
    ("model", "data", "kept"),
    [
        (Record, RECORDS_DATA["torch.f"], {"torch", "paddle", "category", "aliases", "related"}),
        (Family, FAMILY, {"torch", "paddle", "both", "renamed"}),
        (MigrationNote, NOTE, {"theme", "holds", "apis", "expect"}),
        (Topics, TOPIC, {"api", "kind"}),
        (Settings, SETTINGS.model_dump(mode="json"), set()),
    ],
)
def test_every_free_text_is_hostile(model: type[BaseModel], data: Any, kept: set[str]) -> None:
    """Of each kind of file only names and choices, which take no other text, keep what they say."""
    made = filled(model, data, PAYLOADS[0])
    same = {path for path in texts(data) if get(made, path) == get(data, path)}
    assert {next(part for part in reversed(path) if isinstance(part, str)) for path in same} - kept <= {
        "rewrite",
        "torch",
        "paddle",
    }


def get(data: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a place."""
    return get(data[path[0]], path[1:]) if path else data

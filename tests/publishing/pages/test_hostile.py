"""Text of strangers in every field of every kind of file comes out as text, in HTML and in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import markdown as python_markdown
import pytest
from hostile import FAMILY, NOTE, PAYLOADS, RECORDS_DATA, TOPIC, filled, name_of, texts
from html_tree import read_body, text_of
from markdown_it import MarkdownIt
from mkdocs.structure.toc import AnchorLink
from pydantic import BaseModel
from samples import REPOSITORY, SETTINGS
from sampling import sample

from generator.catalog.catalog import FAMILIES, NOTES, RECORDS, TOPICS, Catalog
from generator.model.evidence import DropIn, Evidence, Gave, SnippetResult
from generator.model.evidence import tested_digest as digest_of
from generator.model.family import Family
from generator.model.finding import Finding, Severity, Span
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.migration_note import MigrationNote
from generator.model.record import Record
from generator.model.settings import Settings
from generator.model.signature import Parameter, Signature
from generator.model.status import Outcome
from generator.model.topics import Topics
from generator.model.variation import Count, DifferenceClass, Untold, Variation, variation_digest
from generator.publishing.pages.registry import PAGES
from generator.publishing.pages.render import RecordPages
from generator.publishing.pages.rendered import PageRenderer, RenderedPage
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.site.shell import toc_links
from generator.publishing.views.paths import RULES
from generator.storage.yaml_file import ModelSource, RecordSource
from generator.storage.yaml_text import Document

SOME = 16
"""How many of the texts of strangers are tried by day."""

TAGS = frozenset(
    [
        "b",
        "body",
        "div",
        "p",
        "a",
        "code",
        "pre",
        "span",
        "small",
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
        "colgroup",
        "col",
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
        "textarea",
        "kbd",
        "svg",
        "title",
        "desc",
        "defs",
        "pattern",
        "rect",
        "text",
        "article",
        "mark",
        "dl",
        "dt",
        "dd",
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
        "accept",
        "disabled",
        "for",
        "wrap",
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


def evidence_of(tested: Any, payload: str, outcome: Outcome) -> Evidence:
    """Evidence whose texts are the payload."""
    results = tuple(
        SnippetResult(".".join(map(str, loc)), outcome, payload, payload, (payload,), gave=(Gave(*[payload] * 5),))
        for loc, _ in tested.snippets()
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
    untold = Untold(
        "checks.0", DifferenceClass.VALUE, payload, {"x": payload, payload: "1", "y": [payload] * 2}, payload, 1
    )
    variation = Variation(payload, "", {}, payload, 0, {Count.UNTOLD: 1}, untold=(untold,))
    variations = {api: replace(variation, digest=variation_digest(it)) for api, it in records.items()}
    entries = {f"torch.{payload}": ApiEntry(f"torch.{payload}", ApiKind.FUNCTION, (), payload)}
    guessed = (Signature((Parameter(payload, default=payload), Parameter("x"))), Signature((Parameter("x"),)))
    entries["torch.hostile"] = ApiEntry("torch.hostile", ApiKind.FUNCTION, guessed[:1], payload)
    other = {"paddle.hostile": ApiEntry("paddle.hostile", ApiKind.FUNCTION, guessed[1:], payload)}
    unreadable = RecordSource(Document(f"{RECORDS}/torch/{name}.yml", f"torch: {payload!r}\n"), None)
    return Catalog(
        settings,
        (*(RecordSource(Document(f"{RECORDS}/torch/{api}.yml", ""), it) for api, it in records.items()), unreadable),
        {"torch": Inventory("torch", payload, entries), "paddle": Inventory("paddle", payload, other)},
        evidence,
        (ModelSource(Document(f"{NOTES}/{name}.yml", ""), note),),
        ModelSource(Document(TOPICS, ""), Topics.model_validate(filled(Topics, TOPIC, payload))),
        (ModelSource(Document(f"{FAMILIES}/{name} 系列.yml", ""), family),),
        variations=variations,
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


@pytest.mark.parametrize("payload", sample(PAYLOADS, SOME))
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
        for link in flat(toc_links(page.toc)):
            assert not set("<>\"'") & set(link.id), page.path
            assert not set("<>") & set(link.title), page.path


def flat(links: Iterable[AnchorLink]) -> Iterator[AnchorLink]:
    """Entries of a table of contents, with those below each."""
    for link in links:
        yield link
        yield from flat(link.children)


@pytest.mark.parametrize("payload", sample(PAYLOADS, SOME))
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

"""Both renderings of a page say the same: all words of every page, and the sections of the spec part by part."""

from __future__ import annotations

import html
import os
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import markdown as python_markdown
import pytest
from html_tree import has_class, of_class, read_body, text_of
from samples import pages_of, sampled_pages, sampled_sources, shipped_catalog

from generator.catalog.catalog import RECORDS, Catalog
from generator.importing.document import read_difference_document
from generator.importing.own_pages import NO_EXAMPLE
from generator.model.category import NO_PARAMETERS
from generator.model.derive import own_category
from generator.model.parameter import ParameterRow
from generator.model.phrases import full_note
from generator.model.record import Example, Record
from generator.model.relation import Relation
from generator.publishing.views.difference import DifferenceView, RowView, difference_view
from generator.publishing.views.inputs import input_comment
from generator.publishing.views.lists import Neighbours
from generator.publishing.views.page import Code as CodeBlock
from generator.publishing.views.prose import plain, read_prose
from generator.publishing.views.signatures import shown_signature
from generator.publishing.views.summary import summarize
from generator.storage.yaml_dump import dump_record
from generator.storage.yaml_file import RecordSource, read_record

CORPUS = os.environ.get("MAPPING_CORPUS", "")
EVERY = 8
"""Of the corpus one document in so many is taken: all of them take a minute."""
EXTENSIONS = ["attr_list", "md_in_html", "meta", "tables", "pymdownx.superfences"]

HTML_ONLY = {
    ".//*[@class='headerlink']": "the link of a heading to itself",
    ".//nav[@class='apimap-path']": "the way from the home page: Markdown is read where it lies",
    ".//div[@class='apimap-scroll apimap-parameters']//tr/*[2]": "the relation: Markdown has the fixed words of the note",
    ".//*[@class='apimap-when']": "when a row applies: the spec has no words for it in a note",
    ".//*[@class='apimap-also']": "another name that Paddle takes: the spec has no words for it either",
    ".//b[@class='apimap-effort']": "what the usual call takes: titles and tables are the spec's",
    ".//div[@class='apimap-answer']": "the answer: the spec has no place for it",
    ".//p[@class='apimap-consequence']": "what the table comes to: in Markdown stands the summary that the spec prescribes",
    ".//details[@class='apimap-same']/summary": "what opens the rows without a difference",
    ".//details[@class='apimap-same']//thead": "the columns once more, over the rows that stand apart",
    ".//details[@class='apimap-same apimap-all-same']/summary": "what opens the rows where none differs",
    ".//details[@class='apimap-check apimap-calls']": "the calls that prove a record whose category has examples instead",
    ".//details[@class='apimap-evidence']/summary/*[@class='apimap-more']": "what opens the evidence",
    ".//details[@class='apimap-evidence']/div": "the evidence: the spec has no place for it",
    ".//div[@class='apimap-versions']": "on which releases the page holds: the spec speaks of one",
    ".//form": "the filter of a list, the finder and the workbench: all need a script",
    ".//figure[@class='apimap-figure']/ul": "the legend of charts: Markdown has their description",
    ".//figure[@class='apimap-figure']/figcaption": "the caption of charts: Markdown has their titles",
    ".//svg/text": "the labels in a chart: its description has the same numbers",
}
"""Elements by their path, and why they stand in HTML alone. Attributes, and so marks and anchors, are no words."""

MARKDOWN_ONLY = {
    r"(?m)^[^\n|#]+\n\n(?=### 参数映射$)": "the summary that the spec prescribes: HTML says what the table comes to",
}
"""Passages of the Markdown of difference pages by their pattern, and why HTML lacks them."""


def without(root: Element, paths: Sequence[str]) -> Element:
    """The tree without the elements at these paths."""
    gone = {id(element) for path in paths for element in root.findall(path)}
    assert gone
    for parent in list(root.iter()):
        for child in [child for child in parent if id(child) in gone]:
            tail, index = child.tail or "", list(parent).index(child)
            parent.remove(child)
            if index:
                parent[index - 1].tail = (parent[index - 1].tail or "") + tail
            else:
                parent.text = (parent.text or "") + tail
    return root


def words(text: str) -> Counter[str]:
    """The words of a text, and how often each stands there."""
    return Counter(re.findall(r"\w+", text))


def in_markdown(text: str, *, of_record: bool) -> Counter[str]:
    """The words that a reader of the Markdown sees, but for those that only it has."""
    for pattern in MARKDOWN_ONLY if of_record else ():
        text = re.sub(pattern, "", text)
    made = re.sub(
        r"<!--.*?-->|</?span[^>]*>", "", python_markdown.markdown(text, extensions=EXTENSIONS), flags=re.DOTALL
    )
    return words(html.unescape(re.sub(r"<[^>]*>", " ", made)))


def in_body(text: str) -> Counter[str]:
    """The words of a body, but for those that only HTML has."""
    whole = re.sub(r"<wbr>|</?span[^>]*>", "", text)
    root = without(read_body(f"<div>{whole}</div>"), tuple(HTML_ONLY))
    return words(" ".join(root.itertext()))


def test_both_renderings_of_every_shipped_page_say_the_same_words() -> None:
    """Whatever a page's Markdown says its HTML says as often, and the other way round but for what only HTML has."""
    different = {}
    for path, page in sampled_pages().items():
        ours, theirs = in_markdown(page.markdown, of_record=path.startswith("api/")), in_body(page.body)
        if ours != theirs:
            different[path] = (ours - theirs, theirs - ours)
    assert different == {}


@dataclass(frozen=True)
class Said:
    """What a page says in the sections of the spec, as plain text in the order of the page."""

    title: tuple[str, str]
    sides: tuple[tuple[str, str], ...]
    """Each API with its signature."""
    rows: tuple[tuple[str, str, str], ...]
    paragraphs: tuple[str, ...]
    """Introduction, summaries, remarks, and when an example applies."""
    code: tuple[str, ...]
    """Remarks that are code."""
    headings: tuple[str, ...]
    """Those of examples."""
    pairs: tuple[tuple[str, str], ...]


def call(api: str, signature: str) -> tuple[str, str]:
    """An API with its signature, without the white space and the last comma that a long one has."""
    return api, re.sub(r"\s+|,(?=\s*\)$)", "", signature)


def listed(*texts: str) -> tuple[str, ...]:
    """The texts that say something, each on one line."""
    return tuple(folded for text in texts if (folded := " ".join(text.split())))


def cell(text: str) -> str:
    """A note on one line. The importer leaves out white space and dots before a Chinese mark, so they do not count."""
    return re.sub(r"[ .]+(?=[，。])", "", " ".join(text.split()))


def code_of(code: str) -> str:
    """Code without the empty lines around it."""
    return "\n".join(line.rstrip() for line in code.strip("\n").splitlines()).rstrip()


def of_view(view: DifferenceView, *, in_html: bool = False) -> Said:
    """What the view says; in HTML rows without a difference stand last, and no summary stands over a table."""
    mappings = [
        replace(it, summary=() if it.rows else it.summary, rows=(*it.differing, *it.same)) if in_html else it
        for it in view.mappings
    ]
    remarks = [remark for mapping in mappings for remark in mapping.remarks]
    return Said(
        (view.category_name, view.api),
        tuple(call(side.api, side.signature) for mapping in mappings for side in mapping.sides),
        tuple((row.torch, row.paddle, note_of(row)) for mapping in mappings for row in mapping.rows),
        listed(
            plain(view.intro),
            *(
                text
                for it in mappings
                for text in (
                    plain(it.summary),
                    *(plain(remark) for remark in it.remarks if not isinstance(remark, CodeBlock)),
                    *(plain(example.case) for example in it.examples),
                )
            ),
        ),
        tuple(code_of(remark.text) for remark in remarks if isinstance(remark, CodeBlock)),
        listed(*(plain(it.heading.text) for mapping in mappings for it in mapping.examples if it.heading)),
        tuple((code_of(it.pair.torch), code_of(it.pair.paddle)) for mapping in mappings for it in mapping.examples),
    )


def note_of(row: RowView) -> str:
    """The whole note of a row."""
    return cell(f"{plain(row.note)}{f'{row.rewrite_words}。' if row.rewrite else ''}")


def of_record(catalog: Catalog, record: Record | None) -> Said:
    """What a page has to say of a record."""
    assert record is not None
    mappings = [(mapping, own_category(record, mapping)) for _, mapping in record.mappings()]
    sides = [
        (side, api, mapping)
        for mapping, _ in mappings
        for side, api in (("torch", record.torch), ("paddle", mapping.paddle or ""))
        if api
    ]
    remarks = [remark for mapping, _ in mappings for remark in mapping.remarks]
    headings = [[heading_of(example) for example in mapping.examples] for mapping, _ in mappings]
    return Said(
        (record.category.name, record.torch),
        tuple(call(api, shown_signature(catalog, api, mapping, side).text) for side, api, mapping in sides),
        tuple(
            map(cells_of, (row for it, category in mappings if category is not NO_PARAMETERS for row in it.parameters))
        ),
        listed(
            visible(record.intro),
            *(
                visible(text)
                for it, category in mappings
                for text in (
                    summarize(it, category),
                    *(remark for remark in it.remarks if not remark.startswith("```")),
                    *(example.case for example in it.examples),
                )
            ),
        ),
        tuple(code_of(remark.partition("\n")[2].rpartition("\n")[0]) for remark in remarks if remark.startswith("```")),
        listed(*(heading for several in headings for heading, _ in groupby(filter(None, several)))),
        with_inputs(record, record),
    )


def with_inputs(record: Record | None, code: Record | None) -> tuple[tuple[str, str], ...]:
    """Both sides of each example of ``code`` below the comment that names the inputs, which ``record`` alone knows."""
    ours, theirs = ([it for _, mapping in one.mappings() for it in mapping.examples] for one in (record, code) if one)
    pairs = []
    for example, other in zip(ours, theirs, strict=True):
        comment = "".join(f"{line}\n" for line in input_comment(example.given))
        pairs.append((code_of(comment + other.torch), code_of(comment + other.paddle)))
    return tuple(pairs)


def visible(text: str | None) -> str:
    """What a reader sees of a record's text."""
    return plain(read_prose(text or ""))


def heading_of(example: Example) -> str:
    """The heading of an example."""
    return "：".join(filter(None, ("、".join(example.parameter), visible(example.title))))


def cells_of(row: ParameterRow) -> tuple[str, str, str]:
    """A row as the page has it."""
    both = "返回值" if row.returns is not None else ""
    return row.torch or both, row.paddle or both, cell(visible(full_note(row)))


def of_body(text: str, lines: tuple[str, ...]) -> Said:
    """What the body says, without the elements of HTML alone and the lines of links, which begin with ``lines``."""
    root = without(read_body(f"<div>{text}</div>")[0], tuple(HTML_ONLY))
    (title,) = root.iter("h1")
    sides = [(text_of(side[0]), text_of(side[1])) for side in of_class(root, "apimap-side")]
    rows = [row for it in of_class(root, "apimap-parameters") for row in it.findall(".//tbody/tr")]
    cells = [["" if has_class(it, "apimap-none") else cell(text_of(it)) for it in row] for row in rows]
    paragraphs = listed(*(text_of(it) for it in root.findall("p") if it.get("class") in {None, "apimap-remark"}))
    below = [it for it in root.iter() if it.tag in {"h3", "h4"} and it.get("id") not in {"", None}]
    examples = [it for it in below if it.tag == ("h4" if root.find("h2[@class]") is not None else "h3")]
    return Said(
        (text_of(title[0]), text_of(title).strip().removeprefix(text_of(title[0])).strip()),
        tuple(call(api, signature) for api, signature in sides),
        tuple((torch, paddle, note) for torch, paddle, note in cells),
        tuple(it for it in paragraphs if it not in NO_EXAMPLE and not it.startswith(lines)),
        tuple(code_of(text_of(it.find(".//code"))) for it in root.findall("div[@class='highlight']")),
        listed(*(text_of(it) for it in examples)),
        tuple(
            (code_of(text_of(torch)), code_of(text_of(paddle)))
            for torch, paddle in (pair.iter("code") for pair in root.findall("div") if has_class(pair, "apimap-pair"))
        ),
    )


def different(catalog: Catalog, sources: Sequence[RecordSource]) -> dict[str, dict[str, Any]]:
    """Of each record with a page, the parts that record, view, Markdown (as the importer reads it) and body say unlike."""
    found = {}
    for source, page in zip(sources, pages_of(catalog, sources), strict=True):
        view = difference_view(catalog, source, (), Neighbours())
        read = read_difference_document(f"{source.stem}.md", page.markdown.encode()).record
        lines = tuple(f"{name}：" for name, _ in view.links)
        imported = replace(of_record(catalog, read), pairs=with_inputs(source.record, read))
        told = (of_record(catalog, source.record), of_view(view), imported)
        in_html = (of_view(view, in_html=True), of_body(page.body, lines))
        for alike in (told, in_html):
            parts = {name: [getattr(said, name) for said in alike] for name in Said.__annotations__}
            if wrong := {name: texts for name, texts in parts.items() if any(text != texts[0] for text in texts)}:
                found[source.stem] = wrong
    return found


def wrong_relations(catalog: Catalog, sources: Sequence[RecordSource]) -> list[str]:
    """The records whose body has not, row by row, the relations of the model."""
    found = []
    for source, page in zip(sources, pages_of(catalog, sources), strict=True):
        record = source.record
        assert record is not None
        shown = [mapping for _, mapping in record.mappings() if own_category(record, mapping) is not NO_PARAMETERS]
        rows = [
            row
            for mapping in shown
            for is_same in (False, True)
            for row in mapping.parameters
            if (row.relation is Relation.SAME) == is_same
        ]
        ours = [
            row.differs.kind.value if row.relation is Relation.DIFFERS and row.differs else row.relation.value
            for row in rows
        ]
        body = read_body(page.body)
        theirs = [
            it.get("data-relation")
            for table in of_class(body, "apimap-parameters")
            for it in table.findall(".//tbody/tr")
        ]
        if ours != theirs:
            found.append(source.stem)
    return found


def with_page(catalog: Catalog) -> list[RecordSource]:
    """The sources whose records have a page."""
    return [source for source in catalog.sources if source.record is not None and source.record.category.has_page]


@pytest.fixture(scope="module")
def shipped() -> Catalog:
    """The catalogue of this repository."""
    return shipped_catalog()


@pytest.fixture(scope="module")
def corpus(shipped: Catalog) -> Catalog:
    """Records imported from one public document in eight: all of them take a minute."""
    if not CORPUS:
        pytest.skip("MAPPING_CORPUS names no collection of documents")
    files = sorted(Path(CORPUS).glob("api_difference*/**/*.md"))[::EVERY]
    read = (read_difference_document(file.as_posix(), file.read_bytes()) for file in files)
    texts = {source.stem: dump_record(source.record) for source in read if source.record is not None}
    sources = (read_record(f"{RECORDS}/x/{stem}.yml", text.encode()) for stem, text in texts.items())
    return replace(shipped, sources=tuple(sources))


def test_shipped_records_are_told_alike(shipped: Catalog) -> None:
    """Title, signatures, summary, rows, remarks and examples of each record are those of its view in both renderings."""
    assert different(shipped, sampled_sources()) == {}


def test_imported_records_are_told_alike(corpus: Catalog) -> None:
    """The same holds for records as public documents have them."""
    assert different(corpus, with_page(corpus)) == {}


def test_relations_of_shipped_rows_are_those_of_the_model(shipped: Catalog) -> None:
    """What the body says of a row is what the record's row is, and nothing read from its words."""
    assert wrong_relations(shipped, sampled_sources()) == []


def test_relations_of_imported_rows_are_those_of_the_model(corpus: Catalog) -> None:
    """The same holds for records as public documents have them."""
    assert wrong_relations(corpus, with_page(corpus)) == []

"""Converts the parts of a difference document to a record's data, with the place of every value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generator.importing.assemble_examples import add_examples
from generator.importing.assemble_rows import add_rows
from generator.importing.assemble_sides import add_sides
from generator.importing.blocks import Block, BlockKind
from generator.importing.draft import Draft, span_of_block
from generator.importing.headings import is_api
from generator.importing.parts import DocumentParts, MappingPart
from generator.importing.text import plain
from generator.model import category as categories
from generator.model.category import DifferenceKind, find_category
from generator.model.document_defect import Kind
from generator.model.finding import Loc, Span
from generator.model.vocabulary import REMOVABLE, Term, find_term


def assemble(parts: DocumentParts, draft: Draft) -> None:
    """Fills the draft from the parts."""
    for fault in parts.faults:
        draft.defect(fault.kind, span_of_block(fault.block), fault.values)
    _add_title(parts, draft)
    term = find_term(parts.title.category) if parts.title else None
    kind = term.kind if term is not None else None
    several = len(parts.mappings) > 1
    if several:
        draft.data["overloads"] = [{} for _ in parts.mappings]
        _add_text(draft, draft.data, (), "intro", parts.intro)
    elif parts.intro:
        (parts.mappings or [MappingPart()])[0].remarks[:0] = parts.intro
    for index, part in enumerate(parts.mappings):
        loc: Loc = ("overloads", index) if several else ()
        data = draft.data["overloads"][index] if several else draft.data
        if part.title:
            data["title"] = plain(part.title)
        _add_texts(draft, data, loc, part)
        add_sides(draft, data, loc, part)
        add_rows(draft, data, loc, part, kind or DifferenceKind.USAGE)
        add_examples(draft, data, loc, part)
        _add_remarks(draft, data, loc, part.remarks)
    _translate_category(draft, term)
    if not draft.data.get("links", True):
        del draft.data["links"]
    _check_kind(parts, draft, kind)
    for name, apis in (("aliases", parts.aliases), ("related", parts.related)):
        if apis:
            draft.data[name] = list(apis)
    if parts.exemptions:
        draft.data["exempt"] = parts.exemptions


def _add_title(parts: DocumentParts, draft: Draft) -> None:
    """Adds the category and the torch API, from the title or else from the heading above the signature."""
    block, title = parts.title_block, parts.title
    heading = next((part.torch for part in parts.mappings if part.torch is not None), None)
    place = block or (heading.heading if heading is not None else None)
    span = span_of_block(place) if place is not None else Span()
    api = title.api if title else (plain(block.text).strip("# ") if block else "")
    if title is None:
        draft.defect(Kind.NO_TITLE if block is None else Kind.TITLE_FORM, span, {"text": block.text if block else ""})
    elif not title.regular:
        draft.defect(Kind.TITLE_FORM, span, {"text": block.text if block else ""})
    if heading is not None and heading.api.api != api and (is_api(heading.api.api) or not is_api(api)):
        values = {"title": api, "heading": heading.api.api}
        draft.defect(Kind.API_DISAGREES, span_of_block(heading.heading), values)
        if not is_api(api):
            api, span = heading.api.api, span_of_block(heading.heading)
    draft.data["torch"] = api
    draft.data["category"] = title.category if title else ""
    draft.place(("torch",), _within(block, api, span))
    draft.place(("category",), _within(block, title.category if title else "", span))
    if find_category(draft.data["category"]) is categories.CONTEXT:
        draft.data["context"] = True
        draft.place(("context",), draft.places["category",])


def _translate_category(draft: Draft, term: Term | None) -> None:
    """Replaces a category name of the public documents by ours; the rows or examples decide where two are possible."""
    mappings = draft.data.get("overloads", [draft.data])
    if term is REMOVABLE:
        shown = any(mapping.get("examples") for mapping in mappings)
        draft.data["category"] = (categories.COMPOSED if shown else categories.MISSING).name
        if not shown:
            draft.data["reason"] = f"{REMOVABLE.name}：调用可以省去。"
            draft.place(("reason",), draft.places["category",])
    if term is None or not term.categories or find_category(draft.data["category"]) is not None:
        return
    without = categories.NO_PARAMETERS in term.categories and not any(mapping.get("parameters") for mapping in mappings)
    draft.data["category"] = (categories.NO_PARAMETERS if without else term.categories[0]).name


def _within(block: Block | None, text: str, span: Span) -> Span:
    """Returns the place of a text inside a heading, or the heading's where the text is written differently."""
    at = block.text.find(text) if block is not None and text else -1
    if at < 0:
        return span
    return Span(span.line, span.column + at, span.line, span.column + at + len(text))


def _add_texts(draft: Draft, data: dict[str, Any], loc: Loc, part: MappingPart) -> None:
    """Adds the paragraph below the signatures as the summary (R20)."""
    if not part.texts:
        place = part.paddle or part.torch
        if place is not None:
            draft.defect(Kind.SUMMARY_MISSING, span_of_block(place.heading), {"api": place.api.api})
        return
    _add_text(draft, data, loc, "summary", part.texts)


def _add_text(draft: Draft, data: dict[str, Any], loc: Loc, name: str, blocks: list[Block]) -> None:
    text = " ".join(plain(block.text) for block in blocks)
    if text:
        data[name] = text
        draft.place((*loc, name), span_of_block(blocks[0]))


def _add_remarks(draft: Draft, data: dict[str, Any], loc: Loc, blocks: list[Block]) -> None:
    """Adds text unchanged, one item for each paragraph; code keeps its lines and its fence."""
    remarks = [(block, text) for block in blocks for text in _remarks_of(block) if text.strip()]
    for index, (block, _) in enumerate(remarks):
        draft.place((*loc, "remarks", index), span_of_block(block))
        draft.places.setdefault((*loc, "remarks"), span_of_block(block))
    if remarks:
        data["remarks"] = [text for _, text in remarks]


def _remarks_of(block: Block) -> Iterator[str]:
    if block.kind is BlockKind.CODE:
        mark = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`{3,}", block.text)), default=0))
        yield f"{mark}{block.language}\n{block.text}\n{mark}"
    elif block.kind is BlockKind.TABLE:
        yield from (plain(line) for line in block.lines)
    else:
        yield plain(block.text)


def _check_kind(parts: DocumentParts, draft: Draft, kind: DifferenceKind | None) -> None:
    """Reports a title that says how an API differs where no row says so (R9)."""
    if kind is None or kind is DifferenceKind.USAGE or parts.title is None or parts.title_block is None:
        return
    mappings = draft.data.get("overloads", [draft.data])
    rows = [row for mapping in mappings for row in mapping.get("parameters", ())]
    if not any(
        "returns" in row if kind is DifferenceKind.RETURN else kind.value in row.get("differs", {}) for row in rows
    ):
        draft.defect(Kind.KIND_UNPLACED, span_of_block(parts.title_block), {"category": parts.title.category})

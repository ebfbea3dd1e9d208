"""The parts of a difference document → a record's data, with the place of every value: the other direction of ``pages``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generator.importing.assemble_examples import add_examples
from generator.importing.assemble_rows import add_rows
from generator.importing.blocks import Block, BlockKind
from generator.importing.draft import Draft, span_of_block
from generator.importing.headings import is_api
from generator.importing.kinds import Kind
from generator.importing.parts import DocumentParts, MappingPart, SidePart
from generator.importing.text import plain
from generator.model.category import CONTEXT, PARAMETERS_DIFFER, DifferenceKind, find_category
from generator.model.finding import Loc, Span

_CALL = re.compile(r"^[A-Za-z_][\w.]*\(", re.MULTILINE)
_URL = re.compile(r"https?://\S+")
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.(?:org|com|cn|io|net|dev)\b")
_KINDS = {name: kind for kind, name in PARAMETERS_DIFFER.upstream.items() if kind is not None}


def assemble(parts: DocumentParts, draft: Draft) -> None:
    """Fills the draft with all that the parts say."""
    for fault in parts.faults:
        draft.defect(fault.kind, span_of_block(fault.block), fault.values)
    _add_title(parts, draft)
    kind = _KINDS.get(plain(parts.title.category)) if parts.title else None
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
        _add_sides(draft, data, loc, part)
        add_rows(draft, data, loc, part, kind or DifferenceKind.USAGE)
        add_examples(draft, data, loc, part)
        _add_remarks(draft, data, loc, part.remarks)
    _check_kind(parts, draft, kind)
    for name, apis in (("aliases", parts.aliases), ("related", parts.related)):
        if apis:
            draft.data[name] = list(apis)


def _add_title(parts: DocumentParts, draft: Draft) -> None:
    """The category and the torch API; where the title names none, the heading over the signature does."""
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
    if find_category(draft.data["category"]) is CONTEXT:
        draft.data["context"] = True
        draft.place(("context",), draft.places["category",])


def _within(block: Block | None, text: str, span: Span) -> Span:
    """The place of a text inside a heading; the whole heading where it is written another way."""
    at = block.text.find(text) if block is not None and text else -1
    if at < 0:
        return span
    return Span(span.line, span.column + at, span.line, span.column + at + len(text))


def _add_sides(draft: Draft, data: dict[str, Any], loc: Loc, part: MappingPart) -> None:
    place = part.torch or part.paddle
    if place is not None:
        draft.place(loc, span_of_block(place.heading))
    signatures: dict[str, str] = {}
    for name, side in (("torch", part.torch), ("paddle", part.paddle)):
        if side is None:
            continue
        _add_link(draft, data, loc, name, side)
        if signature := _signature(draft, side, part):
            signatures[name] = signature
            block = side.signature
            assert block is not None
            draft.place((*loc, "signatures", name), span_of_block(block))
            draft.places.setdefault((*loc, "signatures"), span_of_block(block))
    if signatures:
        data["signatures"] = signatures
    if part.paddle is not None and _is_counterpart(draft, part):
        data["paddle"] = part.paddle.api.api
        draft.place((*loc, "paddle"), span_of_block(part.paddle.heading))


def _is_counterpart(draft: Draft, part: MappingPart) -> bool:
    """Whether the second heading names an API; what else it says stays as a remark."""
    side = part.paddle
    if side is None or is_api(side.api.api):
        return side is not None
    draft.defect(Kind.API_INVALID, span_of_block(side.heading), {"api": side.api.api})
    if side.api.api:
        heading = Block(BlockKind.TEXT, side.heading.line, (side.api.api,))
        part.remarks[:0] = [heading, *([side.signature] if side.signature is not None else [])]
    return False


def _add_link(draft: Draft, data: dict[str, Any], loc: Loc, name: str, side: SidePart) -> None:
    """Takes up a heading's link; an overload writes it only where the record's own does not speak for it."""
    url, span = side.api.url, span_of_block(side.heading)
    if not url:
        if side.api.api:
            draft.defect(Kind.LINK_MISSING, span, {"api": side.api.api})
        return
    if _HOST.match(url):
        draft.defect(Kind.LINK_FORM, span, {"api": side.api.api, "url": url})
        url = f"https://{url}"
    if not _URL.fullmatch(url):
        draft.defect(Kind.LINK_INVALID, span, {"api": side.api.api, "url": url})
        return
    first = not loc or loc[1] == 0
    links = draft.data.setdefault("links", {})
    if first:
        links[name] = url
    elif links.get(name) != url or (name == "paddle" and side.api.api != draft.data["overloads"][0].get("paddle")):
        data.setdefault("links", {})[name] = url
    draft.place(("links", name) if first else (*loc, "links", name), span)


def _signature(draft: Draft, side: SidePart, part: MappingPart) -> str:
    """A signature on one line. Comments beside it, and any further call, are remarks."""
    block = side.signature
    if block is None or not block.text.strip():
        draft.defect(Kind.SIGNATURE_MISSING, span_of_block(side.heading), {"api": side.api.api})
        return ""
    code = "\n".join(line for line in block.lines if not line.lstrip().startswith("#")).strip()
    calls = [match.start() for match in _CALL.finditer(code)]
    if len(calls) > 1:
        part.remarks.insert(0, block)
        code = code[: calls[1]]
    elif code != block.text.strip():
        part.remarks.insert(0, block)
    return " ".join(code.split())


def _add_texts(draft: Draft, data: dict[str, Any], loc: Loc, part: MappingPart) -> None:
    """The paragraph under the signatures is the summary (R20)."""
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
    """Text word for word, a paragraph each; code keeps its lines and its fence."""
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
    """Reports a title that says how an API differs where no row carries it (R9)."""
    if kind is None or kind is DifferenceKind.USAGE or parts.title is None or parts.title_block is None:
        return
    mappings = draft.data.get("overloads", [draft.data])
    rows = [row for mapping in mappings for row in mapping.get("parameters", ())]
    if not any(
        "returns" in row if kind is DifferenceKind.RETURN else kind.value in row.get("differs", {}) for row in rows
    ):
        draft.defect(Kind.KIND_UNPLACED, span_of_block(parts.title_block), {"category": parts.title.category})

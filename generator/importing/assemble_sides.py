"""Converts the two headings of a mapping and their code blocks to APIs, links and signatures."""

from __future__ import annotations

import re
from typing import Any

from generator.importing.blocks import Block, BlockKind
from generator.importing.draft import Draft, span_of_block
from generator.importing.headings import is_api
from generator.importing.parts import MappingPart, SidePart
from generator.model.document_defect import Kind
from generator.model.finding import Loc
from generator.model.signature import annotated_parameters

_CALL = re.compile(r"^[A-Za-z_][\w.]*\(", re.MULTILINE)
_URL = re.compile(r"https?://\S+")
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.(?:org|com|cn|io|net|dev)\b")


def add_sides(draft: Draft, data: dict[str, Any], loc: Loc, part: MappingPart) -> None:
    """Reads the torch side and the Paddle side (R18, R19)."""
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
    """Tells whether the second heading names an API; other text becomes a remark."""
    side = part.paddle
    if side is None or is_api(side.api.api):
        return side is not None
    draft.defect(Kind.API_INVALID, span_of_block(side.heading), {"api": side.api.api})
    if side.api.api:
        heading = Block(BlockKind.TEXT, side.heading.line, (side.api.api,))
        part.remarks[:0] = [heading, *([side.signature] if side.signature is not None else [])]
    return False


def _add_link(draft: Draft, data: dict[str, Any], loc: Loc, name: str, side: SidePart) -> None:
    """Adds a heading's link; an overload gets one only where the record's own does not apply."""
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
    links = draft.data.setdefault("links", {})
    earlier = _earlier(draft, loc, name)
    if not earlier:
        links[name] = url
    elif links.get(name) != url or side.api.api != earlier[0]:
        data.setdefault("links", {})[name] = url
    draft.place(("links", name) if not earlier else (*loc, "links", name), span)


def _signature(draft: Draft, side: SidePart, part: MappingPart) -> str:
    """Returns a signature on one line. Comments and further calls become remarks."""
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
    signature = " ".join(code.split())
    if annotated := annotated_parameters(signature):
        values = {"api": side.api.api, "parameters": "、".join(annotated)}
        draft.defect(Kind.SIGNATURE_ANNOTATED, span_of_block(block), values)
    return signature


def _earlier(draft: Draft, loc: Loc, name: str) -> list[str]:
    """Returns this side's APIs in the overloads before ``loc``; the record's link belongs to the first."""
    if not loc or not isinstance(loc[1], int):
        return []
    before = draft.data["overloads"][: loc[1]]
    return [draft.data["torch"]] * len(before) if name == "torch" else [o["paddle"] for o in before if "paddle" in o]

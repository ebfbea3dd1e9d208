"""Decodes Markdown files."""

from __future__ import annotations

from generator.model.defect import Defect
from generator.model.document_defect import Kind
from generator.model.finding import Span

MAX_DOCUMENT = 4_000_000
"""The largest document that is read, in bytes; the largest public one has 60 kB, the master table 200 kB."""


def decode(raw: bytes) -> tuple[str, Defect | None]:
    """Returns the text of a Markdown file, or the defect that prevents reading it."""
    if len(raw) > MAX_DOCUMENT:
        size = {"size": f"{len(raw) / 1e6:.1f}", "limit": f"{MAX_DOCUMENT / 1e6:.0f}"}
        return "", Defect(Kind.TOO_LARGE.value, Span(), size)
    if b"\x00" in raw:
        return "", Defect(Kind.BINARY.value, Span())
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "", Defect(Kind.BINARY.value, Span())
    return text, None if text.strip() else Defect(Kind.EMPTY.value, Span())

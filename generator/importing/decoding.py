"""The bytes of a Markdown file → its text."""

from __future__ import annotations

from generator.model.defect import Defect
from generator.model.document_defect import Kind
from generator.model.finding import Span

MAX_BYTES = 4_000_000
"""Largest document that is read; the longest in the public collections has 60 kB, their master table 200 kB."""


def decode(raw: bytes) -> tuple[str, Defect | None]:
    """The text of a Markdown file, or what keeps it from being read."""
    if len(raw) > MAX_BYTES:
        size = {"size": f"{len(raw) / 1e6:.1f}", "limit": f"{MAX_BYTES / 1e6:.0f}"}
        return "", Defect(Kind.TOO_LARGE.value, Span(), size)
    if b"\x00" in raw:
        return "", Defect(Kind.BINARY.value, Span())
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "", Defect(Kind.BINARY.value, Span())
    return text, None if text.strip() else Defect(Kind.EMPTY.value, Span())

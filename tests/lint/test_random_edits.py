"""Robustness: whatever is done to a record, lint answers with findings.

The full figure is `RANDOM_EDITS=100000 pytest tests/lint/test_random_edits.py`; CI does fewer, from the same seed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

from samples import REPOSITORY

from generator.catalog.catalog import Catalog, load_catalog
from generator.lint.fix import fix_text
from generator.lint.run import lint_catalog
from generator.storage.yaml_file import read_record

EDITS = int(os.environ.get("RANDOM_EDITS", "1500"))
SEED = 20261121
SNIPPETS = (
    "", " ", "\n", "\t", "\r\n", "\x00", "\ufeff", "\u2028", "\x85", "- ", ": ", "{", "}", "[", "]", "[[", "'", '"', "`", "|", ">",
    "&a", "*a", "!!str ", "---\n", "...", "#", "?", "~", "null", "no", "1.10", "。", "，仅参数名不一致", "需要转写", "<b>",
    "（", "⽤", "Pytorch", "\u200b", "torch: ", "paddle: ", "name", "returns: 返回值不同", "set: default", "rewrite: drop",
    "differs: {usage: a, type: b}", "overloads:\n", "examples: []", "category: 8", "exempt: [{code: PAR002, reason: a}]",
    "**kwargs", "*size", "\\", "é", "😀", "0" * 40, "(" * 120, "[" * 60,
)  # fmt: skip


def edit_bytes(raw: bytes, chance: random.Random) -> bytes:
    """Changes, adds or takes away some bytes."""
    start = chance.randrange(len(raw) + 1)
    return raw[:start] + chance.randbytes(chance.randrange(3)) + raw[start + chance.randrange(4) :]


def edit_text(raw: bytes, chance: random.Random) -> bytes:
    """Puts something with a meaning in YAML or in a record where it does not belong."""
    text = raw.decode("utf-8", "replace")
    start = chance.randrange(len(text) + 1)
    return (text[:start] + chance.choice(SNIPPETS) + text[start + chance.randrange(6) :]).encode("utf-8", "replace")


def edit_lines(raw: bytes, chance: random.Random) -> bytes:
    """Takes away, doubles, moves or indents a line."""
    lines = raw.split(b"\n")
    line = lines.pop(chance.randrange(len(lines)))
    new = chance.choice([[], [line, line], [b"  " + line], [line.lstrip()], [line[: len(line) // 2]]])
    place = chance.randrange(len(lines) + 1)
    return b"\n".join([*lines[:place], *new, *lines[place:]])


def edit_value(raw: bytes, chance: random.Random) -> bytes:
    """Gives a key a value of another type."""
    text = raw.decode("utf-8", "replace")
    ends = [index for index, character in enumerate(text) if text[index : index + 2] == ": "]
    if not ends:
        return raw
    start = chance.choice(ends) + 2
    end = min((found for mark in ",}\n" if (found := text.find(mark, start)) > 0), default=len(text))
    return (text[:start] + chance.choice(SNIPPETS) + text[end:]).encode("utf-8", "replace")


KINDS: tuple[Callable[[bytes, random.Random], bytes], ...] = (edit_bytes, edit_text, edit_lines, edit_value)


def test_random_edits_give_findings_and_no_traceback() -> None:
    """Thousands of spoilt records are linted and mended without an exception, and none that is unreadable is clean."""
    shipped = load_catalog(REPOSITORY)
    texts = [(source.file, source.document.text.encode()) for source in shipped.sources]
    chance = random.Random(SEED)  # noqa: S311  (the same edits on every machine)
    for _ in range(EDITS):
        file, raw = chance.choice(texts)
        for _ in range(chance.choice([1, 1, 1, 2, 4])):
            raw = chance.choice(KINDS)(raw, chance)
        source = read_record(file, raw)
        findings = lint_catalog(Catalog(shipped.settings, (source,), shipped.inventories))
        assert findings or source.record is not None
        assert len(findings) >= bool(source.defects)
        assert all(finding.span.line >= 1 and finding.span.column >= 1 for finding in findings)
        if source.record is not None:
            fix_text(source.document, [finding for finding in findings if finding.fixable])

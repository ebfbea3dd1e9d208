from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from sampling import NIGHTLY, chance

from generator.importing.document import read_difference_document
from generator.lint.rules.registry import defect_rule
from generator.lint.rules.samples import GOOD_DOCUMENT, GOOD_TABLE

EDITS = 12_000 if NIGHTLY else 100
"""How many edited documents each of the tests reads."""

PIECES = (
    "```", "```python\n", "~~~", "|", "\n", "\n\n", "#", "## [ ", "### ", "[", "](", ")", "\\", "`", "<", "<!--", "</details>",
    "\r\n", "\t", "    ", "---", "| - | - |\n", "，", "。", "$", "&#0;", "\u2028", "\ufeff", "需要转写", "返回值", "*", "\x0b", "，需要转写",
)  # fmt: skip


def documents() -> list[str]:
    """Our own documents, and those of the corpus where there is one."""
    texts = [GOOD_DOCUMENT, GOOD_TABLE]
    texts += [
        path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parents[1] / "data/importing").glob("*.md"))
    ]
    if corpus := os.environ.get("MAPPING_CORPUS"):
        texts += [path.read_text(encoding="utf-8") for path in sorted(Path(corpus).glob("api_difference*/**/*.md"))]
    return texts


def edited(text: str, chance: random.Random) -> str:
    """The text with a few stretches removed, doubled, moved or replaced."""
    for _ in range(chance.randint(1, 6)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice((0, 1, 3, 20, 200)))
        piece = chance.choice((chance.choice(PIECES), text[start:end] * 2, text[end : end + 30], ""))
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.parametrize("part", range(4))
def test_no_edit_of_a_document_breaks_the_reader(part: int) -> None:
    """Whatever becomes of a document, it is read without an error, and every defect has its words and a line of it."""
    drawn = chance(part)
    texts = documents()
    for _ in range(EDITS):
        text = edited(drawn.choice(texts), drawn)
        source = read_difference_document("torch.abs.md", text.encode("utf-8", "replace"))
        lines = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        for defect in source.defects:
            assert all(defect_rule(defect.kind).describe(defect)[:1])
            assert 1 <= defect.span.line <= lines

"""What the full-text search knows of the difference pages: one entry a page, made from the record and not from HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache

from generator.catalog.catalog import Catalog
from generator.model.parameter import ParameterRow
from generator.model.record import Mapping, Record
from generator.pages import markdown
from generator.pages.paths import page_path
from generator.pages.search_boosts import page_boost
from generator.storage.yaml_file import RecordSource

_HAN = re.compile(
    "[\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufa6d\ufa70-\ufad9\U00016fe2-\U00016ff1\U00020000-\U000323af]+"
)
"""Runs of the Unicode script Han."""
_JOINT = "\u200b"
"""What Material's search plugin puts between Chinese words, and the separator in ``mkdocs.yml`` knows."""


Entry = dict[str, str | float]
"""A page as Material's index has it: ``location``, ``title``, ``text`` and ``boost``."""


def searched_sources(catalog: Catalog) -> list[RecordSource]:
    """The sources of all records with a page."""
    return [catalog.by_api[record.torch] for record in catalog.records() if record.category.has_page]


def search_entry(source: RecordSource) -> Entry:
    """The entry of a record with a page.

    The title is the API's name. The text is what the record says in its own words: the sentences that every page of a
    category shares would make all of them answer to ``参数名``.
    """
    record, path = source.record, page_path(source)
    assert record is not None
    return {
        "location": f"{path.removesuffix('.md')}/",
        "title": record.torch,
        "text": segmented("".join(_text(record))),
        "boost": page_boost(path),
    }


def segmented(text: str) -> str:
    """The text with its Chinese cut into words, exactly as Material's search plugin does it."""
    return _HAN.sub(lambda match: f"{_JOINT}{_words(match.group())}{_JOINT}", text).strip(_JOINT)


@lru_cache(maxsize=65536)
def _words(text: str) -> str:
    import jieba  # type: ignore[import-untyped]

    return _JOINT.join(jieba.cut(text))


def _text(record: Record) -> Iterator[str]:
    names = (*record.paddle_apis, *record.aliases)
    if names:
        yield f"<p>{'，'.join(f'<code>{name}</code>' for name in names)}</p>"
    yield from _paragraph(record.reason or "")
    yield from _paragraph(record.intro or "" if record.overloads else "")
    for _, mapping in record.mappings():
        yield from _mapping_text(mapping)


def _mapping_text(mapping: Mapping) -> Iterator[str]:
    yield from _paragraph(getattr(mapping, "title", None) or "")
    yield from _paragraph(mapping.summary or "")
    items = [f"<li>{_row(row)}</li>" for row in mapping.parameters]
    if items:
        yield f"<ul>{''.join(items)}</ul>"
    for remark in mapping.remarks:
        yield from _paragraph("" if remark.startswith("```") else remark)
    for example in mapping.examples:
        yield from _paragraph("：".join(part for part in ("、".join(example.parameter), example.title) if part))


def _row(row: ParameterRow) -> str:
    words = "，".join(filter(None, (row.note.rstrip("。"), row.differs.words if row.differs else "", row.returns)))
    return f"<code>{html.escape(row.label, quote=False)}</code> {_inline(words)}"


def _paragraph(text: str) -> Iterator[str]:
    if text:
        yield f"<p>{_inline(text)}</p>"


def _inline(text: str) -> str:
    """Prose as the index has it: HTML in which code is marked and nothing else."""
    escaped = html.escape(" ".join(text.split()), quote=False)
    return markdown.CODE_SPAN.sub(lambda match: f"<code>{match.group(2).strip()}</code>", escaped)

"""What the full-text search knows of generated pages: made from records and views, and not from HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise

from generator.model.parameter import ParameterRow
from generator.model.record import Mapping, Record
from generator.publishing.pages.search_boosts import page_boost
from generator.publishing.views import page
from generator.publishing.views.paths import folder_of, page_path
from generator.publishing.views.prose import Code, Prose, compose, plain, read_prose
from generator.storage.yaml_file import RecordSource

_HAN = re.compile(
    "[\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufa6d\ufa70-\ufad9\U00016fe2-\U00016ff1\U00020000-\U000323af]+"
)
"""Runs of the Unicode script Han."""
_JOINT = "\u200b"
"""What Material's search plugin puts between Chinese words, and the separator in ``mkdocs.yml`` knows."""


_escape = partial(html.escape, quote=False)
"""What an element shows."""

Entry = dict[str, str | float]
"""A page as Material's index has it: ``location``, ``title``, ``text`` and ``boost``."""


def search_entry(source: RecordSource) -> Entry:
    """Returns the entry of a record with a page, not yet cut into words.

    The title is the API's name. The text is what the record says in its own words: the sentences that every page of a
    category shares would make all of them answer to ``参数名``.
    """
    record, path = source.record, page_path(source)
    assert record is not None
    return {
        "location": f"{path.removesuffix('.md')}/",
        "title": record.torch,
        "text": "".join(_text(record)),
        "boost": page_boost(path),
    }


def segmented(text: str) -> str:
    """Returns the text with its Chinese cut into words, exactly as Material's search plugin does it."""
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
        yield from _paragraph("" if remark.is_code else remark)
    for example in mapping.examples:
        yield from _paragraph("：".join(part for part in ("、".join(example.parameter), example.title) if part))


def _row(row: ParameterRow) -> str:
    words = "，".join(filter(None, (row.note.rstrip("。"), row.differs.words if row.differs else "", row.returns)))
    return f"<code>{_escape(row.label)}</code> {_spans(read_prose(words))}"


def _paragraph(text: str) -> Iterator[str]:
    if text:
        yield f"<p>{_spans(read_prose(text))}</p>"


def cut(entry: Entry) -> Entry:
    """Returns the entry with its title and text cut into words."""
    return {**entry, "title": segmented(str(entry["title"])), "text": segmented(str(entry["text"]))}


def page_entries(view: page.PageView) -> list[Entry]:
    """Returns the entries of any other page, not yet cut into words: one for each section that the search may know."""
    entries: list[Entry] = []
    folder, boost = folder_of(view.path), page_boost(view.path)
    for heading, blocks in _sections(view.blocks) if view.searched else ():
        if heading.searched:
            # The search knows a page by its address alone, and shows the sections below it.
            location = folder if heading.level == 1 else f"{folder}#{heading.anchor}"
            text = " ".join(filter(None, map(_block, blocks)))
            entries.append({"location": location, "title": _spans(heading.text), "text": text, "boost": boost})
    return entries


def _sections(blocks: tuple[page.Block, ...]) -> Iterator[tuple[page.Heading, list[page.Block]]]:
    """Yields each heading with the blocks up to the next one, those of columns in their order."""
    flat: list[page.Block] = []
    for block in blocks:
        flat += [it for group in block.groups for it in group] if isinstance(block, page.Columns) else [block]
    starts = [index for index, block in enumerate(flat) if isinstance(block, page.Heading)]
    for start, end in pairwise([*starts, len(flat)]):
        heading = flat[start]
        assert isinstance(heading, page.Heading)
        yield heading, flat[start + 1 : end]


def _block(block: page.Block) -> str:  # noqa: PLR0911  (one for each kind of block)
    match block:
        case page.Paragraph(text):
            return f"<p>{_spans(text)}</p>"
        case page.Bullets(items):
            return f"<ul>{''.join(f'<li>{_spans(item)}</li>' for item in items)}</ul>"
        case page.Code(text):
            return f"<pre><code>{_escape(text)}</code></pre>"
        case page.Pair(torch, paddle):
            return _block(page.Code(torch, "python")) + _block(page.Code(paddle, "python"))
        case page.Table(columns, rows):
            cells = [compose(str(column)) for column in columns] + [cell for row in rows for cell in row.cells]
            return " ".join(map(_spans, cells))
        case page.Badges(badges):
            return f"<p>{_escape(' '.join(badge.text for badge in badges))}</p>"
        case page.Details(summary, inner) if block.searched:
            return " ".join([_escape(summary), *map(_block, inner)])
        case page.Numbers(items):
            return f"<ul>{''.join(f'<li>{_escape(number + text)}</li>' for number, text in items)}</ul>"
        case _:
            return ""


def _spans(prose: Prose) -> str:
    """Returns spans as the index has them: HTML in which code is marked and nothing else."""
    return "".join(
        f"<code>{_escape(span.text)}</code>" if isinstance(span, Code) else _escape(plain((span,))) for span in prose
    )

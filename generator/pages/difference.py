"""A record as its difference page says it: every string is ready to stand in the Markdown file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.catalog.catalog import DATA, Catalog
from generator.model.category import NO_PARAMETERS, Category, DifferenceKind, Need
from generator.model.derive import own_category
from generator.model.finding import Finding
from generator.model.phrases import full_note
from generator.model.record import Exemption, Mapping, Record, Snippet
from generator.model.relation import Relation, Rewrite
from generator.pages import markdown
from generator.pages.foot import Foot, page_foot
from generator.pages.mappings import Library, documentation_url
from generator.pages.neighbours import Neighbours
from generator.pages.signatures import shown_signature
from generator.pages.summary import summarize
from generator.pages.verification import Badge, badges
from generator.storage.yaml_file import RecordSource

_FENCED = re.compile(r"(?P<mark>`{3,})(?P<language>[^\n`]*)\n(?P<code>.*)\n(?P=mark)", re.DOTALL)
_TO_REWRITE = frozenset({Relation.TORCH_ONLY, Relation.DIFFERS, Relation.RETURNS})


@dataclass(frozen=True, slots=True)
class Side:
    """One library's heading and signature."""

    heading: str
    signature: str


@dataclass(frozen=True, slots=True)
class ShownExample:
    """One 转写示例 with its heading, empty where it is that of the example before, and the case it is for."""

    heading: str
    case: str
    code: str


@dataclass(frozen=True, slots=True)
class Block:
    """What a page says of one mapping: the record's own, or one of its overloads."""

    title: str
    torch: Side
    paddle: Side | None
    summary: str
    rows: tuple[tuple[str, str, str], ...]
    types: tuple[str, ...]
    remarks: tuple[str, ...]
    examples: tuple[ShownExample, ...]
    no_example: str
    checks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DifferencePage:
    """Everything that ``difference.md.j2`` prints."""

    category: str
    api: str
    badges: tuple[Badge, ...]
    intro: str
    blocks: tuple[Block, ...]
    exemptions: tuple[str, ...]
    foot: Foot
    findings: tuple[ShownFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding in the red box of a page."""

    place: str
    code: str
    message: str
    hint: str


def difference_page(
    catalog: Catalog, source: RecordSource, findings: Sequence[Finding], neighbours: Neighbours
) -> DifferencePage:
    """The page of a record; of a file that holds none, the page that shows its findings."""
    record = source.record
    return DifferencePage(
        category=record.category.name if record else "记录有误",
        api=markdown.cell(record.torch if record else source.stem),
        badges=tuple(badges(catalog, record)) if record else (),
        intro=markdown.paragraph(record.intro or "") if record and len(record.overloads) > 1 else "",
        blocks=tuple(_blocks(catalog, record)) if record else (),
        exemptions=tuple(_exemption(item) for item in record.exempt) if record else (),
        foot=page_foot(catalog, source, neighbours),
        findings=tuple(shown_finding(finding) for finding in findings),
    )


def _blocks(catalog: Catalog, record: Record) -> Iterator[Block]:
    for _, mapping in record.mappings():
        category = own_category(record, mapping)
        yield Block(
            title=markdown.inline(getattr(mapping, "title", None) or ""),
            torch=_side(catalog, record.torch, mapping, record, "torch"),
            paddle=_side(catalog, mapping.paddle, mapping, record, "paddle") if mapping.paddle else None,
            summary=markdown.paragraph(summarize(mapping, category)),
            rows=tuple(_rows(mapping)) if category is not NO_PARAMETERS else (),
            types=tuple(_types(mapping)),
            remarks=tuple(_remark(text) for text in mapping.remarks),
            examples=tuple(_examples(mapping)),
            no_example=_no_example(mapping, category),
            checks=tuple(both_sides(check) for check in mapping.checks) if category.family == "1" else (),
        )


def _side(catalog: Catalog, api: str, mapping: Mapping, record: Record, side: Library) -> Side:
    return Side(
        heading=markdown.link(api, documentation_url(catalog, record, mapping, side)),
        signature=markdown.fence(shown_signature(catalog, api, mapping, side)),
    )


def _rows(mapping: Mapping) -> Iterator[tuple[str, str, str]]:
    for row in mapping.parameters:
        both = "返回值" if row.returns is not None else ""
        yield (
            markdown.cell(row.torch or both),
            markdown.cell(row.paddle or both),
            markdown.inline(full_note(row)),
        )


def _types(mapping: Mapping) -> Iterator[str]:
    """The parameters whose type differs: the table does not tell that from a difference of use."""
    for row in mapping.parameters:
        if row.differs is not None and row.differs.kind is DifferenceKind.TYPE and "--" not in row.label:
            yield row.label


def _remark(text: str) -> str:
    """A paragraph, or code where the text is fenced."""
    if (match := _FENCED.fullmatch(text.strip())) is not None:
        return markdown.fence(match.group("code"), match.group("language"))
    return markdown.paragraph(text)


def _examples(mapping: Mapping) -> Iterator[ShownExample]:
    shown = ""
    for example in mapping.examples:
        names = "、".join(markdown.cell(name) for name in example.parameter)
        heading = "：".join(part for part in (names, markdown.inline(example.title)) if part)
        yield ShownExample(
            heading if heading != shown else "", markdown.paragraph(example.case or ""), both_sides(example)
        )
        shown = heading or shown


def both_sides(snippet: Snippet) -> str:
    """The code of both sides, each under its comment, in one block."""
    torch, paddle = snippet.torch.strip("\n"), snippet.paddle.strip("\n")
    return markdown.fence(f"# PyTorch 写法\n{torch}\n\n# Paddle 写法\n{paddle}")


def _no_example(mapping: Mapping, category: Category) -> str:
    """What a page says where its category may have examples and this mapping has none (R33)."""
    if mapping.examples or category.examples is Need.NEVER:
        return ""
    rewrites = {row.rewrite for row in mapping.parameters if row.relation in _TO_REWRITE}
    if Rewrite.UNSUPPORTED in rewrites:
        return "Paddle 暂无转写方式。"
    return "上述参数可直接删除，无需转写。" if rewrites == {Rewrite.DROP} else ""


def _exemption(exemption: Exemption) -> str:
    """What a comment says of an exemption, so that lint on the page knows it too."""
    return markdown.attribute(f"{exemption.code}：{' '.join(exemption.reason.split())}")


def shown_finding(finding: Finding) -> ShownFinding:
    """A finding, ready to stand in HTML; a published page does not say where on some machine the project lies."""
    _, data, file = finding.file.rpartition(f"{DATA}/")
    place = f"{data}{file}:{finding.span.line}:{finding.span.column}"
    return ShownFinding(*(markdown.attribute(text) for text in (place, finding.code, finding.message, finding.hint)))

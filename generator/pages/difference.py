"""A record as its difference page says it: every string is ready to stand in the Markdown file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from generator.catalog import Catalog
from generator.model.category import NO_PARAMETERS, Category, DifferenceKind, Need
from generator.model.derive import derive_category
from generator.model.finding import Finding
from generator.model.parameter import Relation, Rewrite
from generator.model.phrases import full_note
from generator.model.record import Exemption, Mapping, Overload, Record, Snippet
from generator.pages import markdown
from generator.pages.addresses import NOTES_PAGE, file_in_repository, page_link
from generator.pages.signatures import shown_signature
from generator.pages.summary import summarize
from generator.pages.verification import Badge, badges
from generator.yaml_file import RecordSource

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
    aliases: tuple[str, ...]
    related: tuple[str, ...]
    exemptions: tuple[str, ...]
    notes: tuple[str, ...]
    edit_url: str
    report_url: str
    file: str
    findings: tuple[ShownFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding in the red box of a page."""

    place: str
    code: str
    message: str
    hint: str


def difference_page(catalog: Catalog, source: RecordSource, findings: Sequence[Finding]) -> DifferencePage:
    """The page of a record; of a file that holds none, the page that shows its findings."""
    record, file = source.record, file_in_repository(source)
    repository = catalog.settings.repository
    api = record.torch if record else source.stem
    return DifferencePage(
        category=record.category.name if record else "记录有误",
        api=markdown.cell(api),
        badges=tuple(badges(catalog, record)) if record else (),
        intro=markdown.paragraph(record.intro or "") if record and len(record.overloads) > 1 else "",
        blocks=tuple(_blocks(catalog, record)) if record else (),
        aliases=tuple(markdown.code(alias) for alias in record.aliases) if record else (),
        related=tuple(page_link(catalog, other, from_folder=True) for other in record.related) if record else (),
        exemptions=tuple(_exemption(item) for item in record.exempt) if record else (),
        notes=tuple(_notes(catalog, record)) if record else (),
        edit_url=f"{repository}/edit/main/{quote(file)}" if repository else "",
        report_url=f"{repository}/issues/new?{_report(catalog, api)}" if repository else "",
        file=file,
        findings=tuple(shown_finding(finding) for finding in findings),
    )


def _notes(catalog: Catalog, record: Record) -> Iterator[str]:
    """Links to the migration notes that touch the API under one of its names."""
    for source in catalog.notes_on({record.torch, *record.aliases}):
        if source.model is not None:
            yield f"[{markdown.inline(source.model.title)}](../{NOTES_PAGE}#{markdown.address(source.stem)})"


def _blocks(catalog: Catalog, record: Record) -> Iterator[Block]:
    for _, mapping in record.mappings():
        category = (
            derive_category(record.model_copy(update=_only(mapping))).category if record.overloads else record.category
        )
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


def _only(mapping: Mapping) -> dict[str, object]:
    """The fields that make an overload a record of its own."""
    fields = {name: getattr(mapping, name) for name in Mapping.model_fields}
    return {**fields, "overloads": ()}


def _side(catalog: Catalog, api: str, mapping: Mapping, record: Record, side: str) -> Side:
    own = mapping.links if isinstance(mapping, Overload) else None
    override = getattr(record.links, side) if record.links else None
    # A link override speaks of the record's own counterpart, and not of another one that an overload names.
    spoken_for = override if side == "torch" or api == record.paddle_apis[0] else None
    url = (getattr(own, side) if own else None) or spoken_for or catalog.settings.address(api)
    return Side(
        heading=markdown.link(api, url),
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


def _report(catalog: Catalog, api: str) -> str:
    versions = "\n".join(f"- {library} {version}" for library, version in catalog.settings.versions.items())
    return urlencode({"title": f"{api}：", "body": f"页面：{api}\n{versions}\n\n哪里不对：\n"})


def shown_finding(finding: Finding) -> ShownFinding:
    """A finding, ready to stand in HTML."""
    place = f"{finding.file}:{finding.span.line}:{finding.span.column}"
    return ShownFinding(*(markdown.attribute(text) for text in (place, finding.code, finding.message, finding.hint)))

"""A record as its difference page says it: signatures with marks, rows with their relation, examples and answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from urllib.parse import quote, urlencode

from generator.catalog.catalog import Catalog
from generator.model import record as model
from generator.model.call_verdict import CallVerdict
from generator.model.category import NO_PARAMETERS, Category, DifferenceKind, Need
from generator.model.derive import own_category
from generator.model.finding import Finding
from generator.model.parameter import Covers, ParameterRow
from generator.model.phrases import FULL_STOP, full_note, note_start, rewrite_words
from generator.model.relation import Relation, Rewrite
from generator.model.when_words import alternatives, moment
from generator.publishing.views import links, page
from generator.publishing.views.answer import AnswerView, answer_view
from generator.publishing.views.badges import Badge, badges
from generator.publishing.views.evidence import EvidenceView, evidence_view
from generator.publishing.views.lists import Neighbours
from generator.publishing.views.measured import attribute_lines, measured_lines
from generator.publishing.views.paths import page_path
from generator.publishing.views.prose import Effort, Link, Prose, Span, compose, read_prose, without_links
from generator.publishing.views.releases import VersionsView, versions_view
from generator.publishing.views.signatures import ShownSignature, shown_signature
from generator.publishing.views.summary import consequence, summarize
from generator.storage.yaml_file import RecordSource

BROKEN = "记录有误"
"""What stands in place of a category where the record cannot be read."""
RETURNED = "返回值"
ROWS, EXAMPLES = "参数映射", "转写示例"

RELATION_NAMES = {
    "same": "一致",
    "renamed": "改名",
    "default": "默认值不同",
    "paddle-only": "仅 Paddle",
    "torch-only": "仅 PyTorch",
    "usage": "用法不同",
    "type": "类型不同",
    "returns": "返回值不同",
}
"""What a reader is told of each relation; the style sheet has a sign for each."""

_FENCED = re.compile(r"(?P<mark>`{3,})(?P<language>[^\n`]*)\n(?P<code>.*)\n(?P=mark)", re.DOTALL)
_TO_REWRITE = frozenset({Relation.TORCH_ONLY, Relation.DIFFERS, Relation.RETURNS})
_MARKED_WHOLE = frozenset({"default", "paddle-only", "torch-only"})
"""Relations in which the default belongs to what differs."""
_IN_A_SENTENCE = 2
"""How many alternatives of a condition read well in one sentence."""
_NOT_IN_ANCHOR = re.compile(r"[^\w.]")
_PARAMETER = re.compile(r"\**(\w+)")


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of 参数映射; ``relation`` is that of the model, a difference told by its kind: a key of ``RELATION_NAMES``.

    ``note`` is the note without what becomes of the parameter, which ``rewrite_words`` say; ``example`` is the anchor
    of the example that shows how. ``when`` says to which calls the row applies, or begins the list ``when_one_of`` of
    them; ``also`` says that Paddle's function takes torch's name of a renamed parameter as well. The spec has no place
    for either, so that the Markdown lacks them.
    """

    torch: str
    paddle: str
    note: Prose
    relation: str
    rewrite: str
    rewrite_words: str
    anchor: str
    example: str
    when: Prose = ()
    when_one_of: tuple[Prose, ...] = ()
    also: Prose = ()

    @property
    def relation_name(self) -> str:
        """The relation in a reader's words."""
        return RELATION_NAMES[self.relation]


@dataclass(frozen=True, slots=True)
class PartView:
    """What stands between two commas of a signature; ``marked`` characters of it differ and lead to ``row``."""

    text: str
    row: RowView | None = None
    marked: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class SideView:
    """One library's API, its documentation and its signature; without ``parts`` the signature could not be read."""

    library: links.Library
    api: str
    heading: page.Heading
    signature: str
    parts: tuple[PartView, ...]

    @property
    def is_long(self) -> bool:
        """Whether the signature is printed with a parameter a line."""
        return "\n" in self.signature.strip()


@dataclass(frozen=True, slots=True)
class ExampleView:
    """One 转写示例; its heading is None where it is that of the example before."""

    heading: page.Heading | None
    case: Prose
    pair: page.Pair


@dataclass(frozen=True, slots=True)
class MappingView:
    """What a page says of one mapping: the record's own, or one of its overloads."""

    title: page.Heading | None
    """The overload's number and title; None where there is only one mapping."""
    overload: Prose
    answer: AnswerView | None
    """The usual call and what it takes; the spec has no place for it, so that the Markdown lacks it."""
    sides: tuple[SideView, ...]
    summary: Prose
    consequence: Prose
    """What stands over the table in HTML, in place of the summary that the spec prescribes."""
    rows_heading: page.Heading | None
    rows: tuple[RowView, ...]
    types: tuple[str, ...]
    """The parameters whose type differs: the table in Markdown does not tell that from a difference of use."""
    measured: tuple[Prose, ...]
    """What Paddle was measured to lack and torch has: dtypes, attributes; empty where there is nothing."""
    remarks: tuple[Prose | page.Code, ...]
    examples_heading: page.Heading | None
    examples: tuple[ExampleView, ...]
    no_example: str
    checks: tuple[page.Pair, ...]
    is_proven_by_checks: bool
    """Whether the category has no examples, so that the Markdown shows the checks; the HTML shows them always."""

    @property
    def differing(self) -> tuple[RowView, ...]:
        """The rows with a difference."""
        return tuple(row for row in self.rows if row.relation != "same")

    @property
    def same(self) -> tuple[RowView, ...]:
        """The rows without one, which the HTML folds away."""
        return tuple(row for row in self.rows if row.relation == "same")

    @property
    def headings(self) -> Iterator[page.Heading]:
        """The headings of the mapping, in the order of the page."""
        sides, examples = (it.heading for it in self.sides), (it.heading for it in self.examples)
        found = (self.title, *sides, self.rows_heading, self.examples_heading, *examples)
        return (heading for heading in found if heading is not None)


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """Everything that ``difference.md.j2`` and ``difference.html.j2`` print."""

    path: str
    category: Category | None
    effort: CallVerdict | None
    """What the most used mapping takes; None where there is no record."""
    api: str
    anchor: str
    badges: tuple[Badge, ...]
    evidence: EvidenceView | None
    """What was run, which the badges open; the spec has no place for it, so that the Markdown lacks it."""
    versions: VersionsView | None
    """On which releases the page holds; the Markdown lacks it for the same reason."""
    intro: Prose
    mappings: tuple[MappingView, ...]
    exemptions: tuple[tuple[str, str], ...]
    links: tuple[tuple[str, Prose], ...]
    """The lines of links at the end, each with what it is about."""
    before: Span | None
    after: Span | None
    edit_url: str
    report_url: str
    file: str
    findings: tuple[Finding, ...]

    @property
    def category_name(self) -> str:
        """What stands in the title's brackets."""
        return self.category.name if self.category else BROKEN

    @property
    def findings_intro(self) -> str:
        """The sentence over the findings."""
        return f"这条记录有 {len(self.findings)} 个问题："

    @property
    def module(self) -> str:
        """The module of the API."""
        return self.api.rpartition(".")[0]

    @property
    def title(self) -> str:
        """The page's title for browsers and search engines."""
        counterpart = self._counterpart
        return f"{self.api}{f' → {counterpart}' if counterpart else ''}（{self.category_name}）"

    @property
    def description(self) -> str:
        """The page in one sentence, for search engines."""
        counterpart = self._counterpart
        leads_to = f"对应 {counterpart}" if counterpart else "在 PaddlePaddle 中的替代写法"
        return f"{self.api} {leads_to}，分类为“{self.category_name}”：两边的签名、参数映射、转写示例与验证结果。"

    @property
    def _counterpart(self) -> str:
        sides = self.mappings[0].sides if self.mappings else ()
        return sides[1].api if len(sides) > 1 else ""

    @property
    def toc(self) -> tuple[page.TocEntry, ...]:
        """The table of contents: the title with the sections, of several mappings those of each under its own."""
        title = page.Heading(1, compose(self.api), anchor=self.anchor)
        return page.contents([title, *chain.from_iterable(it.headings for it in self.mappings)])


def difference_view(
    catalog: Catalog, source: RecordSource, findings: Sequence[Finding], neighbours: Neighbours
) -> DifferenceView:
    """Returns the page of a record; of a file that holds none, the page that shows its findings."""
    record, anchors, file = source.record, page.Anchors(), links.file_in_repository(source)
    api = record.torch if record else source.stem
    category = record.category if record else None
    repository = catalog.settings.repository
    anchor = anchors.make(f"[ {category.name if category else BROKEN} ] {api}")
    mappings = tuple(_mappings(catalog, record, anchors)) if record else ()
    return DifferenceView(
        path=page_path(source),
        category=category,
        effort=catalog.effort(record) if record else None,
        api=api,
        anchor=anchor,
        badges=tuple(badges(catalog, record)) if record else (),
        evidence=evidence_view(catalog, record) if record else None,
        versions=versions_view(catalog, record) if record else None,
        intro=read_prose(record.intro or "") if record and len(record.overloads) > 1 else (),
        mappings=mappings,
        exemptions=tuple((item.code, " ".join(item.reason.split())) for item in record.exempt) if record else (),
        links=tuple(links.link_lines(catalog, record)) if record else (),
        before=links.page_link(catalog, neighbours.before) if neighbours.before else None,
        after=links.page_link(catalog, neighbours.after) if neighbours.after else None,
        edit_url=f"{repository}/edit/main/{quote(file)}" if repository else "",
        report_url=f"{repository}/issues/new?{_report(catalog, record, api, mappings)}" if repository else "",
        file=file,
        findings=page.published_findings(findings),
    )


def _report(catalog: Catalog, record: model.Record | None, api: str, mappings: Sequence[MappingView]) -> str:
    """Returns the query of a new issue: its title, and a text with API, counterparts, versions and the usual call."""
    answer = mappings[0].answer if mappings else None
    codes = (answer.torch, *(way.code for way in answer.ways)) if answer is not None else ()
    written = "".join(f"\n```python\n{code}\n```\n" for code in codes)
    versions = "\n".join(f"- {library} {version}" for library, version in catalog.settings.versions.items())
    paddle = f"（{'、'.join(record.paddle_apis)}）" if record and record.paddle_apis else ""
    return urlencode({"title": f"{api}：", "body": f"页面：{api}{paddle}\n{versions}\n{written}\n哪里不对：\n"})


def _mappings(catalog: Catalog, record: model.Record, anchors: page.Anchors) -> Iterator[MappingView]:
    several, level = len(record.overloads) > 1, 3 if len(record.overloads) > 1 else 2
    numbered = list(enumerate(zip(record.mappings(), catalog.efforts(record), strict=True), 1))
    others = compose(*(_other(number, mapping, effort) for number, ((_, mapping), effort) in numbered[1:]))
    attributes = tuple(attribute_lines(catalog, record))
    for number, ((loc, mapping), effort) in numbered:
        category = own_category(record, mapping)
        apis: list[tuple[links.Library, str]] = [("torch", record.torch)]
        apis += [("paddle", mapping.paddle)] if mapping.paddle else []
        urls = [links.documentation_url(catalog, record, mapping, library) for library, _ in apis]
        side_headings = [
            page.anchored(level, (links.web_link(api, url),), anchors) for (_, api), url in zip(apis, urls, strict=True)
        ]
        has_rows = bool(mapping.parameters) and category is not NO_PARAMETERS
        rows_heading = page.anchored(level, compose(ROWS), anchors) if has_rows else None
        no_example = _no_example(mapping, category)
        has_examples = bool(mapping.examples or no_example)
        examples_heading = page.anchored(level, compose(EXAMPLES), anchors) if has_examples else None
        examples = tuple(_examples(record, mapping, anchors, level + 1))
        accepted = _accepted(catalog, record, mapping)
        rows = tuple(_rows(mapping, f"{number}-" if several else "", _example_anchors(mapping, examples), accepted))
        rows = rows if has_rows else ()
        places = {index: row.anchor for index, row in enumerate(rows)}
        overload = read_prose(getattr(mapping, "title", None) or "")
        title = f"用法 {number}{'：' if overload else ''}"
        yield MappingView(
            title=page.Heading(2, compose(title, overload), anchor=f"用法-{number}") if several else None,
            overload=overload,
            answer=answer_view(catalog, record, loc, mapping, effort, places, others if number == 1 else ()),
            sides=tuple(
                SideView(library, api, heading, signature.text, tuple(_parts(signature, library, rows)))
                for (library, api), heading in zip(apis, side_headings, strict=True)
                for signature in (shown_signature(catalog, api, mapping, library),)
            ),
            summary=read_prose(summarize(mapping, category)),
            consequence=consequence(mapping, category) if has_rows else (),
            rows_heading=rows_heading,
            rows=rows,
            types=tuple(_types(mapping)) if has_rows else (),
            measured=(*measured_lines(catalog.variation(record), loc), *(attributes if number == 1 else ())),
            remarks=tuple(_remark(text) for text in mapping.remarks),
            examples_heading=examples_heading,
            examples=examples,
            no_example=no_example,
            checks=tuple(page.pair_of(_shown(record, check)) for check in mapping.checks),
            is_proven_by_checks=category.family == "1",
        )


def _other(number: int, mapping: model.Mapping, effort: CallVerdict) -> Prose:
    """Returns the link to another mapping, by its title, and what it takes."""
    title = read_prose(getattr(mapping, "title", None) or f"用法 {number}")
    return compose(Link(without_links(title), f"#用法-{number}"), " ", Effort(effort), " ")


def _parts(signature: ShownSignature, library: links.Library, rows: Sequence[RowView]) -> Iterator[PartView]:
    """Yields the parts of a signature, marked where their row differs; the first row that names a parameter counts."""
    differing: dict[str, RowView] = {}
    for row in rows:
        name = (row.torch if library == "torch" else row.paddle).lstrip("*")
        if row.relation != "same" and name and row.torch != RETURNED:
            differing.setdefault(name, row)
    for text in signature.parts:
        match = _PARAMETER.match(text)
        found = differing.get(match.group(1)) if match is not None else None
        if match is None or found is None:
            yield PartView(text)
            continue
        title = found.relation_name
        if found.relation == "renamed":
            title += f"：Paddle 为 {found.paddle}" if library == "torch" else f"：PyTorch 为 {found.torch}"
        yield PartView(text, found, len(text) if found.relation in _MARKED_WHOLE else match.end(), title)


def _rows(
    mapping: model.Mapping, prefix: str, examples: Mapping[str, str], accepted: Collection[str]
) -> Iterator[RowView]:
    seen: Counter[str] = Counter()
    for row in mapping.parameters:
        both = RETURNED if row.returns is not None else ""
        torch, paddle, words = row.torch or both, row.paddle or both, rewrite_words(row)
        anchor = f"{prefix}{'t' if torch else 'p'}-{_NOT_IN_ANCHOR.sub('', torch or paddle)}"
        seen[anchor] += 1
        yield RowView(
            torch=torch,
            paddle=paddle,
            note=read_prose(note_start(row) if words else full_note(row)),
            relation=relation_of(row),
            rewrite=row.rewrite.value if row.rewrite and words else "",
            rewrite_words=words,
            anchor=anchor if seen[anchor] == 1 else f"{anchor}-{seen[anchor]}",
            example=examples.get(torch, "") if row.rewrite is Rewrite.EXAMPLE else "",
            when=read_prose(_when(row)),
            when_one_of=tuple(map(read_prose, _listed_alternatives(row))),
            also=read_prose(f"也可写作 `{torch}`。") if row.relation is Relation.RENAMED and torch in accepted else (),
        )


def _accepted(catalog: Catalog, record: model.Record, mapping: model.Mapping) -> Collection[str]:
    """Returns torch's keywords that calls have shown the counterpart to take: it was called under torch's own path."""
    found = catalog.samples_of(record)
    return found.accepted if found is not None and mapping.paddle == found.moved_api else ()


def _when(row: ParameterRow) -> str:
    if row.when is None:
        return ""
    differs = f"{'可能' if row.covers is Covers.WITHIN else '才'}有差别"
    return f"以下情形{differs}：" if _listed_alternatives(row) else f"{moment(row.when)}{differs}{FULL_STOP}"


def _listed_alternatives(row: ParameterRow) -> tuple[str, ...]:
    """Returns the alternatives of a row's condition where they are too many for a sentence."""
    if row.when is None or len(row.when.clauses) <= _IN_A_SENTENCE:
        return ()
    return alternatives(row.when)


def relation_of(row: ParameterRow) -> str:
    """Returns the key in ``RELATION_NAMES`` of a row's relation."""
    return row.differs.kind.value if row.relation is Relation.DIFFERS and row.differs else row.relation.value


def _types(mapping: model.Mapping) -> Iterator[str]:
    for row in mapping.parameters:
        if row.differs is not None and row.differs.kind is DifferenceKind.TYPE and "--" not in row.label:
            yield row.label


def _remark(text: str) -> Prose | page.Code:
    """Returns a paragraph, or code where the text is fenced."""
    if (match := _FENCED.fullmatch(text.strip())) is not None:
        return page.Code(match["code"], match["language"])
    return read_prose(text)


def _shown(record: model.Record, snippet: model.RecordSnippet) -> model.RecordSnippet:
    """Returns a snippet without the helper, which the first example with it shows."""
    return snippet.model_copy(update={"paddle": record.without_helper(snippet.paddle)}) if record.helper else snippet


def _examples(record: model.Record, mapping: model.Mapping, anchors: page.Anchors, level: int) -> Iterator[ExampleView]:
    shown: Prose = ()
    helped = next(
        (example for example in mapping.examples if record.without_helper(example.paddle) != example.paddle), None
    )
    for example in mapping.examples:
        names, title = "、".join(example.parameter), read_prose(example.title)
        text = compose(names, "：" if names and title else "", title)
        is_new = bool(text) and text != shown
        heading = page.anchored(level, text, anchors) if is_new else None
        pair = page.pair_of(example if example is helped else _shown(record, example))
        yield ExampleView(heading, read_prose(example.case or ""), pair)
        shown = text or shown


def _example_anchors(mapping: model.Mapping, examples: Sequence[ExampleView]) -> dict[str, str]:
    """Returns the anchor of the first example of each parameter.

    An example without a heading stands under the heading before, and has no anchor of its own.
    """
    shown = zip(mapping.examples, examples, strict=True)
    found = [(name, it.heading.anchor) for example, it in shown if it.heading for name in example.parameter]
    return dict(reversed(found))


def _no_example(mapping: model.Mapping, category: Category) -> str:
    """Returns what a page says where its category may have examples and this mapping has none (R33)."""
    if mapping.examples or category.examples is Need.NEVER:
        return ""
    rewrites = {row.rewrite for row in mapping.parameters if row.relation in _TO_REWRITE}
    if Rewrite.UNSUPPORTED in rewrites:
        return "Paddle 暂无转写方式。"
    return "上述参数可直接删除，无需转写。" if rewrites == {Rewrite.DROP} else ""

"""The lists: the master table, and its rows by Paddle API, by what is missing, by alias and by category."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from generator.catalog.catalog import Catalog
from generator.catalog.release_status import Standing
from generator.catalog.unanswered.entries import unanswered
from generator.model.category import MISSING, Category
from generator.model.family import Family
from generator.model.record import Record
from generator.model.release import Release
from generator.model.status import Status
from generator.publishing.views import page, paths
from generator.publishing.views.links import has_page, paddle_link, page_link, torch_link, web_link
from generator.publishing.views.prose import (
    Break,
    Chip,
    Effort,
    Link,
    Place,
    Prose,
    Span,
    Text,
    compose,
    join,
    plain,
    read_own,
    read_prose,
)
from generator.publishing.views.statuses import DROP_IN, STATUS_NAMES
from generator.statistics.release_changes import all_standings
from generator.storage.yaml_file import ModelSource

SOURCE = "mapping_data/"
FAMILY = "系列"
"""What stands in place of a category: members of a family differ in kind."""
NUMBER, REMARK = page.Column("number", "序号"), page.Column("remark", "备注")
TORCH, PADDLE = page.Column("torch", "PyTorch API"), page.Column("paddle", "PaddlePaddle API")
CATEGORY = page.Column("category", "映射分类")
NONE: Prose = (Text("-"),)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the master table; ``category`` is None for a family and for a file that could not be read."""

    api: str
    torch: Prose
    paddle: Prose
    category: Category | None
    category_cell: Prose
    remark: Prose
    status: Status | None = None
    facts: tuple[str, ...] = ()
    on: str = ""
    """The first letters of how its record stands on each earlier release."""

    @property
    def marks(self) -> dict[str, str]:
        """What its row can be filtered by."""
        status = "" if self.status in {None, Status.NOTHING} else str(self.status)
        return {"status": status, "facts": " ".join(self.facts), "on": self.on}


def entries(catalog: Catalog) -> Iterator[Entry]:
    """Yields a line for every record, every alias, every family and every file that could not be read."""
    stands = all_standings(catalog)
    for source in catalog.record_sources:
        record = source.record
        if record is None:
            remark = compose(Link("记录有误", Place(paths.page_path(source))))
            yield Entry(source.stem, compose(source.stem), NONE, None, NONE, remark)
        elif catalog.by_api[record.torch] is source:
            yield from catalog.once("entries", record, partial(_entries, catalog, record, stands.get(record.torch, {})))
    for family in catalog.by_family.values():
        yield _family_entry(catalog, family)


def _entries(catalog: Catalog, record: Record, stands: Mapping[Release, Standing]) -> tuple[Entry, ...]:
    on = "".join(standing.state.value[0] for standing in [*stands.values()][1:])
    return tuple(replace(_entry(catalog, record, name), on=on) for name in (record.torch, *record.aliases))


def _entry(catalog: Catalog, record: Record, api: str) -> Entry:
    is_alias = api != record.torch
    return Entry(
        api=api,
        torch=compose(torch_link(catalog, record, api)),
        paddle=paddle_cell(catalog, record),
        category=record.category,
        category_cell=category_cell(catalog, record),
        remark=compose(page_link(catalog, record.torch), " 的别名") if is_alias else remark_on(catalog, record),
        status=None if is_alias else catalog.status(record),
        facts=catalog.held_facts(record) if record.category.has_page and not is_alias else (),
    )


def _family_entry(catalog: Catalog, source: ModelSource[Family]) -> Entry:
    family = source.model
    assert family is not None
    status = catalog.status(family)
    return Entry(
        api=family.torch,
        torch=compose(web_link(family.title, family.links.torch or "")),
        paddle=compose(web_link(family.paddle, family.links.paddle or "")),
        category=None,
        category_cell=compose(FAMILY),
        remark=compose(Link("对应关系", Place(paths.page_path(source))), f"，{STATUS_NAMES[status]}"),
        status=status,
    )


def category_cell(catalog: Catalog, record: Record) -> Prose:
    """Returns what the usual call takes, and the spec's category."""
    return compose(Effort(catalog.effort(record)), Chip(record.category))


def paddle_cell(catalog: Catalog, record: Record) -> Prose:
    """Returns the record's counterparts, or a dash."""
    return join(Break(), [paddle_link(catalog, record, api) for api in record.paddle_apis]) or NONE


def remark_on(catalog: Catalog, record: Record) -> Prose:
    """Returns the link to the page, or what is missing where there is no page, and what was verified."""
    status = catalog.status(record)
    words = [Text(STATUS_NAMES[status])] if status is not Status.NOTHING else []
    if not record.category.has_page:
        return compose(read_prose("".join([record.reason or "-", *record.remarks])), *words)
    parts: list[Span] = [page_link(catalog, record.torch, "差异对比"), *words]
    parts += [Text(DROP_IN)] if catalog.is_drop_in(record) else []
    return join("，", parts)


def by_name(entry: Entry) -> tuple[bool, str, str]:
    """Returns the order of a list."""
    return name_order(entry.api)


def name_order(api: str) -> tuple[bool, str, str]:
    """Returns what orders APIs in a list: what is private comes last, since few people look for it."""
    return "._" in api, api.casefold(), api


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The APIs whose pages come before and after; empty at the ends."""

    before: str = ""
    after: str = ""


def neighbours(catalog: Catalog) -> Mapping[str, Neighbours]:
    """Returns the neighbours of every API with a page; adding or removing a record changes only those next to it."""
    order = ["", *_order(catalog), ""]
    return {
        api: Neighbours(before, after) for before, api, after in zip(order[:-2], order[1:-1], order[2:], strict=True)
    }


def _order(catalog: Catalog) -> Iterator[str]:
    """Yields the APIs with a page, section by section and by name, as the master table lists them."""
    place = {section.title: number for number, section in enumerate(catalog.settings.sections)}
    found: list[tuple[int, str]] = []
    for api in catalog.by_api:
        section = next(iter(catalog.sections_of(api)), None)
        if section is not None and has_page(catalog, api):
            found.append((place[section.title], api))
    yield from (api for _, api in sorted(found, key=lambda one: (one[0], name_order(one[1]))))


def filter_form(shown: Iterable[Entry], *controls: str, releases: Iterable[Release] = ()) -> page.FilterForm:
    """Returns the form for these lines: ``controls`` by name, of which some need something to tell apart.

    ``releases`` are those that the lines stand on.
    """
    shown = list(shown)
    has = {
        "status": len({entry.status for entry in shown} - {None, Status.NOTHING}) > 1,
        "dropin": any(entry.facts for entry in shown),
        "version": any(entry.on for entry in shown),
    }
    names = tuple(name for name in controls if has.get(name, True))
    return page.FilterForm(names, tuple(one.version for one in releases) if "version" in names else ())


def table_sections(catalog: Catalog) -> list[tuple[str, Prose, list[Entry]]]:
    """Returns title, introduction and lines of the sections of ``catalog.yml``. An API of two is in the first."""
    found: dict[str, list[Entry]] = {section.title: [] for section in catalog.settings.sections}
    for entry in entries(catalog):
        place = next(iter(catalog.sections_of(entry.api)), None)
        if place is not None:
            found[place.title].append(entry)
    return [(it.title, read_prose(it.intro), sorted(found[it.title], key=by_name)) for it in catalog.settings.sections]


def master_table(catalog: Catalog) -> page.PageView:
    """Returns the master table: every record and alias in exactly one section."""
    versions, sections = catalog.settings.versions, table_sections(catalog)
    anchors = page.Anchors()
    headings = [page.anchored(2, compose(*read_prose(name), " API 映射列表"), anchors) for name, _, _ in sections]
    overview = page.Table(
        ("类别", "简介", "数量"),
        tuple(
            page.row(Link(plain(read_prose(name)), Place(paths.TABLE, heading.anchor)), intro, str(len(found)))
            for heading, (name, intro, found) in zip(headings, sections, strict=True)
        ),
        "overview",
    )
    blocks: list[page.Block] = [
        page.title("PyTorch 与 PaddlePaddle API 映射表"),
        page.Paragraph(
            read_own(
                f"PyTorch {versions['torch']} 对应 PaddlePaddle {versions['paddle']}；各类的含义见"
                f"[按分类查 API]({paths.CATEGORIES})，没有记录的见[未整理的 API]({paths.UNANSWERED})。"
            ),
            "apimap-lead",
        ),
        filter_form(
            (entry for _, _, found in sections for entry in found),
            *("effort", "category", *(["section"] if len([1 for _, _, found in sections if found]) > 1 else [])),
            *("module", "version", "status", "dropin"),
            *(["unanswered"] if unanswered(catalog) else []),
            releases=catalog.releases,
        ),
    ]
    for heading, (name, intro, found) in zip(headings, sections, strict=True):
        rows = tuple(
            page.row(it.torch, it.paddle, it.category_cell, it.remark, anchor=it.api, marks=it.marks) for it in found
        )
        table = page.Table((NUMBER, TORCH, PADDLE, CATEGORY, REMARK), rows, "list", plain(read_prose(name)))
        blocks += [heading, page.paragraph(intro), table if rows else page.paragraph("本节还没有记录。")]
    blocks += [page.section("各类别"), overview]
    return page.PageView(paths.TABLE, SOURCE, tuple(blocks))


def missing_page(catalog: Catalog) -> page.PageView:
    """Returns what Paddle has not: the master table's lines in category 7, with the reasons."""
    versions = catalog.settings.versions
    shown = [(name, [it for it in found if it.category is MISSING]) for name, _, found in table_sections(catalog)]
    shown = [(name, found) for name, found in shown if found]
    blocks: list[page.Block] = [
        page.title("功能缺失"),
        page.paragraph(
            f"PaddlePaddle {versions['paddle']} 没有对应功能的 PyTorch {versions['torch']} API，"
            f"共 {sum(len(found) for _, found in shown)} 个，逐个说明缺少什么；标“已验证”的，所说的都在两个库上试过。不在这里，"
            f"也不在[映射总表]({paths.TABLE})中的，是还没有整理，不等于没有，见[未整理的 API]({paths.UNANSWERED})。"
        ),
    ]
    several = len(shown) > 1
    blocks += [page.FilterForm(("section", "module"))] if several else [] if shown else [page.paragraph("目前没有。")]
    for name, found in shown:
        rows = tuple(page.row(it.torch, it.remark, anchor=it.api) for it in found)
        blocks.append(page.section(compose(*read_prose(name), " API")))
        blocks += [] if several else [page.FilterForm(("module",))]
        blocks.append(page.Table((NUMBER, TORCH, page.Column("reason", "原因")), rows, "list", plain(read_prose(name))))
    return page.PageView(paths.MISSING, SOURCE, tuple(blocks))


def aliases_page(catalog: Catalog) -> page.PageView:
    """Returns other torch names for the functions that have records."""
    pairs = [(alias, record) for record in catalog.records() for alias in record.aliases]
    rows = tuple(
        page.row(
            torch_link(catalog, record, alias),
            page_link(catalog, record.torch),
            category_cell(catalog, record),
            paddle_cell(catalog, record),
            anchor=alias,
        )
        for alias, record in sorted(pairs, key=lambda pair: (pair[0].casefold(), pair[0]))
    )
    table = page.Table(
        (NUMBER, page.Column("alias", "别名"), page.Column("name", "正名"), CATEGORY, PADDLE), rows, "list"
    )
    blocks: tuple[page.Block, ...] = (
        page.title("别名"),
        page.paragraph(f"同一个函数在 PyTorch 中的其他名称，共 {len(rows)} 个。差异写在正名的页面上。"),
        *((page.FilterForm(("effort", "category", "module")), table) if rows else (page.paragraph("目前没有。"),)),
    )
    return page.PageView(paths.ALIASES, SOURCE, blocks)


def paddle_page(catalog: Catalog) -> page.PageView:
    """Returns the table by Paddle API: every counterpart that a record names, with the torch APIs that it replaces."""
    versions = catalog.settings.versions
    packages: defaultdict[str, list[tuple[str, Record, Entry]]] = defaultdict(list)
    for record in catalog.records():
        entry = _entry(catalog, record, record.torch)
        for api in record.paddle_apis:
            packages[_package(api)].append((api, record, entry))
    blocks: list[page.Block] = [
        page.title("由 Paddle 查 PyTorch"),
        page.paragraph(
            f"PaddlePaddle {versions['paddle']} 的每个 API 对应 PyTorch {versions['torch']} 的哪些 API。没有直接对应的"
            f"（组合替代实现、功能缺失）见[映射总表]({paths.TABLE})。"
        ),
    ]
    form = filter_form(
        (entry for found in packages.values() for _, _, entry in found),
        *("effort", "category", "module", "status", "dropin"),
    )
    blocks += [form] if len(packages) > 1 else [] if packages else [page.paragraph("还没有记录。")]
    for package in sorted(packages, key=lambda name: (name.partition(".")[0] != "paddle", name.casefold())):
        blocks.append(page.section(package))
        blocks += [] if len(packages) > 1 else [form]
        rows = (_paddle_row(catalog, *one) for one in sorted(packages[package], key=_by_paddle))
        blocks.append(page.Table((NUMBER, PADDLE, TORCH, CATEGORY, REMARK), tuple(rows), "list"))
    return page.PageView(paths.PADDLE_TABLE, SOURCE, tuple(blocks))


def _paddle_row(catalog: Catalog, api: str, record: Record, it: Entry) -> page.Row:
    torch = join(Break(), [torch_link(catalog, record, name) for name in (record.torch, *record.aliases)])
    return page.row(paddle_link(catalog, record, api), torch, it.category_cell, it.remark, anchor=api, marks=it.marks)


def _by_paddle(one: tuple[str, Record, Entry]) -> tuple[str, str, str]:
    return one[0].casefold(), one[0], one[1].torch.casefold()


def _package(api: str) -> str:
    """Returns ``paddle.nn`` for ``paddle.nn.functional.relu``; the library's name for its own members."""
    parts = api.split(".")
    return ".".join(parts[:2]) if len(parts) > 2 and parts[0] == "paddle" else parts[0]  # noqa: PLR2004


def list_table(shown: Sequence[Entry], *, has_counterpart: bool) -> page.Table:
    """Returns the lines of one category."""
    rows = (
        page.row(
            it.torch,
            *((it.paddle,) if has_counterpart else ()),
            compose(*(span for span in it.category_cell if isinstance(span, Effort)), it.remark),
            anchor=it.api,
            marks=it.marks,
        )
        for it in shown
    )
    return page.Table((NUMBER, TORCH, *((PADDLE,) if has_counterpart else ()), REMARK), tuple(rows), "list")

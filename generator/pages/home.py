"""The home page: figures, charts and one verified example, all taken from the data."""

from __future__ import annotations

from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.record import Record, Snippet
from generator.model.status import Status
from generator.pages.addresses import page_link
from generator.pages.coverage_charts import Figure, Overview, modules_figure
from generator.pages.difference import both_sides
from generator.statistics.counts import count_records

EXAMPLE = "torch.gather"
"""Whose code stands at the top, while it is verified: a call that most would get wrong."""
_SHOWN_MODULES = 8
_LONGEST = 80
"""Characters of the longest line that has room at the top of the page."""


@dataclass(frozen=True, slots=True)
class ShownExample:
    """One pair of calls, and the link to the page it is from."""

    link: str
    code: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """Everything that ``home.md.j2`` prints."""

    records: int
    aliases: int
    verified: int
    drop_in: int
    overview: Overview
    example: ShownExample | None
    modules: Figure


def home_page(catalog: Catalog, overview: Overview) -> HomePage:
    """The home page's figures. Its modules are those of which most is known, in the order of ``catalog.yml``."""
    counts = count_records(catalog)
    known = sorted(overview.modules, key=lambda module: module.documented + module.missing, reverse=True)[
        :_SHOWN_MODULES
    ]
    return HomePage(
        records=counts.records,
        aliases=counts.aliases,
        verified=counts.by_status[Status.VERIFIED],
        drop_in=counts.drop_in,
        overview=overview,
        example=_example(catalog),
        modules=modules_figure(module for module in overview.modules if module in known),
    )


def _example(catalog: Catalog) -> ShownExample | None:
    """A short pair of a verified record: that of ``EXAMPLE``, or else of the first record by name that has one."""
    preferred = catalog.by_api.get(EXAMPLE)
    records = [preferred.record] if preferred is not None and preferred.record is not None else []
    for record in (*records, *catalog.records()):
        snippet = _short(record)
        if snippet is not None and catalog.status(record) is Status.VERIFIED:
            return ShownExample(page_link(catalog, record.torch), both_sides(snippet))
    return None


def _short(record: Record) -> Snippet | None:
    """The first pair with one line that fits on each side, and another API name on Paddle's."""
    for _, snippet in record.snippets():
        lines = [*snippet.torch.strip().splitlines(), *snippet.paddle.strip().splitlines()]
        if len(lines) == 2 and max(map(len, lines)) <= _LONGEST:  # noqa: PLR2004  (one line a side)
            return snippet
    return None

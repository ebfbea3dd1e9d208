"""The table from Paddle's side: every counterpart that a record names, with the torch APIs it stands for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.pages import markdown
from generator.pages.table import paddle_link, remark_on, torch_link


@dataclass(frozen=True, slots=True)
class PaddleRow:
    """One line: a Paddle API and one record that maps to it; the cells are Markdown."""

    api: str
    paddle: str
    torch: str
    category: str
    remark: str


@dataclass(frozen=True, slots=True)
class PaddleSection:
    """The Paddle APIs of one package."""

    title: str
    rows: tuple[PaddleRow, ...]


def paddle_sections(catalog: Catalog) -> tuple[PaddleSection, ...]:
    """The packages of Paddle, then other libraries, by name; their rows by name."""
    rows: defaultdict[str, list[PaddleRow]] = defaultdict(list)
    for row in paddle_rows(catalog):
        rows[_package(row.api)].append(row)
    return tuple(
        PaddleSection(markdown.cell(package), tuple(sorted(rows[package], key=_by_name)))
        for package in sorted(rows, key=lambda package: (package.partition(".")[0] != "paddle", package.casefold()))
    )


def paddle_rows(catalog: Catalog) -> Iterator[PaddleRow]:
    """A row for each counterpart of each record; aliases stand beside the API they are the same as."""
    for record in catalog.records():
        torch = "<br>".join(torch_link(catalog, record, api) for api in (record.torch, *record.aliases))
        for api in record.paddle_apis:
            paddle, remark = paddle_link(catalog, record, api), remark_on(catalog, record)
            yield PaddleRow(api, paddle, torch, record.category.name, remark)


def _by_name(row: PaddleRow) -> tuple[str, str, str]:
    return row.api.casefold(), row.api, row.torch.casefold()


def _package(api: str) -> str:
    """``paddle.nn`` for ``paddle.nn.functional.relu``; the library's name for what stands right below it."""
    parts = api.split(".")
    return ".".join(parts[:2]) if len(parts) > 2 and parts[0] == "paddle" else parts[0]  # noqa: PLR2004

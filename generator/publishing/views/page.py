"""A page made of blocks: every generated page but those of single records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, Literal

from markdown.extensions.toc import slugify_unicode, unique  # type: ignore[import-untyped]

from generator.catalog.catalog import DATA
from generator.model.family import CallDifference
from generator.model.finding import Finding
from generator.model.record import Snippet
from generator.publishing.views.badges import Badge
from generator.publishing.views.charts import Chart
from generator.publishing.views.inputs import input_comment
from generator.publishing.views.prose import Prose, Span, compose, plain, read_own

_API = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+")
_COUNT = re.compile(r"[\d,.]+%?(?: / [\d,]+)?")
"""A number as tables have it."""
_WIDEST = 52
"""Characters of the longest line that two columns have room for."""


class Block:
    """A part of a page; templates and search know each kind by ``kind``, the name of its class in small letters."""

    __slots__ = ()
    kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.kind = cls.__name__.lower()


@dataclass(frozen=True, slots=True)
class Heading(Block):
    """A heading; ``level`` is 1 for the page's title. ``searched``: whether the full-text search knows its section."""

    level: int
    text: Prose
    name: str = ""
    """The anchor, where it is not made from the text."""
    searched: bool = True
    anchor: str = ""
    """The name, or what ``PageView`` makes from the text."""


@dataclass(frozen=True, slots=True)
class Paragraph(Block):
    """Running text; ``style`` is a class of the style sheet."""

    text: Prose
    style: str = ""


@dataclass(frozen=True, slots=True)
class Bullets(Block):
    """A list without numbers."""

    items: tuple[Prose, ...]


@dataclass(frozen=True, slots=True)
class Code(Block):
    """A block of code in one language."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Pair(Block):
    """The same piece of work in both libraries, without empty lines around it."""

    torch: str
    paddle: str

    @property
    def is_wide(self) -> bool:
        """Whether a line is too long for two columns side by side."""
        return max(map(len, f"{self.torch}\n{self.paddle}".splitlines()), default=0) > _WIDEST


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; ``anchor`` is the API that links to the row may name: the first row of a page about it has it.

    ``marks`` are what the row can be filtered by.

    The marks are attributes of the HTML, named without ``data-``: ``site_src/assets/js/list/rows.js`` reads them.
    """

    cells: tuple[Prose, ...]
    anchor: str = ""
    marks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column that the script of the lists knows by its key, whatever its heading says."""

    key: str
    heading: str

    def __str__(self) -> str:
        return self.heading


@dataclass(frozen=True, slots=True)
class Table(Block):
    """A table. The script of the lists can filter and sort those whose columns have keys; a ``list`` has numbered rows.

    In all but ``plain`` the columns have their own width, whatever rows come: a long page is shown before it is whole.
    """

    columns: tuple[str | Column, ...]
    rows: tuple[Row, ...]
    style: Literal["plain", "list", "overview", "rules", "topics"] = "plain"
    section: str = ""
    """What its rows can be filtered by, of a page with several lists."""

    @property
    def counts(self) -> tuple[bool, ...]:
        """Of each column of a ``plain`` table, whether its cells are numbers alone; no other style aligns them."""
        cells = zip(*(row.cells for row in self.rows if self.style == "plain"), strict=False)
        found = [all(_COUNT.fullmatch(plain(cell)) for cell in column) for column in cells]
        return tuple(found or [False] * len(self.columns))


@dataclass(frozen=True, slots=True)
class FilterForm(Block):
    """The form above a page's lists, by which the script filters them; only in HTML.

    It is part of the page: lists would move down when a script adds it. The names of controls are those that
    ``site_src/assets/js/list/`` knows, and ``words.j2`` has their labels. ``releases`` are those that the rows stand
    on.
    """

    controls: tuple[str, ...]
    releases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Badges(Block):
    """The badges of a page or of a section."""

    badges: tuple[Badge, ...]


@dataclass(frozen=True, slots=True)
class Findings(Block):
    """The red box."""

    intro: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Details(Block):
    """Blocks that are folded away behind a summary."""

    summary: str
    blocks: tuple[Block, ...]
    status: str = ""
    searched: bool = True


@dataclass(frozen=True, slots=True)
class Figure(Block):
    """Charts under one legend, with a caption. ``legend`` has the kind of a part and what it stands for."""

    legend: tuple[tuple[str, str], ...]
    charts: tuple[Chart, ...]
    caption: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Columns(Block):
    """Groups of blocks side by side; ``style`` is a class of the style sheet, ``item_style`` that of each group."""

    style: str
    groups: tuple[tuple[Block, ...], ...]
    item_style: str = ""


@dataclass(frozen=True, slots=True)
class Numbers(Block):
    """Figures in large type, each with what it counts."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Finder(Block):
    """The finder's box, with links in Markdown for those who read that."""

    links: tuple[Prose, ...] = ()


@dataclass(frozen=True, slots=True)
class Workbench(Block):
    """The form of the workbench; only in HTML. The names of controls are those that its script knows."""


@dataclass(frozen=True, slots=True)
class SignatureView:
    """A signature: the name, then what stands between the commas, each with whether the other side has it otherwise."""

    name: str
    parts: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        """The signature on one line."""
        return f"{self.name}({', '.join(part for part, _ in self.parts)})"


@dataclass(frozen=True, slots=True)
class GuessView:
    """One entry as it is printed; ``facts`` are the lines below the signatures, each with its name."""

    name: str
    mark: str
    what: Prose
    guess: Prose
    signatures: tuple[SignatureView, ...]
    facts: tuple[tuple[str, Prose], ...]


@dataclass(frozen=True, slots=True)
class Guesses(Block):
    """Entries about names without a record."""

    entries: tuple[GuessView, ...]


@dataclass(frozen=True, slots=True)
class TocEntry:
    """A heading with those below it; ``level`` is that of the HTML element, 1 for the page's title."""

    level: int
    anchor: str
    text: str
    children: tuple[TocEntry, ...] = ()


def _nest(entries: list[TocEntry]) -> tuple[TocEntry, ...]:
    """Returns headings in the order of the page, each with the following ones of a lower rank as its children."""
    roots: list[TocEntry] = []
    while entries:
        first, *rest = entries
        below = next((index for index, entry in enumerate(rest) if entry.level <= first.level), len(rest))
        roots.append(TocEntry(first.level, first.anchor, first.text, _nest(rest[:below])))
        entries = rest[below:]
    return tuple(roots)


@dataclass
class Anchors:
    """Gives out the anchors of one page in the order of its headings and rows; none is given out twice.

    Those of headings are Python-Markdown's ``toc``: links to a place in a page stay what they always were.
    """

    taken: set[str] = field(default_factory=set)
    rows: set[str] = field(default_factory=set)

    def make(self, heading: str) -> str:
        """Returns the anchor of a heading's visible text."""
        return str(unique(slugify_unicode(heading, "-"), self.taken))

    def once(self, row: Row) -> Row:
        """Returns the row, without its anchor where that is taken or is no API."""
        if row.anchor and (row.anchor in self.rows or _API.fullmatch(row.anchor) is None):
            return replace(row, anchor="")
        self.rows.add(row.anchor)
        return row


@dataclass(frozen=True, slots=True)
class PageView:
    """Everything that ``page.md.j2`` and ``page.html.j2`` print; ``source`` is where its data stands."""

    path: str
    source: str
    blocks: tuple[Block, ...]
    description: str = ""
    hide: tuple[str, ...] = ()
    """Parts of the theme that the page does without: ``navigation``, ``toc``."""
    searched: bool = True
    """Whether the full-text search knows the page, as the registry of pages says of its kind."""
    in_nav: bool = True
    """Whether the navigation has a name for the page, as the registry says; else its title is used."""
    full_title: str = ""
    """What stands in the browser's tab, where that is not the page's name."""

    def __post_init__(self) -> None:
        """Gives headings and rows their anchors."""
        object.__setattr__(self, "blocks", _anchored(self.blocks, Anchors()))

    @property
    def toc(self) -> tuple[TocEntry, ...]:
        """The headings in the order of the page."""
        return contents(headings(self.blocks))

    @property
    def title(self) -> str:
        """The text of the first heading."""
        return next((plain(block.text) for block in headings(self.blocks)), self.path)


def _anchored(blocks: tuple[Block, ...], anchors: Anchors) -> tuple[Block, ...]:
    """Returns the blocks, each heading and row with its anchor, in the order of the page."""
    found: list[Block] = []
    for block in blocks:
        match block:
            case Heading():
                found.append(replace(block, anchor=block.name or anchors.make(plain(block.text))))
            case Table():
                found.append(replace(block, rows=tuple(map(anchors.once, block.rows))))
            case Details():
                found.append(replace(block, blocks=_anchored(block.blocks, anchors)))
            case Columns():
                found.append(replace(block, groups=tuple(_anchored(group, anchors) for group in block.groups)))
            case _:
                found.append(block)
    return tuple(found)


def headings(blocks: tuple[Block, ...]) -> Iterator[Heading]:
    """Yields the headings of some blocks, in the order of the page."""
    for block in blocks:
        if isinstance(block, Heading):
            yield block
        elif isinstance(block, Details):
            yield from headings(block.blocks)
        elif isinstance(block, Columns):
            for group in block.groups:
                yield from headings(group)


def anchored(level: int, text: Prose, anchors: Anchors) -> Heading:
    """Returns a heading with the next anchor that its text gives."""
    return Heading(level, text, anchor=anchors.make(plain(text)))


def contents(shown: Iterable[Heading]) -> tuple[TocEntry, ...]:
    """Returns the table of contents of a page with these headings."""
    return _nest([TocEntry(it.level, it.anchor, plain(it.text)) for it in shown])


def published_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Returns the findings for a page, which does not say where on some machine the project lies."""
    return tuple(replace(it, file="".join(it.file.rpartition(f"{DATA}/")[1:])) for it in findings)


def pair_of(code: Snippet | CallDifference) -> Pair:
    """Returns the pair of a snippet; where it needs inputs, both sides begin with a comment that names them."""
    comment = "".join(f"{line}\n" for line in input_comment(code.given if isinstance(code, Snippet) else {}))
    return Pair(comment + code.torch.strip("\n"), comment + code.paddle.strip("\n"))


def title(text: str) -> Heading:
    """Returns the page's title."""
    return Heading(1, compose(text))


def section(text: str | Prose, level: int = 2) -> Heading:
    """Returns the heading of a section."""
    return Heading(level, compose(text))


def paragraph(*parts: str | Span | Prose) -> Paragraph:
    """Returns a paragraph of these parts; a ``str`` is a text of ours, with code spans and links to pages."""
    return Paragraph(compose(*(read_own(part) if isinstance(part, str) else part for part in parts)))


def row(*cells: str | Span | Prose, anchor: str = "", marks: Mapping[str, str] = MappingProxyType({})) -> Row:
    """Returns a row of these cells, with the marks that say something."""
    return Row(tuple(map(compose, cells)), anchor, tuple((name, said) for name, said in marks.items() if said))

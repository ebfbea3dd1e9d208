"""The report for a reader: one HTML file with the code, that needs no network and runs no script."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from operator import attrgetter
from pathlib import Path

from markupsafe import Markup

from generator.projects.scan.file_scan import FileScan, Use
from generator.projects.scan.summary import SHOWN, Summary, Tally, share_text
from generator.projects.scan.words import ReportWords
from generator.projects.sources.problem import Problem
from generator.projects.sources.source_file import Part
from generator.publishing.pages.templates import html_environment, template_errors
from generator.publishing.views.charts import Bar, Chart, described
from generator.publishing.views.charts import Part as Stretch

_WHOLE_UP_TO = 30_000
"""Lines of code that are shown whole; of a larger project those around uses, since browsers stall at 50 MB."""
_AROUND = 2
"""Lines that are then shown before and after each use."""
_OPEN_UP_TO = 3_000
"""Lines of code that are shown at once; in a larger project each file is opened when it is wanted."""
_DOTTED = re.compile(r"[\w.]+")
_BARS = 12
"""Files in the chart."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Text of a line that has one colour: that of a use, or none. ``anchor`` stands on the first segment of a use."""

    text: str
    use: Use | None = None
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of code, and the uses that begin in it and need a word, those of one kind once.

    ``is_apart`` tells that lines before it are left out.
    """

    number: int
    segments: tuple[Segment, ...]
    notes: tuple[Use, ...]
    is_apart: bool = False


@dataclass(frozen=True, slots=True)
class ShownFile:
    """A file in the report: ``parts`` are cells, or the one text, as lines."""

    anchor: str
    name: str
    tally: Tally
    parts: tuple[tuple[int, tuple[Line, ...]], ...]
    problems: tuple[Problem, ...]


def html_report(summary: Summary, address: Callable[[str], str], name: str, folders: tuple[Path, ...]) -> str:
    """Returns the whole file. ``address`` is the page of a record, relative where the site's address is not known.

    Raises:
        TemplateError: a template cannot be used.
    """
    lines = sum(file.lines for file, _ in summary.by_file)
    with template_errors(folders):
        environment = html_environment(folders)
        style = environment.get_template("scan.css.j2").render()
        html = environment.get_template("scan.html.j2").render(
            name=name,
            say=ReportWords(),
            summary=summary,
            tally=summary.tally,
            verdicts=SHOWN,
            style=Markup(style),  # noqa: S704  (our own file, without values)
            style_hash=base64.b64encode(sha256(style.encode()).digest()).decode(),
            chart=_chart(summary),
            files=[
                _shown(number, file, whole=lines <= _WHOLE_UP_TO) for number, (file, _) in enumerate(summary.by_file)
            ],
            all_open=lines <= _OPEN_UP_TO,
            kind=attrgetter("key"),
            link=lambda record: _link(record, address),
            share=share_text,
            parted=_parted,
        )
    return html.encode("utf-8", "backslashreplace").decode()  # a notebook may hold half of a surrogate pair


def _link(record: str, address: Callable[[str], str]) -> str:
    """Returns the address of a record's page, where it is one that a browser may open."""
    page = address(record) if record else ""
    return page if page.startswith(("https://", "http://")) else ""


def _parted(text: str) -> list[str]:
    """Returns text and the text between backquotes, in turn; an odd backquote is a character."""
    parts = text.split("`")
    return parts if len(parts) % 2 else [text]


def _chart(summary: Summary) -> Chart:
    """Returns all uses, then the files with most left by hand, each bar by verdict."""
    rows = [("整个项目", summary.tally), *((file.name, tally) for file, tally in summary.by_file[:_BARS])]
    bars = tuple(
        Bar(
            label if len(label) < 48 else f"…{label[-46:]}",  # noqa: PLR2004  (what a phone has room for)
            f"{tally.total:,} 处，机械 {share_text(tally.share)}",
            tuple(Stretch(verdict.key, tally.by_verdict.get(verdict, 0)) for verdict in SHOWN),
        )
        for label, tally in rows
    )
    return Chart("verdicts", "各文件的判定", described(bars), bars)


def _shown(number: int, file: FileScan, *, whole: bool) -> ShownFile:
    anchor = f"f{number + 1}"
    parts = []
    for index, part in enumerate(file.parts):
        uses = [use for use in file.uses if use.part == index]
        if uses or not part.cell:
            lines = _lines(part, uses, f"{anchor}-{part.cell}-" if part.cell else f"{anchor}-")
            parts.append((part.cell, tuple(lines if whole else _around(lines, uses))))
    return ShownFile(anchor, file.name, Tally(file.uses), tuple(parts), file.problems)


def _lines(part: Part, uses: Sequence[Use], prefix: str) -> Iterator[Line]:
    """Yields the lines of a text, cut where colours change. An inner use covers its part of the one around it."""
    text, starts = part.text, part.line_starts
    cuts = _cuts(uses)
    begun: set[int] = set()
    position = 0
    notes: dict[int, list[Use]] = {}
    for use in uses:
        if use.site.verdict.is_todo or use.site.assumptions or use.site.warnings:
            told = notes.setdefault(use.line, [])
            if all(_said(use) != _said(other) for other in told):
                told.append(use)
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        if start == end == len(text) and number:
            break
        segments = []
        while position < len(cuts) and cuts[position][1] <= start:
            position += 1
        here, at = position, start
        while here < len(cuts) and cuts[here][0] < end:
            first, last, use = cuts[here]
            first, last = max(first, start), min(last, end)
            if first > at:
                segments.append(Segment(text[at:first]))
            fresh = id(use) not in begun
            begun.add(id(use))
            segments.append(
                Segment(text[first:last].rstrip("\r\n"), use, f"{prefix}{use.line}-{use.column}" if fresh else "")
            )
            at = last
            here += 1
        segments.append(Segment(text[at:end].rstrip("\r\n")))
        yield Line(number + 1, tuple(segment for segment in segments if segment.text), tuple(notes.get(number + 1, ())))


def _around(lines: Iterable[Line], uses: Sequence[Use]) -> Iterator[Line]:
    """Yields the lines near uses."""
    near = {line + step for use in uses for line in (use.line, use.end_line) for step in range(-_AROUND, _AROUND + 1)}
    last = 0
    for line in lines:
        if line.number in near:
            yield replace(line, is_apart=line.number > last + 1)
            last = line.number


def _said(use: Use) -> tuple[str, str, str, bool]:
    return use.site.verdict, use.site.api, use.site.reason, use.site.guess


def _cuts(uses: Sequence[Use]) -> list[tuple[int, int, Use]]:
    """Returns the coloured ranges, in order; where two overlap, the inner use has its own."""
    found: list[tuple[int, int, Use]] = []
    at = 0
    for (start, end), use in sorted(((marked(use), use) for use in uses), key=lambda item: item[0]):
        if end > at:
            found.append((max(start, at), end, use))
            at = end
    return found


def marked(use: Use) -> tuple[int, int]:
    """Returns the coloured range of a use: the name alone, as receivers and arguments have their own verdicts."""
    written = use.site.written or " " * (use.end - use.start)
    first = 0 if _DOTTED.fullmatch(written) else written.rfind(".") + 1
    return use.start + first, use.start + len(written)

"""The report for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.lint.report import columns_of, one_line
from generator.model.call_verdict import CallVerdict
from generator.projects.scan.file_scan import FileScan, Use
from generator.projects.scan.summary import SHOWN, Summary, Tally, method_text, share_text, time_text
from generator.projects.sources.problem import place_of

MOST_ROWS = 15
"""Rows of a table that are shown; the other formats have all, and ``--all`` shows all assumptions."""
_BAR = 30

_GREEN, _AMBER, _RED, _GREY, _BOLD, _PLAIN = "\x1b[32m", "\x1b[33m", "\x1b[31m", "\x1b[90m", "\x1b[1m", "\x1b[0m"
_COLOURS = {CallVerdict.MISSING: _RED, CallVerdict.UNRECORDED: _GREY}


def colour_of(verdict: CallVerdict) -> str:
    """Returns the escape sequence of a verdict's colour."""
    return _COLOURS.get(verdict) or (_GREEN if verdict.is_converted else _AMBER)


def format_text(summary: Summary, *, everything: bool = False) -> Iterator[str]:
    """Yields lines: the uses that a person has to look at, or all of them, what was not read, and the sums.

    Coloured for a terminal; elsewhere the caller removes the escape sequences.
    """
    shown = False
    for file in summary.files:
        for use in file.uses:
            if everything or use.site.verdict.is_todo:
                shown = True
                yield _line(file, use)
    for problem in summary.problems:
        shown = True
        yield one_line(f"{problem.place} 没有检查：{problem.message}")
    if shown:
        yield ""
    yield from sums(summary, everything=everything)


def _line(file: FileScan, use: Use) -> str:
    site = use.site
    place = one_line(place_of(file.name, use.cell, use.line, use.column))
    guess = "（猜测）" if site.guess else ""
    to = f" → {site.paddle}" if site.paddle else ""
    why = "；".join(part for part in (site.reason, *site.assumptions, *site.warnings) if part)
    tail = one_line(f"{site.api}{to}{f'：{why}' if why else ''}")
    return f"{_BOLD}{place}{_PLAIN} {colour_of(site.verdict)}{site.verdict}{guess}{_PLAIN} {tail}"


def sums(summary: Summary, *, everything: bool = False) -> Iterator[str]:
    """Yields the sums: by verdict, by API, by assumption (with ``everything`` all of them), by file."""
    tally = summary.tally
    yield (
        f"检查了 {summary.examined:,} 个文件、{summary.lines:,} 行："
        f"{len(summary.by_file):,} 个文件用到 PyTorch，共 {tally.total:,} 处。"
    )
    if summary.problems:
        yield f"另有 {len(summary.problems):,} 处没有检查，见上。"
    if not tally.uses:
        return
    yield ""
    yield from _verdicts(tally)
    yield ""
    assumed = f"，其中 {tally.assumed:,} 处以对数据的假定为前提" if tally.assumed else ""
    yield f"可以机械转换（照抄、只改名称、改参数）：{tally.mechanical:,} 处，{share_text(tally.share)}{assumed}。"
    if tally.guesses:
        yield f"只凭名称猜测的另有 {tally.guesses:,} 处，不计入以上，也不转换。"
    yield f"估计还要人工：{time_text(summary.minutes)}。{method_text()}"
    yield ""
    head = ("次数", "机械", "API", "对应")
    rows = [(f"{one.tally.total:,}", share_text(one.tally.share), one.api, one.paddle) for one in summary.by_api]
    yield from _table("按 API", head, rows)
    if summary.by_assumption:
        yield ""
        head = ("次数", "API 数", "其一", "假定")
        rows = [
            (f"{one.uses:,}", f"{len(one.apis):,}", next(iter(one.apis)), one.assumption)
            for one in summary.by_assumption
        ]
        title = "转换所作的假定（请对照自己的数据与代码核对）"
        yield from _table(title, head, rows, len(rows) if everything else MOST_ROWS)
    yield ""
    files = [(f"{count.total:,}", share_text(count.share), file.name) for file, count in summary.by_file]
    yield from _table("按文件（要看的多的在前）", ("次数", "机械", "文件"), files)


def _verdicts(tally: Tally) -> Iterator[str]:
    most = max(tally.by_verdict.values(), default=1)
    width = max(len(f"{number:,}") for number in (*tally.by_verdict.values(), 0))
    for verdict in SHOWN:
        number = tally.by_verdict.get(verdict, 0)
        row = f"{_padded(str(verdict), 8)}  {number:>{width},}  {share_text(number / tally.total if tally.total else None):>6}"
        yield f"{row}  {colour_of(verdict)}{'█' * -(-number * _BAR // most)}{_PLAIN}" if number else row


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], most: int = MOST_ROWS) -> Iterator[str]:
    """Yields the first rows under their heads; the first two columns are numbers."""
    shown = [[one_line(cell) for cell in row] for row in rows[:most]]
    widths = [max(columns_of(cell) for cell in column) for column in zip(head, *shown, strict=True)]
    yield title
    for row in (head, *shown):
        yield _row(row, widths)
    if len(rows) > most:
        yield f"  ……还有 {len(rows) - most:,} 个，见 --format json 或 html。"


def _row(cells: Iterable[str], widths: Sequence[int]) -> str:
    texts = [
        " " * (width - columns_of(cell)) + cell if number < 2 else _padded(cell, width)  # noqa: PLR2004  (numbers)
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return f"  {'  '.join(texts)}".rstrip()


def _padded(text: str, width: int) -> str:
    return text + " " * (width - columns_of(text))

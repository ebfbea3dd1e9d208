"""The report for code hosts and editors: what a person has to look at, as SARIF 2.1.0."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.lint.sarif import sarif_log, sarif_result
from generator.model.call_verdict import CallVerdict
from generator.model.finding import Span
from generator.projects.scan.file_scan import Use
from generator.projects.scan.summary import Summary
from generator.projects.sources.problem import Problem


@dataclass(frozen=True, slots=True)
class _Kind:
    """A rule of the log; ``code`` never changes its meaning."""

    code: str
    level: str
    title: str


_GUESS = _Kind("call-guess", "note", "只凭名称猜测是 PyTorch 的调用，不会转换")
_ASSUMED = _Kind("call-assumed", "note", "可以转换，以对数据的假定为前提")
_UNREAD = _Kind("not-examined", "warning", "没有检查的文件或代码")
_BY_VERDICT = {
    CallVerdict.REWRITE: _Kind("call-rewrite", "warning", "要照示例改写的调用"),
    CallVerdict.MISSING: _Kind("call-missing", "error", "Paddle 没有对应的 API 或用法"),
    CallVerdict.UNVERIFIED: _Kind("call-unverified", "warning", "记录还没有通过验证的 API"),
    CallVerdict.UNSURE: _Kind("call-unsure", "warning", "代码看不出差别是否适用的调用"),
    CallVerdict.UNRECORDED: _Kind("call-unrecorded", "warning", "还没有记录的 API"),
}
_KINDS = (*_BY_VERDICT.values(), _GUESS, _ASSUMED, _UNREAD)


def format_sarif(summary: Summary, address: Callable[[str], str]) -> Iterator[str]:
    """Yields one log with one run; ``address`` is the page of a record.

    Mechanical uses without assumptions are left out.
    """
    rules = [
        {
            "id": kind.code,
            "shortDescription": {"text": kind.title},
            "fullDescription": {"text": kind.title},
            "defaultConfiguration": {"level": kind.level},
        }
        for kind in _KINDS
    ]
    results = [
        _result(kind, _message(use, address), file.name, use)
        for file in summary.files
        for use in file.uses
        if (kind := _kind(use)) is not None
    ]
    results += [_problem(problem) for problem in summary.problems]
    yield sarif_log(rules, results)


def _kind(use: Use) -> _Kind | None:
    if use.site.guess:
        return _GUESS if use.site.verdict.is_todo else None
    if use.is_mechanical:
        return _ASSUMED if use.site.assumptions else None
    return _BY_VERDICT[use.site.verdict]


def _message(use: Use, address: Callable[[str], str]) -> str:
    site = use.site
    to = f" → {site.paddle}" if site.paddle else ""
    lines = [f"{site.verdict}：{site.api}{to}", site.reason, *site.assumptions, *site.warnings]
    return "\n".join(line for line in (*lines, address(site.record) if site.record else "") if line)


def _result(kind: _Kind, message: str, file: str, use: Use) -> dict[str, object]:
    """Returns one result; for a notebook, cell and line stand in the message, as its file has other lines."""
    rule = kind.code, _KINDS.index(kind)
    if use.cell:
        return sarif_result(rule, kind.level, f"第 {use.cell} 格第 {use.line} 行：{message}", file, None)
    span = Span(use.line, use.column, use.end_line, use.end_column)
    return sarif_result(rule, kind.level, message, file, span)


def _problem(problem: Problem) -> dict[str, object]:
    rule = _UNREAD.code, _KINDS.index(_UNREAD)
    if problem.cell:
        message = f"第 {problem.cell} 格第 {problem.line} 行：{problem.message}"
        return sarif_result(rule, _UNREAD.level, message, problem.file, None)
    span = Span(problem.line, 1, problem.line, 1) if problem.line else None
    return sarif_result(rule, _UNREAD.level, problem.message, problem.file, span)

"""Explains why a side gave no result, in words that are the same on every machine and in every run."""

from __future__ import annotations

import dis
import os
import re
import signal
import sys
import traceback
from typing import cast

from generator.evidence.verify.observation import Place
from generator.evidence.verify.side import SNIPPET
from generator.evidence.verify.tampering import CHANGED_NAME
from generator.model.evidence import FailureKind

Failure = tuple[FailureKind, str]
"""The kind, and a message of one line."""

_NO_MEMORY = ("can't allocate memory", "ResourceExhausted", "Unable to allocate", "bad_alloc", "Cannot allocate memory")
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{4,}")
_PATH = re.compile(r"(?:/[\w.+-]+){2,}/([\w.+-]+)")
_PADDLE_SUMMARY = re.compile(r"Error Message Summary:\s*-*\s*(.+?)(?:\n\s*\n|\[operator|\Z)", re.DOTALL)
_QUOTED = re.compile(r"(?<![\w'\"`])(['\"`])[^'\"`]{41,}\1(?!\w)")
"""Quoted text that is longer than any name: a value, which could be that of a file."""
_LONGEST = 300
NO_CHANNEL = 97
"""The exit code of a child that cannot report its result."""


def of_exception(error: BaseException) -> Failure:
    """Returns what an exception of a snippet means.

    Text that the snippet itself made is left out: it could be that of a file.
    """
    text = str(error.msg) if isinstance(error, SyntaxError) else "" if _is_own(error) else str(error)
    if isinstance(error, MemoryError) or any(sign in text for sign in _NO_MEMORY):
        return FailureKind.MEMORY, f"{_line_of(error)}申请的内存超过上限"
    if isinstance(error, SystemExit):
        code = f"（{error.code}）" if type(error.code) is int else ""
        return FailureKind.EXIT, f"{_line_of(error)}退出了进程{code}"
    if _is_own(error):
        return FailureKind.ERROR, f"{_line_of(error)}{_known_class(error).__name__}（代码自己抛出）"
    return FailureKind.ERROR, f"{_line_of(error)}{_known_class(error).__name__}：{short_message(text)}"


def place_of(error: BaseException) -> Place | None:
    """Returns the expression of the snippet that an exception comes from; None where Python does not say."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == SNIPPET]
    if not frames:
        return None
    last = frames[-1]
    match last.lineno, last.colno, last.end_lineno, last.end_colno:
        case int(line), int(column), int(end_line), int(end_column):
            return line, column, end_line, end_column
    return None


def own_words(error: BaseException) -> str:
    """Returns the text of an exception that the snippet itself made, for the terminal."""
    try:
        return short_message(str(error)) if _is_own(error) else ""
    except Exception:  # noqa: BLE001  (the snippet's class decides what happens)
        return ""


def _is_own(error: BaseException) -> bool:
    """Tells whether the snippet made the message: its own ``raise`` or ``assert``, or a class of its own."""
    if type(error) is not _known_class(error):
        return True
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code if trace is not None else None
    if trace is None or code is None or code.co_filename != SNIPPET:
        return False
    return dis.opname[code.co_code[trace.tb_lasti]] in {"RAISE_VARARGS", "RERAISE"}


def _known_class(error: BaseException) -> type[BaseException]:
    """Returns the exception's class, or the closest one above it that a module other than the snippet has."""
    for kind in type(error).__mro__:
        module = sys.modules.get(str(kind.__module__))
        if module is not None and str(kind.__module__) != "__main__" and vars(module).get(kind.__name__) is kind:
            return cast("type[BaseException]", kind)
    return BaseException


def of_status(status: int, output: str) -> Failure:
    """Returns what the end of a process that gave no result means; ``status`` as from ``os.waitpid``."""
    code = os.waitstatus_to_exitcode(status)
    if code == NO_CHANNEL:
        return FailureKind.TAMPERED, "代码关闭了验证程序的通道"
    if code == CHANGED_NAME:
        return FailureKind.TAMPERED, "代码改动了库、Python 或验证程序的函数"
    if code < 0:
        name = signal.Signals(-code).name
        if name == "SIGKILL" or any(sign in output for sign in _NO_MEMORY):
            return FailureKind.MEMORY, "内存用尽，进程被系统终止"
        return FailureKind.CRASH, f"进程因 {name} 崩溃"
    return FailureKind.EXIT, f"代码退出了进程（退出码 {code}），没有给出结果"


def short_message(text: str) -> str:
    """Shortens a library's message to one line, without addresses, folders and long quotations."""
    if match := _PADDLE_SUMMARY.search(text):
        text = match[1]
    text = text.partition("[Hint:")[0]
    text = _QUOTED.sub(r"\1…\1", text)
    text = _PATH.sub(r"…/\1", _ADDRESS.sub("0x…", " ".join(text.split())))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _line_of(error: BaseException) -> str:
    """Returns which line of the snippet the error comes from."""
    if isinstance(error, SyntaxError) and error.filename == SNIPPET:
        return f"第 {error.lineno} 行 "
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == SNIPPET]
    return f"第 {lines[-1]} 行 " if lines else ""

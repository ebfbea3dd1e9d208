"""Why a side gave no result, in words that are the same on every machine and in every run."""

from __future__ import annotations

import os
import re
import signal
import traceback

from generator.model.evidence import FailureKind
from generator.verify.side import SNIPPET

Failure = tuple[FailureKind, str]
"""The kind, and a message of one line."""

_NO_MEMORY = ("can't allocate memory", "ResourceExhausted", "Unable to allocate", "bad_alloc", "Cannot allocate memory")
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{4,}")
_PATH = re.compile(r"(?:/[\w.+-]+){2,}/([\w.+-]+)")
_PADDLE_SUMMARY = re.compile(r"Error Message Summary:\s*-*\s*(.+?)(?:\n\s*\n|\[operator|\Z)", re.DOTALL)
_LONGEST = 300
NO_CHANNEL = 97
"""The exit code of a child that cannot report its result."""


def of_exception(error: BaseException) -> Failure:
    """What an exception of a snippet means."""
    text = str(error)
    if isinstance(error, MemoryError) or any(sign in text for sign in _NO_MEMORY):
        return FailureKind.MEMORY, f"{_line_of(error)}申请的内存超过上限"
    if isinstance(error, SystemExit):
        return FailureKind.EXIT, f"{_line_of(error)}退出了进程（{error.code}）"
    if isinstance(error, SyntaxError):
        text = error.msg
    return FailureKind.ERROR, f"{_line_of(error)}{type(error).__name__}：{essence(text)}"


def of_status(status: int, output: str) -> Failure:
    """What the end of a process that gave no result means; ``status`` as from ``os.waitpid``."""
    code = os.waitstatus_to_exitcode(status)
    if code == NO_CHANNEL:
        return FailureKind.TAMPERED, "代码关闭了验证程序的通道"
    if code < 0:
        name = signal.Signals(-code).name
        if name == "SIGKILL" or any(sign in output for sign in _NO_MEMORY):
            return FailureKind.MEMORY, "内存用尽，进程被系统终止"
        return FailureKind.CRASH, f"进程因 {name} 崩溃"
    return FailureKind.EXIT, f"代码退出了进程（退出码 {code}），没有给出结果"


def essence(text: str) -> str:
    """A message's heart on one line, without what changes from machine to machine."""
    if match := _PADDLE_SUMMARY.search(text):
        text = match[1]
    text = text.partition("[Hint:")[0]
    text = _PATH.sub(r"…/\1", _ADDRESS.sub("0x…", " ".join(text.split())))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _line_of(error: BaseException) -> str:
    """Which line of the snippet the error comes from."""
    if isinstance(error, SyntaxError) and error.filename == SNIPPET:
        return f"第 {error.lineno} 行 "
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == SNIPPET]
    return f"第 {lines[-1]} 行 " if lines else ""

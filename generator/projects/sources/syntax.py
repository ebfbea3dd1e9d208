"""Why code could not be parsed, in words for its author."""

from __future__ import annotations

import re

from generator.projects.sources.problem import UnreadableError

_PYTHON_2 = re.compile(
    r"Missing parentheses in call to|multiple exception types must be parenthesized|leading zeros in decimal integer"
    r"|inconsistent use of tabs"
)
"""What Python 3 says of code that Python 2 would take."""
_TOO_DEEP = re.compile(r"recursion|too many nested|嵌套太深")


def explained(error: Exception) -> UnreadableError:
    """Returns the error of analysing a text as one of its file."""
    line = getattr(error, "line", 0)
    if isinstance(error, RecursionError | MemoryError) or _TOO_DEEP.search(str(error)):
        return UnreadableError("代码嵌套过深。", line)
    if _PYTHON_2.search(str(error)):
        return UnreadableError(f"这像是 Python 2 的代码，先转成 Python 3（{error}）。", line)
    return UnreadableError(f"有语法错误（{error}）。", line)

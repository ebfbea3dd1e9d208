"""Reads the lines that only our own pages have, so that they do not become remarks."""

from __future__ import annotations

import html
import re

from generator.importing.headings import is_api
from generator.importing.text import bare
from generator.model.phrases import ATTRIBUTES, DTYPES, LOST_DIGITS, SECOND_ORDER, WRONG_VIEWS

NO_EXAMPLE = frozenset({"Paddle 暂无转写方式。", "上述参数可直接删除，无需转写。"})
"""The text in place of an example, which is derived from the rows."""

OVERLOAD = re.compile(r"\*\*用法 \d+\*\*(?:：(.*))?")
"""The line above an overload, with its title."""

FOOT = ("迁移经验：", "上一个：[", "下一个：[", "[编辑此记录](")
"""The beginnings of the lines of links at the end, which are derived from other data."""

MEASURED = (DTYPES, SECOND_ORDER, LOST_DIGITS, WRONG_VIEWS, ATTRIBUTES)
"""The beginnings of the lines that say what was measured."""

ALIASES = "别名"
_TYPES = re.compile(r"<!-- 类型不同：(.+) -->")
_EXEMPTION = re.compile(r"<!-- 豁免 (.+?)：(.+) -->")
_NAMES = re.compile(rf"({ALIASES}|相关)：(.+)")
_ONE_NAME = re.compile(r"`([\w.]+)`|\[([\w.\\]+)\]\([^()]*\)")


def read_names(line: str) -> tuple[str, tuple[str, ...]] | None:
    """Returns the key and the names of a line of aliases or of related APIs; None for any other line."""
    match = _NAMES.fullmatch(line)
    if match is None:
        return None
    what, text = match.groups()
    names = tuple(bare(name.group(1) or name.group(2)) for name in _ONE_NAME.finditer(text))
    if _ONE_NAME.sub("", text).strip("、 ") or not all(is_api(name) for name in names):
        return None
    return what, names


def read_types(text: str) -> frozenset[str]:
    """Returns the parameters whose type differs, from the comment that names them; empty for any other text."""
    match = _TYPES.fullmatch(text.strip())
    return frozenset(match.group(1).split("、")) if match is not None else frozenset()


def read_exemption(text: str) -> dict[str, str] | None:
    """Returns the exemption that a comment states; None for any other text."""
    match = _EXEMPTION.fullmatch(text.strip())
    if match is None:
        return None
    code, reason = (html.unescape(group) for group in match.groups())
    return {"code": code, "reason": reason}

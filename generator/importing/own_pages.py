"""What our own pages say in lines that public documents do not have, so that it is read and not taken for remarks."""

from __future__ import annotations

import html
import re

from generator.importing.headings import is_api
from generator.importing.text import bare

NO_EXAMPLE = frozenset({"Paddle 暂无转写方式。", "上述参数可直接删除，无需转写。"})
"""What a page says in place of an example; it follows from the rows."""

OVERLOAD = re.compile(r"\*\*用法 \d+\*\*(?:：(.*))?")
"""The line over an overload, with its title."""

FOOT = ("迁移经验：", "上一个：[", "下一个：[", "[编辑此记录](")
"""How the lines of links at the end begin; they follow from other data."""

ALIASES = "别名"
_TYPES = re.compile(r"<!-- 类型不同：(.+) -->")
_EXEMPTION = re.compile(r"<!-- 豁免 (.+?)：(.+) -->")
_NAMES = re.compile(rf"({ALIASES}|相关)：(.+)")
_ONE_NAME = re.compile(r"`([\w.]+)`|\[([\w.\\]+)\]\([^()]*\)")


def read_names(line: str) -> tuple[str, tuple[str, ...]] | None:
    """The names in a line of aliases, or of related APIs, and which of them it is; None for any other line."""
    match = _NAMES.fullmatch(line)
    if match is None:
        return None
    what, text = match.groups()
    names = tuple(bare(name.group(1) or name.group(2)) for name in _ONE_NAME.finditer(text))
    if _ONE_NAME.sub("", text).strip("、 ") or not all(is_api(name) for name in names):
        return None
    return what, names


def read_types(text: str) -> frozenset[str]:
    """The parameters whose type differs, from the comment that names them; empty for any other text."""
    match = _TYPES.fullmatch(text.strip())
    return frozenset(match.group(1).split("、")) if match is not None else frozenset()


def read_exemption(text: str) -> dict[str, str] | None:
    """An exemption as a record has it, from the comment that grants it; None for any other text."""
    match = _EXEMPTION.fullmatch(text.strip())
    if match is None:
        return None
    code, reason = (html.unescape(group) for group in match.groups())
    return {"code": code, "reason": reason}

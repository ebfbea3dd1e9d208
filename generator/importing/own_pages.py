"""What our own pages say in lines that public documents do not have, so that it is read and not taken for remarks."""

from __future__ import annotations

import re

from generator.importing.headings import is_api
from generator.importing.text import bare

NO_EXAMPLE = frozenset({"Paddle 暂无转写方式。", "上述参数可直接删除，无需转写。"})
"""What a page says in place of an example; it follows from the rows."""

OVERLOAD = re.compile(r"\*\*用法 \d+\*\*(?:：(.*))?")
"""The line over an overload, with its title."""

TYPES = re.compile(r"<!-- 类型不同：(.+) -->")
"""The comment that names the parameters whose type differs."""

EXEMPTION = re.compile(r"<!-- 豁免 (.+?)：(.+) -->")
"""The comment that says which rule the record is exempt from, and why."""

FOOT = ("迁移经验：", "[编辑此记录](")
"""How the lines of links at the end begin; they follow from other data."""

ALIASES = "别名"
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

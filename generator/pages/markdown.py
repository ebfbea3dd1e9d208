"""Text → Markdown that shows exactly that text, on the site and on GitHub alike.

Whatever stands in a record is a stranger's text: HTML, script, attribute lists and unsafe links come out as text.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache

CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
"""Text between equal runs of backticks; its second group is the code."""
_LINK = re.compile(r"\[([^\[\]<>`]+)\]\((https?://[^\s()<>\"']+)\)")
_SPECIAL = re.compile(r"([\\*\[\]#!`]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z]))")
_FENCE = re.compile(r"^\s*(`{3,})", re.MULTILINE)
_UNSAFE_IN_URL = str.maketrans(
    {"(": "%28", ")": "%29", "<": "%3C", ">": "%3E", '"': "%22", "'": "%27", "|": "%7C", "`": "%60", "\\": "%5C"}
)


_AS_ENTITY = {ord(character): f"&#{ord(character)};" for character in "{~$"}
_AS_ENTITY_IN_CODE = {ord(character): f"&#{ord(character)};" for character in "|`*_[]\\"}


def inline(text: str) -> str:
    """One line of running text. Code spans and links to http addresses stay what they are; all else is text."""
    parts: list[str] = []
    end = 0
    text = " ".join(text.split())
    for match in CODE_SPAN.finditer(text):
        parts += [_outside_code(text[end : match.start()]), code(match.group(2).strip())]
        end = match.end()
    return "".join([*parts, _outside_code(text[end:])])


def code(text: str) -> str:
    """A code span, also for text with backticks or pipes in it; safe inside a table."""
    if "|" in text or "`" in text or not text.strip():
        return f"<code>{_entities(text).translate(_AS_ENTITY_IN_CODE)}</code>"
    return f"`{text}`"


def cell(text: str) -> str:
    """A table cell that holds a bare name, or ``-`` for none."""
    return _outside_code(text) if text else "-"


def paragraph(text: str) -> str:
    """Running text at the start of a line: what would begin a list, a heading or a quotation there is text."""
    escaped = inline(text)
    escaped = re.sub(r"^[=:]", lambda match: f"&#{ord(match.group())};", escaped)
    escaped = re.sub(r"^([-+])", r"\\\1", escaped)
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", escaped)


def fence(text: str, language: str = "python") -> str:
    """A code block; its fence is longer than any that stands in the code."""
    longest = max((len(mark) for mark in _FENCE.findall(text)), default=0)
    mark = "`" * max(3, longest + 1)
    return f"{mark}{language}\n{text.strip(chr(10))}\n{mark}"


def link(text: str, url: str) -> str:
    """A link, or the text alone where there is no address."""
    return f"[{_outside_code(text)}]({address(url)})" if url else _outside_code(text)


def address(url: str) -> str:
    """A link's address, in which nothing can end the link."""
    return url.translate(_UNSAFE_IN_URL)


def attribute(text: str) -> str:
    """Text inside an HTML attribute or element."""
    return html.escape(text, quote=True)


@lru_cache(maxsize=1 << 16)  # the same names and phrases stand on many pages, and on each again with every edit
def _outside_code(text: str) -> str:
    parts: list[str] = []
    end = 0
    for match in _LINK.finditer(text):
        parts += [
            _escape(text[end : match.start()]),
            f"[{_escape(match.group(1))}]({address(match.group(2))})",
        ]
        end = match.end()
    return "".join([*parts, _escape(text[end:])])


def _escape(text: str) -> str:
    # Python-Markdown knows no backslash before these: an entity shows the same everywhere.
    escaped = _entities(_SPECIAL.sub(r"\\\1", text)).translate(_AS_ENTITY)
    return escaped.replace("|", "\\|")


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

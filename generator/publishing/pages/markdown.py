"""Text → Markdown that shows exactly that text, on the site and on GitHub alike.

The text of a record is untrusted: HTML, script, attribute lists and unsafe links are escaped.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from generator.publishing.views.paths import relative_path
from generator.publishing.views.prose import (
    Break,
    Chip,
    Code,
    Effort,
    Link,
    Name,
    Place,
    Prose,
    Span,
    Strong,
    Text,
    read_prose,
)
from generator.publishing.views.words import PADDLE_CODE, TORCH_CODE

if TYPE_CHECKING:  # texts for code hosts are escaped without any page
    from generator.publishing.views.page import Pair

_SPECIAL = re.compile(r"([\\*\[\]#!`]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z]))")
_MENTION = re.compile(r"(`+)[^`]*\1|@(?=\w)")
_FENCE = re.compile(r"^\s*(`{3,})", re.MULTILINE)
_UNSAFE_IN_URL = {ord(character): f"%{ord(character):02X}" for character in " ()<>\"'|`\\"}
_NOT_IN_ANCHOR = re.compile(r"[^\w.-]")
_AS_ENTITY = {ord(character): f"&#{ord(character)};" for character in "{~$"}
_AS_ENTITY_IN_CODE = {ord(character): f"&#{ord(character)};" for character in "|`*_[]\\"}


class Markdown(str):
    """Text that is Markdown already: a template prints it as it is, and escapes all else."""

    __slots__ = ()


class MarkdownText:
    """Prints the text of one page, from whose file its links lead."""

    def __init__(self, page: str) -> None:
        self._page, self._folder = page, page[: page.rfind("/") + 1]

    def prose(self, prose: Prose) -> Markdown:
        """Returns one line of running text."""
        return Markdown("".join([self._span(span) for span in prose]))

    def paragraph(self, prose: Prose) -> Markdown:
        """Returns running text for the start of a line, where it begins no list, heading or quotation."""
        return Markdown(_at_line_start(self.prose(prose)))

    def _span(self, span: Span) -> str:  # noqa: PLR0911  (one for each kind)
        match span:
            case Text(text):
                return escape(text)
            case Code(text):
                return code(text)
            case Link(text, to):
                label = self.prose(text) if isinstance(text, tuple) else escape(text)
                return f"[{label}]({address(to) if isinstance(to, str) else self._place(to)})"
            case Chip(category):
                return escape(category.name)
            case Effort():
                return ""
            case Name(text, _, out):
                return f"[{escape(text)}]({address(out)})" if out else escape(text)
            case Strong(text):
                return f"**{escape(text)}**"
            case Break():
                return "<br>"

    def _place(self, to: Place) -> str:
        anchor = f"#{address(to.anchor)}" if to.anchor else ""
        if to.page == self._page and anchor:
            return anchor
        return address(relative_path(self._folder, to.page)) + anchor


def inline(text: str) -> Markdown:
    """Returns one line of running text. Code spans and links to http addresses stay what they are; all else is text."""
    return MarkdownText("").prose(read_prose(text))


def unaddressed(text: str) -> str:
    """Returns one line of running text for a discussion on a code host, without notifying names after ``@``."""
    return _MENTION.sub(lambda match: "@<!-- -->" if match[0] == "@" else match[0], inline(text))


def code(text: str) -> str:
    """Returns a code span, also for text with backticks or pipes in it; safe inside a table."""
    if "|" in text or "`" in text or not text.strip():
        return f"<code>{_entities(text).translate(_AS_ENTITY_IN_CODE)}</code>"
    return f"`{text}`"


def fence(text: str, language: str = "python") -> Markdown:
    """Returns a code block; its fence is longer than any that stands in the code."""
    longest = max((len(mark) for mark in _FENCE.findall(text)), default=0)
    mark = "`" * max(3, longest + 1)
    return Markdown(f"{mark}{language}\n{text.strip(chr(10))}\n{mark}")


def pair(both: Pair) -> Markdown:
    """Returns the code of both sides, each under its comment, in one block."""
    return fence(f"# {TORCH_CODE}\n{both.torch}\n\n# {PADDLE_CODE}\n{both.paddle}")


def address(url: str) -> str:
    """Returns a link's address, in which nothing can end the link."""
    return url.translate(_UNSAFE_IN_URL)


def anchor(text: str) -> Markdown:
    """Returns a heading's own anchor inside an attribute list, which white space, braces and quotes would end."""
    return Markdown(_NOT_IN_ANCHOR.sub("", text))


def attribute(text: str) -> Markdown:
    """Returns text for an HTML attribute, element or comment, on one line."""
    return Markdown(html.escape(" ".join(text.split()), quote=True))


def printed(value: object) -> object:
    """Returns what a template prints of a value: Markdown as it is, all other text escaped."""
    return value if isinstance(value, Markdown) or not isinstance(value, str) else escape(value)


@lru_cache(maxsize=1 << 16)  # the same names and phrases stand on many pages, and on each again with every edit
def escape(text: str) -> str:
    """Returns text with all markup characters escaped."""
    # Python-Markdown knows no backslash before these: an entity shows the same everywhere.
    escaped = _entities(_SPECIAL.sub(r"\\\1", text)).translate(_AS_ENTITY)
    return escaped.replace("|", "\\|")


def _at_line_start(text: str) -> str:
    escaped = re.sub(r"^[=:]", lambda match: f"&#{ord(match.group())};", text)
    escaped = re.sub(r"^([-+])", r"\\\1", escaped)
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", escaped)


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

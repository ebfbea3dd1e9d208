"""Converts Markdown to the plain text of a record; the reverse of ``generator.publishing.pages.markdown``."""

from __future__ import annotations

import html
import re

_MARKUP = re.compile(
    r"(?P<math>\$\$.+?\$\$|\$(?=[^$\s])[^$]*(?<=[^$\s\\])\$)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<marks>`+)(?P<code>.+?)(?<!`)(?P=marks)(?!`)"
    r"|<code>(?P<element>.*?)</code>"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,31});)"
    r"|(?P<break><br\s*/?>)",
    re.DOTALL,
)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\s*(?:\(\s*(?P<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\s*\))?")


def plain(text: str) -> str:
    """Returns text as it is shown, on one line; code spans keep backticks, links to http addresses brackets.

    Backslash escapes, entities, ``<code>`` and ``<br>`` are replaced, except in formulas between dollars.
    """
    if "\\" in text or "&" in text or "<" in text:
        text = _MARKUP.sub(_shown, text)
    return " ".join(text.split())


def bare(text: str) -> str:
    """Returns the name in a heading or a table's cell, without tags, backticks and escapes around it."""
    text = _TAG.sub("", text) if "<" in text else text
    return plain(text).strip("`").strip().strip("`")


def read_link(text: str) -> tuple[str, str | None] | None:
    """Returns text and address of a link that fills a heading; the address is None without parentheses."""
    match = _LINK.fullmatch(text.strip())
    return (bare(match.group("text")), match.group("url")) if match else None


def _shown(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind == "escaped":
        return match.group("escaped")
    if kind == "element":
        code = html.unescape(match.group("element"))
        return f"``{code}``" if "`" in code else f"`{code}`"
    if kind == "entity":
        return html.unescape(match.group())
    return " " if kind == "break" else match.group()

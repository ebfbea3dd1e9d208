"""Reads the headings of a difference document: the title, an API with its link, a section, or an example."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from generator.importing.text import bare, plain, read_link
from generator.model.record import API_PATTERN, MAX_NAME

_TITLE = re.compile(r"\s*[\[［【]\s*(?P<category>[^\[\]［］【】]*?)\s*[\]］】](?P<gap>\s*)(?P<api>.*)$")
_NAME = re.compile(API_PATTERN)
_PARAMETER = r"\*{0,2}[A-Za-z_]\w*|返回值"
_PARAMETERS = re.compile(rf"(?:{_PARAMETER})(?:\s*(?:[、，,]|和|与)\s*(?:{_PARAMETER}))*", re.ASCII)
_MEANS_PARAMETERS = re.compile(r"\s*参数$")


@dataclass(frozen=True, slots=True)
class Title:
    """``[ category ] api`` as it stands in the heading; ``regular`` says that it is written as the spec prescribes."""

    category: str
    api: str
    regular: bool


@dataclass(frozen=True, slots=True)
class ApiHeading:
    """``[api](url)``; ``url`` is None where there is no link, and empty where the link is."""

    api: str
    url: str | None


@dataclass(frozen=True, slots=True)
class ExampleHeading:
    """``parameter：function``."""

    parameter: tuple[str, ...]
    title: str


def read_title(text: str) -> Title | None:
    """Returns the title of a difference document (R3), or None for another heading."""
    match = _TITLE.match(text)
    if match is None or match.group("api").startswith("(") or not match.group("api"):
        return None
    api = bare(match.group("api"))
    regular = bool(match.group("gap")) and "[" in text and "]" in text
    return Title(plain(match.group("category")), api, regular)


def read_api_heading(text: str) -> ApiHeading | None:
    """Returns the API in the heading above a signature (R18, R19): a link, or the name alone."""
    if (link := read_link(text)) is not None:
        return ApiHeading(*link)
    name = bare(text.strip("[]"))
    return ApiHeading(name, None) if is_api(name) else None


def is_api(name: str) -> bool:
    """Tells whether a text can be the full name of an API."""
    return len(name) <= MAX_NAME and _NAME.fullmatch(name) is not None


def section_of(text: str) -> str:
    """Returns ``参数映射`` or ``转写示例`` for a heading of that section in any spelling, else an empty string."""
    folded = "".join(unicodedata.normalize("NFKC", text).split()).strip("*:：")
    if folded in {"参数映射", "参数映射表", "参数对比", "参数差异"}:
        return "参数映射"
    return "转写示例" if folded in {"转写示例", "转写实例", "转写示列", "代码转写", "示例"} else ""


def read_example_heading(text: str) -> ExampleHeading:
    """Returns the parameters that an example shows, and their function (R37)."""
    return split_example_heading(plain(text))


def split_example_heading(text: str) -> ExampleHeading:
    """Returns the same for a heading's text as it is shown."""
    names, separator, title = _partition(text)
    found = _parameters(names)
    if found:
        return ExampleHeading(found, title.strip())
    return ExampleHeading((), text) if separator or not (found := _parameters(text)) else ExampleHeading(found, "")


def _partition(text: str) -> tuple[str, str, str]:
    positions = [position for mark in "：:" if (position := text.find(mark)) >= 0]
    if not positions:
        return text, "", ""
    first = min(positions)
    return text[:first], text[first], text[first + 1 :]


def _parameters(names: str) -> tuple[str, ...]:
    names = _MEANS_PARAMETERS.sub("", names.replace("`", "").strip())
    if not _PARAMETERS.fullmatch(names):
        return ()
    return tuple(re.findall(_PARAMETER, names, re.ASCII))

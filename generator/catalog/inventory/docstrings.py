"""Reads docstrings: signatures in the first lines and in directives, deprecation, and aliases."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import replace

from generator.catalog.inventory.defaults import stable_text
from generator.model.signature import Signature

_DIRECTIVE = re.compile(r"\.\.\s+(?:py:)?(?:function|method|class)::\s*")
_NUMBERED = re.compile(r"\s*\d+\. [\w.]+\(")
_ALIAS = re.compile(r"Alias (?:for|of) (?::\w+:)?`+~?\.?([\w.]+?)(?:\(\))?`")
_DEPRECATED = (
    r"^\.\. deprecated::|^Warning:\s+API \S+ is deprecated|\A\W*deprecated\b"
    r"|(?:\A|^\.\. warning::\s+)(?:This\s+\w+|\S*\b{name}\b\S*)\s+(?:is|has been) deprecated\b"
)
"""Paddle's decorator ``deprecated`` writes the second form. ``{name}`` is the API's: others may be warned of."""
_ARROW = re.compile(r"[ \t]*->[ \t]*([^\n]+)")
_LONGEST = 2_000
"""No parameter list is longer, in characters."""


def documented_signatures(text: str | None, name: str) -> tuple[Signature, ...]:
    """Returns the signatures of ``name`` (the last part of a full name) that a docstring contains.

    It reads the first lines, up to the first empty one, the ``.. function::`` directives, and the numbered lists in
    which pybind11 and Paddle write overloads.
    """
    return tuple(dict.fromkeys(signature for signature, _ in documented_results(text, name)))


def documented_results(text: str | None, name: str) -> Iterator[tuple[Signature, str]]:
    """Yields each signature of ``name`` with what its arrow says that it returns, as Python source where it is that."""
    for line in _candidate_lines(inspect.cleandoc(text or "")):
        found = _read(line, name)
        if found is not None:
            yield found


def says_deprecated(text: str | None, name: str) -> bool:
    """Tells whether a docstring calls the whole API deprecated, and not one parameter or another API."""
    pattern = _DEPRECATED.replace("{name}", re.escape(name))
    return bool(re.search(pattern, inspect.cleandoc(text or ""), re.MULTILINE | re.IGNORECASE))


def documented_alias(text: str | None) -> str:
    """Returns ``torch.abs`` from ``Alias for :func:`torch.abs```, empty where the docstring has no such beginning."""
    lines = [line for line in inspect.cleandoc(text or "").splitlines() if line.strip()]
    for line in lines[:2]:
        match = _ALIAS.match(line)
        if match:
            return match[1]
    return ""


def _candidate_lines(text: str) -> Iterator[str]:
    """Yields each place where a signature may begin, with the text that follows it."""
    offset, at_start = 0, True
    for line in text.splitlines(keepends=True):
        if not line.strip():
            at_start = at_start and not text[:offset].strip()
        directive = _DIRECTIVE.match(line.strip())
        if _NUMBERED.match(line):
            yield text[offset:][:_LONGEST]
        elif directive:
            yield text[offset + line.index("..") + directive.end() :][:_LONGEST]
        elif at_start and line.strip():
            yield text[offset:][:_LONGEST]
        offset += len(line)


def _read(text: str, name: str) -> tuple[Signature, str] | None:
    start = re.match(rf"\s*(?:\d+\.\s+)?(?:def\s+)?(?:[\w.]+\.)?(?:{re.escape(name)}|__init__)\s*(?=\()", text)
    if start is None:
        return None
    listed = _balanced(text[start.end() :])
    if listed is None:
        return None
    signature = Signature.parse(stable_text(" ".join(listed.replace("\\", "").split())))
    named = tuple(replace(p, name=p.name.rpartition(" ")[2]) for p in signature.parameters if p.name != "self")
    if not all(parameter.name.isidentifier() for parameter in named):
        return None
    arrow = _ARROW.match(text, start.end() + len(listed))
    return Signature(named), arrow[1].replace(" or ", " | ").strip(" .") if arrow else ""


def _balanced(text: str) -> str | None:
    """Returns the leading parenthesised part of ``text``; None where it has no end."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return text[: index + 1]
    return None

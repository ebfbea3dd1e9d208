"""Reads from a docstring which strings each parameter takes."""

from __future__ import annotations

import re

_PARAMETER = re.compile(r"^\s{0,12}[*]{0,2}(\w+)\s*\(([^)\n]*)\)\s*(?::|–)", re.MULTILINE)
"""Where the description of a parameter begins: ``mode (str): …``."""
_QUOTED = re.compile(r"(?<![\w`'\"])(?:`{0,2})(['\"])([a-z][\w-]{1,24})\1(?:`{0,2})(?!\w)")
_SECTION = re.compile(r"^\s*(?:Returns?|Shape|Examples?|Note|Keyword args|Keyword Arguments|\.\. \w+::)", re.MULTILINE)


def documented_modes(doc: str) -> dict[str, tuple[str, ...]]:
    """Returns the quoted words in the description of each parameter, in the order of the text.

    Only string parameters are read, and only those with several such words are returned.
    """
    starts = list(_PARAMETER.finditer(doc))
    found: dict[str, tuple[str, ...]] = {}
    for index, match in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(doc)
        section = _SECTION.search(doc, match.end(), end)
        text = doc[match.end() : section.start() if section else end]
        words = tuple(dict.fromkeys(quoted[2] for quoted in _QUOTED.finditer(text)))
        if len(words) > 1 and "str" in match[2].lower():
            found[match[1]] = words
    return found

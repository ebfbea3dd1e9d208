"""What is seen of a snippet's Python without a syntax tree, which most snippets can do without."""

from __future__ import annotations

import builtins
import keyword
import re

ALWAYS_THERE = frozenset(dir(builtins)) | {"np"}
"""Names that a snippet may use without saying where they come from."""

LIBRARIES = {"torch": frozenset({"torch", "torchvision"}), "paddle": frozenset({"paddle"})}
"""What each side may use of the libraries: the names that are imported for it."""

_STRINGS_AND_COMMENTS = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|#[^\n]*")
_FREE_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*+(?!\s*=(?!=))")
NAME = re.compile(r"[A-Za-z_]\w*")
_IN_LINE = re.compile(r"\bfor\s+([\w\s,()]+?)\s+in\b|\blambda\s+([\w\s,]+):")
NEVER_FREE = ALWAYS_THERE | LIBRARIES["torch"] | LIBRARIES["paddle"] | frozenset(keyword.kwlist) | {"_"}


def without_strings(text: str) -> str:
    """The text without simple strings and comments: enough to say that a name does not occur."""
    return _STRINGS_AND_COMMENTS.sub("''", text) if "'" in text or '"' in text or "#" in text else text


def free_names(text: str) -> frozenset[str]:
    """The names that a text without strings may use from outside; Python's own and the libraries aside.

    Plain assignment targets and keyword arguments are none.
    """
    return frozenset(_FREE_NAME.findall(text)) - NEVER_FREE


def bound_in_line(line: str) -> set[str]:
    """The names of comprehensions and lambdas in one line."""
    return {name for match in _IN_LINE.finditer(line) for name in NAME.findall(match[1] or match[2] or "")}


_IN_THEIR_PLACE = ("True", "False", "None", "from", "import")
"""Keywords that the pattern has where they belong, and takes for a name nowhere."""


def _plain_statements() -> re.Pattern[str]:
    """Lines such as ``y = torch.add(f(x), [1, 2], alpha=a.b)[0]``: all of Python that most snippets need.

    A call may stand in the arguments of another, and no deeper: the pattern would grow threefold with every level.
    """
    name = rf"(?!(?:{'|'.join(_IN_THEIR_PLACE)})\b)[A-Za-z_]\w*+"
    number = r"-?(?:0|[1-9]\d*+)(?:\.\d+)?(?:e-?\d+)?"
    atom = rf"(?:{number}|'[^'\\\n]*'|True|False|None|{name}(?:\.{name})*+(?:\(\))?)"
    several = rf"\[(?:{atom}(?:, |(?=\])))*+\]|\((?:{atom}(?:, |(?=\))))*+\)"

    def called(value: str) -> str:
        arguments = rf"\((?:{value}(?:, |(?=\))))*+(?:{name}={value}(?:, |(?=\))))*+\)"
        return rf"{name}(?:\.{name}|{arguments}|\[{number}\])*+"

    calls = called(rf"(?:{called(rf'(?:{atom}|{several})')}|{atom}|{several})")
    imported = rf"(?:from {name}(?:\.{name})*+ )?import {name}"
    return re.compile(rf"(?:(?:{imported}|(?:{name}(?:, {name})*+ = )?(?:{calls}(?:, |(?=\n|\Z)))++)(?:\n|\Z))+")


_PLAIN_STATEMENTS = _plain_statements()
_RESERVED = frozenset(keyword.kwlist).difference(_IN_THEIR_PLACE)


def surely_parses(text: str) -> bool:
    """Whether a text is plain statements alone; a keyword among the names is not plain."""
    return _PLAIN_STATEMENTS.fullmatch(text) is not None and _RESERVED.isdisjoint(NAME.findall(text))

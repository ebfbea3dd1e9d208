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


def _plain_call() -> re.Pattern[str]:
    """Lines such as ``y = torch.add(x, [1, 2], alpha=a.b)``: no more of Python than three snippets of four need."""
    name = r"[A-Za-z_]\w*+"
    atom = rf"(?:-?(?:0|[1-9]\d*+)(?:\.\d+)?|'[^'\\\n]*'|{name}(?:\.{name})*+(?:\(\))?)"
    value = rf"(?:{atom}|\[{atom}(?:, {atom})*+\]|\({atom}(?:, {atom})++\))"
    keywords = rf"{name}={value}(?:, {name}={value})*+"
    arguments = rf"\((?:{value}(?!=)(?:, {value}(?!=))*+(?:, {keywords})?|{keywords})?\)"
    return re.compile(rf"(?:(?:{name}(?:, {name})*+ = )?{name}(?:\.{name}|{arguments})++(?:\n|\Z))+")


_PLAIN_CALL = _plain_call()
_NAMED = re.compile(r"[(, ](\w+)=")
_RESERVED = frozenset(keyword.kwlist) - {"True", "False", "None"}


def surely_parses(text: str) -> bool:
    """Whether a text is plain calls alone; a keyword among the names, or an argument named twice, is not plain."""
    if _PLAIN_CALL.fullmatch(text) is None:
        return False
    named = _NAMED.findall(text)
    return _RESERVED.isdisjoint(NAME.findall(text)) and len(named) == len(set(named))

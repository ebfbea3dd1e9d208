"""Signatures: the parameters of an API in order, parsed from and printed in the form of documentation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

_OPENING = "([{"
_CLOSING = ")]}"
_MARKS = re.compile(r"""[,'"(\[{)\]}]""")
_WIDTH = 88
"""Widest signature printed on one line, in characters."""


class ParameterKind(StrEnum):
    """How an argument is bound to a parameter; the names are those of ``inspect.Parameter.kind``."""

    POSITIONAL_ONLY = "positional-only"
    POSITIONAL = "positional"
    VAR_POSITIONAL = "var-positional"
    KEYWORD = "keyword"
    VAR_KEYWORD = "var-keyword"


_STARS = {ParameterKind.VAR_POSITIONAL: "*", ParameterKind.VAR_KEYWORD: "**"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. ``default`` is Python source text, or None where there is none."""

    name: str
    kind: ParameterKind = ParameterKind.POSITIONAL
    default: str | None = None

    @property
    def label(self) -> str:
        """The name as written in a parameter table: ``*size`` for a variadic one."""
        return _STARS.get(self.kind, "") + self.name

    def __str__(self) -> str:
        return self.label if self.default is None else f"{self.label}={self.default}"


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of one way to call an API."""

    parameters: tuple[Parameter, ...] = ()

    @classmethod
    @lru_cache(maxsize=1 << 16)  # releases and pages repeat the same texts
    def parse(cls, text: str) -> Signature:
        """Reads ``name(a, b=1, *, c)``, with or without the name.

        The syntax of documentation is accepted beyond Python's grammar: ``torch.empty(*size, *, out=None)``.

        Raises:
            ValueError: there is no closed parameter list.
        """
        opening, closing = text.find("("), text.rfind(")")
        if opening < 0 or closing < opening:
            raise ValueError("no parameter list in parentheses")
        kind = ParameterKind.POSITIONAL
        parameters: list[Parameter] = []
        for part in _split(text[opening + 1 : closing]):
            if part == "*":
                kind = ParameterKind.KEYWORD
            elif part == "/":
                parameters = [Parameter(p.name, ParameterKind.POSITIONAL_ONLY, p.default) for p in parameters]
            elif part.startswith("**"):
                parameters.append(Parameter(_bare(part[2:]), ParameterKind.VAR_KEYWORD))
            elif part.startswith("*"):
                parameters.append(Parameter(_bare(part[1:]), ParameterKind.VAR_POSITIONAL))
                kind = ParameterKind.KEYWORD
            else:
                name, separator, default = part.partition("=")
                parameters.append(Parameter(_bare(name), kind, default.strip() if separator else None))
        return cls(tuple(parameters))

    def __str__(self) -> str:
        return f"({', '.join(self.parts())})"

    def format(self, api: str, width: int = _WIDTH) -> str:
        """Returns the call as public documents print it: on one line, or a parameter a line where that is too wide."""
        line = f"{api}{self}"
        if len(line) <= width:
            return line
        return f"{api}(" + (",\n" + " " * (len(api) + 1)).join(self.parts()) + ")"

    def parts(self) -> list[str]:
        """Returns the parts between the commas: the parameters as printed, and the marks ``*`` and ``/``."""
        parts: list[str] = []
        star_written = False
        for index, parameter in enumerate(self.parameters):
            if parameter.kind is ParameterKind.KEYWORD and not star_written:
                parts.append("*")
                star_written = True
            parts.append(str(parameter))
            if parameter.kind is ParameterKind.VAR_POSITIONAL:
                star_written = True
            following = self.parameters[index + 1 : index + 2]
            if parameter.kind is ParameterKind.POSITIONAL_ONLY and (
                not following or following[0].kind is not ParameterKind.POSITIONAL_ONLY
            ):
                parts.append("/")
        return parts


def annotated_parameters(text: str) -> tuple[str, ...]:
    """Returns the parameters with a type annotation in a text; ``Signature`` does not keep types."""
    inside = text[text.find("(") + 1 : text.rfind(")")]
    heads = (part.partition("=")[0] for part in _split(inside))
    return tuple(_bare(head).lstrip("*") for head in heads if ":" in head)


def _split(text: str) -> list[str]:
    """Splits at commas outside brackets and quotes."""
    parts: list[str] = []
    depth, quote, start = 0, "", 0
    for mark in _MARKS.finditer(text):
        index, character = mark.start(), mark[0]
        if quote:
            quote = "" if character == quote and text[index - 1] != "\\" else quote
        elif character in "'\"":
            quote = character
        elif character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return [stripped for part in parts if (stripped := part.strip())]


def _bare(name: str) -> str:
    """Returns a parameter's name without its annotation."""
    return name.partition(":")[0].strip()

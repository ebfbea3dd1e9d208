"""Splits the code block of a 转写示例 into a PyTorch side and a Paddle side; the reverse of ``pages``."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.model.given import DTYPES

_MARK = re.compile(
    r"\s*#+\s*(?P<before>(?:[^#]*?[，,：:\s])?)"
    r"(?:(?P<torch>(?:py)?torch\w*|transformers|fairscale|flash_attn)|(?P<paddle>pad+le\w*|padlle))"
    r"(?:\s*(?:的|代码)?\s*写法(?P<after>.*)|\s*[:：]?\s*)$",
    re.IGNORECASE,
)
_LOOSE_MARK = re.compile(r"\s*#\s*(?:(?P<torch>(?:py)?torch)|(?P<paddle>paddle))(?![\w.(])", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff\u2e80-\u2fdf]")
_AROUND = " \t，,：:；;。#"
_INPUT = re.compile(rf"# [^\W\d]\w*…?: (?:(?:{'|'.join(DTYPES)})[\[(]|np\.|[-\d'\"\[{{(]|None\b|True\b|False\b|一个 )")
"""How a line of comment begins that our own pages put above both sides: an input's name and what it is."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side's code, and the index of its first line in the block."""

    code: str
    index: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Both sides of one example, and the case in which it applies."""

    torch: Side
    paddle: Side
    case: str = ""


@dataclass(frozen=True, slots=True)
class Split:
    """A code block in pairs, without any where it cannot be split. ``prose`` is what is neither code nor comment.

    ``loose`` tells that the sides were told apart without the marks that the spec demands.
    """

    pairs: tuple[Pair, ...] = ()
    prose: tuple[int, ...] = ()
    loose: bool = False


@dataclass(slots=True)
class _Part:
    """The lines below one mark."""

    paddle: bool
    start: int
    case: str
    lines: list[str] = field(default_factory=list)


def split_snippet(lines: Sequence[str]) -> Split:
    """Splits at ``# PyTorch 写法`` and ``# Paddle 写法`` (R38), also where there are several pairs in one block.

    Comments and prose before a pair say when it applies; code before the first mark belongs to both sides. Where no
    mark stands, comments that begin with the two names are taken for marks, and stay in the code.
    """
    prose = tuple(index for index, line in enumerate(lines) if _is_prose(line))
    lead, parts = _parts(lines)
    loose = False
    if not parts:
        lead, parts = _loose_parts(lines)
        loose = True
    if len(parts) == 2 and parts[0].paddle and parts[1].paddle and _is_torch(parts[0]):  # noqa: PLR2004
        parts[0].paddle = False
        loose = True
    if not parts or [part.paddle for part in parts] != [False, True] * (len(parts) // 2):
        return Split(prose=prose)
    _move_comments(parts)
    shared = "" if _says_case(lead) else "\n".join(lead).strip("\n")
    if _says_case(lead):
        parts[0].case = _joined([*map(_words, lead), parts[0].case])
    pairs = [
        Pair(_side(torch, shared), _side(paddle, shared), _joined([torch.case, paddle.case]))
        for torch, paddle in zip(parts[::2], parts[1::2], strict=True)
    ]
    if not all(pair.torch.code and pair.paddle.code for pair in pairs):
        return Split(prose=prose)
    return Split(tuple(map(_without_inputs, pairs)), prose, loose)


def _without_inputs(pair: Pair) -> Pair:
    """Returns the pair without the comment above both sides that names its inputs: it is derived from ``given``."""
    torch, paddle = pair.torch.code.split("\n"), pair.paddle.code.split("\n")
    count = 0
    while count < min(len(torch), len(paddle)) - 1 and torch[count] == paddle[count] and _INPUT.match(torch[count]):
        count += 1
    if not count:
        return pair
    sides = [
        Side("\n".join(lines[count:]), side.index + count)
        for lines, side in ((torch, pair.torch), (paddle, pair.paddle))
    ]
    return Pair(sides[0], sides[1], pair.case)


def _parts(lines: Sequence[str]) -> tuple[list[str], list[_Part]]:
    """Returns the lines before the first mark, and those below each."""
    lead: list[str] = []
    parts: list[_Part] = []
    for index, line in enumerate(lines):
        match = _MARK.match(line) if "#" in line else None
        if match is not None:
            case = _joined([match.group("before").strip(_AROUND), _unwrapped(match.group("after") or "")])
            parts.append(_Part(match.group("paddle") is not None, index + 1, case))
        else:
            (parts[-1].lines if parts else lead).append(line)
    return lead, parts


def _loose_parts(lines: Sequence[str]) -> tuple[list[str], list[_Part]]:
    marks = [(index, match) for index, line in enumerate(lines) if (match := _LOOSE_MARK.match(line))]
    if [match.group("paddle") is not None for _, match in marks] != [False, True]:
        return [], []
    first, second = (index for index, _ in marks)
    torch = _Part(False, first, "", list(lines[first:second]))  # noqa: FBT003
    paddle = _Part(True, second, "", list(lines[second:]))  # noqa: FBT003
    code = [line for line in [*torch.lines[1:], "", *paddle.lines[1:]] if line.strip()]
    return (list(lines[:first]), [torch, paddle]) if code and _is_torch(torch) else ([], [])


def _is_torch(part: _Part) -> bool:
    """Tells whether a part's code uses torch and not Paddle."""
    code = "\n".join(line.partition("#")[0] if part.start else line for line in part.lines)
    return re.search(r"\btorch|_x\b|\bx\.", "\n".join(part.lines)) is not None and "paddle." not in code


def _move_comments(parts: Sequence[_Part]) -> None:
    """Moves comments and prose at the end of a Paddle side to the pair that follows."""
    for part, following in zip(parts[1::2], parts[2::2], strict=False):
        moved: list[str] = []
        while part.lines and (not part.lines[-1].strip() or _is_remark(part.lines[-1])):
            moved.insert(0, part.lines.pop())
        following.case = _joined([*map(_words, moved), following.case])


def _says_case(lead: Sequence[str]) -> bool:
    return all(not line.strip() or _is_remark(line) for line in lead)


def _is_remark(line: str) -> bool:
    return line.lstrip().startswith("#") or _is_prose(line)


def _is_prose(line: str) -> bool:
    """Tells whether a line with Chinese in it is neither a comment nor Python."""
    code = line.partition("#")[0]
    if not _HAN.search(code):
        return False
    if re.search(r"[\"']", code):
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(code.strip())
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return True
    return False


def _words(line: str) -> str:
    return line.strip().lstrip("#").strip()


def _joined(parts: Sequence[str]) -> str:
    return " ".join(part for part in parts if part)


def _unwrapped(text: str) -> str:
    """Returns the text after a mark, without punctuation and parentheses around it."""
    text = text.strip(_AROUND)
    if text[:1] in {"(", "（"} and text[-1:] in {")", "）"}:
        text = text[1:-1].strip()
    return text


def _side(part: _Part, shared: str) -> Side:
    start = next((index for index, line in enumerate(part.lines) if line.strip()), 0)
    code = "\n".join(part.lines).strip("\n").rstrip()
    code = "\n".join(part.lines[start:]).rstrip()
    return Side(f"{shared}\n{code}" if shared and code else code, part.start + start)

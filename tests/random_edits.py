"""Ways to spoil a file of records at random: bytes, text, lines, values, names and structure."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from generator.storage.yaml_text import read_document

SNIPPETS = (
    "", " ", "\n", "\t", "\r\n", "\x00", "\ufeff", "\u2028", "\x85", "- ", ": ", "{", "}", "[", "]", "[[", "'", '"', "`", "|", ">",
    "&a", "*a", "!!str ", "---\n", "...", "#", "?", "~", "null", "no", "1.10", "。", "，仅参数名不一致", "需要转写", "<b>",
    "（", "⽤", "Pytorch", "\u200b", "torch: ", "paddle: ", "name", "returns: 返回值不同", "set: default", "rewrite: drop",
    "differs: {usage: a, type: b}", "overloads:\n", "examples: []", "category: 8", "exempt: [{code: PAR002, reason: a}]",
    "**kwargs", "*size", "\\", "é", "😀", "0" * 40, "(" * 120, "[" * 60, "\\ud800", "::error::x", "##[error]x", "\x1b[2J",
)  # fmt: skip
NAMES = (
    "paddle" + ".a" * 1000, "torch." + "a" * 240, "a" * 100_000, "x" + ".T" * 3000, "x" + "[0]" * 3000, "-" * 3000 + "1",
    "(" * 3000 + ")" * 3000, "f(" * 99 + ")" * 99, "+".join("1" * 3000), "lambda: " * 2000 + "1", "not " * 3000 + "1", "9" * 5000,
    "../../etc/passwd", "torch..abs", "torch.é", "torch.__class__", "con", "torch.\\udcff", "{x}" * 500, "float32[" + "1, " * 999 + "1]",
)  # fmt: skip
"""Values of a key: names that no file can have, and code that is deeper than a parser goes."""


def edit_bytes(raw: bytes, chance: random.Random) -> bytes:
    """Changes, adds or takes away some bytes."""
    start = chance.randrange(len(raw) + 1)
    return raw[:start] + chance.randbytes(chance.randrange(3)) + raw[start + chance.randrange(4) :]


def edit_text(raw: bytes, chance: random.Random) -> bytes:
    """Puts something with a meaning in YAML or in a record where it does not belong."""
    text = raw.decode("utf-8", "replace")
    start = chance.randrange(len(text) + 1)
    return (text[:start] + chance.choice(SNIPPETS) + text[start + chance.randrange(6) :]).encode("utf-8", "replace")


def edit_lines(raw: bytes, chance: random.Random) -> bytes:
    """Takes away, doubles, moves or indents a line."""
    lines = raw.split(b"\n")
    line = lines.pop(chance.randrange(len(lines)))
    new = chance.choice([[], [line, line], [b"  " + line], [line.lstrip()], [line[: len(line) // 2]]])
    place = chance.randrange(len(lines) + 1)
    return b"\n".join([*lines[:place], *new, *lines[place:]])


def edit_value(raw: bytes, chance: random.Random) -> bytes:
    """Gives a key a value of another type."""
    text = raw.decode("utf-8", "replace")
    ends = [index for index, character in enumerate(text) if text[index : index + 2] == ": "]
    if not ends:
        return raw
    start = chance.choice(ends) + 2
    end = min((found for mark in ",}\n" if (found := text.find(mark, start)) > 0), default=len(text))
    return (text[:start] + chance.choice(SNIPPETS) + text[end:]).encode("utf-8", "replace")


def edit_name(raw: bytes, chance: random.Random) -> bytes:
    """Gives a key of any kind a name or code of an unheard-of size."""
    text = raw.decode("utf-8", "replace")
    found = list(re.finditer(r"(?<=: )[^\s,{}\[\]|]+", text))
    if not found:
        return raw
    start, end = chance.choice(found).span()
    return f"{text[:start]}{chance.choice(NAMES)}{text[end:]}".encode("utf-8", "replace")


def edit_structure(raw: bytes, chance: random.Random) -> bytes:
    """Moves a part of the record, whole, to where another part was, or into it, or many times over."""
    data = read_document("f.yml", raw).data
    places = list(_places(data)) if isinstance(data, dict) else []
    if not places:
        return raw
    (parent, key), (other, name) = chance.choice(places), chance.choice(places)
    value = copy.deepcopy(parent[key])
    other[name] = chance.choice([value, [value], {str(key): value}, [value] * 200, {str(n): value for n in range(200)}])
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    for key in data if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from _places(data[key])


KINDS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    edit_bytes, edit_text, edit_lines, edit_value, edit_name, edit_structure,
)  # fmt: skip


def spoilt(raw: bytes, chance: random.Random) -> bytes:
    """The bytes of a file after one edit, or a few."""
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        raw = chance.choice(KINDS)(raw, chance)
    return raw

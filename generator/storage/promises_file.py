"""The file of what the last release promised: a line that says what it is, its version, and a line for each promise."""

from __future__ import annotations

import os
import re
from dataclasses import fields
from pathlib import Path

from generator.model.promises import Promises
from generator.storage.file_bytes import MAX_DATA, read_bytes

PROMISES = "mapping_data/promises.txt"
VERSION = re.compile(r"20\d\d\.(?:[1-9]|1[0-2])\.(?:[1-9]|[12]\d|3[01])")
"""A version of the data is the day of its release, without zeros before a number, as Python packages have it."""
_HEAD = "# 由 apimap release 生成，请勿手改：上次发布的数据承诺不变的键、名称、地址与锚点。"
_SINGLE = ("version", "commit", "format")
_MANY = tuple(field.name for field in fields(Promises) if field.name not in _SINGLE)
_COUNT = "count"


def read_promises_file(root: Path) -> Promises:
    """Returns what the last release promised; nothing where there is no file.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no such file, or not all of it.
    """
    path = root / PROMISES
    if not os.path.lexists(path):
        return Promises()
    return parse_promises(read_bytes(path, MAX_DATA, root).decode("utf-8"))


def parse_promises(text: str) -> Promises:
    """Reads what ``dump_promises`` writes.

    Raises:
        ValueError: it is something else, or cut off; the message, in Chinese, says where.
    """
    head, *lines = text.split("\n")
    found: dict[str, list[str]] = {name: [] for name in (*_SINGLE, *_MANY, _COUNT)}
    for number, line in enumerate(lines[:-1], 2):
        kind, tab, value = line.partition("\t")
        if kind not in found or not (tab and value):
            raise ValueError(f"第 {number} 行不是一项承诺")
        found[kind].append(value)
    promised = sum(len(found[kind]) for kind in _MANY)
    single = all(len(found[kind]) == 1 for kind in (*_SINGLE, _COUNT))
    if head != _HEAD or not single or lines[-1:] != [""] or found[_COUNT] != [str(promised)]:
        raise ValueError("文件不完整")
    if not VERSION.fullmatch(found["version"][0]):
        raise ValueError(f"版本 {found['version'][0]} 应是日期，如 2026.11.22")
    version, commit, form = (found[kind][0] for kind in _SINGLE)
    return Promises(version, commit, form, **{kind: frozenset(found[kind]) for kind in _MANY})


def dump_promises(promises: Promises) -> str:
    """Returns the text of the file; the same promises give the same text."""
    many = [(kind, value) for kind in _MANY for value in sorted(getattr(promises, kind))]
    single = [(kind, getattr(promises, kind)) for kind in _SINGLE]
    rows = [*single, (_COUNT, str(len(many))), *many]
    return "\n".join([_HEAD, *(f"{kind}\t{value}" for kind, value in rows)]) + "\n"

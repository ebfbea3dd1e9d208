"""Inventories of other releases of a library, kept as what differs from that of the pinned release."""

from __future__ import annotations

import re
from pathlib import Path

from generator.model.inventory import Inventory
from generator.storage.file_bytes import MAX_DATA, read_bytes
from generator.storage.inventory_file import file_name, parse_inventory

ENDING = ".delta"
_FIRST_LINE = (
    "# 由 apimap versions inventory 生成，请勿手改：与 {base} 不同的行；只有名称的是没有的 API，数是那一行的第几栏。"
)
_HEAD = re.compile(r"# .*：与 (\S+) 不同的行.*")


def delta_name(library: str, version: str) -> str:
    """Returns the name of such a file in ``mapping_data/inventory/``: ``paddle-3.0.0.delta``."""
    return f"{library}-{version}{ENDING}"


def dump_delta(text: str, base: str, base_file: str) -> str:
    """Returns what makes ``base``, the text of the inventory file ``base_file``, the inventory of ``text``.

    After the head, the second line of the inventory and a line for each API that differs, by name: the name alone for
    one that only the base has, else all columns, of which the number ``2`` is column 2 of the base's line of that name.
    """
    ours, theirs = _lines(text), _lines(base)
    changed = [_dump_line(name, ours.get(name), theirs.get(name, "")) for name in sorted({*ours, *theirs})]
    lines = (line for line in changed if line is not None)
    return "\n".join((_FIRST_LINE.format(base=base_file), text.split("\n", 2)[1], *lines, ""))


def apply_delta(delta: str, base: str, base_file: str) -> str:
    """Returns the text of the inventory that ``dump_delta`` was given; ``parse_inventory`` examines its lines.

    Raises:
        ValueError: it was made for another base, or is none of these texts.
    """
    lines = delta.split("\n")
    head = _HEAD.fullmatch(lines[0])
    if head is None or len(lines) < len(("head", "version", "end")) or lines.pop():
        raise ValueError("不是 apimap versions inventory 写下的清单")
    if head[1] != base_file:
        raise ValueError(f"它写的是与 {head[1]} 的不同，而声明的是 {base_file}")
    found = _lines(base)
    for line in lines[2:]:
        name, *columns = line.split("\t")
        if columns:
            known = found.get(name, "").split("\t")
            try:
                found[name] = "\t".join((name, *(known[int(one)] if one.isdecimal() else one for one in columns)))
            except IndexError:
                raise ValueError(f"{name} 的一行指向不存在的一栏") from None
        elif found.pop(name, None) is None:
            raise ValueError(f"{base_file} 中没有 {name}")
    first = base.partition("\n")[0]
    return "\n".join((first, lines[1], *(found[name] for name in sorted(found)), ""))


def read_delta(folder: Path, library: str, version: str, pinned: str, root: Path | None = None) -> Inventory:
    """Reads the inventory of another release from the folder of inventories, not outside of ``root``.

    Raises:
        OSError: a file cannot be read.
        ValueError: it is none of these, or belongs to another base than the ``pinned`` release.
    """
    base_file = file_name(library, pinned)
    base, delta = (
        read_bytes(folder / name, MAX_DATA, root).decode("utf-8") for name in (base_file, delta_name(library, version))
    )
    return parse_inventory(apply_delta(delta, base, base_file))


def _lines(text: str) -> dict[str, str]:
    """Returns the lines of an inventory by their names."""
    return {line.partition("\t")[0]: line for line in text.split("\n")[2:-1]}


def _dump_line(name: str, ours: str | None, theirs: str) -> str | None:
    """Returns a line of the delta; None for a line that is the same."""
    if ours == theirs:
        return None
    if ours is None:
        return name
    known = theirs.split("\t")
    columns = (str(known.index(one)) if one in known[1:] else one for one in ours.split("\t")[1:])
    return "\t".join((name, *columns))

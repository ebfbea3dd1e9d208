"""Inventory files: one API per line, sorted, the same bytes for the same library."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.model.inventory import ApiEntry, ApiKind, Inventory, UnreadEntries
from generator.model.signature import Signature
from generator.storage.file_bytes import MAX_DATA, read_bytes

ENDING = ".txt"
_FIRST_LINE = "# 由 apimap inventory {library} 生成，请勿手改：每行一个 API，各栏以制表符分隔。"
_SECOND_LINE = re.compile(r"# ([A-Za-z_]\w*) (\S+)")
_NO_SOURCE = "-"
_SAME_AS_ALIAS = "="
"""Mark for the source and the signatures of the API that the line is an alias of."""
_BETWEEN = "; "
_UNKNOWN = "?"
_FIELD = r"\t(?:\([^\t\n]*\)|deprecated|(?:alias_of|inherited_from|bases|unreadable|returns) [^\t\n]+)"
_LINE = re.compile(rf"[^\t\n]+\t(?:{'|'.join(ApiKind)})\t(?:inspect|stub|docstring|-|=)(?:{_FIELD})*")
_BODY = re.compile(rf"(?:{_LINE.pattern}\n)*+")
_ALIAS = re.compile(r"\talias_of ([^\t\n]+)")


def file_name(library: str, version: str) -> str:
    """Returns the name of an inventory file in ``mapping_data/inventory/``: ``torch-2.13.0.txt``."""
    return f"{library}-{version}{ENDING}"


def read_inventory(path: Path, root: Path | None = None) -> Inventory:
    """Reads an inventory file, not outside of ``root``. A line's signatures are parsed on first access to the API.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no inventory; the message has the line and its fault.
    """
    return parse_inventory(read_bytes(path, MAX_DATA, root).decode("utf-8"))


def parse_inventory(text: str) -> Inventory:
    """Reads the text of an inventory file.

    Raises:
        ValueError: a line is not as ``dump_inventory`` writes it, is out of order or is repeated.
    """
    lines = text.split("\n")
    head = _SECOND_LINE.fullmatch(lines[1]) if len(lines) > 1 and lines[0].startswith("# ") else None
    if head is None:
        raise ValueError("第 1、2 行不是 API 清单的文件头")
    if lines.pop():
        raise ValueError("文件末尾不完整：最后一行没有换行")
    body = lines[2:]
    found = {line[: line.find("\t")]: line for line in body}
    if (
        not _BODY.fullmatch(text, len(lines[0]) + len(lines[1]) + 2)
        or list(found) != sorted(found)
        or len(found) != len(body)
    ):
        raise ValueError(_first_defect(body))
    _check_aliases(found)
    return Inventory(head[1], head[2], _LazyEntries(found))


def _first_defect(body: list[str]) -> str:
    previous = ""
    for number, line in enumerate(body, 3):
        name = line.partition("\t")[0]
        if not _LINE.fullmatch(line):
            return f"第 {number} 行不是合法的 API 条目，或由另一版本的 apimap 写成（可运行 apimap inventory 重新生成）：{line[:60]!r}"
        if name <= previous:
            return f"第 {number} 行的 {name} 重复或未按名称排序"
        previous = name
    return "条目无法解析"


def dump_inventory(inventory: Inventory) -> str:
    """Returns the text of an inventory file; ``parse_inventory`` reads the same inventory from it.

    A line's columns: name; kind; source of the signatures, ``-`` for none, ``=`` for "as the API this is an alias of";
    each signature in parentheses; ``returns`` with one type for each signature, ``?`` for an unknown one, or a single
    type where all are equal; then what applies of ``alias_of``, ``inherited_from``, ``bases``, ``deprecated`` and
    ``unreadable``, each with its value after a space.
    """
    entries = inventory.entries
    head = (_FIRST_LINE.format(library=inventory.library), f"# {inventory.library} {inventory.version}")
    return "\n".join((*head, *(_dump_entry(entries[name], entries) for name in sorted(entries)), ""))


class _LazyEntries(UnreadEntries):
    """The entries of a file, each parsed on first access, since a file has ten thousand lines."""

    __slots__ = ("_lines", "_parsed")

    def __init__(self, lines: dict[str, str]) -> None:
        self._lines = lines
        self._parsed: dict[str, ApiEntry] = {}

    def __getitem__(self, name: str) -> ApiEntry:
        entry = self._parsed.get(name)
        if entry is None:
            entry = self._parsed[name] = self._parse(self._lines[name])
        return entry

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, name: object) -> bool:
        return name in self._lines

    def alias_pairs(self) -> Iterator[tuple[str, str]]:
        """Yields each alias with the name of its API, in the order of the file."""
        for name, line in self._lines.items():
            if "\talias_of " in line and (found := _ALIAS.search(line)) is not None:
                yield name, found[1]

    def _parse(self, line: str) -> ApiEntry:
        name, kind, source, *fields = line.split("\t")
        signatures = tuple(Signature.parse(field) for field in fields if field.startswith("("))
        said = dict(field.split(" ", 1) for field in fields if " " in field and not field.startswith("("))
        returns = tuple(said["returns"].replace(_UNKNOWN, "").split(_BETWEEN)) if "returns" in said else ()
        if len(returns) == 1:
            returns *= max(1, len(signatures))
        alias_of = said.get("alias_of", "")
        if source == _SAME_AS_ALIAS:
            target = self[alias_of]
            signatures, source, returns = target.signatures, target.source, target.returns
        return ApiEntry(
            name=name,
            kind=ApiKind(kind),
            signatures=signatures,
            source="" if source == _NO_SOURCE else source,
            inherited_from=said.get("inherited_from", ""),
            alias_of=alias_of,
            deprecated="deprecated" in fields,
            unreadable=said.get("unreadable", ""),
            bases=tuple(said["bases"].split(" ")) if "bases" in said else (),
            returns=returns,
        )


def _check_aliases(lines: Mapping[str, str]) -> None:
    for name, line in lines.items():
        if f"\t{_SAME_AS_ALIAS}" in line:
            target = _ALIAS.search(line)
            if target is None or f"\t{_SAME_AS_ALIAS}" in lines.get(target[1], f"\t{_SAME_AS_ALIAS}"):
                raise ValueError(f"{name} 所指的 API 不在清单中，或自身也是别名")


def _dump_entry(entry: ApiEntry, entries: Mapping[str, ApiEntry]) -> str:
    same = _is_same_as_alias(entry, entries.get(entry.alias_of))
    fields = [entry.name, str(entry.kind), _SAME_AS_ALIAS if same else entry.source or _NO_SOURCE]
    if not same:
        fields += map(str, entry.signatures)
        if entry.returns:
            distinct = set(entry.returns)
            said = entry.returns[:1] if len(distinct) == 1 else entry.returns
            fields.append(f"returns {_BETWEEN.join(one or _UNKNOWN for one in said)}")
    fields += [f"{key} {value}" for key in ("alias_of", "inherited_from") if (value := getattr(entry, key))]
    if entry.bases:
        fields.append(f"bases {' '.join(entry.bases)}")
    if entry.deprecated:
        fields.append("deprecated")
    if entry.unreadable:
        fields.append(f"unreadable {entry.unreadable}")
    return "\t".join(fields)


def _is_same_as_alias(entry: ApiEntry, target: ApiEntry | None) -> bool:
    return (
        target is not None
        and not target.alias_of
        and bool(entry.source)
        and (entry.signatures, entry.source, entry.returns) == (target.signatures, target.source, target.returns)
    )

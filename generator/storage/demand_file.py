"""The file of demand: a line that says what was counted, a line of column names, and a line for each name."""

from __future__ import annotations

from pathlib import Path

from generator.model.demand import Demand, Use
from generator.storage.file_bytes import MAX_DATA, read_bytes

DEMAND = "mapping_data/demand.tsv"
_COLUMNS = ["name", "group", "uses", "repositories"]


def read_demand(path: Path, root: Path | None = None) -> Demand:
    """Reads the file, not outside of ``root``.

    Raises:
        OSError: the file cannot be read.
        ValueError: a line is not as it should be; the message, in Chinese, says which and why.
    """
    text = read_bytes(path, MAX_DATA, root).decode("utf-8").rstrip("\n")
    said, *rest = text.split("\n")
    columns, lines = rest[0] if rest else "", rest[1:]
    if not said.startswith("# ") or columns.split("\t") != _COLUMNS:
        raise ValueError(f"第 1 行应是以 # 开头的来历，第 2 行应是 {'、'.join(_COLUMNS)} 四栏")
    uses = [_use(number, line) for number, line in enumerate(lines, 3)]
    return Demand(said.removeprefix("# "), tuple(sorted(uses, key=lambda use: (-use.uses, use.name))))


def _use(number: int, line: str) -> Use:
    fields = line.split("\t")
    if len(fields) != len(_COLUMNS) or not all(field.isdecimal() for field in fields[2:]):
        raise ValueError(f"第 {number} 行应是名称、类别与两个数，以制表符分隔")
    return Use(fields[0], fields[1], int(fields[2]), int(fields[3]))

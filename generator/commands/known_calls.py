"""What is known of calls: compiled from the project folder once and kept in its cache, or carried by the wheel."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from generator.calls.knowledge import Knowledge
from generator.commands import CannotRunError, Invocation
from generator.storage.atomic import write_text
from generator.storage.digest import digest_of, file_parts
from generator.storage.file_bytes import MAX_DATA, read_bytes

_PACKAGE = Path(__file__).parents[1]
CARRIED = _PACKAGE / "calls.json"
"""What the wheel carries of the catalogue; ``make wheel`` puts it there."""
CACHE = Path(".cache/calls.json")
"""Compiling takes a second, which is more than a small project takes; any file of the data or the program undoes it."""


def open_knowledge(invocation: Invocation) -> Knowledge:
    """What is known of calls: from the project folder, or where there is none, what came with the installed package.

    Raises:
        CannotRunError: there is neither.
    """
    root = invocation.root
    if root == Path() and not (root / "mapping_data/records").is_dir() and CARRIED.is_file():
        try:
            return Knowledge.parse(read_bytes(CARRIED, MAX_DATA).decode())
        except (OSError, ValueError) as error:
            raise CannotRunError(
                f"无法使用 {CARRIED}：{error}。请重新安装 apimap，或用 --root 指定含有数据的目录。"
            ) from error
    state = digest_of(*_inputs(root))
    known = _cached(root, state)
    if known is None:
        from generator.calls.compile import compile_knowledge

        text = json.dumps(compile_knowledge(invocation.open_catalog()), ensure_ascii=False, separators=(",", ":"))
        with suppress(OSError):  # the folder may be somebody else's
            write_text(root / CACHE, f"{digest_of(state, text)}\n{text}")
        known = Knowledge.parse(text)
    return known


def _inputs(root: Path) -> Iterator[str | bytes]:
    """Everything that decides what is compiled."""
    data = (path for path in (root / "mapping_data").rglob("*") if path.suffix in {".yml", ".yaml", ".txt", ".jsonl"})
    yield from file_parts(sorted(data), root)
    yield from file_parts(sorted(_PACKAGE.rglob("*.py")))


def _cached(root: Path, state: str) -> Knowledge | None:
    """What was compiled of the same state, where the file is whole."""
    try:
        digest, _, text = read_bytes(root / CACHE, MAX_DATA, root).decode().partition("\n")
        return Knowledge.parse(text) if digest == digest_of(state, text) else None
    except (OSError, ValueError):
        return None

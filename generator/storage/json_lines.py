"""Files that a command writes about records: JSON Lines, a line per record, a file per torch module.

The same content gives the same bytes, and a change of one record changes one line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from generator.storage.atomic import write_text
from generator.storage.file_bytes import MAX_DATA, read_bytes

ENDING = ".jsonl"
Item = TypeVar("Item")


class LinesError(Exception):
    """A file cannot be read; the message has the line and a hint."""


@dataclass(frozen=True)
class ModuleLines(Generic[Item]):
    """One folder of such files.

    ``what`` a line holds and the ``command`` that writes it are for people. ``as_json`` and ``from_json`` write and
    read an item, the second raising ValueError, LookupError, TypeError or AttributeError for anything else; ``key`` is
    its API.
    """

    folder: str
    what: str
    command: str
    as_json: Callable[[Item], dict[str, Any]]
    from_json: Callable[[Any], Item]
    key: Callable[[Item], str]

    def read(self, root: Path) -> dict[str, Item]:
        """Returns all items of the project folder, by torch API.

        Raises:
            LinesError: a file is damaged, for example by a merge.
        """
        found: dict[str, Item] = {}
        for path in sorted((root / self.folder).glob(f"*{ENDING}")):
            found |= self._read_file(path, root)
        return found

    def _read_file(self, path: Path, root: Path) -> dict[str, Item]:
        try:
            text = read_bytes(path, MAX_DATA, root).decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise LinesError(f"无法读取 {path}：{error}。可用 {self.command} 重新生成。") from error
        return {self.key(item): item for item in self.parse(text, path.as_posix())}

    def parse(self, text: str, file: str) -> list[Item]:
        """Returns the items in one file's text.

        Raises:
            LinesError: a line is not what ``dump`` writes.
        """
        found = []
        for number, line in enumerate(text.rstrip("\n").split("\n")[1:], 2):
            try:
                found.append(self.from_json(json.loads(line)))
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                raise LinesError(f"{file}:{number} 不是一行{self.what}。可用 {self.command} 重新生成。") from error
        return found

    def dump(self, items: Iterable[Item]) -> str:
        """Returns the text of one file, sorted by API."""
        first = {"generated": f"由 {self.command} 生成，请勿手改：每行一条记录的{self.what}。"}
        lines = [first, *(self.as_json(item) for item in sorted(items, key=self.key))]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def files(self, items: Iterable[Item]) -> dict[str, str]:
        """Returns the texts of all files by name: ``torch.nn.functional.jsonl``, for each module with a record."""
        modules: dict[str, list[Item]] = {}
        for item in items:
            modules.setdefault(self.key(item).rpartition(".")[0], []).append(item)
        return {f"{module}{ENDING}": self.dump(found) for module, found in sorted(modules.items())}

    def write(self, root: Path, items: Iterable[Item]) -> None:
        """Writes these items to the folder: changed files only, and removes files without items.

        Raises:
            OSError: the folder cannot be written to.
        """
        folder = root / self.folder
        folder.mkdir(parents=True, exist_ok=True)
        files = self.files(items)
        for name, text in files.items():
            path = folder / name
            if not path.exists() or read_bytes(path, MAX_DATA, root) != text.encode():
                write_text(path, text)
        for path in folder.glob(f"*{ENDING}"):
            if path.name not in files:
                path.unlink()

    def update(self, root: Path, items: Mapping[str, Item], known: Container[str]) -> None:
        """Writes items, by API, beside those of the folder, of which it keeps the ``known`` ones.

        What another command has written since this one began is kept too; of a damaged file nothing is.

        Raises:
            OSError: the folder cannot be written to.
        """
        kept: dict[str, Item] = {}
        for path in (root / self.folder).glob(f"*{ENDING}"):
            with suppress(LinesError):
                kept |= {api: item for api, item in self._read_file(path, root).items() if api in known}
        self.write(root, {**kept, **items}.values())


def text_of(value: object) -> str:
    """Returns the value of a line, which must be text.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(value, str):
        raise TypeError
    return value


def number_of(value: object) -> int:
    """Returns the value of a line, which must be an integer.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(value, int):
        raise TypeError
    return value

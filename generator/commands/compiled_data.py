"""What is compiled of the catalogue: from the project folder once and kept in its cache, or carried by the wheel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from generator.commands import CannotRunError, Invocation
from generator.storage.checksum import read_checked, write_checked
from generator.storage.digest import digest_of, file_parts
from generator.storage.file_bytes import MAX_DATA, read_bytes

_PACKAGE = Path(__file__).parents[1]
_CACHE = Path(".cache")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CompiledFile:
    """A file that the wheel carries, by its name; ``make wheel`` puts it there.

    In a project folder it is compiled, which takes seconds: longer than what it is asked for. It is kept in the cache
    until any file of the data or the program changes.
    """

    name: str

    @property
    def in_package(self) -> Path:
        """Where the wheel has it."""
        return _PACKAGE / self.name

    def cache(self, root: Path) -> Path:
        """Returns where a project folder keeps it."""
        return root / _CACHE / self.name


def open_compiled(
    invocation: Invocation, file: CompiledFile, parse: Callable[[str], T], compile_text: Callable[[Invocation], str]
) -> T:
    """Returns the parsed content: of the project folder, or where there is none, what came with the installed package.

    ``parse`` raises ``ValueError`` for a text that is not what it should be.

    Raises:
        CannotRunError: there is neither.
    """
    root = invocation.root
    if root == Path() and not (root / "mapping_data/records").is_dir() and file.in_package.is_file():
        try:
            return parse(read_bytes(file.in_package, MAX_DATA).decode())
        except (OSError, ValueError) as error:
            raise CannotRunError(
                f"无法使用 {file.in_package}：{error}。请重新安装 apimap，或用 --root 指定含有数据的目录。"
            ) from error
    state = digest_of(*_inputs(root))
    known = _cached(file.cache(root), root, state, parse)
    if known is None:
        text = compile_text(invocation)
        with suppress(OSError):  # the folder may be somebody else's
            write_checked(file.cache(root), text.encode(), state)
        known = parse(text)
    return known


def _inputs(root: Path) -> Iterator[str | bytes]:
    """Yields everything that decides what is compiled."""
    kinds = {".yml", ".yaml", ".txt", ".jsonl", ".tsv", ".json"}
    data = (path for path in (root / "mapping_data").rglob("*") if path.suffix in kinds)
    yield from file_parts(sorted(data), root)
    yield from file_parts(sorted(_PACKAGE.rglob("*.py")))


def _cached(path: Path, root: Path, state: str, parse: Callable[[str], T]) -> T | None:
    """Returns what was compiled of the same state, where the file is whole."""
    try:
        data = read_checked(path, state, root)
        return parse(data.decode()) if data else None
    except (OSError, ValueError):
        return None

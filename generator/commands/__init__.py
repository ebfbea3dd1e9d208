"""The commands: one thin module per verb, with a click command named ``command``."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importing the catalogue is slow, and not every verb needs it
    from generator.catalog.catalog import Catalog
    from generator.storage.yaml_file import RecordSource


class CannotRunError(Exception):
    """The command cannot run; the message has the fault, its place and a hint. Exit code 2."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """The options before the verb on the command line."""

    root: Path

    def open_catalog(self, *, results: bool = True) -> Catalog:
        """Reads the catalogue below ``root``; ``results`` as for ``load_catalog``.

        Raises:
            CannotRunError: the folder cannot be read at all.
        """
        from generator.catalog.catalog import CatalogError, load_catalog
        from generator.lint.rules.catalog_fault import fault_text

        try:
            return load_catalog(self.root, results=results)
        except CatalogError as error:
            raise CannotRunError(fault_text(error)) from error


def write_source(source: RecordSource) -> None:
    """Writes a record's file after its text was edited; a byte order mark stays.

    Raises:
        CannotRunError: it cannot be read or written.
    """
    from generator.storage.atomic import write_text

    mark = "\ufeff" if bytes_of(source).startswith(codecs.BOM_UTF8) else ""
    try:
        write_text(Path(source.file), mark + source.document.text)
    except OSError as error:
        raise CannotRunError(f"无法写入 {source.file}：{error.strerror}。") from error


def bytes_of(source: RecordSource) -> bytes:
    """Returns the bytes of a record's file.

    Raises:
        CannotRunError: it cannot be read.
    """
    from generator.storage.file_bytes import MAX_DATA, read_bytes

    try:
        return read_bytes(Path(source.file), MAX_DATA)
    except OSError as error:
        raise CannotRunError(f"无法写入 {source.file}：{error.strerror}。") from error

"""One thin module a verb; each holds a click command named ``command``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # reading the catalogue is what makes a command slow to start, and not every verb reads it
    from generator.catalog.catalog import Catalog


class CannotRunError(Exception):
    """The command could not do its work; the message says what, where and how to mend it. Exit code 2."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """What stands before the verb on the command line."""

    root: Path

    def open_catalog(self, *, records: bool = True) -> Catalog:
        """The catalogue below ``root``; without the records where they are read one by one, and not kept.

        Raises:
            CannotRunError: the folder cannot be read at all.
        """
        from generator.catalog.catalog import CatalogError, load_catalog, load_surroundings

        try:
            return load_catalog(self.root) if records else load_surroundings(self.root)
        except CatalogError as error:
            raise CannotRunError(str(error)) from error

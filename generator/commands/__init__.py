"""The commands: one thin module per verb, with a click command named ``command``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importing the catalogue is slow, and not every verb needs it
    from generator.catalog.catalog import Catalog


class CannotRunError(Exception):
    """The command cannot run; the message has the fault, its place and a hint. Exit code 2."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """The options before the verb on the command line."""

    root: Path

    def open_catalog(self, *, records: bool = True) -> Catalog:
        """Reads the catalogue below ``root``, without the records where they are read one by one.

        Raises:
            CannotRunError: the folder cannot be read at all.
        """
        from generator.catalog.catalog import CatalogError, load_catalog, load_surroundings

        try:
            return load_catalog(self.root) if records else load_surroundings(self.root)
        except CatalogError as error:
            raise CannotRunError(str(error)) from error

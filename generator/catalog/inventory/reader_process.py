"""Reads one library in a process of its own: libraries print, warn, change each other and read the environment."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import warnings
from pathlib import Path

import generator
from generator.catalog.inventory.collect import collect
from generator.libraries.library import Library
from generator.libraries.registry import LIBRARIES
from generator.model.inventory import Inventory
from generator.storage.inventory_file import dump_inventory, parse_inventory


class ReadingError(Exception):
    """A library could not be read; the message says why."""


def read_library(library: Library, python: str = sys.executable) -> tuple[Inventory, str]:
    """Reads the library that is installed for the interpreter ``python``. Returns the inventory and its text.

    Raises:
        ReadingError: it cannot be imported, or the process died.
    """
    here = str(Path(generator.__file__).resolve().parents[1])
    path = os.pathsep.join(part for part in (here, os.environ.get("PYTHONPATH")) if part)
    done = subprocess.run(  # noqa: S603  (an interpreter of ours, our own module, a name from our own table)
        [python, "-m", "generator.catalog.inventory.reader_process", library.name],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.decode("utf-8", errors="replace").strip().splitlines()
        raise ReadingError(lines[-1] if lines else f"进程以 {done.returncode} 退出")
    text = done.stdout.decode("utf-8")
    return parse_inventory(text), text


def main(library: str) -> None:
    """Writes the inventory to what was standard output; what the library prints goes to standard error."""
    output = os.dup(1)
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    text = dump_inventory(collect(LIBRARIES[library]))
    with os.fdopen(output, "w", encoding="utf-8", newline="") as file:
        file.write(text)


if __name__ == "__main__":
    main(sys.argv[1])

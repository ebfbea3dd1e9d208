"""Runs the worker that reads one installed library."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from generator.inventory.libraries import Library
from generator.model.inventory import Inventory
from generator.storage.inventory_file import parse_inventory


class ReadingError(Exception):
    """A library could not be read; the message says why."""


def installed_version(library: Library) -> str | None:
    """The release that is installed, or None; the library is not imported for it."""
    if importlib.util.find_spec(library.name) is None:
        return None
    for distribution in library.distributions:
        try:
            return version(distribution).partition("+")[0]
        except PackageNotFoundError:
            continue
    return ""


def read_library(library: Library) -> tuple[Inventory, str]:
    """Reads the installed library in a process of its own. Returns the inventory and its text.

    Raises:
        ReadingError: it cannot be imported, or the process died.
    """
    here = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(part for part in (here, os.environ.get("PYTHONPATH")) if part)
    done = subprocess.run(  # noqa: S603  (our own module, with a name from our own table)
        [sys.executable, "-m", "generator.inventory.worker", library.name],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.decode("utf-8", errors="replace").strip().splitlines()
        raise ReadingError(lines[-1] if lines else f"进程以 {done.returncode} 退出")
    text = done.stdout.decode("utf-8")
    return parse_inventory(text), text

"""Keeps results of a build for the next one, in a file that may be deleted at any time and has a checksum."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from marshal import dumps, loads
from pathlib import Path
from typing import Any

import jinja2
from jinja2.bccache import Bucket

from generator.storage.checksum import read_checked, write_checked

FOLDER = ".cache"
"""Folder below the project's for what may be deleted at any time."""
_FILE = "site.json"
_PYTHON = f"{sys.implementation.cache_tag} {jinja2.__version__}"
"""Who can read compiled code: another Python would crash."""


def load_cache(root: Path) -> dict[str, Any]:
    """Returns what was kept; nothing where there is none or a single byte of it is not as it was written."""
    data = read_checked(root / FOLDER / _FILE)
    found = json.loads(data) if data else {}
    return found if isinstance(found, dict) else {}


def save_cache(root: Path, data: dict[str, Any]) -> None:
    """Keeps data for the next build. A disk that is full, or may not be written to, costs time and nothing else."""
    with suppress(OSError):
        write_checked(root / FOLDER / _FILE, json.dumps(data, ensure_ascii=False).encode())


class CheckedBytecodeCache(jinja2.BytecodeCache):
    """Compiled templates on the disk: a file that was damaged is compiled anew."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Loads a template's code if it was compiled from the same text."""
        data = read_checked(self._folder / bucket.key, _PYTHON)
        if data.startswith(bucket.checksum.encode()):
            bucket.code = loads(data[len(bucket.checksum) :])  # noqa: S302  (checked above)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps a template's code."""
        with suppress(OSError):
            write_checked(self._folder / bucket.key, bucket.checksum.encode() + dumps(bucket.code), _PYTHON)

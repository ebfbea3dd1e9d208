"""Tests of what is learnt of modules that cannot be imported."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from generator.catalog.inventory.unimported import unimported_names

FILES = {
    "__init__.py": "",
    "board/__init__.py": (
        "import absent_package\nfrom .writer import Writer\nfrom ownlib.board.more import add\n"
        "from absent_package import Record, helper\n__all__ = ['Writer', 'Record', 'helper', 'add', '_hidden']\n"
    ),
    "board/writer.py": (
        "class Writer:\n    def __init__(self, path, *, size=3): ...\n    def write(self, text='a'): ...\n"
        "    @property\n    def name(self): ...\n    def _flush(self): ...\n"
    ),
    "board/more.py": "raise SystemExit('imported')\ndef add(a, b=1): ...\n",
}


def test_names_are_read_without_importing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Classes with their members and functions come from the source; of an absent package a class is a name, else nothing."""
    for path, text in FILES.items():
        file = tmp_path / "ownlib" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = {one.name: (str(one.kind), *map(str, one.signatures)) for one in unimported_names("ownlib.board")}
    assert found == {
        "ownlib.board.Writer": ("class", "(path, *, size=3)"),
        "ownlib.board.Writer.write": ("method", "(text='a')"),
        "ownlib.board.Writer.name": ("property",),
        "ownlib.board.Record": ("class",),
        "ownlib.board.add": ("function", "(a, b=1)"),
    }
    assert "ownlib.board" not in sys.modules

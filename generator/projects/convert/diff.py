"""The difference between a file and its conversion, byte for byte, as ``patch`` takes it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from generator.projects.convert.converted_file import ConvertedFile

_NO_LINE_END = b"\n\\ No newline at end of file\n"


def diff_lines(converted: ConvertedFile) -> Iterator[bytes]:
    """Yields the lines of a unified diff with their line feeds; none where nothing changes."""
    if converted.new is None:
        return
    name = converted.file.name.encode()
    old, new = _lines(converted.old), _lines(converted.new)
    for line in difflib.diff_bytes(difflib.unified_diff, old, new, name, name, lineterm=b"\n"):
        yield line if line.endswith(b"\n") else line + _NO_LINE_END


def _lines(content: bytes) -> list[bytes]:
    """Returns lines as ``patch`` sees them: a carriage return is a character like any other."""
    lines = content.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])

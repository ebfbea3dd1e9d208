"""One file of a user's project as code for ``calls``, whether it is a Python file or a notebook."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from generator.projects.sources.find import NOTEBOOK, FoundFile
from generator.projects.sources.notebook import Notebook, read_notebook
from generator.projects.sources.problem import Problem, UnreadableError, reason_of
from generator.projects.sources.python_text import MAX_CODE, PythonText, read_python
from generator.storage.file_bytes import MAX_DATA, RefusedFileError, TooLargeError, read_bytes

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Part:
    """A part of the code that is shown as one: a Python file, or a notebook's cell with its number from 1."""

    text: str
    cell: int = 0

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Returns the line and column of a character, from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1


@dataclass(frozen=True)
class SourceFile:
    """A file that was read. ``code`` is what is analysed, ``parts`` are what is shown of it."""

    name: str
    content: bytes
    kind: PythonText | Notebook
    written: PythonText
    """How the file's bytes are written, whatever it is."""

    @property
    def code(self) -> str:
        """One Python text."""
        return self.kind.text if isinstance(self.kind, PythonText) else self.kind.code

    @property
    def parts(self) -> tuple[Part, ...]:
        """The code as its author wrote it."""
        if isinstance(self.kind, PythonText):
            return (Part(self.kind.text),)
        return tuple(Part(cell.code, cell.number) for cell in self.kind.cells)

    def place(self, offset: int) -> tuple[int, int]:
        """Returns the index of the part that holds a character of ``code``, and the character's offset in the part."""
        return (0, offset) if isinstance(self.kind, PythonText) else self.kind.place(offset)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What in the file was passed over."""
        unread = () if isinstance(self.kind, PythonText) else self.kind.unread
        return tuple(Problem(self.name, message, line, cell) for cell, line, message in unread)

    def with_code(self, code: str) -> bytes:
        """Returns the bytes of the file with a changed ``code``.

        Raises:
            UnreadableError: the file cannot hold it.
        """
        return self.written.encode(code if isinstance(self.kind, PythonText) else self.kind.with_code(code))


def read_source(file: FoundFile) -> SourceFile:
    """Reads a file.

    Raises:
        UnreadableError: it cannot be opened, or holds no code.
    """
    is_notebook = file.name.lower().endswith(NOTEBOOK)
    try:
        content = read_bytes(file.path, MAX_DATA if is_notebook else MAX_CODE, file.within)
    except TooLargeError as error:
        raise UnreadableError(f"{error}；这样大的文件多半是生成的。") from error
    except RefusedFileError as error:
        raise UnreadableError(f"{error}。") from error
    except OSError as error:
        raise UnreadableError(f"无法读取：{reason_of(error)}。") from error
    if not is_notebook:
        text = read_python(content)
        return SourceFile(file.name, content, text, text)
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    try:
        json = PythonText(content[len(mark) :].decode(), "utf-8", mark)
    except UnicodeDecodeError as error:
        raise UnreadableError("笔记本不是 UTF-8 编码。") from error
    notebook = read_notebook(json.text)
    if len(notebook.code) > MAX_CODE:
        raise UnreadableError(f"笔记本的代码超过 {MAX_CODE // 1000} kB；这样大的多半是生成的。")
    return SourceFile(file.name, content, notebook, json)

"""The bytes of a Python file ↔ its text: encoding declaration, byte order mark and line ends stay as they are."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from generator.projects.sources.problem import UnreadableError

MAX_CODE = 2_000_000
"""The largest source text in bytes; a hand-written file of a large project has 1 MB, and tables are generated."""

_LINE_END = re.compile(r"\r\n|\r|\n")
"""What ends a line to Python's tokenizer; form feeds and Unicode's separators do not."""

_DECLARATION = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
_BLANK = re.compile(r"[ \t\f]*(?:#|$)")


@dataclass(frozen=True, slots=True)
class PythonText:
    """A file's text without its byte order mark, and how it is encoded."""

    text: str
    encoding: str = "utf-8"
    mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """Returns the bytes of a file with ``text`` instead.

        Raises:
            UnreadableError: the file's encoding lacks a character of ``text``.
        """
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeError as error:
            raise UnreadableError(
                f"文件的编码 {self.encoding} 写不下要加的文字，没有改动：请先把它转成 UTF-8。"
            ) from error


def read_python(content: bytes) -> PythonText:
    """Decodes a Python file by its byte order mark or its declaration (PEP 263), or else as UTF-8.

    Raises:
        UnreadableError: the encoding is unknown, does not fit, or does not give the same bytes again.
    """
    if b"\0" in content:
        line = content[: content.index(b"\0")].count(b"\n") + 1
        raise UnreadableError("文件含有 NUL 字节，不是 Python 源码，或者编码是 UTF-16。", line)
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    encoding = "utf-8" if mark else _encoding(content)
    body = content[len(mark) :]
    try:
        text = body.decode(encoding)
        again = text.encode(encoding)
    except UnicodeDecodeError as error:
        line = len(_LINE_END.findall(body[: error.start].decode("latin-1"))) + 1
        raise UnreadableError(f"文件不是 {encoding} 编码，也没有声明别的编码。", line) from error
    except (UnicodeError, LookupError, ValueError) as error:
        raise UnreadableError(f"不能按 {encoding} 编码读取。") from error
    if again != body:
        raise UnreadableError(f"按 {encoding} 编码读取之后不能原样写回。")
    return PythonText(text, encoding, mark)


def _encoding(content: bytes) -> str:
    """Returns the declared encoding, which stands in one of the first two lines (PEP 263)."""
    for line in _LINE_END.split(content[:4096].decode("latin-1"))[:2]:
        if found := _DECLARATION.match(line):
            try:
                name = codecs.lookup(found[1]).name
            except LookupError as error:
                raise UnreadableError(f"文件声明了不认识的编码 {found[1]}。", 1) from error
            return "utf-8" if name == "utf-8-sig" else name
        if not _BLANK.match(line):
            break
    return "utf-8"

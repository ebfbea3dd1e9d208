from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.projects.sources.problem import UnreadableError
from generator.projects.sources.python_text import read_python

ENDS = st.sampled_from(["\n", "\r\n", "\r", ""])
LINES = st.lists(st.tuples(st.text(st.characters(exclude_characters="\0\r\n", exclude_categories=("Cs",))), ENDS))


@given(LINES)
def test_every_line_end_comes_back(lines: list[tuple[str, str]]) -> None:
    """Whatever the lines and their ends, mixed or missing, the bytes are the same again."""
    content = "".join(part for line in lines for part in line).encode()
    try:
        read = read_python(content)
    except UnreadableError:
        assert b"coding" in content
    else:
        assert read.encode(read.text) == content


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"\xef\xbb\xbfx = 1\r\n", "x = 1\r\n"),
        (b"# -*- coding: gbk -*-\n# \xd6\xd0\n", "# -*- coding: gbk -*-\n# 中\n"),
        (
            b"#!/usr/bin/python\r# vim: set fileencoding=latin-1 :\r# \xe9",
            "#!/usr/bin/python\r# vim: set fileencoding=latin-1 :\r# é",
        ),
        (b"x = 1\n\n# coding: latin-1\n", "x = 1\n\n# coding: latin-1\n"),
        ("x = 'é'".encode(), "x = 'é'"),
        (b"", ""),
    ],
)
def test_encoding_is_the_declared_one(content: bytes, text: str) -> None:
    """The mark, the declaration in the first two lines, or UTF-8 decide, and writing gives the bytes back."""
    read = read_python(content)
    assert read.text == text
    assert read.encode(text) == content


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"x = 1\n\xff", 2),
        (b"x = 1\r\r\n\xff", 3),
        (b"x\n\ny\0", 3),
        ("x = 1".encode("utf-16"), 1),
        (b"# coding: nonsense\n", 1),
        (b"# coding: rot13\n", 0),
        (b"# coding: hex\n", 0),
        (b'# coding: utf-7\n"+AGE-"\n', 0),
        (b"# coding: ascii\n\n\xe9", 3),
    ],
)
def test_what_cannot_be_decoded_is_said(content: bytes, line: int) -> None:
    """A wrong, unknown or lossy encoding is one line with its place."""
    with pytest.raises(UnreadableError, match="。") as error:
        read_python(content)
    assert error.value.line == line


def test_encoding_that_lacks_a_character_is_said() -> None:
    """Text that the file's encoding cannot hold is refused, and not replaced by question marks."""
    read = read_python(b"# coding: latin-1\n")
    with pytest.raises(UnreadableError, match="iso8859-1"):
        read.encode("# 待办")

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_calls import KNOWLEDGE

from generator.calls.convert import convert
from generator.projects.convert.converted_file import ConvertedFile, convert_file
from generator.projects.sources.find import FoundFile

CONVERT = partial(convert, knowledge=KNOWLEDGE)
STATEMENTS = (
    "x = torch.abs(input=1)  # 注释",
    "y = torch.add(1, 2)",
    "z = ( 1,2 )   ",
    "",
    "\t",
    "# é 😀 \u2028 \x0c",
    "if x: y = torch.abs(  input = y  )",
    "def f(a):  return   torch.abs(input=a,)",
    "s = 'torch.abs(input=1)'",
)
PROGRAMS = st.lists(st.tuples(st.sampled_from(STATEMENTS), st.sampled_from(["\n", "\r\n", "\r"])))


def converted(content: bytes, name: str = "a.py") -> ConvertedFile:
    """A file with these bytes, converted."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        return convert_file(FoundFile(path, name, name), CONVERT)


def undone(content: bytes) -> bytes:
    """A converted file with each change of these programs taken back."""
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", content.decode())
    kept = [line for line in lines if not re.match(r"\s*# TODO\(apimap\)|import paddle\s", line)]
    old = "".join(kept).replace("paddle.abs(", "torch.abs(").replace("x=", "input=").replace("x = y", "input = y")
    return old.encode()


def test_what_stays_inside_of_a_call_that_stays_counts_as_not_converted() -> None:
    """The counts are those of the text: what is written, and one comment for the whole call."""
    found = converted(b"import torch\ntorch.add(torch.abs(x), torch.abs(y))\nz = torch.abs(x)\n")
    assert (found.converted, found.added, found.todos) == (1, 1, 1)


@given(PROGRAMS, st.booleans(), st.booleans())
def test_all_that_is_not_converted_keeps_its_bytes(program: list[tuple[str, str]], mark: bool, cut: bool) -> None:  # noqa: FBT001  (hypothesis)
    """With any line ends, mixed or missing at the end, and a byte order mark, only calls change, and comments are added."""
    text = "import torch\n" + "".join(line + end for line, end in program) + "w = torch.add(1, 2)" + "\n" * (not cut)
    first = b"\xef\xbb\xbf" * mark
    new = converted(first + text.encode()).new
    assert new is not None
    assert new.startswith(first)
    assert undone(new.removeprefix(first)) == text.encode()
    assert converted(new).new is None


@pytest.mark.parametrize("encoding", ["gbk", "utf-8", "shift_jis"])
def test_encoding_stays(encoding: str) -> None:
    """Code and added comments are written in the encoding that the file declares."""
    text = f"# -*- coding: {encoding} -*-\nimport torch\nx = torch.abs(input=1)  # 文字\ny = torch.add(x, 1)\n"
    new = converted(text.encode(encoding)).new
    assert new is not None
    lines = new.decode(encoding).split("\n")
    assert "x = paddle.abs(x=1)  # 文字" in lines
    assert any(line.startswith("# TODO(apimap): torch.add") for line in lines)


def test_encoding_without_chinese_has_its_comments_all_the_same() -> None:
    """A file in Latin-1 is converted, and stays in Latin-1."""
    new = converted("# coding: latin-1\nimport torch\nx = torch.add(1, 'é')\n".encode("latin-1")).new
    assert new is not None
    assert b"TODO(apimap)" in new
    assert "'é'".encode("latin-1") in new


@pytest.mark.parametrize("content", [b"print 1\n", b"\xff", b"x = (\n", b"\0"])
def test_bad_file_stays_and_is_told(content: bytes) -> None:
    """What cannot be read or parsed is one problem, and has no new content."""
    one = converted(content)
    assert one.new is None
    assert len(one.problems) == 1


def test_notebook_changes_only_where_code_changes() -> None:
    """Outputs, metadata, layout and magic commands of a notebook stay as they are."""
    cells = [
        {
            "cell_type": "code",
            "execution_count": 3,
            "metadata": {"é": [1.0]},
            "outputs": [{"x": "\u2028"}],
            "source": ["!pip install torch\n", "import torch\n", "torch.abs(input=1)"],
        },
        {"cell_type": "code", "source": "%%bash\ntorch"},
    ]
    old = json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}, indent=3, ensure_ascii=False) + "\n\n"
    new = converted(old.encode(), "n.ipynb").new
    assert new is not None
    assert new.decode() == old.replace('"import torch\\n"', '"import paddle\\n"').replace(
        "torch.abs(input=1)", "paddle.abs(x=1)"
    )


def test_diff_is_what_patch_takes() -> None:
    """Carriage returns and a missing line end stand in the difference as they stand in the file."""
    lines = list(converted(b"import torch\r\nx = torch.abs(input=1)").diff())
    assert lines[:2] == [b"--- a.py\n", b"+++ a.py\n"]
    assert b"-import torch\r\n" in lines
    assert b"+x = paddle.abs(x=1)\n\\ No newline at end of file\n" in lines
    assert list(converted(b"x = 1").diff()) == []

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from known_calls import summary_of

from generator.model.call_verdict import CallVerdict

CODE = "import torch\n\n# 注释\nx = torch.add(1,\n  torch.abs(input=y))\n"


def cell(code: str, kind: str = "code") -> dict[str, object]:
    """A cell of a notebook."""
    return {"cell_type": kind, "source": code.splitlines(keepends=True), "metadata": {}, "outputs": []}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_uses_have_their_places(tmp_path: Path, end: str) -> None:
    """Line and column are those of the file, in characters, whatever ends its lines and stands before them."""
    (file,) = summary_of(tmp_path, {"a.py": b"\xef\xbb\xbf" + CODE.replace("\n", end).encode()}).files
    assert [(use.line, use.column, use.end_line, use.end_column) for use in file.uses] == [(4, 5, 5, 22), (5, 3, 5, 21)]
    assert [use.site.verdict for use in file.uses] == [CallVerdict.UNRECORDED, CallVerdict.REWRITE]
    assert file.lines == 5


@pytest.mark.parametrize("character", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "😀", "中"])
def test_characters_that_end_no_line_of_python_do_not_move_a_place(tmp_path: Path, character: str) -> None:
    """A form feed or a separator of Unicode in a text is a character like any other."""
    (file,) = summary_of(tmp_path, {"a.py": f"import torch\ns = '{character}'; x = torch.abs(s)\n"}).files
    (use,) = file.uses
    assert (use.line, use.column) == (2, 14)
    assert file.parts[0].text[use.start : use.end] == "torch.abs(s)"


def test_notebook_tells_cell_and_line(tmp_path: Path) -> None:
    """A use in a notebook has the number of its cell among all cells, and its line there; imports hold for all cells."""
    cells = [
        cell("# 标题", "markdown"),
        cell("import torch\n%matplotlib inline"),
        cell("def f(:"),
        cell("%%time\nz = torch.abs(1)"),
    ]
    summary = summary_of(tmp_path, {"n.ipynb": json.dumps({"cells": cells, "nbformat": 4})})
    (use,) = summary.tally.uses
    assert (use.cell, use.line, use.column) == (4, 2, 5)
    (problem,) = summary.problems
    assert (problem.cell, problem.line) == (3, 1)


BAD: dict[str, tuple[bytes, str]] = {
    "Python 2": (b"import torch\nprint torch.abs(1)\n", "Python 2"),
    "octal.py": (b"x = 0777", "Python 2"),
    "syntax": (b"def f(:\n", "语法"),
    "nested parentheses": (b"x = " + b"(" * 500 + b")" * 500, "嵌套"),
    "nested signs": (b"x = " + b"-" * 50_000 + b"1", "嵌套"),
    "nested calls": (b"x = a" + b".b()" * 20_000, "嵌套"),
    "a long sum": (b"x = " + b"+".join([b"a"] * 30_000), "嵌套"),
    "NUL": (b"x = 1\0", "NUL"),
    "not UTF-8": (b"x = '\xff'", "utf-8"),
    "unknown encoding": (b"# coding: klingon\n", "klingon"),
    "10 MB": (b"x = 1\n" * 1_700_000, "上限"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_file_is_one_line_and_spoils_nothing(tmp_path: Path, name: str) -> None:
    """Each is one problem in words, and the file beside it is examined as ever."""
    content, words = BAD[name]
    summary = summary_of(tmp_path, {"bad.py": content, "good.py": CODE})
    (problem,) = summary.problems
    assert words in problem.message
    assert problem.file.endswith("bad.py")
    assert summary.tally.total == 2
    assert summary.examined == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO on this system")
def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """A FIFO with the name of a Python file is a problem at once."""
    os.mkfifo(tmp_path / "a.py")
    (problem,) = summary_of(tmp_path).problems
    assert "管道" in problem.message


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_file_without_permission_is_one_line(tmp_path: Path) -> None:
    """What may not be read is a problem, a file or a folder."""
    summary_of(tmp_path, {"a.py": CODE, "b/c.py": CODE})
    (tmp_path / "a.py").chmod(0)
    (tmp_path / "b").chmod(0)
    try:
        assert {problem.message for problem in summary_of(tmp_path).problems} == {
            "无法读取：没有权限。",
            "无法读取文件夹：没有权限。",
        }
    finally:
        (tmp_path / "b").chmod(0o755)

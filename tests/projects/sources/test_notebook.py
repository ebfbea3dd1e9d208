from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.projects.sources.notebook import read_notebook
from generator.projects.sources.problem import UnreadableError


def notebook(*cells: str | list[str], **style: object) -> str:
    """The JSON of a notebook with these code cells, a markdown cell before them."""
    written = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
        for source in cells
    ]
    whole = {
        "cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# 标题\n", "!x"]}, *written],
        "metadata": {"kernelspec": {"name": "python3", "language": "python"}, "source": ["not a cell"]},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, **style)  # type: ignore[arg-type]


COMMANDS = {
    "a shell command": "!pip install torch\nx = 1",
    "a magic": "x = 1\n%matplotlib inline\ny = 2",
    "in a block": "if x:\n    !ls -la\nelse:\n    %cd ..\n",
    "assigned": "files = !ls\nn = %env HOME\n",
    "help": "torch.abs?\n?torch\nx.y??",
    "continued": "!pip install \\\n    torch \\\n  x\ny = 1",
    "continued in a block": "if x:\n    !pip install \\\nb\n    y = 1",
    "unbalanced": "!echo \"it's ((\nx = (1 +\n     2)",
    "a triple quote": "!echo '''\nx = 1",
    "timed": "%%time\nx = torch.abs(y)",
    "another language": "%%bash\ntorch\n  ls (\n\nfi",
    "in a string": "x = '''\n%d\n!y\n'''",
    "an operator at the start of a line": "print('%d'\n  % x)\n!ls\n",
    "not Python": "def f(:\n  torch.abs(\n",
    "empty": "",
    "line ends of another system": "!ls\r\nx = 1\r\n",
}


@pytest.mark.parametrize("code", COMMANDS.values(), ids=COMMANDS)
def test_what_is_no_python_is_masked_in_its_place(code: str) -> None:
    """The text parses, keeps every character's place, and gives the same notebook again."""
    read = read_notebook(text := notebook(code, "z = 3", indent=1))
    compile(read.code, "x", "exec", flags=0x400)
    assert [len(line) for line in read.masked[0].split("\n")] == [len(line) for line in code.split("\n")]
    assert read.masked[1] == "z = 3"
    assert read.with_code(read.code) == text
    index, offset = read.place(read.code.index("z = 3") + 2)
    assert (index, offset) == (1, 2)


@pytest.mark.parametrize("code", ["x = '''\n%d\n!y\n'''", "print('%d'\n  % x)", "%%time\nx = torch.abs(y)\n"])
def test_python_is_not_masked(code: str) -> None:
    """A line that only looks like a command stays, and so does the code below ``%%time``."""
    assert read_notebook(notebook(code)).masked[0].split("\n")[1:] == code.split("\n")[1:]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("%%bash\npython -m torch.x", (2, 1)),
        ("x = 1\n%timeit torch.abs(x)", (2, 2)),
        ("def f(:", (2, 1)),
        ("!ls\n", None),
    ],
)
def test_torch_in_a_command_is_told(code: str, told: tuple[int, int] | None) -> None:
    """Cell and line of what was passed over are told where torch stands in it, and of a cell that does not parse."""
    assert [(cell, line) for cell, line, _ in read_notebook(notebook(code)).unread] == ([told] if told else [])


@pytest.mark.parametrize(
    "style", [{"indent": 1}, {"indent": 4, "ensure_ascii": False}, {"separators": (",", ":")}, {"indent": "\t"}]
)
def test_only_the_changed_lines_of_the_json_change(style: dict[str, object]) -> None:
    """Indentation, key order, escapes and the end of the file are those of the old one."""
    cells = (
        ["import torch\n", "!ls\n", "x = torch.abs(é)\n", "y = '\\u4e2d'"],
        ["z = torch.abs(y)"],
        "w = torch.abs(y)",
        [],
    )
    old = notebook(*cells, **style) + "\n"
    read = read_notebook(old)
    new = read.with_code(
        read.code.replace("x = torch.abs", "# 待办\nx = torch.abs").replace("= torch.abs", "= paddle.abs")
    )
    paddle = [[line.replace("= torch.abs", "= paddle.abs") for line in cell] for cell in cells]
    paddle[0].insert(2, "# 待办\n")
    assert (
        new
        == notebook(
            *(cell if isinstance(cell, list) else "".join(cell) for cell in (*paddle[:2], "w = paddle.abs(y)", [])),
            **style,
        )
        + "\n"
    )


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=60), max_size=4), st.booleans())
def test_any_notebook_comes_back(cells: list[str], ascii_only: bool) -> None:  # noqa: FBT001  (hypothesis)
    """Whatever stands in the cells, nothing changes where no code changes, and the text parses."""
    text = notebook(*cells, ensure_ascii=ascii_only)
    read = read_notebook(text)
    compile(read.code, "x", "exec", flags=0x400)
    assert read.with_code(read.code) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "3",
        '{"cells": 3}',
        '{"cells": [3]}',
        '{"cells": [{"cell_type": "code", "source": 3}]}',
        "[" * 100_000,
        "\ufeff{}",
        notebook().replace('"python"', '"R"'),
    ],
)
def test_what_is_no_notebook_is_said(text: str) -> None:
    """Another JSON, or none, is one line and no traceback."""
    with pytest.raises(UnreadableError, match="。"):
        read_notebook(text)


def test_old_notebook_is_read() -> None:
    """Nbformat 3 has its cells in worksheets and their code under another key."""
    old = {
        "metadata": {},
        "nbformat": 3,
        "worksheets": [{"cells": [{"cell_type": "code", "input": "x = 1", "language": "python"}]}],
    }
    read = read_notebook(json.dumps(old))
    assert read.code == "x = 1"
    old["worksheets"] = [{"cells": [{"cell_type": "code", "input": "x = 2", "language": "python"}]}]
    assert read.with_code("x = 2") == json.dumps(old)

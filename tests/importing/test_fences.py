from __future__ import annotations

import pytest

from generator.importing.fences import close_fences

HEADING = "### [paddle.abs](https://example.org)"


@pytest.mark.parametrize(
    ("text", "closed_before", "unclosed"),
    [
        ("```python\na\n```\ntext", None, ()),
        ("```python\na\n" + HEADING + "\n```python\nb\n```", 2, (1,)),
        ("```python\na\n```python\nb\n```", 2, (1,)),
        ("```python\na\n| a | b | c |", 2, (1,)),
        ("```python\na", 2, (1,)),
        ("````python\n```python\n````\ntext", None, ()),
        ("~~~\n```\n~~~", None, ()),
        ("```\n# 注释\n```", None, ()),
    ],
)
def test_forgotten_end_is_put_before_what_cannot_be_code(
    text: str, closed_before: int | None, unclosed: tuple[int, ...]
) -> None:
    """A fence without an end is closed before the next heading, table or fence, and its line is told."""
    lines = text.split("\n")
    mended = close_fences(lines)
    assert mended.unclosed == unclosed
    if closed_before is None:
        assert mended.lines == lines
    else:
        assert mended.lines == [*lines[:closed_before], "```", *lines[closed_before:]]


def test_opening_taken_for_an_end_is_seen_through() -> None:
    """An unclosed fence does not turn every later one inside out, although their marks look alike."""
    text = f"```\na\n{HEADING}\n```\nb\n```\n### 参数映射\n```\nc\n```"
    mended = close_fences(text.split("\n"))
    assert mended.unclosed == (1,)
    assert mended.lines[2] == "```"
    assert mended.numbers[:4] == [1, 2, 2, 3]

"""Tests of offsets and edits."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.calls.site import Edit
from generator.calls.text.spans import Edits, Text, lines

LINE_ENDS = ("\n", "\r\n", "\r")


@given(st.text(alphabet="ab\n\r\f\v\x1c\x85\u2028é😀"))
def test_lines_are_those_of_the_tokenizer(source: str) -> None:
    """Only line feeds and carriage returns end a line, and the lines together are the text."""
    found = lines(source)
    assert "".join(found) == source
    assert [line.rstrip("\r\n") for line in found if line] == [
        part for part in source.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n") if found
    ]


@given(st.lists(st.sampled_from(["a", "é", "'😀'", "'\u2028'", "'\x0b'", "变量 . b", "f(x)"]), min_size=1), st.data())
def test_offsets_of_nodes(atoms: list[str], data: st.DataObject) -> None:
    """The text of each node is what Python parsed there, whatever its characters and line ends are."""
    source = "".join(f"{atom};{data.draw(st.sampled_from(LINE_ENDS))}" for atom in atoms)
    text = Text(source)
    statements = ast.parse(source).body
    assert [text.of(node.value) for node in statements if isinstance(node, ast.Expr)] == atoms
    assert [text.place(text.start(node)) for node in statements] == [(index + 1, 1) for index in range(len(atoms))]


@pytest.mark.parametrize(("offset", "place"), [(0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (4, (2, 2))])
def test_places_count_characters(offset: int, place: tuple[int, int]) -> None:
    """Line and column count from 1, the column in characters."""
    assert Text("é😀\nb").place(offset) == place


def test_outer_edits_contain_inner_ones() -> None:
    """A replacement of a part takes the place of those inside, and was made from their result."""
    edits = Edits("f(g(x), h(y))")
    edits.replace(8, 12, "H(y)")
    edits.replace(2, 6, "G(x)")
    assert edits.text(0, 13) == "f(G(x), H(y))"
    edits.replace(0, 13, edits.rewritten(0, 13, [Edit(0, 1, "F"), Edit(12, 12, ", k=1")]))
    assert edits.all() == (Edit(0, 13, "F(G(x), H(y), k=1)"),)
    assert edits.text(0, 13) == "F(G(x), H(y), k=1)"


@given(st.text(alphabet="abc", min_size=1), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6))
def test_edits_are_disjoint_and_in_order(source: str, spans: list[tuple[int, int]]) -> None:
    """Whatever is replaced from the inside out, the edits come in the order of the text and do not overlap."""
    edits, made = Edits(source), list[tuple[int, int]]()
    for first, second in spans:
        start, end = sorted((first % (len(source) + 1), second % (len(source) + 1)))
        inside = [span for span in made if start <= span[0] and span[1] <= end]
        if any(span not in inside and span[0] < end and start < span[1] for span in made):
            continue
        made = [span for span in made if span not in inside] + [(start, end)]
        edits.replace(start, end, "-")
    found = [(edit.start, edit.end) for edit in edits.all()]
    assert found == sorted(made)

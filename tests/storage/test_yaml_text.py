from __future__ import annotations

import pytest

from generator.storage.file_bytes import MAX_TEXT
from generator.storage.yaml_data import MAX_DEPTH
from generator.storage.yaml_text import read_document


def read(text: str) -> object:
    """The data of a text without defects."""
    document = read_document("f.yml", text.encode())
    assert document.defects == ()
    return document.data


@pytest.mark.parametrize("word", ["no", "on", "yes", "1.10", "1e5", "0777", "12:30:45", "2026-11-21", "0x1f", "True"])
def test_scalar_is_the_text_that_stands_there(word: str) -> None:
    """What YAML 1.1 would turn into a boolean, a number or a date stays text."""
    assert read(f"key: {word}\n") == {"key": word}


@pytest.mark.parametrize("empty", ["", "~", "null"])
def test_only_an_unquoted_null_is_nothing(empty: str) -> None:
    """A plain null is no value; the same in quotes is text."""
    assert read(f"key: {empty}\n") == {"key": None}
    assert read(f'key: "{empty}"\n') == {"key": empty}


def test_every_key_and_value_has_its_place() -> None:
    """Lines and columns count characters from 1, also behind Chinese text."""
    document = read_document("f.yml", "甲: 乙  # 注\n列:\n  - {名: 值, b: [一, 二]}\n".encode())
    places = document.places
    assert (places.values[("甲",)].line, places.values[("甲",)].column, places.values[("甲",)].end_column) == (1, 4, 5)
    assert (places.keys[("列", 0, "b")].line, places.keys[("列", 0, "b")].column) == (3, 12)
    assert (places.values[("列", 0, "b", 1)].column, places.values[("列", 0)].end_column) == (19, 22)


def test_unknown_place_falls_back_to_the_parent() -> None:
    """A value that the text does not have is looked for at its nearest parent."""
    places = read_document("f.yml", b"a:\n  b: 1\n").places
    assert places.find(("a", "missing", 3)) == places.values[("a",)]
    assert places.find(("a", "b"), at_key=True) == places.keys[("a", "b")]


@pytest.mark.parametrize(
    ("raw", "kind", "line", "column"),
    [
        (b"", "empty", 1, 1),
        (b"# nothing\n", "empty", 1, 1),
        (b"a: 1\na: 2\n", "duplicate-key", 2, 1),
        (b"a:\n\t- b\n", "tab", 2, 1),
        (b"a: 1\nb: x\x00y\n", "control-character", 2, 5),
        (b"a: &x 1\nb: *x\n", "alias", 2, 4),
        (b"a: !!python/object:os.system x\n", "tag", 1, 4),
        (b"? {a: b}\n: c\n", "key-not-text", 1, 3),
        (b"a: 1\n---\nb: 2\n", "several-documents", 2, 1),
        (b"a: [1, 2\nb: 3\n", "syntax", 2, 2),
        ("a: 1\nb: 中文\n".encode("gbk"), "encoding", 2, 4),
        (b"a: " + b"[" * (MAX_DEPTH + 1), "too-deep", 1, 53),
        (b"a: " + b"x" * MAX_TEXT, "too-large", 1, 1),
    ],
)
def test_bad_text_is_one_defect_with_its_place(raw: bytes, kind: str, line: int, column: int) -> None:
    """Whatever stands in a file, reading it gives one defect, at the line and column where it is wrong."""
    defects = read_document("f.yml", raw).defects
    assert [(defect.kind, defect.span.line, defect.span.column) for defect in defects] == [(kind, line, column)]


def test_alias_bomb_does_not_expand() -> None:
    """Aliases are refused where they stand, so that nine lines do not become a billion values."""
    levels = "\n".join(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]" for i in range(1, 9))
    document = read_document("f.yml", f"l0: &l0 [x]\n{levels}\n".encode())
    assert {defect.kind for defect in document.defects} == {"alias"}
    assert len(document.defects) == 8 * 9


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 100_000, "? " * 20_000, "{a: " * 50_000])
def test_deep_nesting_does_not_end_the_process(text: str) -> None:
    """Such text crashes the composer of libyaml; reading it gives a defect."""
    assert read_document("f.yml", text.encode()).defects


def test_duplicate_key_keeps_the_first_value_and_all_that_follows() -> None:
    """A key that stands twice hides nothing of the rest."""
    document = read_document("f.yml", b"a: {x: [1, {y: 2}]}\na: {z: [3, {w: 4}]}\nb: 5\n")
    assert document.data == {"a": {"x": ["1", {"y": "2"}]}, "b": "5"}


def test_byte_order_mark_and_windows_line_ends_are_read() -> None:
    """A file from Windows has the data and the lines of any other."""
    document = read_document("f.yml", b"\xef\xbb\xbfa: 1\r\nb: |\r\n  x\r\n  y\r\n")
    assert document.data == {"a": "1", "b": "x\ny\n"}
    assert document.places.keys[("b",)].line == 2

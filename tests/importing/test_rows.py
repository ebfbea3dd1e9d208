from __future__ import annotations

from typing import Any

import pytest

from generator.importing.rows import RowContext, read_row
from generator.model.category import DifferenceKind
from generator.model.document_defect import Kind
from generator.model.parameter import ParameterRow
from generator.model.phrases import full_note

CONTEXT = RowContext(defaults=({"p": "1"}, {"p": "2"}))


@pytest.mark.parametrize(
    ("torch", "paddle", "note", "expected"),
    [
        ("p", "q", "表示数，仅参数名不一致。", {"note": "表示数。"}),
        ("p", "q", "表示数 ,  仅参数名不同 。", {"note": "表示数。"}),
        (None, "q", "表示数，PyTorch 无此参数，Paddle 保持默认即可。", {"note": "表示数。", "set": "default"}),
        (None, "q", "表示数，Pytorch 无此参数，Paddle 需设置为 `[1]`。", {"note": "表示数。", "set": "[1]"}),
        ("p", None, "表示数，Paddle 无此参数，需要转写。", {"note": "表示数。", "rewrite": "example"}),
        ("p", None, "表示数，Paddle 无此参数，暂无转写方式。", {"note": "表示数。", "rewrite": "unsupported"}),
        (
            "p",
            None,
            "表示数，Paddle 无此参数，一般对网络训练结果影响不大，可直接删除。",
            {"note": "表示数。", "rewrite": "drop"},
        ),
        ("p", "p", "表示数，参数默认值不一致，Paddle 需设置为与 PyTorch 一致。", {"note": "表示数。", "default": {"torch": "1", "paddle": "2"}}),
        (
            "p",
            "p",
            "表示数，与 PyTorch 默认值不同，PyTorch 为 `True`，Paddle 为 `False`，Paddle 保持默认即可。",
            {"note": "表示数。", "default": {"torch": "True", "paddle": "False"}, "set": "default"},
        ),
        (
            "p",
            "q",
            "表示数，PyTorch 可为 list，Paddle 为 Tensor，需要转写。",
            {"note": "表示数。", "rewrite": "example", "differs": {"usage": "PyTorch 可为 list，Paddle 为 Tensor"}},
        ),
        ("p", "q", "用法不同，需要转写。", {"rewrite": "example", "differs": {"usage": "用法不同"}}),
        ("返回值", "返回值", "PyTorch 返回二元组，需要转写。", {"returns": "PyTorch 返回二元组", "rewrite": "example"}),
        ("返回值", "-", "PyTorch 返回二元组。", {"returns": "PyTorch 返回二元组"}),
    ],
)  # fmt: skip
def test_phrases_become_structure(torch: str | None, paddle: str | None, note: str, expected: dict[str, Any]) -> None:
    """A mandated phrase turns into the row's keys, and what is left is the note (R27 to R31)."""
    reading = read_row(torch, None if paddle == "-" else paddle, note, CONTEXT)
    names = {key: value for key, value in (("torch", torch), ("paddle", paddle)) if value and "returns" not in expected}
    assert ParameterRow.model_validate(reading.data) == ParameterRow.model_validate({**names, **expected})
    assert reading.faults == ()


@pytest.mark.parametrize(
    ("torch", "paddle", "note"),
    [
        ("p", "p", "表示数，仅参数名不一致。"),
        ("p", "q", "表示数，仅参数名不一致，Paddle 无此参数。"),
        ("a", "a", "表示数，参数默认值不一致。"),
        ("p", "p", "表示数，可直接删除。"),
    ],
)
def test_phrase_that_does_not_fit_stays_in_the_note(torch: str, paddle: str, note: str) -> None:
    """Nothing is guessed silently: a phrase that contradicts the row is kept, where the record's rules find it."""
    data = read_row(torch, paddle, note, CONTEXT).data
    kept = "Paddle 无此参数" if torch != paddle else note.removesuffix("。").rpartition("，")[2]
    assert kept in data["note"]
    assert not {"rewrite", "set", "default", "differs"} & data.keys()


@pytest.mark.parametrize(
    ("torch", "paddle", "note", "fault"),
    [
        ("p", "q", "表示数。", Kind.RENAMED_UNSAID),
        ("p", None, "表示数，可直接删除。", Kind.LACK_UNSAID),
        (None, "q", "表示数，Paddle 保持默认即可。", Kind.LACK_UNSAID),
        ("p", "q", "表示数，仅参数名不一致", Kind.NOTE_UNENDED),
    ],
)
def test_missing_phrase_is_reported(torch: str | None, paddle: str | None, note: str, fault: Kind) -> None:
    """What the structure would hide is said: a phrase, or a full stop behind it, that the document lacks."""
    assert read_row(torch, paddle, note, CONTEXT).faults == (fault,)


@pytest.mark.parametrize(
    "row",
    [
        {"torch": "p", "paddle": "p", "note": "表示数。"},
        {"torch": "p", "paddle": "q", "note": "表示数。"},
        {"torch": "p", "note": "表示数，见下。"},
        {"torch": "p", "note": "表示数。", "rewrite": "drop"},
        {"paddle": "q", "note": "表示数。"},
        {"paddle": "q", "note": "表示数。", "set": "'NCHW'"},
        {"torch": "p", "paddle": "q", "note": "表示数。", "default": {"torch": "None", "paddle": "1e-5"}},
        {
            "torch": "p",
            "paddle": "q",
            "note": "表示数，或列表。",
            "differs": {"type": "A。B，C"},
            "rewrite": "unsupported",
        },
        {"paddle": "q", "note": "表示数。", "differs": {"type": "PyTorch 无此参数，由类型决定"}, "rewrite": "example"},
        {"note": "表示数。", "returns": "PyTorch 为一个，Paddle 为两个", "rewrite": "example"},
    ],
)
def test_printed_note_reads_back_as_the_row(row: dict[str, Any]) -> None:
    """Printing a row's note and reading it again gives the same row."""
    expected = ParameterRow.model_validate(row)
    both = "返回值" if expected.returns else None
    kind = expected.differs.kind if expected.differs else DifferenceKind.USAGE
    reading = read_row(expected.torch or both, expected.paddle or both, full_note(expected), RowContext(kind))
    assert ParameterRow.model_validate(reading.data) == expected

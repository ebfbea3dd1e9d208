from __future__ import annotations

import pytest

from generator.model.parameter import ParameterRow
from generator.model.phrases import full_note, note_start, rewrite_words


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"torch": "p", "paddle": "p"}, "表示概率。"),
        ({"torch": "input", "paddle": "x"}, "表示概率，仅参数名不一致。"),
        ({"paddle": "axis", "set": "default"}, "表示概率，PyTorch 无此参数，Paddle 保持默认即可。"),
        (
            {"paddle": "place", "set": "paddle.CPUPlace()"},
            "表示概率，PyTorch 无此参数，Paddle 需设置为 `paddle.CPUPlace()`。",
        ),
        ({"paddle": "axis"}, "表示概率，PyTorch 无此参数。"),
        ({"torch": "out"}, "表示概率，Paddle 无此参数。"),
        ({"torch": "out", "rewrite": "example"}, "表示概率，Paddle 无此参数，需要转写。"),
        ({"torch": "out", "rewrite": "unsupported"}, "表示概率，Paddle 无此参数，暂无转写方式。"),
        ({"torch": "out", "rewrite": "drop"}, "表示概率，Paddle 无此参数，一般对网络训练结果影响不大，可直接删除。"),
        (
            {"torch": "f", "paddle": "f", "default": {"torch": "True", "paddle": "False"}},
            "表示概率，与 PyTorch 默认值不同，PyTorch 为 `True`，Paddle 为 `False`，Paddle 需设置为与 PyTorch 一致。",
        ),
        (
            {"torch": "*size", "paddle": "shape", "differs": {"usage": "PyTorch 为可变参数。"}, "rewrite": "example"},
            "表示概率。PyTorch 为可变参数，需要转写。",
        ),
        ({"returns": "PyTorch 返回元组", "rewrite": "unsupported"}, "表示概率。PyTorch 返回元组，暂无转写方式。"),
    ],
)
def test_note_ends_with_the_phrase_of_its_relation(row: dict[str, object], expected: str) -> None:
    """The mandated phrases of R27 to R32 follow from the row's shape, and one full stop ends the note."""
    assert full_note(ParameterRow.model_validate({**row, "note": "表示概率。"})) == expected


def test_words_about_rewriting_are_those_of_the_relation() -> None:
    """A meaning that ends like a phrase is no phrase, and a note is its beginning with these words."""
    meant = ParameterRow.model_validate({"torch": "p", "paddle": "p", "rewrite": "example", "note": "表示不需要转写。"})
    assert (note_start(meant), rewrite_words(meant)) == ("表示不需要转写", "")
    said = ParameterRow.model_validate({"torch": "out", "rewrite": "example", "note": "表示概率。"})
    assert (note_start(said), rewrite_words(said)) == ("表示概率，Paddle 无此参数，", "需要转写")

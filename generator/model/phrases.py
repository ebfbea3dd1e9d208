"""The phrases that the format spec demands in a note, generated from the row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.model.relation import SET_DEFAULT, Relation, Rewrite

if TYPE_CHECKING:  # who only reads phrases does not wait for the models
    from generator.model.parameter import ParameterRow

FULL_STOP = "。"
DTYPES = "在 CPU 上试过的调用中，PyTorch 接受而 Paddle"
"""How the measured line about dtypes begins."""
SECOND_ORDER = "在 CPU 上试过的调用中，PyTorch 能求二阶导数而 Paddle"
"""How the measured line about second derivatives begins."""
LOST_DIGITS = "在 CPU 上试过的调用中，有效数字比 PyTorch 少的，Paddle"
"""How the measured line about precision begins."""
WRONG_VIEWS = (
    "需要梯度时，原位修改 `x[0]` 这样的视图，Paddle 在 CPU 上求得的梯度不对而不报错，别的实参也可能得不到梯度；"
    "改用不原位的写法，再对下标赋值，如 `x[0] = x[0].clone().exp()`"
)
"""What is said of the calls, and on the pages, of which that was measured (migration note 33)."""
ATTRIBUTES = "对象的属性中，Paddle"
"""How the measured line about attributes begins."""

REWRITE_PHRASES = {
    Rewrite.EXAMPLE: "需要转写",
    Rewrite.UNSUPPORTED: "暂无转写方式",
    Rewrite.DROP: "一般对网络训练结果影响不大，可直接删除",
}
"""The phrase for each ``rewrite``. Source: R30, R31."""


def full_note(row: ParameterRow) -> str:
    """Returns the note as it is printed: the meaning, then the phrase of the row's relation (R27 to R32).

    A difference is a sentence of its own, so that a reader of the page knows where the meaning ends.
    """
    return note_start(row) + rewrite_words(row) + FULL_STOP


def note_start(row: ParameterRow) -> str:
    """Returns the printed note up to the words about rewriting, or up to its full stop where it has none."""
    meaning = row.note.strip().rstrip(FULL_STOP)
    separator = FULL_STOP if row.relation in {Relation.DIFFERS, Relation.RETURNS} else "，"
    return separator.join(part for part in (meaning, _phrase_start(row)) if part)


def rewrite_words(row: ParameterRow) -> str:
    """Returns what the note of a row says of its rewriting; empty where it says nothing."""
    says = row.relation in {Relation.TORCH_ONLY, Relation.DIFFERS, Relation.RETURNS}
    return REWRITE_PHRASES[row.rewrite] if row.rewrite and says else ""


def phrase(row: ParameterRow) -> str:
    """Returns the mandated phrase of a row without its full stop; empty where the spec demands none."""
    return _phrase_start(row) + rewrite_words(row)


def _phrase_start(row: ParameterRow) -> str:
    return _PHRASES[row.relation](row) + ("，" if rewrite_words(row) else "")


def _nothing(_row: ParameterRow) -> str:
    return ""


def _renamed(_row: ParameterRow) -> str:
    return "仅参数名不一致"


def _paddle_only(row: ParameterRow) -> str:
    return "，".join(part for part in ("PyTorch 无此参数", _how_to_set(row)) if part)


def _torch_only(_row: ParameterRow) -> str:
    return "Paddle 无此参数"


def _default(row: ParameterRow) -> str:
    assert row.default is not None
    renamed = "参数名不一致，且" if row.renamed else ""
    values = f"PyTorch 为 `{row.default.torch}`，Paddle 为 `{row.default.paddle}`"
    return f"{renamed}与 PyTorch 默认值不同，{values}，{_how_to_set(row) or 'Paddle 需设置为与 PyTorch 一致'}"


def _differs(row: ParameterRow) -> str:
    return (row.returns or (row.differs.words if row.differs else "")).strip().rstrip(FULL_STOP)


def _how_to_set(row: ParameterRow) -> str:
    if row.set is None:
        return ""
    return "Paddle 保持默认即可" if row.set == SET_DEFAULT else f"Paddle 需设置为 `{row.set}`"


_PHRASES = {
    Relation.SAME: _nothing,
    Relation.RENAMED: _renamed,
    Relation.DEFAULT: _default,
    Relation.PADDLE_ONLY: _paddle_only,
    Relation.TORCH_ONLY: _torch_only,
    Relation.DIFFERS: _differs,
    Relation.RETURNS: _differs,
}

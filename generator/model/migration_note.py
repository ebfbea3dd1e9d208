"""Migration notes: a surprise in migrating from PyTorch to Paddle, whether it still exists, and advice."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from pydantic import Field, PositiveInt, model_validator
from pydantic_core import PydanticCustomError

from generator.model.finding import Loc
from generator.model.parameter import Frozen, Words
from generator.model.record import ApiName, Expectation, Snippet


class Theme(StrEnum):
    """Subjects of notes; the page shows them in this order."""

    TENSORS = "Tensor 的创建与类型"
    OPERATORS = "运算与形状"
    LAYERS = "网络层"
    TRAINING = "训练与优化"
    DEVICES = "随机与设备"
    STORAGE = "保存与加载"
    SURROUNDINGS = "第三方库与环境"


class Holds(StrEnum):
    """Whether an experience with older versions still applies to the pinned ones."""

    STILL = "still"
    CHANGED = "changed"
    PARTLY = "partly"
    UNCHECKED = "unchecked"


HOLDS_NAMES = {
    Holds.STILL: "仍然如此",
    Holds.CHANGED: "已经改变",
    Holds.PARTLY: "部分如此",
    Holds.UNCHECKED: "无法核对",
}
"""What a reader is told of each."""


class NoteCheck(Snippet):
    """Code that proves a claim of a note; where torch's call fails, it catches the exception and assigns a value."""

    title: Words = Field(description="这段代码证明什么，不带句号。")
    expect: Expectation = Field(
        Expectation.SAME, description="两边的结果应当相同（same）、不同（differs），还是 Paddle 报错（fails）。"
    )


class MigrationNote(Frozen):
    """One experience: the surprise, the behaviour of the pinned versions, and advice."""

    number: PositiveInt = Field(description="编号，不重复；证据按它存放。")
    title: Words = Field(description="一句话的标题，不带句号。")
    theme: Theme = Field(description="所属的主题。")
    surprise: Words = Field(description="迁移的人在哪里感到意外。")
    holds: Holds = Field(
        description="这一经验在所写版本中是否成立：still 仍然如此，changed 已经改变，partly 部分如此，unchecked 无法核对。"
    )
    today: Words = Field(description="在所写版本中运行得到的事实；无法核对的，写明核对了什么、没有核对什么。")
    advice: Words = Field(description="应当怎样做。")
    apis: tuple[ApiName, ...] = Field((), description="涉及的 PyTorch API；它们的差异页面会列出这条经验。")
    checks: tuple[NoteCheck, ...] = Field((), description="证明 today 的代码，在两个库上运行。")

    @model_validator(mode="after")
    def _is_proven(self) -> MigrationNote:
        if self.holds is not Holds.UNCHECKED and not self.checks:
            raise PydanticCustomError("note_unproven", "a claim needs a check")
        return self

    @property
    def key(self) -> str:
        """The key of its evidence; no API begins with ``notes``."""
        return f"notes.{self.number:02}"

    def snippets(self) -> Iterator[tuple[Loc, NoteCheck]]:
        """Yields every check with its place."""
        for index, check in enumerate(self.checks):
            yield ("checks", index), check

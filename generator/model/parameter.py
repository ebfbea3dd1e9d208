"""One row of 参数映射, whose relation is derived from its keys and never written."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from generator.model.category import DifferenceKind
from generator.model.relation import Relation, Rewrite
from generator.model.template import Convert
from generator.model.when import When

Text = Annotated[str, StringConstraints(min_length=1)]
"""Text that is not empty."""
WORDS = "words"
Words = Annotated[Text, WORDS]
"""Text that people read: typography is checked in it, and nothing that a program does follows from it."""


class Frozen(BaseModel):
    """Base of all parts of a record: frozen, and without unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)


class DefaultPair(Frozen):
    """The two defaults of a parameter, as Python source text."""

    torch: Text = Field(description="PyTorch 的默认值，例如 `True`。")
    paddle: Text = Field(description="Paddle 的默认值，例如 `False`。")


class Difference(Frozen):
    """How a parameter differs: the key is the kind, the value says it in words (R31)."""

    usage: Words | None = Field(None, description="用法不同，例如“PyTorch 为可变参数，Paddle 为列表或元组”。")
    type: Words | None = Field(None, description="支持的类型不同，例如“PyTorch 可传入 Tensor，Paddle 只支持 float”。")

    @model_validator(mode="after")
    def _exactly_one_kind(self) -> Difference:
        if (self.usage is None) == (self.type is None):
            raise PydanticCustomError("difference_kind", "exactly one of usage and type")
        return self

    @property
    def kind(self) -> DifferenceKind:
        """Whether use or accepted type differs."""
        return DifferenceKind.USAGE if self.usage is not None else DifferenceKind.TYPE

    @property
    def words(self) -> str:
        """What differs, in words."""
        return self.usage or self.type or ""


class Covers(StrEnum):
    """How closely a condition describes the calls to which a row applies."""

    EXACT = "exact"
    """The row applies to a call exactly where the condition holds."""
    WITHIN = "within"
    """It applies to some of the calls where the condition holds, and to no other."""


class Effect(StrEnum):
    """What a difference changes that does not show in the result of the call itself; it warns and blocks nothing."""

    VIEW = "view"
    INIT = "init"
    STATE = "state"
    GRADIENT = "gradient"
    RANDOM = "random"


class Undecided(StrEnum):
    """What becomes of a call whose text leaves a condition open; by default data is assumed away, and shape stops."""

    STOP = "stop"
    """It is not converted."""
    ASSUME = "assume"
    """It is converted as if the condition did not hold, and the assumption is reported."""
    CONVERT = "convert"
    """It is converted as if the condition held: the template is right for the other calls, too."""


class ParameterRow(Frozen):
    """A torch parameter, a Paddle parameter, or a pair of them, with its meaning.

    Where ``when`` holds, the row applies: ``convert`` says how the call is written, and without ``convert`` it is
    rewritten by hand. Where it does not hold, the parameters are passed on under their names, as in a row without a
    difference. ``convert`` with names sets these Paddle arguments in place of the row's own, ``then`` among them adds a
    statement; ``convert`` with one expression replaces the call, whose converted form is ``{call}``.
    """

    torch: Text | None = Field(None, description="PyTorch 参数名；Paddle 独有的参数不写此键。")
    paddle: Text | None = Field(None, description="Paddle 参数名；PyTorch 独有的参数不写此键。")
    note: Annotated[str, WORDS] = Field(
        "", description="参数的含义，一句话，以句号结尾；“仅参数名不一致”之类的固定用语由程序补上。"
    )
    set: Text | None = Field(
        None,
        description="Paddle 应如何设置：`default` 表示保持默认即可，否则写要传入的值。用于 Paddle 独有或默认值不同的参数。",
    )
    rewrite: Rewrite | None = Field(
        None,
        description="如何转写：`example` 有转写示例，`unsupported` 暂无转写方式，`drop` 可直接删除。",
    )
    default: DefaultPair | None = Field(None, description="两边的默认值，仅在不同时填写。")
    differs: Difference | None = Field(None, description="用法或类型如何不同。")
    returns: Words | None = Field(None, description="返回值如何不同；有此键的行描述返回值，不写 torch 与 paddle。")
    when: When | None = Field(
        None,
        description="这一行在什么调用中才适用，例如 `{out: passed}`；键之间为“且”，列表的各项之间为“或”。",
    )
    covers: Covers = Field(
        Covers.EXACT,
        description="`exact`（默认）条件成立时一定有差别；`within` 成立时可能有差别，不成立时一定没有。",
    )
    effect: Effect | None = Field(
        None,
        description="差别不在这次调用的结果中，而在：`view` 视图，`init` 初始值，`state` 状态，`gradient` 梯度，`random` 随机数。"
        "转换照常进行，只给出提醒。",
    )
    undecided: Undecided | None = Field(
        None,
        description="代码里看不出条件是否成立时：`stop` 不转换，`assume` 假定不成立，照常转换并写明，`convert` 按 `convert` 转换"
        "（它在两种情形下都对）。不写时，取决于数据的假定不成立，取决于写法的不转换。",
    )
    convert: Convert | None = Field(
        None,
        description="条件成立时怎样转换：`{Paddle 参数: 表达式}`，或代替整个调用的表达式；`{参数名}` 是 PyTorch 的实参，"
        "`{call}` 是转换后的调用，表达式自己的花括号写两次。键 `then` 是跟在后面的语句，其中 `{call}` 是返回值存进的变量。"
        "键 `undecided` 是代码里看不出条件是否成立时的表达式，与一个 Paddle 参数或 `call`（整个调用）一起写。",
    )

    @model_validator(mode="after")
    def _is_about_something(self) -> ParameterRow:
        if self.torch is None and self.paddle is None and self.returns is None:
            raise PydanticCustomError("row_without_side", "a row needs torch, paddle or returns")
        if self.returns is not None and (self.torch is not None or self.paddle is not None):
            raise PydanticCustomError("row_returns_and_side", "returns stands alone")
        return self

    @property
    def relation(self) -> Relation:
        """The relation derived from the row's keys; the strongest one where several apply."""
        if self.returns is not None:
            return Relation.RETURNS
        if self.differs is not None:
            return Relation.DIFFERS
        if self.paddle is None:
            return Relation.TORCH_ONLY
        if self.torch is None:
            return Relation.PADDLE_ONLY
        if self.default is not None:
            return Relation.DEFAULT
        return Relation.SAME if self.torch == self.paddle else Relation.RENAMED

    @property
    def renamed(self) -> bool:
        """Whether both sides have the parameter, under different names."""
        return self.torch is not None and self.paddle is not None and self.torch != self.paddle

    @property
    def label(self) -> str:
        """The name of the row in messages."""
        return self.torch or self.paddle or "返回值"

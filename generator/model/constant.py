"""What a constant or a switch of torch becomes: a dtype, a memory format, ``torch.backends.cudnn.benchmark``."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from generator.model.parameter import Frozen, Words
from generator.model.template import Template

VALUE = "value"
"""The placeholder of what is assigned to a switch."""


def _refused(problem: str) -> PydanticCustomError:
    return PydanticCustomError("constant", "not a constant", {"problem": problem})


class Constant(Frozen):
    """One constant; in YAML the expression alone stands for a constant that has nothing else to say."""

    paddle: Template | None = Field(None, description="在 Paddle 中的写法，一个表达式。")
    assign: Template | None = Field(
        None, description="代码给它赋值时，代替这条语句的表达式；`{value}` 是所赋的值，花括号本身写两次。"
    )
    note: Words | None = Field(None, description="读者还要知道的；转换照常。")
    reason: Words | None = Field(
        None, description="没有写法时，缺少什么、怎么办；有写法时，为什么不能直接换，转换因此留给人。"
    )

    @model_validator(mode="before")
    @classmethod
    def _expression_alone(cls, raw: Any) -> Any:
        return {"paddle": raw} if isinstance(raw, str) else raw

    @model_validator(mode="after")
    def _says_what_becomes_of_it(self) -> Constant:
        if self.paddle is None and self.reason is None:
            raise _refused("写 `paddle`（Paddle 中的写法）或 `reason`（没有时怎么办），也可以都写。")
        if self.paddle is not None and self.paddle.names:
            raise _refused("`paddle` 里没有占位符；表达式自己的花括号写两次。")
        if self.assign is not None and self.assign.names != (VALUE,):
            raise _refused("`assign` 里用 `{value}` 表示所赋的值，没有别的占位符。")
        return self

    @property
    def expression(self) -> str:
        """What is written in its place; empty where there is nothing."""
        return self.paddle.fill({}) if self.paddle is not None else ""

"""``mapping_data/glossary.yml``: common parameters and modules, from which records are drafted."""

from __future__ import annotations

from pydantic import Field

from generator.model.parameter import Frozen, Text
from generator.model.record import Names
from generator.model.relation import Rewrite

TO_WRITE = "待写"
"""Mark in a draft of texts that must be written by hand; NEW001 reports it."""


class ModulePair(Frozen):
    """A torch module and the Paddle modules where its APIs are found."""

    torch: Text = Field(description="PyTorch 模块，以点结尾。")
    paddle: Names = Field(description="Paddle 模块，以点结尾；几个时先写更可能的。")


class ParameterEntry(Frozen):
    """The defaults of a draft for a torch parameter, by its name."""

    paddle: Names = Field((), description="在 Paddle 中常见的名称。")
    note: Text = Field(description="含义，以句号结尾。")
    layer_note: Text | None = Field(None, description="在网络层中的含义，与函数中的不同时才写。")
    usage: Text | None = Field(None, description="换了名称之后，两边的用法如何不同。")
    rewrite: Rewrite | None = Field(None, description="Paddle 没有它时通常如何转写。")
    given: Text | None = Field(None, description="检查里传入的 Tensor，写法同记录的 given；它以参数名为变量名。")
    sample: Text | None = Field(None, description="检查里传入的值，Python 写法；`torch.` 在另一边换成 `paddle.`。")
    title: Text | None = Field(None, description="转写示例的标题，不带句号。")


class Glossary(Frozen):
    """The whole of ``glossary.yml``."""

    modules: tuple[ModulePair, ...] = ()
    names: dict[str, Text] = Field(default_factory=dict, description="PyTorch 与 Paddle 不同的函数名。")
    parameters: dict[str, ParameterEntry] = Field(default_factory=dict)
    paddle_parameters: dict[str, Text] = Field(default_factory=dict, description="Paddle 独有的参数的含义。")

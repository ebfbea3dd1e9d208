"""``mapping_data/catalog.yml``: versions, documentation addresses, sections of the master table, redirects."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated

from pydantic import Field, PositiveInt, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from generator.model.constant import Constant
from generator.model.parameter import Frozen, Text, Words
from generator.model.record import ApiName, Url
from generator.model.template import Template

_PLACEHOLDER = re.compile(r"\{(api|path|name|anchor)\}")
"""``str.format`` would also read ``{api.__class__}``, and fail at any other brace."""


class LinkRule(Frozen):
    """A template for the documentation address of an API; of several that fit, the one with the longest prefix is used.

    In ``url``, ``{api}`` stands for ``torch.nn.Linear``, ``{path}`` for ``torch/nn/Linear``, ``{name}`` for
    ``Linear``, ``{anchor}`` for ``linear``.
    """

    prefix: Text = Field(description="适用的 API 名称前缀。")
    url: Url = Field(description="链接模板，可用 `{api}`、`{path}`、`{name}`、`{anchor}`。")

    def address(self, api: str) -> str:
        """Returns the address of ``api``."""
        name = api.rpartition(".")[2]
        values = {
            "api": api,
            "path": api.replace(".", "/"),
            "name": name,
            "anchor": name.strip("_").lower().replace("_", "-"),
        }
        return _PLACEHOLDER.sub(lambda match: values[match[1]], self.url)


class Selection(Frozen):
    """The APIs of a section: those below a prefix, or a list of names."""

    prefix: Text | None = Field(None, description="API 名称前缀，以点结尾，例如 `torch.nn.`。")
    depth: PositiveInt | None = Field(None, description="前缀之后最多有几段名称；不写则不限。")
    apis: tuple[ApiName, ...] = Field((), description="逐一列出的 API。")

    @model_validator(mode="after")
    def _selects_something(self) -> Selection:
        if (self.prefix is None) == (not self.apis):
            raise PydanticCustomError("selection_kind", "exactly one of prefix and apis")
        return self

    def strength(self, api: str) -> int:
        """Returns how closely the selection fits: 0 not at all, more for a longer prefix, most for a listed name."""
        if api in self.apis:
            return 1_000
        if self.prefix is None or not api.startswith(self.prefix):
            return 0
        rest = api[len(self.prefix) :].count(".") + 1
        return len(self.prefix) if self.depth is None or rest <= self.depth else 0


class Section(Frozen):
    """One section of the master table."""

    title: Words
    intro: Words
    select: tuple[Selection, ...] = Field(min_length=1)

    def strength(self, api: str) -> int:
        """Returns how closely the section's best selection fits ``api``."""
        return max(selection.strength(api) for selection in self.select)


class Sign(Frozen):
    """What a program shows wherever some conditions in words may hold."""

    data: tuple[Text, ...] = Field(
        min_length=1, description="条件，与记录的 `call: {data: …}` 逐字相同，或 `gradient`，代表 `{gradient: yes}`。"
    )
    code: tuple[Text, ...] = Field(
        min_length=1,
        description="几段代码，整个程序（项目）中一段也没有时，条件不成立；`+=` 代表这个文件中一切原位的算术赋值，给数累加与给 Tensor 的一部分赋值的除外。",
    )


class Settings(Frozen):
    """The whole of ``catalog.yml``."""

    versions: dict[str, Text] = Field(description="每个库的版本，例如 `torch: 2.13.0`；文档与验证都以此为准。")
    earlier: dict[str, tuple[Text, ...]] = Field(
        default_factory=dict, description="同一个库较早的版本，由旧到新；记录在这些版本上也运行，并写明何时才有。"
    )
    repository: Url | None = Field(
        None,
        description="代码仓库地址，用于“编辑此记录”与“报告错误”；不写时取 GitHub 工作流所在的仓库，或 git 的 `origin`（在 github.com 上的）。",
    )
    links: tuple[LinkRule, ...] = Field(min_length=1, description="文档链接的推导规则。")
    coverage: tuple[Text, ...] = Field((), description="统计覆盖时计入的 PyTorch 模块。")
    sections: tuple[Section, ...] = Field(min_length=1, description="映射总表的各节。")
    constants: dict[ApiName, Constant] = Field(
        default_factory=dict, description="PyTorch 的常数、类型（如 dtype）与开关在 Paddle 中的写法，或没有的原因。"
    )
    flavours: dict[ApiName, ApiName] = Field(
        default_factory=dict,
        description="别的包为各个库分别写的模块：为 PyTorch 写的到为 Paddle 写的，其中的名称相同。",
    )
    torch_packages: tuple[Annotated[str, StringConstraints(pattern=r"^[\w*]+$")], ...] = Field(
        (), description="建立在 PyTorch 之上的别的包，以导入的名称列出，`*` 代表任意的字；转换时不改写，在报告中列出。"
    )
    inner_layers: dict[ApiName, dict[Text, Template]] = Field(
        default_factory=dict,
        description="模块中的类（如 `torchvision.models` 的模型）转换之后是 Paddle 自己的，里面的层没有 PyTorch 的层的这些属性："
        "属性到代替它的表达式，`{self}` 是这个层；换成了别的层时也要对。",
    )
    signs: tuple[Sign, ...] = Field((), description="记录的条件中，看整个程序的写法就能排除的。")
    redirects: dict[ApiName, ApiName] = Field(
        default_factory=dict, description="记录改名或合并之后，旧的 API 名称到新的；旧的地址由此转到新的。"
    )

    def address(self, api: str) -> str:
        """Returns the derived documentation address of ``api``; empty where no rule fits."""
        fitting = [rule for rule in self.links if api.startswith(rule.prefix)]
        return max(fitting, key=lambda rule: len(rule.prefix)).address(api) if fitting else ""

    def sections_of(self, api: str) -> tuple[Section, ...]:
        """Returns the sections that fit ``api`` most closely: one, if ``catalog.yml`` is right."""
        if api not in self._sections:
            strengths = [(section.strength(api), section) for section in self.sections]
            best = max(strength for strength, _ in strengths)
            self._sections[api] = tuple(section for strength, section in strengths if strength == best and best)
        return self._sections[api]

    @cached_property
    def _sections(self) -> dict[str, tuple[Section, ...]]:
        """Cache of ``sections_of``, which lint and the lists call for every record."""
        return {}

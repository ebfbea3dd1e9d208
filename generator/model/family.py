"""Families: a whole torch module whose members map by one pattern, such as the model builders of torchvision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from generator.model.finding import Loc
from generator.model.migration_note import NoteCheck
from generator.model.parameter import Frozen, ParameterRow, Text, Words
from generator.model.record import MAX_NAME, NAME_PART, ApiName, Links, Mapping, Pair
from generator.model.remark import Remark

MemberName = Annotated[str, StringConstraints(pattern=f"^{NAME_PART}$", max_length=MAX_NAME)]
"""A member's name below its module."""


class Renamed(Frozen):
    """A member that both modules have, under different names."""

    torch: MemberName = Field(description="PyTorch 一侧的名称。")
    paddle: MemberName = Field(description="Paddle 一侧的名称。")
    remark: Words = Field(description="怎样调用才是同一个，以“。”结尾。")
    parameters: tuple[ParameterRow, ...] = Field((), description="转换调用时，在本系列的参数之外另有的。")


class Group(Frozen):
    """Members with the same remarks; the names are those below the family's two modules."""

    title: Words = Field(description="这一组的标题，不带句号。")
    remark: Words = Field(description="对这一组要说的话，以“。”结尾。")
    alike: bool = Field(default=False, description="调用是否照本系列的 `parameters` 转换；不写时留待人工。")
    both: tuple[MemberName, ...] = Field((), description="两边同名的成员。")
    renamed: tuple[Renamed, ...] = Field((), description="两边都有而名称不同的成员。")
    torch: tuple[MemberName, ...] = Field((), description="只有 PyTorch 一侧有的成员。")
    paddle: tuple[MemberName, ...] = Field((), description="只有 Paddle 一侧有的成员。")

    @model_validator(mode="after")
    def _has_members(self) -> Group:
        if not (self.both or self.renamed or self.torch or self.paddle):
            raise PydanticCustomError("group_empty", "a group needs both, renamed, torch or paddle")
        return self

    def members(self) -> Iterator[tuple[str | None, str | None]]:
        """Yields every member's name on either side, None where that side lacks it."""
        yield from ((name, name) for name in self.both)
        yield from ((member.torch, member.paddle) for member in self.renamed)
        yield from ((name, None) for name in self.torch)
        yield from ((None, name) for name in self.paddle)


class SharedRemark(Frozen):
    """A remark about the converted members, save those that it is not true of."""

    remark: Remark = Field(description="补充说明，写法与记录的相同。")
    but: tuple[MemberName, ...] = Field((), description="不适用的成员，以 PyTorch 一侧的名称。")


class CallDifference(Frozen):
    """One way in which calls of all members differ."""

    title: Words = Field(description="差别在哪里，不带句号。")
    torch: Text = Field(description="PyTorch 写法。")
    paddle: Text = Field(description="Paddle 写法。")
    remark: Words = Field(description="要留意什么，以“。”结尾。")


class Family(Frozen):
    """One file of ``mapping_data/families/``: how the members of a torch module map, and what differs for all."""

    torch: ApiName = Field(description="PyTorch 一侧的模块。")
    paddle: ApiName = Field(description="Paddle 一侧的模块。")
    title: Words = Field(description="总表与页面上的名称，不带句号。")
    intro: Words = Field(description="一段话：怎样对应。")
    links: Links = Field(description="两边的文档地址。")
    differences: tuple[CallDifference, ...] = Field((), description="对全部成员都成立的写法差别。")
    by_name: ApiName | None = Field(
        None,
        description="代码按名称取成员再调用时，照哪个成员的记录转换，它的第一个参数是名称，例如 `getattr(m, name)()`。",
    )
    signature: Text | None = Field(None, description="PyTorch 一侧能照下面的参数转换的调用，例如 `(*, weights=None)`。")
    parameters: tuple[ParameterRow, ...] = Field((), description="转换成员的调用时，各个参数怎样对应。")
    remarks: tuple[SharedRemark, ...] = Field((), description="转换的成员的补充说明，一段一项。")
    groups: tuple[Group, ...] = Field(min_length=1, description="成员，按要说的话分组；每个成员恰好属于一组。")
    checks: tuple[NoteCheck, ...] = Field(
        min_length=1, description="证明上述说法的代码，在两个库上运行，显示在页面上。"
    )

    @property
    def key(self) -> str:
        """The key of its evidence; a module has no record of its own."""
        return self.torch

    def torch_names(self) -> Iterator[str]:
        """Yields the full name of the module and of every member on torch's side."""
        yield self.torch
        for group in self.groups:
            yield from (f"{self.torch}.{torch}" for torch, _ in group.members() if torch is not None)

    def calls(self) -> Iterator[tuple[str, Mapping]]:
        """Yields the full name of every member whose calls are converted, with how."""
        for group in self.groups:
            extra = {member.torch: member.parameters for member in group.renamed}
            for torch, paddle in group.members() if group.alike and self.signature else ():
                if torch is not None and paddle is not None:
                    name = f"{self.torch}.{torch}"
                    yield (
                        name,
                        Mapping(
                            paddle=f"{self.paddle}.{paddle}",
                            signatures=Pair(torch=f"{name}{self.signature}"),
                            parameters=(*self.parameters, *extra.get(torch, ())),
                            remarks=tuple(shared.remark for shared in self.remarks if torch not in shared.but),
                        ),
                    )

    def snippets(self) -> Iterator[tuple[Loc, NoteCheck]]:
        """Yields every check with its place."""
        for index, check in enumerate(self.checks):
            yield ("checks", index), check

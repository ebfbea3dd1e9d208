"""Topics: common functions, grouped by purpose."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from generator.model.parameter import Frozen, Words
from generator.model.record import API_PATTERN, MAX_NAME, NAME_PART

Name = Annotated[str, StringConstraints(pattern=rf"^({API_PATTERN}|{NAME_PART})$", max_length=MAX_NAME)]
"""The dotted name of an API, a module or a package."""


class EntryKind(StrEnum):
    """The kind of an entry."""

    API = "api"
    MODULE = "module"
    SETTING = "setting"
    TOOL = "tool"


KIND_NAMES = {EntryKind.MODULE: "模块", EntryKind.SETTING: "设置项", EntryKind.TOOL: "第三方工具"}
"""What a reader is told of entries that are no API; they have no record, and a remark in its place."""


class Entry(Frozen):
    """One line of a topic. Counterpart and category come from the API's record and are never written here."""

    api: Name = Field(description="PyTorch API、模块或工具的名称。")
    meaning: Words = Field(description="一句话的含义，以“。”结尾。")
    kind: EntryKind = Field(EntryKind.API, description="api、module（模块）、setting（设置项）或 tool（第三方工具）。")
    remark: Words | None = Field(None, description="不是 API 的，写明在 Paddle 中怎么办。")

    @model_validator(mode="after")
    def _says_what_to_do(self) -> Entry:
        if self.kind is not EntryKind.API and self.remark is None:
            raise PydanticCustomError("entry_without_remark", "what is no API needs a remark")
        return self


class Topic(Frozen):
    """One group of functions."""

    title: Words = Field(description="主题的标题。")
    entries: tuple[Entry, ...] = Field(description="属于它的函数，按阅读的次序。")


class Topics(Frozen):
    """The whole of ``topics.yml``."""

    topics: tuple[Topic, ...] = Field(description="主题，按阅读的次序。")

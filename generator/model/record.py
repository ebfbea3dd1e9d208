"""The record: one PyTorch API, its Paddle counterpart, and their differences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any

from pydantic import (
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PositiveFloat,
    StringConstraints,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from generator.model.category import CATEGORIES, Category, find_category
from generator.model.finding import Loc
from generator.model.parameter import WORDS, Frozen, ParameterRow, Text, Words
from generator.model.remark import Remark

MAX_NAME = 200
"""The longest API name, in bytes. File systems allow 255, including the ending, which is longest for a temporary file.
The libraries' longest name has 147."""
MAX_PARTS = 20
"""The most parts of an API name; the libraries' deepest name has nine."""

MOST = 300
"""The most items of a list in a record, several times as many as any has; some rules compare all pairs of them."""

NAME_PART = "[A-Za-z_][A-Za-z0-9_]*"
API_PATTERN = rf"{NAME_PART}(\.{NAME_PART}){{1,{MAX_PARTS - 1}}}"
ApiName = Annotated[str, StringConstraints(pattern=f"^{API_PATTERN}$", max_length=MAX_NAME)]
"""A dotted name such as ``torch.nn.functional.relu``: safe as a file name, and as part of an address."""

_EXCEPTION = "[A-Z][A-Za-z]*Error"
ExceptionName = Annotated[str, StringConstraints(pattern=f"^{_EXCEPTION}$", max_length=MAX_NAME)]
"""A class of exceptions that Python itself has, such as ``ValueError``."""
TypeName = Annotated[str, StringConstraints(pattern=f"^({API_PATTERN}|{_EXCEPTION})$", max_length=MAX_NAME)]

Url = Annotated[str, StringConstraints(pattern=r"^https?://\S+$")]


class _CategoryField:
    """Reads a category in any accepted spelling and writes its name."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls._read, serialization=core_schema.plain_serializer_function_ser_schema(str)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {
            "type": "string",
            "enum": [name for category in CATEGORIES for name in (category.name, *category.spellings)],
        }

    @staticmethod
    def _read(value: object) -> Category:
        if isinstance(value, Category):
            return value
        category = find_category(value) if isinstance(value, str) else None
        if category is None:
            raise PydanticCustomError("category_unknown", "not a category", {"value": str(value)})
        return category


def _one_or_many(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


Names = Annotated[tuple[Text, ...], BeforeValidator(_one_or_many)]
"""One name, or a list of names."""


class Snippet(Frozen):
    """The same piece of work in both libraries, with the inputs it needs to run."""

    given: dict[str, Any] = Field(
        default_factory=dict,
        max_length=MOST,
        description='运行所需的输入：变量名到值。`"float32[2, 3]"` 表示该形状的确定数据，其余写 Python 字面量。',
    )
    torch: Text = Field(description="PyTorch 写法。")
    paddle: Text = Field(description="Paddle 写法。")
    compare: Names = Field(
        (), description="只比较这些变量，可写 `w.grad`；不写时比较两边同名的变量、末行的值与被改动的输入。"
    )
    skip: Words | None = Field(None, description="无法在 CPU 单机上运行的原因。")
    random: bool = Field(default=False, description="结果是随机的：只比较形状、类型与取值范围。")
    tolerance: PositiveFloat | None = Field(
        None, description="允许的相对与绝对误差，例如 1e-4；不写时按 dtype：float32 为 1e-5 与 1e-6，整数须相等。"
    )


class Expectation(StrEnum):
    """The expected result of a check: both sides agree, they differ, or Paddle's side raises an error."""

    SAME = "same"
    DIFFERS = "differs"
    FAILS = "fails"


class RecordSnippet(Snippet):
    """Code of a record, of which for each mapping one is the usual call."""

    usual: bool = Field(
        default=False, description="是否为这组参数最平常的调用：每组恰好标一段，页面开头的答案与“要改多少”由它得来。"
    )


class Example(RecordSnippet):
    """A published 转写示例 (R33 to R38)."""

    parameter: Names = Field((), description="示例所转写的 PyTorch 参数，一个或多个；类别 4 至 6 可不写。")
    title: Annotated[str, WORDS] = Field("", description="参数的功能，或示例的说明，不带句号。")
    case: Words | None = Field(
        None, description="示例适用的情形，例如“`rounding_mode` 为 `trunc` 时”，显示在代码之前。"
    )


class Check(RecordSnippet):
    """An equivalent pair of calls that is run and not published as 转写示例.

    In a record of category 7, it shows what was tried in Paddle: a way around, or what differs or raises an error.
    """

    expect: Expectation = Field(
        Expectation.SAME,
        description="两边应当相同（same）、不同（differs），还是 Paddle 报错（fails）；后两者只用于第 7 类，证明确实没有。",
    )


class Pair(Frozen):
    """A value for either side."""

    torch: Text | None = None
    paddle: Text | None = None


class Links(Frozen):
    """Documentation addresses that override the derived ones."""

    torch: Url | None = None
    paddle: Url | None = None


class Exemption(Frozen):
    """A rule that this record may break, and why."""

    code: Text
    reason: Words


class Mapping(Frozen):
    """Base of a record and of its overloads: a counterpart and the differences from it."""

    paddle: ApiName | None = Field(None, description="对应的 Paddle API 全名；没有时不写。")
    signatures: Pair | None = Field(None, description="覆盖清单中的签名；只在清单没有签名，或文档写法不同时填写。")
    summary: Words | None = Field(None, description="一句话总结；不写时按分类生成。")
    parameters: tuple[ParameterRow, ...] = Field(
        (), max_length=MOST, description="参数映射，按 PyTorch 签名的次序，Paddle 独有的在后。"
    )
    remarks: tuple[Remark, ...] = Field(
        (),
        max_length=MOST,
        description="参数映射之后的补充说明，一段一项；以 ``` 围起来的一项是代码。"
        "只涉及某些调用的写成 `{note: …, when: …}`。",
    )
    examples: tuple[Example, ...] = Field((), max_length=MOST, description="转写示例。")
    checks: tuple[Check, ...] = Field((), max_length=MOST, description="等价的调用，只运行而不作为转写示例发布。")

    def own_snippets(self) -> Iterator[tuple[Loc, RecordSnippet]]:
        """Yields the examples and checks of this mapping alone, each with its place in it."""
        for index, example in enumerate(self.examples):
            yield ("examples", index), example
        for index, check in enumerate(self.checks):
            yield ("checks", index), check


class Overload(Mapping):
    """One of several signatures of a torch API that map differently."""

    title: Words | None = Field(None, description="这组参数的用途，例如“指定 dim 时”。")
    links: Links | None = Field(None, description="覆盖这组参数的文档链接；不写则与整条记录的相同。")


class Form(Frozen):
    """Another name of the same piece of knowledge: a method, an in-place method, or a function for the record's.

    Whatever is not written here follows from the record and the inventory: see ``generator.model.form_record``.
    """

    torch: ApiName = Field(description="这个形式的 PyTorch API 全名，例如 `torch.Tensor.clamp_`。")
    paddle: ApiName | None = Field(None, description="这个形式对应的 Paddle API 全名；没有时不写。")
    in_place: bool = Field(default=False, description="是否改动它的第一个实参；验证时另外核对视图与返回的对象。")
    aliases: tuple[ApiName, ...] = Field((), max_length=MOST, description="同一形式的其他 PyTorch 名称。")
    drop: Names = Field(
        (), description="不带到这个形式的行（参数名）、补充说明、示例与检查（`remarks.1`、`examples.0`、`checks.2`）。"
    )
    parameters: tuple[ParameterRow, ...] = Field((), max_length=MOST, description="代替同名参数的行，或另加的行。")
    overloads: tuple[Overload, ...] = Field((), max_length=MOST, description="写了就代替记录的各组参数。")
    remarks: tuple[Remark, ...] | None = Field(None, max_length=MOST, description="写了就代替记录的补充说明。")
    examples: tuple[Example, ...] | None = Field(None, max_length=MOST, description="写了就代替由记录得来的示例。")
    checks: tuple[Check, ...] | None = Field(None, max_length=MOST, description="写了就代替由记录得来的检查。")
    related: tuple[ApiName, ...] = Field((), max_length=MOST, description="相关的 PyTorch API；记录与其他形式不必写。")


class Raises(Frozen):
    """What the two sides raise for the same data."""

    torch: ExceptionName = Field(description="PyTorch 抛出的异常，或它的基类。")
    paddle: ExceptionName = Field(description="Paddle 抛出的异常。")
    instead: Words | None = Field(
        None,
        description="Paddle 对别的错误也抛出同样的异常，一并捕获会掩盖它们时，应怎样改写；转换时不改 `except`，留给人。",
    )


class Record(Mapping):
    """All that is known of one PyTorch API."""

    torch: ApiName = Field(description="PyTorch API 全名。")
    category: Annotated[Category, _CategoryField] = Field(description="映射分类。")
    draft: bool = Field(default=False, description="是否为 `apimap new` 起草、还没有人逐处看过；看过之后删去。")
    context: bool = Field(default=False, description="是否需要修改上下文的代码（类别 5）。")
    reason: Words | None = Field(None, description="功能缺失的原因，显示在总表的备注中。")
    helper: Text | None = Field(
        None,
        description="没有对应的 API，或对应的 API 要修改上下文时，用 Paddle 写出的同名函数或类，参数与 PyTorch 的相同：转换时写进用到它的文件，"
        "这条记录的 Paddle 代码用到它的，前面也有它。",
    )
    type: TypeName | None = Field(
        None,
        description="作为类型（标注、`isinstance`、`except`）时的 Paddle 类，或 Python 的异常；只在 `paddle` 不是类，或没有 `paddle` 时写。",
    )
    raises: Raises | None = Field(
        None,
        description="对同样的数据两边都抛出异常而类不同时，各是什么：转换时 `try` 之后捕获前者的 `except` 也捕获后者。",
    )
    intro: Words | None = Field(None, description="有 overloads 的记录在各组之前的导语。")
    overloads: tuple[Overload, ...] = Field(
        (), max_length=MOST, description="多组参数列表；每组各自写 paddle、parameters 等。"
    )
    aliases: tuple[ApiName, ...] = Field((), max_length=MOST, description="同一函数的其他 PyTorch 名称。")
    related: tuple[ApiName, ...] = Field((), max_length=MOST, description="相关的 PyTorch API。")
    links: Links | None = Field(None, description="覆盖推导出的文档链接。")
    exempt: tuple[Exemption, ...] = Field((), max_length=MOST, description="豁免的规则与原因。")
    forms: tuple[Form, ...] = Field(
        (), max_length=MOST, description="同一功能的其他名称：方法、原位的方法等；行、示例与检查由这条记录得来。"
    )

    @model_validator(mode="before")
    @classmethod
    def _define_helper(cls, data: Any) -> Any:
        """Puts the helper before the code that uses it, so that whoever reads or runs a snippet has the whole of it."""
        match data:
            case {"torch": str(api), "helper": str(helper)}:
                name = re.escape(api.rpartition(".")[2])
                called = "[()]"  # or a base class
                uses = re.compile(rf"(?<![\w.]){name}(?:{called}|(?<=@{name})$)", re.MULTILINE)
                return _with_code(data, uses, _before(helper))
        return data

    def without_helper(self, code: str) -> str:
        """Returns some Paddle code of the record without the helper that stands before it."""
        return code.removeprefix(_before(self.helper)) if self.helper else code

    @property
    def key(self) -> str:
        """The key of its evidence."""
        return self.torch

    @property
    def module(self) -> str:
        """The part of the name before the last dot: ``torch.nn.functional``."""
        return self.torch.rpartition(".")[0]

    @property
    def name(self) -> str:
        """The part of the name after the last dot."""
        return self.torch.rpartition(".")[2]

    @cached_property
    def paddle_apis(self) -> tuple[str, ...]:
        """The Paddle counterparts of the record and its overloads, each once, in order."""
        found = (mapping.paddle for _, mapping in self.mappings())
        return tuple(dict.fromkeys(api for api in found if api is not None))

    def mappings(self) -> Iterator[tuple[Loc, Mapping]]:
        """Yields the overloads with their places, or the record itself where it has none."""
        if not self.overloads:
            yield (), self
        for index, overload in enumerate(self.overloads):
            yield ("overloads", index), overload

    def snippets(self) -> Iterator[tuple[Loc, RecordSnippet]]:
        """Yields every example and check with its place, in the order of the file."""
        for loc, mapping in self.mappings():
            yield from (((*loc, *place), snippet) for place, snippet in mapping.own_snippets())

    def equivalents(self) -> Iterator[tuple[Loc, RecordSnippet]]:
        """Yields the snippets, with their places, that run and give the same on both sides: what inputs can vary."""
        for loc, snippet in self.snippets():
            if not snippet.skip and expectation_of(snippet) is Expectation.SAME:
                yield loc, snippet

    def rows(self) -> Iterator[tuple[Loc, ParameterRow]]:
        """Yields every parameter row with its place."""
        for loc, mapping in self.mappings():
            for index, row in enumerate(mapping.parameters):
                yield (*loc, "parameters", index), row


def expectation_of(snippet: Snippet) -> Expectation:
    """Returns the expected result of a snippet: only checks expect anything but the same on both sides."""
    return getattr(snippet, "expect", Expectation.SAME)


def _before(helper: str) -> str:
    """Returns a helper as it stands before the code that uses it."""
    return helper.strip("\n") + "\n\n"


def _with_code(data: Any, uses: re.Pattern[str], helper: str) -> Any:
    """Returns what a file says of a record, with ``helper`` before the Paddle code of each snippet that ``uses`` it."""
    match data:
        case {"torch": str(), "paddle": str(code)} if "category" not in data:
            is_needed = uses.search(code) and not code.startswith(helper)
            return {**data, "paddle": helper + code} if is_needed else data
        case dict():
            return {key: _with_code(value, uses, helper) for key, value in data.items()}
        case list() | tuple():
            return [_with_code(each, uses, helper) for each in data]
    return data

"""Remarks: paragraphs after the table of parameters, some of which say in which calls they apply."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import (
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    TypeAdapter,
    ValidatorFunctionWrapHandler,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from generator.model.parameter import Effect, Undecided
from generator.model.pattern import Pattern
from generator.model.relation import Relation
from generator.model.template import Convert, write_convert
from generator.model.when import When, when_schema, write_when

TEXT_KEY = "note"
"""The key of the text, where a remark is a mapping."""
FENCE = "```"
"""What code among the remarks stands in."""
Former = Annotated[
    tuple[Annotated[str, StringConstraints(pattern=r"^[A-Za-z_]\w*$")], ...],
    Field(min_length=1, description="较早的 PyTorch 才有的参数，新的签名里没有：按名称传入的，转换时去掉。"),
]
"""Parameters that torch had once; older code passes them."""
_KEYS: dict[str, Any] = {
    "when": When,
    "convert": Convert,
    "undecided": Undecided,
    "effect": Effect,
    "around": Pattern,
    "former": Former,
}
"""The other keys, each with its type; all but the last two mean what they mean in a row."""


class Remark(str):
    """The text of a remark, with the keys of a row about no parameter: when it applies, how calls are converted.

    With ``around``, ``convert`` is what stands in the place of that code, in which the API is used. ``former`` are
    parameters that torch had once, which conversion leaves out.
    It is text like any other for all that shows it; in YAML it is the text, or a mapping with ``note`` and other keys.
    """

    __slots__ = tuple(_KEYS)
    when: When | None
    convert: Convert | None
    undecided: Undecided | None
    effect: Effect | None
    around: Pattern | None
    former: tuple[str, ...] | None

    def __new__(  # noqa: PLR0913, PLR0917  # one for each key
        cls,
        text: str,
        when: When | None = None,
        convert: Convert | None = None,
        undecided: Undecided | None = None,
        effect: Effect | None = None,
        around: Pattern | None = None,
        former: tuple[str, ...] | None = None,
    ) -> Self:
        """Makes a remark from its text and its keys."""
        remark = super().__new__(cls, text)
        remark.when, remark.convert, remark.undecided, remark.effect = when, convert, undecided, effect
        remark.around, remark.former = around, former
        return remark

    def __getnewargs__(self) -> tuple[Any, ...]:
        return str(self), *(getattr(self, key) for key in _KEYS)

    @property
    def label(self) -> str:
        """What it is called in messages."""
        return "补充说明"

    @property
    def relation(self) -> Relation:
        """That of a row about the call as a whole."""
        return Relation.RETURNS

    @property
    def is_code(self) -> bool:
        """Whether it is a block of code instead of a sentence."""
        return self.lstrip().startswith(FENCE)

    @property
    def has_keys(self) -> bool:
        """Whether it says more than its text."""
        return any(getattr(self, key) is not None for key in _KEYS)

    @property
    def is_rule(self) -> bool:
        """Whether it says of calls when it applies or what becomes of them, but for former parameters."""
        return any(getattr(self, key) is not None for key in _KEYS if key != "former")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        keys = {TEXT_KEY: core_schema.typed_dict_field(core_schema.str_schema(min_length=1))} | {
            key: core_schema.typed_dict_field(handler.generate_schema(kind), required=False)
            for key, kind in _KEYS.items()
        }
        return core_schema.no_info_wrap_validator_function(
            cls._read,
            core_schema.typed_dict_schema(keys, extra_behavior="forbid"),
            serialization=core_schema.plain_serializer_function_ser_schema(write_remark),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        keys = {
            TEXT_KEY: {"type": "string", "minLength": 1, "description": "补充说明。"},
            "when": when_schema(),
            "convert": TypeAdapter(Convert).json_schema(),
            "undecided": {"enum": [str(word) for word in Undecided], "description": "与参数行的 `undecided` 相同。"},
            "effect": {"enum": [str(word) for word in Effect], "description": "与参数行的 `effect` 相同。"},
            "around": {
                **TypeAdapter(Pattern).json_schema(),
                "description": "用到这个属性的一段 PyTorch 代码，由 `convert` 整段代替，例如 `{self}.param_groups[0]['lr']`。",
            },
            "former": TypeAdapter(Former).json_schema(),
        }
        mapping = {"type": "object", "properties": keys, "required": [TEXT_KEY], "additionalProperties": False}
        return {"anyOf": [{"type": "string", "minLength": 1}, {**mapping, "minProperties": 2}]}

    @classmethod
    def _read(cls, value: object, read_keys: ValidatorFunctionWrapHandler) -> Remark:
        if isinstance(value, cls):
            return value
        if isinstance(value, str) and value:
            return cls(value)
        if isinstance(value, dict) and TEXT_KEY in value and len(value) > 1:
            keys = read_keys(value)
            return cls(keys.pop(TEXT_KEY), **keys)
        raise PydanticCustomError("remark", "neither a text nor a text with a condition")


def write_remark(remark: str) -> str | dict[str, Any]:
    """Returns the remark as YAML's data."""
    if not isinstance(remark, Remark) or not remark.has_keys:
        return str(remark)
    return {TEXT_KEY: str(remark), **write_keys(remark)}


def write_keys(remark: Remark) -> dict[str, Any]:
    """Returns all but the text of a remark, as YAML's data."""
    written = {
        "when": remark.when and write_when(remark.when),
        "convert": remark.convert and write_convert(remark.convert),
        "undecided": remark.undecided and str(remark.undecided),
        "effect": remark.effect and str(remark.effect),
        "around": remark.around and remark.around.text,
        "former": remark.former and list(remark.former),
    }
    return {key: value for key, value in written.items() if value is not None}

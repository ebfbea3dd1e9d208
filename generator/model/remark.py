"""Remarks: paragraphs after the table of parameters, some of which say in which calls they apply."""

from __future__ import annotations

from typing import Any, Self

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidatorFunctionWrapHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from generator.model.when import When, when_schema, write_when

TEXT_KEY = "note"
"""The key of the text, where a remark is a mapping."""


class Remark(str):
    """The text of a remark, with the condition under which it applies, where it has one.

    It is text like any other for all that shows it; in YAML it is the text, or a mapping with ``note`` and ``when``.
    """

    __slots__ = ("when",)
    when: When | None

    def __new__(cls, text: str, when: When | None = None) -> Self:
        """Makes a remark from its text and its condition."""
        remark = super().__new__(cls, text)
        remark.when = when
        return remark

    def __getnewargs__(self) -> tuple[str, When | None]:  # type: ignore[override]  # str's has the text alone
        return str(self), self.when

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        keys = {
            TEXT_KEY: core_schema.typed_dict_field(core_schema.str_schema(min_length=1)),
            "when": core_schema.typed_dict_field(handler.generate_schema(When)),
        }
        return core_schema.no_info_wrap_validator_function(
            cls._read,
            core_schema.typed_dict_schema(keys),
            serialization=core_schema.plain_serializer_function_ser_schema(write_remark),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        keys = {TEXT_KEY: {"type": "string", "minLength": 1, "description": "补充说明。"}, "when": when_schema()}
        mapping = {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}
        return {"anyOf": [{"type": "string", "minLength": 1}, mapping]}

    @classmethod
    def _read(cls, value: object, read_keys: ValidatorFunctionWrapHandler) -> Remark:
        if isinstance(value, cls):
            return value
        if isinstance(value, str) and value:
            return cls(value)
        if isinstance(value, dict) and value.keys() == {TEXT_KEY, "when"}:
            keys = read_keys(value)
            return cls(keys[TEXT_KEY], keys["when"])
        raise PydanticCustomError("remark", "neither a text nor a text with a condition")


def write_remark(remark: str) -> str | dict[str, Any]:
    """The remark as YAML's data."""
    when = getattr(remark, "when", None)
    return str(remark) if when is None else {TEXT_KEY: str(remark), "when": write_when(when)}

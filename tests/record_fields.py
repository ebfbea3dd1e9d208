"""Records that fill every field of the model, which of these are not published, and what a change of one field makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, get_args

from pydantic import BaseModel

from generator.model.category import CATEGORIES, Category
from generator.model.parameter import Frozen
from generator.model.record import Record
from generator.model.remark import Remark
from generator.model.template import Convert
from generator.model.when import When

SNIPPET: dict[str, Any] = {
    "given": {"x": "float32[2]"},
    "torch": "y = torch.f(x)",
    "paddle": "y = paddle.f(x)",
    "compare": ("y",),
    "skip": "需要 GPU。",
    "random": True,
    "tolerance": 0.1,
}
MAPPING: dict[str, Any] = {
    "paddle": "paddle.f",
    "signatures": {"torch": "torch.f(a)", "paddle": "paddle.f(b)"},
    "summary": "两者：",
    "parameters": [
        {
            "torch": "a",
            "paddle": "b",
            "note": "一。",
            "default": {"torch": "1", "paddle": "2"},
            "set": "3",
            "when": {"a": "passed"},
            "covers": "within",
        },
        {
            "torch": "c",
            "note": "二。",
            "rewrite": "example",
            "effect": "state",
            "undecided": "stop",
            "convert": "f({call})",
        },
        {"torch": "d", "paddle": "d", "note": "三。", "differs": {"usage": "不同"}},
        {"torch": "e", "paddle": "e", "note": "四。", "differs": {"type": "不同"}},
        {"returns": "不同"},
    ],
    "remarks": [
        "补充。",
        {
            "note": "有时。",
            "when": {"a": "passed"},
            "convert": {"b": "{a} + 1"},
            "undecided": "assume",
        },
        {"note": "视图。", "effect": "view"},
        {"note": "从前。", "around": "{self}.a[{c}]", "convert": "{self}.b({c})", "former": ["old"]},
    ],
    "examples": [{"parameter": ["c"], "title": "功能", "case": "当", "usual": True, **SNIPPET}],
    "checks": [{**SNIPPET, "usual": True}],
}
LINKS = {"torch": "https://e.org/a", "paddle": "https://e.org/b"}
OWN_LINKS = {"torch": "https://e.org/c", "paddle": "https://e.org/d"}
SHARED: dict[str, Any] = {
    "torch": "torch.f",
    "category": "参数不一致",
    "context": True,
    "intro": "导语。",
    "reason": "原因。",
    "type": "paddle.F",
    "raises": {"torch": "RuntimeError", "paddle": "ValueError", "instead": "先判断。"},
    "aliases": ["torch.g"],
    "related": ["torch.h"],
    "links": LINKS,
    "exempt": [{"code": "PAR001", "reason": "因为。"}],
}
FORMS: list[dict[str, Any]] = [
    {"torch": "torch.f_", "paddle": "paddle.f_", "in_place": True, "drop": ["d"], "aliases": ["torch.g_"]},
    {
        "torch": "torch.F.f",
        "paddle": "paddle.F.f",
        "parameters": [{"torch": "a", "paddle": "b", "note": "五。"}],
        "remarks": ["另外。"],
        "examples": MAPPING["examples"],
        "checks": [SNIPPET],
        "related": ["torch.i"],
    },
    {
        "torch": "torch.F.h",
        "paddle": "paddle.F.h",
        "drop": ["a", "c", "e", "返回值"],
        "parameters": [{"torch": "d", "paddle": "z", "note": "六。"}],
        "examples": [],
        "checks": [SNIPPET],
    },
    {"torch": "torch.F.g", "overloads": [{"title": "一", **MAPPING}, MAPPING]},
]
SAMPLES = [
    Record.model_validate(SHARED | MAPPING),
    Record.model_validate(SHARED | MAPPING | {"category": "仅参数名不一致"}),
    Record.model_validate(
        SHARED | {"category": "仅参数名不一致", "overloads": [{"paddle": "paddle.f", "checks": [SNIPPET]}]}
    ),
    Record.model_validate(SHARED | {"overloads": [{"title": "一", "links": OWN_LINKS, **MAPPING}, MAPPING]}),
    Record.model_validate(
        {"torch": "torch.f", "category": "功能缺失", "reason": "原因。", "checks": [SNIPPET | {"expect": "fails"}]}
    ),
    Record.model_validate(SHARED | {"helper": "def f(x):\n    return x", "examples": [SNIPPET | {"paddle": "f(x)"}]}),
    Record.model_validate(SHARED | MAPPING | {"draft": True}),
    Record.model_validate(SHARED | MAPPING | {"forms": FORMS}),
]


_HOW_IT_RUNS = "says how the code is compared, and nothing about the API; the repository has it"
UNPUBLISHED = {
    **{f"{cls}.{name}": _HOW_IT_RUNS for cls in ("Example", "Check") for name in ("compare", "random", "tolerance")},
    "Form.in_place": "it adds a check, of which the evidence tells once it has run",
    "Record.draft": "lint refuses a draft, so that none is published",
}
"""The fields that readers and tools are not told, and why."""

_FOR_CONVERTERS = "a reader has the text of the remark; a tool that converts code needs it"
ONLY_IN_DATA = {
    **{
        f"ParameterRow.{name}": "a reader has the note and the examples; a tool that converts code needs it"
        for name in ("effect", "undecided", "convert")
    },
    "Record.type": "a reader is told by a remark; a tool that converts code needs the name",
    **dict.fromkeys(
        ("Record.raises", "Raises.torch", "Raises.paddle", "Raises.instead"),
        "a reader is told by a remark; a tool that converts code needs the names",
    ),
    **{f"Remark.{name}": _FOR_CONVERTERS for name in ("convert", "undecided", "around", "former")},
    "Check.expect": "a record of category 7 has no page; its row says that what was tried is verified",
    **{f"{cls}.usual": "a reader has the call that it marks, at the top of the page" for cls in ("Example", "Check")},
}
"""The fields that tools alone are told, and why."""
_FOR_CHECKERS = "a comment of the Markdown, for who checks the file"
ONLY_ON_PAGES = dict.fromkeys(("Record.exempt", "Exemption.code", "Exemption.reason"), _FOR_CHECKERS)
"""The fields that readers alone are told, and why."""
NOT_READ_BACK = ("forms", "reason", "type", "raises", "helper")
"""The keys of a record that a page does not carry, or that the importer passes over."""


def changed(value: Any) -> Any:  # noqa: PLR0911  (one for each kind of value)
    """Another value of the same kind."""
    match value:
        case Category():
            return CATEGORIES[CATEGORIES.index(value) - 1]
        case Enum():
            kinds = list(type(value))
            return kinds[kinds.index(value) - 1]
        case bool():
            return not value
        case str():
            return value.replace("(", "(z, ") if "(" in value else f"{value}1"
        case float():
            return value * 2
        case BaseModel() | When() | Convert():
            return None
        case _:
            return type(value)()


def variants(model: Any) -> Iterator[tuple[str, Any]]:
    """The model with each field changed, in itself and in all that it holds, by class and name of the field."""
    if isinstance(model, Remark):
        keys = {key: getattr(model, key) for key in Remark.__slots__}
        for key in filter(keys.get, keys):
            yield f"Remark.{key}", Remark(str(model), **(keys | {key: None}))
        return
    if not isinstance(model, BaseModel):
        return
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        other = changed(value)
        if value and (other is not None or not field.is_required()):
            yield f"{type(model).__name__}.{name}", with_field(model, name, other)
        inner = enumerate(value) if isinstance(value, tuple) else [(None, value)]
        for index, item in inner:
            for place, part in variants(item):
                whole = part if index is None else (*value[:index], part, *value[index + 1 :])
                yield place, with_field(model, name, whole)


def with_field(model: BaseModel, name: str, value: Any) -> BaseModel:
    """The model with another value of a field; nothing is checked, and nothing that was derived before is kept."""
    fields: Mapping[str, Any] = {field: getattr(model, field) for field in type(model).model_fields}
    return type(model).model_construct(**{**fields, name: value})


def reachable(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """The classes that a record is made of."""
    yield model
    for field in model.model_fields.values():
        for inner in models_in(field.annotation):
            yield from reachable(inner)


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that a field's type speaks of."""
    if isinstance(annotation, type) and issubclass(annotation, Frozen):
        yield annotation
    for inner in get_args(annotation):
        yield from models_in(inner)

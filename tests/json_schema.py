"""What JSON Schema finds wrong with a value, as far as our schemas use it."""

from __future__ import annotations

import re
from typing import Any

TYPES = {
    "string": str,
    "object": dict,
    "array": list,
    "boolean": bool,
    "number": (int, float),
    "integer": int,
    "null": type(None),
}


def errors(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str = "") -> list[str]:  # noqa: C901, PLR0912  (a branch a keyword)
    """What a schema finds wrong with a value; only the keywords that our schemas use are known, and others fail."""
    found: list[str] = []
    for keyword, rule in schema.items():
        match keyword:
            case "$ref":
                _, definitions, name = rule.split("/")
                found += errors(value, root[definitions][name], root, place)
            case "anyOf":
                if all(errors(value, option, root, place) for option in rule):
                    found.append(f"{place}: none of {rule}")
            case "type":
                names = [rule] if isinstance(rule, str) else rule
                if isinstance(value, str) and "number" in names and re.fullmatch(r"\d+(\.\d+)?e-?\d+", value):
                    continue  # YAML 1.2, which editors speak, reads 1e-5 as the number it is
                if not any(isinstance(value, TYPES[name]) for name in names):
                    found.append(f"{place}: {value!r} is no {names}")
            case "enum":
                found += [] if value in rule else [f"{place}: {value!r} not in {rule}"]
            case "pattern":
                found += [] if not isinstance(value, str) or re.search(rule, value) else [f"{place}: {value!r}"]
            case "minLength":
                found += [] if not isinstance(value, str) or len(value) >= rule else [f"{place}: empty"]
            case "exclusiveMinimum" | "minimum":
                low = isinstance(value, int | float) and (value < rule or (value == rule and keyword != "minimum"))
                found += [f"{place}: {value} is too small"] if low else []
            case "required":
                found += [f"{place}: {key} is missing" for key in rule if isinstance(value, dict) and key not in value]
            case "properties":
                for key in value if isinstance(value, dict) else ():
                    found += errors(value[key], rule[key], root, f"{place}.{key}") if key in rule else []
            case "additionalProperties":
                known = schema.get("properties", {})
                unknown = [key for key in value if key not in known] if isinstance(value, dict) else []
                if rule is False:
                    found += [f"{place}: unknown key {key}" for key in unknown]
                elif rule is not True:
                    found += [error for key in unknown for error in errors(value[key], rule, root, f"{place}.{key}")]
            case "items":
                for index, item in enumerate(value if isinstance(value, list) else ()):
                    found += errors(item, rule, root, f"{place}[{index}]")
            case _:
                assert keyword in WORDS, keyword
    return found


WORDS = {"description", "title", "examples", "definitions", "$defs", "$schema", "$comment", "markdownEnumDescriptions"}
"""Keywords that say something to people and forbid nothing."""

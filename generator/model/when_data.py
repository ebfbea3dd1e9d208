"""Conditions as compact JSON, which programs in any language evaluate without the grammar of YAML.

A condition is a list of clauses, a clause a list of tests, a test ``[subject, op, value]`` without a value for
``passed`` and ``omitted``. A value to compare with is JSON, or for what JSON lacks ``{"name": "torch.float32"}``,
``{"tuple": […]}`` or ``{"number": "inf"}`` (``"1.0"`` too), and for another parameter ``{"parameter": "min"}``.
``ndim`` and ``length`` have ``[comparison, number or parameter]``, ``same_dtype`` has
``[yes or no as a boolean, parameter, …]``; yes and no are booleans everywhere.
"""

from __future__ import annotations

from typing import Any

from generator.model.when import BARE, COMPARISONS, COUNTS, STATES, Test, When
from generator.model.when_value import read_value, value_from_json, value_to_json

_ANSWERS = frozenset({*STATES, "default_dtype"})
_TEXTS = frozenset({"result", "data", "writes"})


def to_data(when: When) -> list[list[list[Any]]]:
    """Returns the condition as JSON's data."""
    return [[_test_data(test) for test in clause] for clause in when.clauses]


def from_data(data: list[list[list[Any]]]) -> When:
    """Returns the condition that ``to_data`` wrote."""
    return When(tuple(tuple(_test(*item) for item in clause) for clause in data))


def _test_data(test: Test) -> list[Any]:
    op, value = test.op, test.value
    if op in BARE:
        return [test.subject, op]
    data: Any
    if test.other:
        parameter = {"parameter": test.other}
        data = [value[0], parameter] if op in COUNTS else parameter
    elif isinstance(value, str):
        data = value == "yes" if op in _ANSWERS else value if op in _TEXTS else value_to_json(read_value(value))
    elif op in {"in", "not_in"}:
        data = [value_to_json(read_value(item)) for item in value]
    elif op in COUNTS:
        data = [value[0], int(value[1])]
    elif op == "same_dtype":
        data = [value[0] == "yes", *value[1:]]
    else:
        data = list(value)
    return [test.subject, op, data]


def _test(subject: str, op: str, data: Any = None) -> Test:
    value: str | tuple[str, ...]
    if op in BARE:
        value = ""
    elif op in _ANSWERS:
        value = _yes_no(data)
    elif op == "is" or op in COMPARISONS:
        value = _parameter(data) or repr(value_from_json(data))
    elif op in {"in", "not_in"}:
        value = tuple(repr(value_from_json(item)) for item in data)
    elif op in COUNTS:
        value = (data[0], _parameter(data[1]) or str(data[1]))
    elif op == "same_dtype":
        value = (_yes_no(data[0]), *data[1:])
    else:
        value = data if op in _TEXTS else tuple(data)
    return Test(subject, op, value)


def _parameter(data: object) -> str:
    """Returns the parameter that a value is compared with; empty where it is none."""
    return str(data.get("parameter", "")) if isinstance(data, dict) else ""


def _yes_no(holds: object) -> str:
    return "yes" if holds else "no"

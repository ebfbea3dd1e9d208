"""The rows of a record whose parameter no code passes, for ``CHK002`` and the statistics."""

from __future__ import annotations

from collections.abc import Sequence

from generator.lint.rules.code import Code, code_of
from generator.lint.rules.subject import Subject
from generator.model.parameter import ParameterRow
from generator.model.record import Mapping, Snippet


def paired_rows(mapping: Mapping) -> list[tuple[int, ParameterRow]]:
    """Returns the rows of parameters that both sides have, each with its index."""
    return [(index, row) for index, row in enumerate(mapping.parameters) if row.torch and row.paddle]


def untried_rows(subject: Subject, mapping: Mapping, snippets: Sequence[Snippet]) -> list[tuple[int, ParameterRow]]:
    """Returns the paired rows whose parameter no torch side of ``snippets`` passes.

    A call of the API passes its keywords, and as many rows in order as it has positional arguments.
    """
    rows = paired_rows(mapping)
    record = subject.record
    names = {record.name, *(alias.rpartition(".")[2] for alias in record.aliases)}
    passed = _passed(mapping, [code_of(snippet.torch) for snippet in snippets], names)
    return [(index, row) for index, row in rows if row.torch not in passed]


def _passed(mapping: Mapping, codes: list[Code], names: set[str]) -> set[str]:
    """Returns the torch parameters that some torch side passes."""
    order = [row.torch for row in mapping.parameters if row.torch]
    passed: set[str] = set()
    for code in codes:
        if code.error is not None:
            return set(order)  # EXA005 reports it, and what it passes is unknown
        for call in code.calls:
            function = call.func
            called = getattr(function, "attr", None) or getattr(function, "id", "")
            if called not in names:
                continue
            keywords = [keyword.arg for keyword in call.keywords]
            if None in keywords or any(type(argument).__name__ == "Starred" for argument in call.args):
                return set(order)  # the content of *args and **kwargs is known only at run time
            passed |= {keyword for keyword in keywords if keyword}
            passed |= set(_positional(order, len(call.args)))
    return passed | {name for name in order if name.lstrip("*") in passed}


def _positional(order: list[str], count: int) -> list[str]:
    variadic = next((index for index, name in enumerate(order) if name.startswith("*")), None)
    return order[: count if variadic is None or count <= variadic else variadic + 1]

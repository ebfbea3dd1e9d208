"""Which rows of a record no code passes: what ``CHK002`` reports and the statistics count."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.parameter import ParameterRow
from generator.model.record import Mapping, Snippet
from generator.rules.code import Code
from generator.rules.subject import Subject


def paired_rows(mapping: Mapping) -> list[tuple[int, ParameterRow]]:
    """The rows of parameters that both sides have, each with its index."""
    return [(index, row) for index, row in enumerate(mapping.parameters) if row.torch and row.paddle]


def untried_rows(subject: Subject, mapping: Mapping, snippets: Sequence[Snippet]) -> list[tuple[int, ParameterRow]]:
    """The paired rows whose parameter no torch side of ``snippets`` passes.

    A call of the API passes what it names, and as many rows in order as it has positional arguments.
    """
    rows = paired_rows(mapping)
    text = "\n".join(snippet.torch for snippet in snippets)
    if all(f"{row.torch}=" in text for _, row in rows):
        return []  # most records name every parameter once; the walk below is slow
    record = subject.record
    names = {record.name, *(alias.rpartition(".")[2] for alias in record.aliases)}
    passed = _passed(mapping, [subject.code_of(snippet, "torch") for snippet in snippets], names)
    return [(index, row) for index, row in rows if row.torch not in passed]


def _passed(mapping: Mapping, codes: list[Code], names: set[str]) -> set[str]:
    """The torch parameters that some torch side passes."""
    order = [row.torch for row in mapping.parameters if row.torch]
    passed: set[str] = set()
    for code in codes:
        for call in code.calls():
            function = call.func
            called = getattr(function, "attr", None) or getattr(function, "id", "")
            if called not in names:
                continue
            keywords = [keyword.arg for keyword in call.keywords]
            if None in keywords or any(type(argument).__name__ == "Starred" for argument in call.args):
                return set(order)  # what *args and **kwargs hold, only a run can tell
            passed |= {keyword for keyword in keywords if keyword}
            passed |= set(_positional(order, len(call.args)))
    return passed | {name for name in order if name.lstrip("*") in passed}


def _positional(order: list[str], count: int) -> list[str]:
    variadic = next((index for index, name in enumerate(order) if name.startswith("*")), None)
    return order[: count if variadic is None or count <= variadic else variadic + 1]

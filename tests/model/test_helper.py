"""A helper of a record stands before the Paddle code that uses it, and nowhere else."""

from __future__ import annotations

from typing import Any

from generator.model.record import Record

HELPER = "def f(x):\n    return x\n"


def record_with(*paddle: str, **others: Any) -> Record:
    """A record with the helper above and these pieces of Paddle code."""
    checks = [{"torch": "torch.f(x)", "paddle": code} for code in paddle]
    return Record.model_validate(
        {"torch": "torch.f", "category": "组合替代实现", "helper": HELPER, "checks": checks} | others
    )


def codes(record: Record) -> list[str]:
    """The Paddle code of a record's snippets."""
    return [snippet.paddle for _, snippet in record.snippets()]


def test_code_that_calls_it_has_it() -> None:
    """Another name that ends alike, and a method of this name, are no calls of it."""
    record = record_with("y = f(x)", "y = g.f(x)", "y = self_f(x)", "y = [f(x)]")
    assert codes(record) == [f"{HELPER}\ny = f(x)", "y = g.f(x)", "y = self_f(x)", f"{HELPER}\ny = [f(x)]"]
    assert [record.without_helper(code) for code in codes(record)] == [
        "y = f(x)",
        "y = g.f(x)",
        "y = self_f(x)",
        "y = [f(x)]",
    ]


def test_code_that_decorates_with_it_has_it() -> None:
    """A decorator calls it without parentheses; another one that begins alike does not."""
    code, other = "@f\ndef g(x):\n    return x", "@f.g\n@of\ndef g(x):\n    return x"
    assert codes(record_with(code, other)) == [f"{HELPER}\n{code}", other]


def test_overloads_have_it() -> None:
    """The code of every overload is read by itself."""
    overloads = [{"checks": [{"torch": "torch.f(x)", "paddle": "f(x)"}]}]
    assert codes(record_with(overloads=overloads)) == [f"{HELPER}\nf(x)"]


def test_reading_a_record_again_adds_nothing() -> None:
    """What a model gives out is a record too."""
    record = record_with("y = f(x)")
    assert Record.model_validate(record.model_dump(mode="json", exclude_defaults=True)) == record


def test_without_a_helper_code_stays() -> None:
    """Most records have none."""
    record = record_with("y = f(x)", helper=None)
    assert codes(record) == ["y = f(x)"]
    assert record.without_helper("y = f(x)") == "y = f(x)"

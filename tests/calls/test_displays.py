"""Tests of what dictionaries that are passed by ``**`` hold; ``displays.yml`` has what becomes of their calls."""

from __future__ import annotations

import ast

import pytest

from generator.calls.facts.bind import bind
from generator.calls.text.displays import Displays
from generator.model.signature import Signature


def last_call(source: str) -> tuple[ast.Call, Displays]:
    """The call that a text ends with, and the dictionaries of the text."""
    tree = ast.parse(source)
    statement = tree.body[-1]
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    return statement.value, Displays(tree)


def held(source: str) -> dict[str, list[str]] | None:
    """The values of each key of the dictionary that a text passes at its end; ``?`` after one that may not be there."""
    call, displays = last_call(source)
    found = displays.of(call.keywords[-1].value)
    if found is None:
        return None
    return {f"{k}{'' if e.is_sure else '?'}": [ast.unparse(value) for value in e.values] for k, e in found.items()}


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("f(**{})", {}),
        ("f(**{'a': 1, 'b': x})", {"a": ["1"], "b": ["x"]}),
        ("f(**{'a': 1, 'a': 2})", {"a": ["2"]}),
        ("f(**dict({'a': 1}, b=2, **{'c': 3}))", {"a": ["1"], "b": ["2"], "c": ["3"]}),
        ("f(**({'a': 1, 'b': 2} if c else {'a': 3}))", {"a": ["1", "3"], "b?": ["2"]}),
        ("f(**({'a': 1} or {'a': 2}))", {"a": ["1", "2"]}),
        ("f(**({'a': 1} | {'a': 2, 'b': 3}))", {"a": ["2"], "b": ["3"]}),
        ("f(**{**({'a': 1} if c else {}), 'b': 2})", {"a?": ["1"], "b": ["2"]}),
        ("f(**{'a': 1, **({'a': 2} if c else {})})", {"a": ["1", "2"]}),
        ("k = {'a': 1}\nf(**k)", {"a": ["1"]}),
        ("k = {'a': 1}\nif c:\n    k = {'a': 2, 'b': 3}\nf(**k)", {"a": ["1", "2"], "b?": ["3"]}),
        ("k = {'a': 1}\nk['a'] = 2\nk['b'] = 3\nf(**k)", {"a": ["1", "2"], "b?": ["3"]}),
        ("k = {}\nk.update({'a': 1}, b=2)\nf(**k)", {"a?": ["1"], "b?": ["2"]}),
        ("k = {}\nk |= {'a': 1}\nf(**k)", {"a?": ["1"]}),
        ("f(**k)\nk = {'a': 1}\nf(**k)", {"a": ["1"]}),
        ("k = {'a': 1}\nm = k.copy()\nm['b'] = 2\nf(**k)", {"a": ["1"]}),
        ("k = {'a': 1}\nm = {'b': 2}\nk.update(m)\nm.update(k)\nf(**k)", None),
        ("k = {}\nf(**m)", None),
    ],
)
def test_keys_are_told_with_all_their_values(source: str, wanted: dict[str, list[str]] | None) -> None:
    """A key has every value that it may have, and is sure only where each dictionary has it."""
    assert held(source) == wanted


def test_keys_are_bound_as_keywords() -> None:
    """What a dictionary holds is bound to its parameters, with the keyword that passes the dictionary."""
    call, displays = last_call("k = {'b': 1}\nk['c'] = 2\nf(x, **k)")
    binding = bind(call, Signature.parse("(a, b=0, c=0)"), displays)
    assert binding is not None
    assert not binding.open
    assert [(a.parameter.name, a.key, a.is_sure) for a in binding.arguments] == [
        ("a", "", True),
        ("b", "b", True),
        ("c", "c", False),
    ]
    assert {a.keyword for a in binding.arguments[1:]} == {call.keywords[0]}


def test_a_parameter_that_torch_needs_is_passed() -> None:
    """A call that torch accepts passes what has no default, though the dictionary has it only in a branch."""
    call, displays = last_call("k = {'b': 1} if c else {}\nf(x, **k)")
    binding = bind(call, Signature.parse("(a, b)"), displays)
    assert binding is not None
    assert binding.by_parameter["b"][0].is_sure


@pytest.mark.parametrize("source", ["f(x, **{'d': 1})", "f(x, **{'a': 1})", "f(**{'b': 1})", "f(x, b=1, **{'b': 2})"])
def test_dictionaries_that_no_call_accepts(source: str) -> None:
    """A key of no parameter, one that is passed twice, and one that is missing are as in a call without stars."""
    call, displays = last_call(source)
    assert bind(call, Signature.parse("(a, b=0)"), displays) is None

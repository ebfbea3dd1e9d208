from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from pydantic import ValidationError

from generator.model.parameter import ParameterRow
from generator.model.template import Convert, Template, parenthesised

FILLED = {
    "a whole argument": ("f({x})", "a if b else c", "f(a if b else c)"),
    "a whole argument with its name": ("f(axis={x})", "lambda: 1", "f(axis=lambda: 1)"),
    "an operand": ("-{x}", "a + b", "-(a + b)"),
    "an operand that is a call": ("-{x}", "f(a)", "-f(a)"),
    "a receiver": ("{x}.f()", "a @ b", "(a @ b).f()"),
    "a number as receiver": ("{x}.f()", "1", "(1).f()"),
    "a negative number": ("{x} ** 2", "-1", "(-1) ** 2"),
    "a string": ("{x}.f()", "'a'", "'a'.f()"),
    "parentheses that are there": ("{x}.f()", "(a + b)", "(a + b).f()"),
    "parentheses around parts": ("{x}.f()", "(a) + (b)", "((a) + (b)).f()"),
    "an item": ("[{x}, 1]", "a + b", "[a + b, 1]"),
    "an index": ("a[{x}]", "b + 1", "a[b + 1]"),
    "a generator": ("f({x}, 1)", "i for i in a", "f((i for i in a), 1)"),
    "an assignment": ("f(axis={x})", "a := 1", "f(axis=(a := 1))"),
    "a tuple": ("{x}[0]", "(1, 2)", "(1, 2)[0]"),
    "lines": ("{x}.f()", "a\n.b", "(a\n.b).f()"),
    "lines in a call": ("f({x})", "a +\nb", "f(a +\nb)"),
    "lines with their own brackets": ("{x}.f()", "g(\n1)", "g(\n1).f()"),
    "alone": ("{x}", "a or b", "a or b"),
    "twice": ("f({x}) + {x}", "a + b", "f(a + b) + (a + b)"),
    "braces of its own": ("{{'k': {x}}}", "a", "{'k': a}"),
    "none": ("True", "a", "True"),
}
REFUSED = {
    "an open brace": "f({x)",
    "a closing brace": "f(x})",
    "an empty placeholder": "f({})",
    "no name": "f({x.y})",
    "a statement": "y = {x}",
    "two lines": "f({x})\ng({x})",
    "nothing": "",
    "in text": "f('{x}')",
    "an attribute": "a.{x}",
    "a keyword": "f({x}=1)",
    "a parameter": "lambda {x}: 1",
    "a target": "[1 for {x} in y]",
    "joined to a name": "f{x}",
}


@pytest.mark.parametrize("case", FILLED)
def test_filled_template_means_what_it_says(case: str) -> None:
    """An argument keeps its meaning in the place of its placeholder, with no more parentheses than that needs."""
    template, argument, filled = FILLED[case]
    assert Template.parse(template).fill({"x": argument}) == filled


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_expression_is_refused(case: str) -> None:
    """A template that would not give an expression for every argument is refused, in Chinese."""
    with pytest.raises(ValueError, match="占位符"):
        Template.parse(REFUSED[case])


@for_all(st.text(alphabet="{}ax+-*()[],.:='\n "))
def test_every_accepted_template_gives_an_expression(text: str) -> None:
    """What is accepted can be filled with any argument and then parses."""
    try:
        template = Template.parse(text)
    except ValueError:
        return
    sources = {key: "a or b" for name in template.names for key in (name, f"{name}.base")}
    ast.parse(template.fill(sources).strip(), mode="eval")


def test_placeholders_are_named_once_and_repeated_ones_are_told() -> None:
    """A template knows its placeholders in order, and which of them would evaluate an argument twice."""
    template = Template.parse("f({call}, {x}) + {x}")
    assert template.names == ("call", "x")
    assert template.repeated == ("x",)


def test_base_of_an_argument_stands_in_its_place() -> None:
    """A placeholder can take what an argument is a view of; the template knows of which only that is written."""
    template = Template.parse("f({x.base}, {y}, {y.base})")
    assert (template.names, template.based) == (("x", "y"), {"x"})
    assert template.fill({"x": "w.data", "x.base": "w", "y": "v.data", "y.base": "v"}) == "f(w, v.data, v)"


def test_missing_argument_is_an_error() -> None:
    """A placeholder without a text is never left in the code."""
    with pytest.raises(KeyError):
        Template.parse("f({x})").fill({"y": "1"})


@pytest.mark.parametrize("source", ["*a", "a b", ""])
def test_what_is_no_expression_has_no_parentheses(source: str) -> None:
    """A text that is no expression is refused rather than put into code."""
    with pytest.raises(ValueError, match="no expression"):
        parenthesised(source)


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ("f({call})", Convert(Template.parse("f({call})"))),
        ({"axis": "-{dim}"}, Convert(arguments=(("axis", Template.parse("-{dim}")),))),
        ({"name": None}, Convert(arguments=(("name", Template.parse("None")),))),
        (
            {"call": "f({x})", "undecided": "g({x})"},
            Convert(Template.parse("f({x})"), undecided=Template.parse("g({x})")),
        ),
        (
            {"y": "f({x})", "undecided": "g({x})"},
            Convert(arguments=(("y", Template.parse("f({x})")),), undecided=Template.parse("g({x})")),
        ),
    ],
)
def test_row_has_arguments_or_one_expression(raw: Any, meant: Convert) -> None:
    """``convert`` is one expression for the call, or expressions by Paddle argument; it is written as it is read."""
    row = ParameterRow.model_validate({"torch": "a", "convert": raw})
    assert row.convert == meant
    assert ParameterRow.model_validate(row.model_dump()) == row


@pytest.mark.parametrize(
    ("raw", "loc"),
    [
        ("f({)", ("convert",)),
        ({"axis": "-"}, ("convert", "axis")),
        ({}, ("convert",)),
        (["a"], ("convert",)),
        ({"undecided": "a"}, ("convert", "undecided")),
        ({"x": "a", "y": "b", "undecided": "a"}, ("convert", "undecided")),
        ({"x": "a", "then": "b", "undecided": "a"}, ("convert", "undecided")),
    ],
)
def test_row_refuses_it_at_its_place(raw: Any, loc: tuple[str, ...]) -> None:
    """An error has the path of the expression at fault."""
    with pytest.raises(ValidationError) as refused:
        ParameterRow.model_validate({"torch": "a", "convert": raw})
    (error,) = refused.value.errors()
    assert (error["type"], error["loc"]) == ("template", loc)

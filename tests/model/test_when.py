from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from pydantic import ValidationError
from strategies import WHEN, WHEN_YAML

from generator.model.parameter import ParameterRow
from generator.model.when import About, Test, When, WhenError, parse_when, when_schema, write_when
from generator.model.when_data import from_data, to_data

MEANINGS: dict[str, tuple[Any, Test]] = {
    "passed": ({"out": "passed"}, Test("out", "passed")),
    "omitted": ({"*size": "omitted"}, Test("*size", "omitted")),
    "a literal": ({"a": {"is": "False"}}, Test("a", "is", "False")),
    "a literal as YAML spells it": ({"a": {"is": "false"}}, Test("a", "is", "False")),
    "YAML's null": ({"a": {"is": None}}, Test("a", "is", "None")),
    "a string": ({"a": {"is": '"sum"'}}, Test("a", "is", "'sum'")),
    "a number written otherwise": ({"a": {"is": "1e-05"}}, Test("a", "is", "1e-05")),
    "a name": ({"a": {"is": "torch.float32"}}, Test("a", "is", "torch.float32")),
    "several values": ({"a": {"in": ["1", "None"]}}, Test("a", "in", ("1", "None"))),
    "a bound": ({"a": {"lt": "-1.50"}}, Test("a", "lt", "-1.5")),
    "a kind": ({"a": {"kind": "number"}}, Test("a", "kind", ("number",))),
    "several kinds": ({"a": {"kind": ["number", "tensor"]}}, Test("a", "kind", ("number", "tensor"))),
    "dimensions": ({"a": {"ndim": "2"}}, Test("a", "ndim", ("is", "2"))),
    "a bound of dimensions": ({"a": {"ndim": {"ge": "2"}}}, Test("a", "ndim", ("ge", "2"))),
    "the dimensions of another parameter": ({"a": {"ndim": {"lt": "b"}}}, Test("a", "ndim", ("lt", "b"))),
    "yes": ({"a": {"empty": "yes"}}, Test("a", "empty", "yes")),
    "true": ({"a": {"grad": "true"}}, Test("a", "grad", "yes")),
    "a parameter called dtype": ({"dtype": {"dtype": "int"}}, Test("dtype", "dtype", ("int",))),
    "the later call": ({"forward.hx": "passed"}, Test("forward.hx", "passed")),
    "different dtypes": (
        {"call": {"same_dtype": ["a", "b"], "is": "no"}},
        Test("call", "same_dtype", ("no", "a", "b")),
    ),
    "the same dtype": ({"call": {"same_dtype": ["a", "b"]}}, Test("call", "same_dtype", ("yes", "a", "b"))),
    "a device": ({"call": {"device": "cuda"}}, Test("call", "device", ("cuda",))),
}
REFUSED: dict[str, tuple[Any, str, str]] = {
    "a bare word": ("passed", "when", "{out: passed}"),
    "nothing": ({}, "when", "参数"),
    "no clause": ([], "when", "删去"),
    "a list in a list": ([["a"]], "when.0", "参数"),
    "a bare value": ({"a": "True"}, "when.a", "{is: …}"),
    "a list of values": ({"a": ["1"]}, "when.a", "{is: …}"),
    "an unknown op": ({"a": {"eq": "1"}}, "when.a.eq", "not_in"),
    "a string without quotes": ({"a": {"is": "mean"}}, "when.a.is", "引号"),
    "code": ({"a": {"is": "f(1)"}}, "when.a.is", "字面量"),
    "a mapping as a value": ({"a": {"is": "{1: 2}"}}, "when.a.is", "字面量"),
    "a list without quotes": ({"a": {"is": ["1"]}}, "when.a.is", "in"),
    "one value of several": ({"a": {"in": "1"}}, "when.a.in", "列表"),
    "a second value that is none": ({"a": {"in": ["1", "x"]}}, "when.a.in.1", "字面量"),
    "a bound that is no number": ({"a": {"lt": "'a'"}}, "when.a.lt", "数"),
    "a bound that is a bool": ({"a": {"lt": "True"}}, "when.a.lt", "数"),
    "a bound that is nan": ({"a": {"lt": "nan"}}, "when.a.lt", "数"),
    "an unknown kind": ({"a": {"kind": ["int"]}}, "when.a.kind.0", "callable"),
    "an unknown dtype": ({"a": {"dtype": "float31"}}, "when.a.dtype", "float32"),
    "dimensions that are none": ({"a": {"ndim": "-1"}}, "when.a.ndim", "维"),
    "an unknown bound of dimensions": ({"a": {"ndim": {"is": "1"}}}, "when.a.ndim.is", "lt"),
    "neither yes nor no": ({"a": {"empty": "maybe"}}, "when.a.empty", "yes"),
    "an unknown content": ({"a": {"has": "two"}}, "when.a.has", "zero"),
    "a subject that is no name": ({"a b": "passed"}, "when.a b", "forward"),
    "an attribute": ({"self.x": "passed"}, "when.self.x", "forward"),
    "a call that is passed": ({"call": "passed"}, "when.call", "same_dtype"),
    "an unknown op of the call": ({"call": {"dtype": "int"}}, "when.call.dtype", "same_dtype"),
    "a lonely is": ({"call": {"is": "no"}}, "when.call.is", "same_dtype"),
    "an unknown use of the result": ({"call": {"result": "lost"}}, "when.call.result", "unpacked"),
    "an unknown device": ({"call": {"device": "tpu"}}, "when.call.device", "cuda"),
}


@pytest.mark.parametrize("case", MEANINGS)
def test_each_test_is_read(case: str) -> None:
    """One test in YAML is one test of the condition, its value in canonical form."""
    raw, meaning = MEANINGS[case]
    assert parse_when(raw).clauses == ((meaning,),)


def test_keys_are_and_and_items_are_or() -> None:
    """The keys of a clause stand together, the items of a list are alternatives."""
    found = parse_when([{"a": "passed", "b": {"lt": "1", "gt": "0"}}, {"c": "omitted"}])
    assert found == When(((Test("a", "passed"), Test("b", "lt", "1"), Test("b", "gt", "0")), (Test("c", "omitted"),)))


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_grammar_lacks_is_refused_with_its_place(case: str) -> None:
    """A condition outside the grammar is answered in Chinese, with the key's path and what belongs there."""
    raw, path, said = REFUSED[case]
    with pytest.raises(WhenError, match="值不对") as refused:
        parse_when(raw)
    assert f"`{path}` " in str(refused.value)
    assert said in refused.value.hint


@pytest.mark.parametrize("case", REFUSED)
def test_row_refuses_it_at_the_same_place(case: str) -> None:
    """A row's error has the path inside the condition, so that a finding points at the very value."""
    raw, path, _ = REFUSED[case]
    with pytest.raises(ValidationError) as refused:
        ParameterRow.model_validate({"torch": "a", "when": raw})
    (error,) = refused.value.errors()
    assert ".".join(str(part) for part in error["loc"]) in {path, "when.a b", "when.self.x"}
    assert error["type"] == "when"


@for_all(st.recursive(st.text() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_no_data_breaks_the_parser(raw: Any) -> None:
    """Whatever YAML holds, the answer is a condition or a ``WhenError``."""
    with contextlib.suppress(WhenError):
        assert parse_when(raw).tests


@for_all(WHEN)
def test_written_condition_is_read_again(when: When) -> None:
    """YAML's form and JSON's form both keep a condition whole."""
    assert parse_when(write_when(when)) == when
    assert from_data(json.loads(json.dumps(to_data(when)))) == when


@for_all(WHEN_YAML)
def test_editor_accepts_every_condition(raw: Any) -> None:
    """The JSON Schema underlines no condition that can be read."""
    assert list(Draft7Validator(when_schema()).iter_errors(raw)) == []


BY_READING = {
    "a string without quotes",
    "code",
    "a mapping as a value",
    "a second value that is none",
    "a bound that is no number",
    "a bound that is a bool",
    "a bound that is nan",
    "dimensions that are none",
}
"""What only a reader of Python literals and numbers can refuse."""


@pytest.mark.parametrize("case", sorted(REFUSED.keys() - BY_READING))
def test_editor_underlines_the_shape_of_what_is_refused(case: str) -> None:
    """The JSON Schema refuses what needs no reading of text to be refused."""
    assert list(Draft7Validator(when_schema()).iter_errors(REFUSED[case][0]))


def test_only_data_decides_what_only_data_can() -> None:
    """Dtype, dimensions, contents, gradient and the program's state are about data, all else about the call's text."""
    ops = {"dtype": "int", "ndim": "1", "empty": "no", "has": "nan", "grad": "no", "is": "1", "in": ["1"]}
    ops |= {"not_in": ["1"], "lt": "1", "le": "1", "gt": "1", "ge": "1", "kind": "str", "items": "str"}
    of_call = {"same_dtype": ["a", "b"], "result": "used", "writes": "-1", "default_dtype": "no", "device": "cpu"}
    tests = parse_when([{"a": ops}, {"call": of_call}, {"b": "passed"}, {"c": "omitted"}]).tests
    assert {test.op for test in tests if test.about is About.DATA} == {
        "dtype", "ndim", "empty", "has", "grad", "same_dtype", "default_dtype", "device",
    }  # fmt: skip


def test_subjects_name_the_parameters() -> None:
    """A test knows the parameters that it speaks of, also where the call is its subject."""
    tests = parse_when({"a": "passed", "call": {"same_dtype": ["b", "c"], "device": "cpu"}}).tests
    assert [test.subjects for test in tests] == [("a",), ("b", "c"), ()]

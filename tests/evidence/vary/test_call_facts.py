from __future__ import annotations

import json
from dataclasses import replace

import pytest
from samples import shipped_catalog

from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import Catalog
from generator.evidence.vary.call_facts import CallReader, keep_arguments
from generator.evidence.verify.observation import Kind, Observation, Seen
from generator.model.fact import Answer, Facts, kind_of_fact
from generator.model.given_notation import parse_given
from generator.model.signature import Signature
from generator.storage.yaml_file import read_record

pytestmark = pytest.mark.libraries
RAND = "torch: torch.rand\npaddle: paddle.rand\ncategory: 仅参数名不一致\n"
RECORD = "torch: torch.mul\npaddle: paddle.multiply\ncategory: 仅参数名不一致\n"
NOTHING_SEEN = Observation()
LAYER = "torch: torch.nn.KLDivLoss\npaddle: paddle.nn.KLDivLoss\ncategory: 仅参数名不一致\n"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The inventories, and three records without rows."""
    sources = tuple(read_record(f"{number}.yml", text.encode()) for number, text in enumerate((RECORD, LAYER, RAND)))
    return replace(shipped_catalog(), sources=sources)


def facts_in(catalog: Catalog, code: str, seen: Observation = NOTHING_SEEN, **given: object) -> Facts:
    """The facts of the only recorded call in a text."""

    def forward_of(api: str) -> Signature | None:
        entry = catalog.entry(f"{api}.forward")
        return entry.signature if entry is not None else None

    reader = CallReader(Knowledge.parse(json.dumps(compile_knowledge(catalog, proven_only=False))), forward_of)
    inputs = {name: parse_given(value) for name, value in given.items()}
    (call,) = reader.read(code, inputs, seen, default_dtype=False)
    return call.facts


def test_inputs_have_the_facts_of_their_numbers(catalog: Catalog) -> None:
    """Dtype, dimensions and contents are those of the Tensor that the run is given."""
    facts = facts_in(catalog, "y = torch.mul(x, z)", x="float32([[nan, 0.0]])", z="int64[0]")
    one, other = facts.of("input"), facts.of("other")
    assert (one.dtype, one.ndim, one.empty, dict(one.has)) == (
        "float32",
        2,
        False,
        {
            "nan": True,
            "inf": False,
            "minus_inf": False,
            "lowest": False,
            "fraction": False,
            "zero": True,
            "one": False,
            "negative": False,
        },
    )
    assert (other.dtype, other.empty, facts.default_dtype) == ("int64", True, Answer.NO)
    assert facts.of("out").passed is Answer.NO


def test_numpy_numbers_among_several_are_known_by_their_kind(catalog: Catalog) -> None:
    """Of the integers of a variadic parameter, the first gives the kind of them all, and the items tell the others."""
    fact = facts_in(catalog, "y = torch.rand(n, 3)", n="np.int64(2)").of("size")
    other = facts_in(catalog, "y = torch.rand(2, n)", n="np.int64(2)").of("size")
    assert (fact.kind, fact.items) == ("numpy", ("numpy", "number"))
    assert (kind_of_fact(other), other.items) == ("number", ("number", "numpy"))


def test_a_method_with_a_record_of_its_own_is_no_other_ones_alias(catalog: Catalog) -> None:
    """What the inventory lists as an alias of another method is answered by its own record where it has one."""
    records = (
        f"torch: torch.Tensor.{name}\npaddle: paddle.Tensor.clip\ncategory: 功能一致\n" for name in ("clamp", "clip")
    )
    sources = tuple(read_record(f"{number}.yml", text.encode()) for number, text in enumerate(records))
    knowledge = Knowledge.parse(json.dumps(compile_knowledge(replace(catalog, sources=sources), proven_only=False)))
    reader = CallReader(knowledge, lambda _: None)
    (call,) = reader.read("y = x.clip(0)", {"x": parse_given("float32[3]")}, NOTHING_SEEN, default_dtype=False)
    assert call.record == "torch.Tensor.clip"


def test_numbers_are_literals(catalog: Catalog) -> None:
    """A Python number that stands for an argument is known as if it were written there."""
    assert facts_in(catalog, "y = torch.mul(x, n)", x="float32[2]", n="3").of("other").literal == 3
    assert facts_in(catalog, "y = torch.mul(x, n)", x="float32[2]", n="-inf").of("other").literal == float("-inf")


@pytest.mark.parametrize("written", ["nan", "inf", "-inf"])
def test_numbers_that_no_literal_writes_are_known_too(catalog: Catalog, written: str) -> None:
    """NaN and the infinities are numbers, and no names of something unknown."""
    assert str(facts_in(catalog, "y = torch.mul(x, n)", x="float32[2]", n=written).of("other").literal) == written


def test_other_arguments_have_the_facts_of_the_run(catalog: Catalog) -> None:
    """What an expression came to is kept in a variable, whose observation tells its facts."""
    inputs = {"x": parse_given("float32[2]")}
    code, kept = keep_arguments("y = torch.mul(x.sum(), x)", inputs)
    (name,) = kept
    assert code == f"y = torch.mul(({name} := x.sum()), x)"
    seen = Observation(((name, Seen(Kind.TENSOR, "float64", shape=(), data=b"\0" * 8, grad=False)),))
    fact = facts_in(catalog, "y = torch.mul(x.sum(), x)", seen, x="float32[2]").of("input")
    assert (fact.dtype, fact.ndim, fact.has["zero"]) == ("float64", 0, True)


def test_how_an_argument_is_written_is_known_besides_its_value(catalog: Catalog) -> None:
    """A value that a run showed tells neither that it is a view nor that it is a shape; the text does."""
    code, (name, *_) = keep_arguments("y = torch.mul(x.data, x)", {"x": parse_given("float32[2]")})
    seen = Observation(((name, Seen(Kind.TENSOR, "float64", shape=(), data=b"\0" * 8, grad=False)),))
    fact = facts_in(catalog, "y = torch.mul(x.data, x)", seen, x="float32[2]").of("input")
    assert (fact.dtype, fact.view) == ("float64", True), code
    code, (name,) = keep_arguments("y = torch.rand(x.shape)", {"x": parse_given("float32[2]")})
    seen = Observation(((name, Seen(Kind.SEQUENCE, "tuple", items=(("[0]", Seen(Kind.SCALAR, "int", "2")),))),))
    fact = facts_in(catalog, "y = torch.rand(x.shape)", seen, x="float32[2]").of("size")
    assert (fact.length, fact.is_shape, fact.literal) == (1, True, (2,)), code


def test_a_property_is_known_by_its_object(catalog: Catalog) -> None:
    """A recorded property that is read has the facts of the Tensor that it is a property of, and a method none."""
    records = (
        f"torch: torch.Tensor.{name}\npaddle: paddle.Tensor.{name}\ncategory: 无参数\n" for name in ("mT", "exp")
    )
    sources = tuple(read_record(f"{number}.yml", text.encode()) for number, text in enumerate(records))
    knowledge = compile_knowledge(replace(catalog, sources=sources), proven_only=False)
    reader = CallReader(Knowledge.parse(json.dumps(knowledge)), lambda _: None)
    inputs = {"x": parse_given("int64[]")}
    (call,) = reader.read("y = x.mT", inputs, NOTHING_SEEN, default_dtype=False)
    assert (call.record, call.facts.of("self").dtype, call.facts.of("self").ndim) == ("torch.Tensor.mT", "int64", 0)
    assert not reader.read("y = x.exp", inputs, NOTHING_SEEN, default_dtype=False)


def test_the_items_of_an_observed_list_have_their_kinds(catalog: Catalog) -> None:
    """A list of dicts that a run showed is known for one, as the groups of an optimizer are; what they hold is not."""
    inputs = {"x": parse_given("float32[2]")}
    code, (name,) = keep_arguments("y = torch.mul([{'params': 1}], x)", inputs)
    seen = Seen(Kind.SEQUENCE, "list", items=(("[0]", Seen(Kind.MAPPING, "dict")),))
    facts = facts_in(catalog, "y = torch.mul([{'params': 1}], x)", Observation(((name, seen),)), x="float32[2]")
    assert facts.of("input").items == ("mapping",), code
    assert facts.of("input").dtypes is None


def test_a_layer_is_told_what_its_object_is_called_with(catalog: Catalog) -> None:
    """``forward.<parameter>`` has the facts of the later call."""
    code = "loss = torch.nn.KLDivLoss()\ny = loss(x, z)"
    facts = facts_in(catalog, code, x="float32[2]", z="float64[2] grad")
    assert (facts.of("forward.input").dtype, facts.of("forward.target").grad) == ("float32", True)


@pytest.mark.parametrize(("after", "answer"), [(".mul_(2)", Answer.YES), (".mul(2)", Answer.NO)])
def test_a_layer_is_told_whether_its_result_is_changed(catalog: Catalog, after: str, answer: Answer) -> None:
    """A change in place of what the object gives is known as in the conversion of the code."""
    facts = facts_in(catalog, f"y = torch.nn.KLDivLoss()(x, z){after}", x="float32[2]", z="float32[2]")
    assert facts.results.get("forward_changed") is answer


def test_comprehensions_are_left_alone() -> None:
    """Their variables are their own, and nothing of them can be kept."""
    code = "y = [torch.mul(each + 1, 2) for each in xs]"
    assert keep_arguments(code, {})[0] == code

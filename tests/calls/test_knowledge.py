"""Tests of what is compiled of the catalogue, and of reading it."""

from __future__ import annotations

import json

import pytest

from generator.calls.knowledge.compile import compile_answer, compile_knowledge
from generator.calls.knowledge.knowledge import FORMAT, Knowledge
from generator.model.relation import Relation
from generator.model.when_words import words
from tests.call_samples import compiled, knowledge
from tests.samples import ABS, catalog_of, shipped_catalog


def test_json_keeps_everything() -> None:
    """What is written as JSON and read again answers the same."""
    again = Knowledge.parse(json.dumps(compiled()))
    for record in compiled()["answers"]:
        assert again.answer(record) == knowledge().answer(record)
    assert again.names == knowledge().names
    assert again.constants == knowledge().constants


def test_signs_are_of_conditions_that_records_have() -> None:
    """Each condition of ``catalog.yml``'s signs stands in a shipped record or family word for word, once in the signs."""
    catalog = shipped_catalog()
    mappings = [one for record in catalog.records() for _, one in record.mappings()]
    families = [source.model for source in catalog.by_family.values() if source.model is not None]
    said_when = [row.when for one in mappings for row in (*one.parameters, *one.remarks)]
    said_when += [shared.remark.when for family in families for shared in family.remarks]
    tests = [test for when in said_when if when is not None for test in when.tests]
    said = [each for sign in catalog.settings.signs for each in sign.data]
    assert said
    assert len(set(said)) == len(said)
    assert set(said) <= {test.value if test.op == "data" else test.op for test in tests}


@pytest.mark.parametrize("data", [None, [], {}, {"_meta": {}}, {"_meta": {"format": FORMAT + 1}}])
def test_another_format_is_refused(data: object) -> None:
    """Another format is refused by its number."""
    with pytest.raises(ValueError, match=r"calls\.json 的格式是 .*只读格式"):
        Knowledge.of(data)


def test_variables_of_templates_are_no_packages() -> None:
    """What a template calls is imported where the converted code names it; the parameter of its own function is not."""
    data = compiled()
    (way,) = data["answers"]["torch.abs"]["ways"]
    way = {**way, "remarks": [{"convert": "numpy.array((lambda image: image.cast(other.size))({self}.rows))"}]}
    answers = {**data["answers"], "torch.abs": {**data["answers"]["torch.abs"], "ways": [way]}}
    assert Knowledge.of({**data, "answers": answers}).counterparts >= {"numpy", "other", "paddle"}
    assert "image" not in Knowledge.of({**data, "answers": answers}).counterparts


@pytest.mark.parametrize(
    ("helper", "members"),
    [
        ("class abs:\n    def __init__(self):\n        self.rate = 1\n", ["__init__", "rate"]),
        ("class abs:\neturn self\n", []),
        ("def abs(:\n", []),
    ],
)
def test_members_of_a_helper(helper: str, members: list[str]) -> None:
    """The members of a helper's class are known; a helper that is no Python has none, and stops nothing."""
    catalog = catalog_of(ABS)
    (record,) = catalog.records()
    assert compile_answer(catalog, record.model_copy(update={"helper": helper})).get("helped", []) == members


@pytest.mark.parametrize(("convert", "reminded"), [("", "gradient"), ('    convert: {x: "{input}.detach()"}\n', "")])
def test_no_reminder_of_what_is_converted(convert: str, reminded: str) -> None:
    """A difference that shows in gradients is a reminder, unless the conversion takes it away."""
    remark = "remarks:\n  - note: 梯度不同。\n    when: {input: {grad: yes}}\n    effect: gradient\n" + convert
    catalog = catalog_of(ABS.replace("checks:", f"{remark}checks:"))
    (record,) = catalog.records()
    (way,) = compile_answer(catalog, record)["ways"]
    assert way["remarks"][0].get("effect", "") == reminded


def test_missing_second_derivatives_that_were_measured_are_not_told_of_every_call() -> None:
    """The conversion names the calls where a graph of gradients is made; a remark stays where nothing was measured."""
    said = {}
    for name in ("torch.turned", "torch.quantile"):
        answer = knowledge().answer(name)
        assert answer is not None
        said[name] = [remark.says for remark in answer.ways[0].remarks if remark.effect == "gradient"]
    assert said == {"torch.turned": [], "torch.quantile": ["求二阶导数时不同"]}


def test_aliases_have_the_answer_of_their_record() -> None:
    """An alias of a record is answered by it."""
    answer = knowledge().answer("torch.absolute")
    assert answer is not None
    assert answer.record == "torch.abs"


def test_rows_have_what_calls_need() -> None:
    """A row has its parameters, its relation, its condition and its template."""
    answer = knowledge().answer("torch.nn.BatchNorm2d")
    assert answer is not None
    row = answer.ways[0].rows[2]
    assert (row.parameter, row.target, row.relation) == ("momentum", "momentum", Relation.DIFFERS)
    assert row.when is not None
    assert words(row.when) == "传入 `momentum`"
    assert row.convert is not None
    assert [(name, one.text) for name, one in row.convert.arguments] == [("momentum", "1 - {momentum}")]


def test_overloads_are_ways() -> None:
    """Each overload has the signatures that its rows describe."""
    answer = knowledge().answer("torch.max")
    assert answer is not None
    assert [str(way.signatures[0]) for way in answer.ways] == [
        "(input, *, out=None)",
        "(input, dim, keepdim=False, *, out=None)",
        "(input, other, *, out=None)",
    ]


def test_without_evidence_nothing_converts() -> None:
    """By default a record without current evidence says why it does not count."""
    catalog = catalog_of(ABS)
    assert compile_knowledge(catalog)["answers"]["torch.abs"]["unproven"] == "还没有验证"
    assert "unproven" not in compile_knowledge(catalog, proven_only=False)["answers"]["torch.abs"]


def test_an_api_without_record_has_no_answer() -> None:
    """A public name without a record, and an unknown one, have no answer."""
    assert knowledge().answer("torch.unrecorded") is None
    assert knowledge().answer("torch.nowhere") is None

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from samples import shipped_catalog

from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import Catalog
from generator.evidence.verify.convert_snippet import convert_snippet, kind_of
from generator.evidence.verify.trial import Setting
from generator.evidence.verify.verdict import Verdict, verify_record
from generator.evidence.verify.worker import Limits, Worker
from generator.model.evidence import ConvertedOutcome
from generator.model.fact import Answer
from generator.model.given_notation import parse_given
from generator.model.record import Check
from generator.storage.yaml_file import RecordSource, read_record

DATA = Path(__file__).parents[2] / "data/verify/conversions"
CASES = {path.stem: path for path in sorted(DATA.glob("*.yml"))}


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """The inventories, whatever the records say."""
    return replace(shipped_catalog(), sources=())


def source_in(path: Path) -> RecordSource:
    """The record in a file, which has to be readable."""
    source = read_record(path.name, path.read_bytes())
    assert source.record is not None
    return source


def knowledge_of(catalog: Catalog, *sources: RecordSource) -> Knowledge:
    """What conversion knows where these are all records."""
    known = compile_knowledge(replace(catalog, sources=sources), proven_only=False)
    return Knowledge.parse(json.dumps(known))


def verified(source: RecordSource, catalog: Catalog, worker: Worker) -> Verdict:
    """The record verified with conversion by itself alone."""
    assert source.record is not None
    convert = partial(convert_snippet, knowledge=knowledge_of(catalog, source))
    return verify_record(source.record, worker, Setting({}, "2026-01-01", Limits(seconds=20), convert=convert))


@pytest.mark.libraries
@pytest.mark.parametrize("case", CASES)
def test_a_wrong_row_or_template_is_found_and_no_right_one(case: str, catalog: Catalog, worker: Worker) -> None:
    """The first line of each file says what converting its snippets gives; every hand-written side passes."""
    expected = CASES[case].read_text(encoding="utf-8").partition("\n")[0].partition("：")[2].split("；")
    verdict = verified(source_in(CASES[case]), catalog, worker)
    results = verdict.evidence.results
    assert [str(result.outcome) for result in results] == ["passed"] * len(expected)
    found = [f"{r.converted.outcome} {r.converted.kind}".strip() if r.converted else "" for r in results]
    assert found == expected
    wrong = [result.at for result in results if result.converted and result.converted.outcome.is_wrong]
    assert list(verdict.wrong) == wrong
    assert all("paddle." in code for code in verdict.wrong.values())


@pytest.mark.libraries
def test_nothing_is_converted_for_nothing(catalog: Catalog, worker: Worker) -> None:
    """A snippet that is skipped, or whose torch side gives nothing, has no conversion; nor has any without records."""
    source = source_in(CASES["right"])
    assert source.record is not None
    failing = source.record.checks[0].model_copy(update={"torch": "y = torch.clamp(x, 'a')"})
    skipped = source.record.checks[0].model_copy(update={"skip": "需要 GPU。"})
    changed = replace(source, record=source.record.model_copy(update={"checks": (failing, skipped)}))
    verdict = verified(changed, catalog, worker)
    assert [result.converted for result in verdict.evidence.results] == [None, None]
    plain = verify_record(source.record, worker, Setting({}, "2026-01-01")).evidence
    assert (plain.rows, [result.converted for result in plain.results]) == ("", [None] * 3)


@pytest.mark.libraries
def test_the_code_of_a_snippet_needs_no_imports(catalog: Catalog) -> None:
    """Libraries and inputs are known to the conversion though nothing binds them, and no import is added."""
    source = source_in(CASES["right"])
    check = Check(given={"x": "float32[2]"}, torch="y = np.stack([torch.clamp(x, min=0.0)])", paddle="y = 1")
    attempt = convert_snippet(check, knowledge_of(catalog, source))
    assert attempt is not None
    assert (attempt.code, attempt.left) == ("y = np.stack([paddle.clip(x, min=0.0)])", None)
    broken = check.model_copy(update={"torch": "y = ("})
    assert convert_snippet(broken, knowledge_of(catalog, source)) is None


@pytest.mark.libraries
def test_what_is_left_says_why(catalog: Catalog) -> None:
    """The first use of a torch name that stands in the way is named with its verdict and the reason."""
    source = source_in(CASES["left_to_a_person"])
    check = Check(given={"x": "float32[2]", "y": "float32[2]"}, torch="torch.neg(x, out=y)", paddle="y = 1")
    attempt = convert_snippet(check, knowledge_of(catalog, source))
    assert attempt is not None
    assert attempt.left is not None
    assert (attempt.left.outcome, attempt.left.kind, attempt.left.api) == (
        ConvertedOutcome.TODO,
        "条件不明",
        "torch.neg",
    )
    assert "不说何时" in attempt.left.message


_DIST = """
torch: torch.nn.L1Loss
paddle: paddle.nn.L1Loss
category: 参数不一致
parameters:
  - {torch: reduction, paddle: reduction, note: 方式。}
remarks:
  - {note: 甲。, when: {forward.target: {dtype: int}, forward.input: {ndim: 3}}}
---
torch: torch.dist
paddle: paddle.dist
category: 参数不一致
parameters:
  - {torch: input, paddle: x, note: 输入。, differs: {type: 乙}, when: [{input: {has: nan}}, {input: {empty: yes}}]}
  - {torch: other, paddle: y, note: 另一个。}
  - {torch: p, paddle: p, note: 次数。}
---
torch: torch.cat
paddle: paddle.concat
category: 参数不一致
parameters:
  - {torch: tensors, paddle: x, note: 输入。, differs: {type: 丙}, when: {call: {same_dtype: [tensors], is: no}}}
  - {torch: dim, paddle: axis, note: 维度。}
"""


@pytest.mark.libraries
@pytest.mark.parametrize(
    ("torch", "holds"),
    [
        ("torch.dist(nans, x)", [Answer.NO, Answer.YES]),
        ("torch.dist(x, nans)", [Answer.YES, Answer.YES]),
        ("torch.dist(other=x, input=none)", [Answer.YES, Answer.NO]),
        ("torch.dist(x * 2, x)", [Answer.UNKNOWN, Answer.UNKNOWN]),
        ("nans = f(x)\ntorch.dist(nans, x)", [Answer.UNKNOWN, Answer.UNKNOWN]),
        ("torch.cat([x, ints])", [Answer.NO]),
        ("torch.cat((x, nans))", [Answer.YES]),
        ("torch.cat(both)", [Answer.NO]),
        ("torch.cat([x, g(x)])", [Answer.UNKNOWN]),
        ("torch.nn.L1Loss()(deep, ints)", [Answer.NO]),
        ("loss = torch.nn.L1Loss()\ny = loss(x, ints)", [Answer.YES]),
        ("loss = torch.nn.L1Loss()\ny = other(loss)", [Answer.UNKNOWN]),
    ],
)
def test_inputs_tell_whether_assumptions_hold(torch: str, holds: list[Answer], catalog: Catalog) -> None:
    """What is assumed of an input is compared with its dtype, its dimensions and its numbers; of all else it is open."""
    parts = _DIST.split("---\n")
    sources = [read_record(f"{index}.yml", part.encode()) for index, part in enumerate(parts)]
    given = {
        "x": "float32[2]",
        "nans": ["nan", "1.0"],
        "none": "float32[0]",
        "ints": "int64[2]",
        "deep": "float32[1, 1, 2]",
    }
    check = Check(given={**given, "both": ["float32[2]", "int64[2]"]}, torch=torch, paddle="y = 1")
    attempt = convert_snippet(check, knowledge_of(catalog, *sources))
    assert attempt is not None
    assert (attempt.left, list(attempt.assumptions.values())) == (None, holds)


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("float32[2]", "torch.Tensor"),
        ([["1.0", "2.0"]], "torch.Tensor"),
        (["float32[2]", "int64[2]"], "list[torch.Tensor]"),
        (["float32[2]", "3"], "list[torch.Tensor | int]"),
        ({"a": "float32[2]"}, "dict[str, torch.Tensor]"),
        ("(1, 2.0)", "tuple[int | float, ...]"),
        ("3", "int"),
        ("true", "bool"),
        ("'mean'", "str"),
        ("null", "None"),
    ],
)
def test_inputs_are_known_by_kind(given: Any, kind: str) -> None:
    """Every way to write an input has its kind in the inventory's notation."""
    assert kind_of(parse_given(given)) == kind

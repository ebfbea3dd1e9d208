from __future__ import annotations

from dataclasses import replace

from export_samples import catalog_of, data_of, evidence_of, verified_abs
from samples import ABS, SETTINGS

from generator.model.evidence import SnippetResult
from generator.model.sample_result import FactName, SampleFact, Samples, Source, samples_digest
from generator.model.status import Outcome


def test_record_says_what_its_file_says() -> None:
    """A consumer finds the counterpart, the category, the rows with their phrases, and what was run."""
    record = data_of(verified_abs())["records"]["torch.abs"]
    assert (record["paddle"], record["category"], record["number"]) == (["paddle.abs"], "仅参数名不一致", "1.3")
    assert record["page"] == "api/torch.abs/"
    (mapping,) = record["mappings"]
    assert mapping["torch_url"] == "https://pytorch.org/docs/stable/generated/torch.abs.html"
    (row,) = mapping["parameters"]
    assert (row["torch"], row["paddle"], row["relation"]) == ("input", "x", "renamed")
    assert (row["note"], row["text"]) == ("表示输入的 Tensor。", "表示输入的 Tensor，仅参数名不一致。")
    assert mapping["checks"] == [
        {
            "given": {"x": "float32[2]"},
            "torch": "y = torch.abs(input=x)",
            "paddle": "y = paddle.abs(x=x)",
            "skip": None,
            "usual": True,
            "expect": "same",
            "outcome": "passed",
        }
    ]
    assert record["verification"] == {
        "status": "verified",
        "drop_in": True,
        "versions": dict(SETTINGS.versions),
        "date": "2026-11-01",
        "device": "cpu",
        "facts": None,
    }


def test_facts_are_those_of_the_same_rows() -> None:
    """A sample that fails takes the mark of drop-in; facts of another state of the record are not exported."""
    catalog = verified_abs()
    (record,) = catalog.records()
    found = Samples(
        "torch.abs",
        samples_digest(record),
        dict(SETTINGS.versions),
        "2026-11-01",
        Source.OP_INFO,
        9,
        facts={FactName.PREFIX: SampleFact(9, 2), FactName.COMPAT: SampleFact(9)},
        accepted=("input",),
    )
    told = data_of(replace(catalog, facts={"torch.abs": found}))["records"]["torch.abs"]["verification"]
    assert told["drop_in"] is False
    assert told["facts"] == {
        "prefix": {"state": "fails", "tried": 9, "failed": 2},
        "keywords": {"state": "untried", "tried": 0, "failed": 0},
        "compat": {"state": "holds", "tried": 9, "failed": 0},
        "accepted": ["input"],
        "untold": 0,
    }
    stale = replace(found, digest="0" * 16)
    told = data_of(replace(catalog, facts={"torch.abs": stale}))["records"]["torch.abs"]["verification"]
    assert (told["drop_in"], told["facts"]) == (True, None)


def test_stale_evidence_says_nothing_of_the_code() -> None:
    """What was found of other code is no outcome of this code, and no drop-in."""
    before = catalog_of(ABS)
    (record,) = before.records()
    now = catalog_of(ABS.replace("input=x", "x"))
    stale = data_of(replace(now, evidence={"torch.abs": evidence_of(record, Outcome.PASSED)}))["records"]["torch.abs"]
    assert (stale["verification"]["status"], stale["verification"]["drop_in"]) == ("stale", False)
    assert stale["mappings"][0]["checks"][0]["outcome"] is None


def test_overloads_have_their_own_category_summary_and_outcomes() -> None:
    """Each overload is a mapping, with what was found of its own code."""
    text = """\
torch: torch.max
category: 仅参数名不一致
overloads:
  - title: 不指定 dim 时
    paddle: paddle.max
    parameters:
      - {torch: input, paddle: x, note: 表示输入。}
    checks:
      - {given: {x: "float32[2]"}, torch: y = torch.max(x), paddle: y = paddle.max(x)}
  - title: 逐元素
    paddle: paddle.maximum
    parameters:
      - {torch: input, paddle: input, note: 表示输入。}
    checks:
      - {given: {x: "float32[2]"}, torch: "y = torch.max(x, x)", paddle: "y = paddle.maximum(x, x)"}
"""
    catalog = catalog_of(text)
    (record,) = catalog.records()
    results = (
        SnippetResult("overloads.0.checks.0", Outcome.PASSED),
        SnippetResult("overloads.1.checks.0", Outcome.DIFFERS),
    )
    evidence = replace(evidence_of(record, Outcome.PASSED), results=results)
    data = data_of(replace(catalog, evidence={"torch.max": evidence}))["records"]["torch.max"]
    assert data["paddle"] == ["paddle.max", "paddle.maximum"]
    assert [mapping["title"] for mapping in data["mappings"]] == ["不指定 dim 时", "逐元素"]
    assert ["参数完全一致" in mapping["summary"] for mapping in data["mappings"]] == [False, True]
    assert [mapping["checks"][0]["outcome"] for mapping in data["mappings"]] == ["passed", "differs"]


def test_missing_record_leads_to_its_row() -> None:
    """What has no page of its own is spoken of in the list of what is missing."""
    data = data_of(catalog_of("torch: torch.foo\ncategory: 功能缺失\nreason: 没有。\n"))["records"]["torch.foo"]
    assert (data["page"], data["reason"], data["paddle"]) == ("missing/#torch.foo", "没有。", [])
    assert data["mappings"][0]["paddle_signature"] is None

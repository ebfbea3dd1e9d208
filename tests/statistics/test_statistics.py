from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from samples import ABS, DROPOUT, SETTINGS, make_catalog, path_of, shipped_catalog

from generator.catalog.catalog import Catalog
from generator.model.evidence import (
    ConvertedOutcome,
    ConvertedResult,
    DropIn,
    Evidence,
    SnippetResult,
    rows_digest,
)
from generator.model.evidence import tested_digest as digest_of  # pytest takes names that begin with "test" for tests
from generator.model.family import Family
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.migration_note import MigrationNote
from generator.model.signature import Signature
from generator.model.status import Outcome, Status
from generator.model.variation import DifferenceClass, Unclear, Variation
from generator.statistics.conversions import measure_conversions
from generator.statistics.counts import count_records
from generator.statistics.coverage import Coverage, measure_coverage
from generator.statistics.parameters import measure_parameters
from generator.statistics.report import conversion_list, overview
from generator.statistics.skipped import skipped_snippets
from generator.statistics.stale import stale_records
from generator.statistics.variations import condition_lines, unclear_of
from generator.storage.yaml_file import read_model

NOTHING = "torch: torch.nothing\ncategory: 功能缺失\nreason: Paddle 没有它。\n"


def inventory(version: str, *calls: str, library: str = "torch") -> Inventory:
    """An inventory of functions from their calls."""
    entries = {
        call.partition("(")[0]: ApiEntry(call.partition("(")[0], ApiKind.FUNCTION, (Signature.parse(call),), "inspect")
        for call in calls
    }
    return Inventory(library, version, entries)


def catalog(*calls: str) -> Catalog:
    """Three records, one of them of a missing feature, with a torch inventory."""
    made = make_catalog({path_of(text): text for text in (ABS, DROPOUT, NOTHING)})
    settings = SETTINGS.model_copy(update={"coverage": ("torch",)})
    return replace(made, settings=settings, inventories={"torch": inventory("2.13.0", *calls)})


def test_every_record_is_counted_once_in_each_way() -> None:
    """Categories, statuses and modules each add up to all records."""
    counts = count_records(catalog())
    assert (counts.records, counts.aliases) == (3, 1)
    for numbers in (counts.by_category, counts.by_status, counts.by_module):
        assert sum(numbers.values()) == counts.records
    assert counts.by_module == {"torch": 2, "torch.nn.functional": 1}


def test_coverage_counts_what_stands_in_the_module() -> None:
    """Offered is what stands directly in the module and is no alias; the rest is open."""
    made = catalog("torch.abs(input)", "torch.nothing()", "torch.add(input)", "torch.nn.relu(input)", "torch._hidden()")
    entries = {**made.inventories["torch"].entries}
    entries["torch.absolute"] = replace(entries["torch.abs"], name="torch.absolute", alias_of="torch.abs")
    made = replace(made, inventories={"torch": replace(made.inventories["torch"], entries=entries)})
    (torch,) = measure_coverage(made)
    assert torch == Coverage("torch", offered=3, documented=1, missing=1, untouched=("torch.add",))
    assert torch.open == 1


def test_stale_list_says_what_a_new_version_changes() -> None:
    """A record whose API changed is named with its file and with what happened to the parameters."""
    made = catalog("torch.abs(input)", "torch.nn.functional.dropout(input, inplace=False)")
    newer = inventory("2.14.0", "torch.abs(input, *, out=None)", "torch.nn.functional.dropout(input, inplace=False)")
    tasks = {task.api: task for task in stale_records(made, [newer])}
    assert tasks["torch.abs"].file.endswith("torch/torch.abs.yml")
    assert tasks["torch.abs"].reasons[0] == "torch 2.13.0 → 2.14.0：torch.abs 新增参数 out=None"
    assert all("2.14.0" not in reason for reason in tasks["torch.nn.functional.dropout"].reasons)


def test_vanished_api_is_on_the_list() -> None:
    """An API that a new version no longer has concerns its record, also where it is only the counterpart."""
    made = catalog("torch.abs(input)")
    made = replace(made, inventories={"paddle": inventory("3.3.1", "paddle.abs(x)", library="paddle")})
    tasks = {task.api: task for task in stale_records(made, [inventory("3.4.0", library="paddle")])}
    assert tasks["torch.abs"].reasons[0] == "paddle 3.3.1 → 3.4.0：paddle.abs 已不存在"


def test_record_without_evidence_is_on_the_list() -> None:
    """What was never verified needs a look; what has nothing to run does not."""
    assert {task.api for task in stale_records(catalog(), [])} == {"torch.abs", "torch.nn.functional.dropout"}


NOTE = """\
number: 3
title: 标题
theme: 网络层
surprise: 意外。
holds: still
today: 如今。
advice: 做法。
apis: [torch.abs]
checks:
  - {title: 相同, torch: y = 1, paddle: y = 1, skip: 需要 GPU。}
"""
FAMILY = """\
torch: torchvision.models
paddle: paddle.vision.models
title: 系列
intro: 导语。
links: {}
groups: [{title: 同名, remark: 一样。, both: [resnet18]}]
checks: [{title: 相同, torch: y = 1, paddle: y = 1}]
"""


def with_note_and_family(folder: Path, *calls: str) -> Catalog:
    """The three records, a note and a family."""
    (folder / "note.yml").write_text(NOTE, encoding="utf-8")
    (folder / "torchvision.models.yml").write_text(FAMILY, encoding="utf-8")
    notes = (read_model(MigrationNote, folder / "note.yml"),)
    families = (read_model(Family, folder / "torchvision.models.yml"),)
    return replace(catalog(*calls), notes=notes, families=families)


def test_notes_and_families_become_stale_too(tmp_path: Path) -> None:
    """What was never verified is listed with its file, and so is a note or family whose API changed."""
    made = with_note_and_family(tmp_path, "torch.abs(input)")
    made = replace(made, inventories={**made.inventories, "torchvision": inventory("0.28.0", library="torchvision")})
    newer = inventory("0.29.0", "torchvision.models.resnet18(weights)", library="torchvision")
    others = [inventory("2.14.0", "torch.abs(input, *, out=None)"), newer]
    tasks = {task.api: task for task in stale_records(made, others)}
    assert tasks["notes.03"].file.endswith("note.yml")
    assert tasks["notes.03"].reasons[0] == "torch 2.13.0 → 2.14.0：torch.abs 新增参数 out=None"
    assert tasks["torchvision.models"].reasons[0] == "torchvision 0.28.0 → 0.29.0：torchvision.models.resnet18 新出现"


def test_skipped_code_is_listed_with_its_reason(tmp_path: Path) -> None:
    """A skip in a record, a note or a family is found with its line."""
    (skipped,) = skipped_snippets(with_note_and_family(tmp_path))
    assert (skipped.key, skipped.at, skipped.line, skipped.reason) == ("notes.03", "checks.0", 10, "需要 GPU。")


@pytest.mark.parametrize(
    ("text", "passed", "skipped", "reason"),
    [
        (ABS, 1, 0, ""),
        (ABS.replace("input=x", ""), 0, 0, "没有示例或检查传过它"),
        (ABS.replace("  - given", "  - skip: 需要 GPU。\n    given"), 0, 1, "需要 GPU。"),
    ],
)
def test_parameters_count_where_running_code_passes_them(text: str, passed: int, skipped: int, reason: str) -> None:
    """Code that is skipped proves nothing; the parameter is then listed with the reason of the skip."""
    (module,) = measure_parameters(make_catalog({path_of(text): text}))
    assert (module.module, module.paired, module.passed) == ("torch", 1, passed)
    assert [(one.parameter, one.line, one.skipped, one.reason) for one in module.untried] == [
        ("input", 5, bool(skipped), reason)
    ] * (1 - passed)


def test_figures_say_how_many_parameters_were_tried() -> None:
    """The overview names both numbers, and each parameter that is left with the reason."""
    text = ABS.replace("input=x", "")
    made = make_catalog({path_of(text): text})
    lines = list(overview(count_records(made), measure_parameters(made), 0, [], dict.fromkeys(Status, "状态")))
    assert (
        lines[1]
        == "参数覆盖：0 / 1 个两边都有的参数在运行的示例或检查中传过，另有 0 个只在没有运行的代码中传过，1 个没有传过。"
    )
    assert lines[-1].endswith(":5 torch.abs 的 input：没有示例或检查传过它。")


def test_every_shipped_parameter_was_tried_or_says_why_not() -> None:
    """No parameter with a counterpart is only claimed: running code passes it, or skipped code says why it is not run."""
    untried = [one for module in measure_parameters(shipped_catalog()) for one in module.untried]
    assert [one for one in untried if not one.skipped] == []


def test_conversions_are_counted_by_current_evidence() -> None:
    """Each record has the share of its code that converts and passes, and why the rest does not; stale evidence none."""
    made = make_catalog({path_of(text): text for text in (ABS, DROPOUT)})
    results = [
        ConvertedResult(ConvertedOutcome.PASSED),
        ConvertedResult(ConvertedOutcome.TODO, "条件不明", "torch.abs", "不支持复数"),
        ConvertedResult(ConvertedOutcome.UNMET, "值", "", "假定没有 NaN，这里不成立"),
        None,
    ]
    evidence = {
        record.torch: Evidence(
            record.torch,
            digest_of(record),
            {},
            "2026-01-01",
            tuple(SnippetResult("checks.0", Outcome.PASSED, converted=one) for one in results),
            DropIn(holds=None),
            rows=rows_digest(record) if record.torch == "torch.abs" else "0",
        )
        for record in made.records()
    }
    measured = list(measure_conversions(replace(made, evidence=evidence)))
    assert [(one.api, one.tried, one.converted) for one in measured] == [("torch.abs", 3, 1)]
    assert list(conversion_list(measured)) == [
        "   1/3   torch.abs",
        "         torch.abs 条件不明：不支持复数",
        "         所作的假定不成立（值）：假定没有 NaN，这里不成立",
        "按记录转换：3 个示例与检查中 1 个转换后通过（33.3%）；1 条记录中，0 条全部通过，1 条部分通过，0 条没有通过的。",
    ]


@pytest.mark.parametrize(("is_doubtful", "words"), [(False, "可能已说明"), (True, "大概不是它们说的")])
def test_what_may_be_told_is_listed_with_the_sentences(*, is_doubtful: bool, words: str) -> None:
    """A difference is a line with its place and its smallest inputs, and the sentences that may tell it are the next."""
    sentences = (("torch.abs", "值不同"), ("torch.neg", "值很大时不同"))
    unclear = Unclear(
        "checks.0", DifferenceClass.VALUE, "`x` 的内容：含 NaN", {"x": 1}, "y 不同。", 2, sentences, is_doubtful
    )
    varied = Variation("torch.abs", "", {}, "", 0, {}, unclear=(unclear,))
    first, second = unclear_of(varied, make_catalog({path_of(ABS): ABS}))
    assert first.endswith('torch.abs 条件不明，值不同：`x` 的内容：含 NaN。y 不同；given: {"x": 1}（2 次）')
    assert second == f"    {words}：torch.abs 的“值不同”；torch.neg 的“值很大时不同”"


def test_condition_of_a_remark_that_is_gone_is_still_told() -> None:
    """The file of variations may be older than the record: a place that is not there any more is named without words."""
    varied = Variation("torch.abs", "", {}, "", 0, {}, unmet=("remarks.9",))
    (line,) = condition_lines(varied, make_catalog({path_of(ABS): ABS}))
    assert line.endswith("torch.abs：没有一次运行满足这个条件：加一段代码，或写明不能运行的原因（skip）")

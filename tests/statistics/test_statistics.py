from __future__ import annotations

from dataclasses import replace

from samples import ABS, DROPOUT, SETTINGS, make_catalog, path_of

from generator.catalog import Catalog
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature
from generator.statistics.counts import count_records
from generator.statistics.coverage import Coverage, measure_coverage
from generator.statistics.stale import stale_records

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
    assert torch == Coverage("torch", offered=3, documented=1, missing=1)
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

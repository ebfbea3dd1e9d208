from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest
from samples import ABS, catalog_of, rendered

from generator.catalog.catalog import Catalog
from generator.catalog.release_status import Standing, State
from generator.model.call_verdict import CallVerdict
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.release import Release
from generator.model.signature import Signature
from generator.reports.versions.report import as_json, as_markdown, say_reviews
from generator.statistics.release_changes import Change, all_releases, compare_releases, count_states
from generator.statistics.release_review import review_records

OLD, NEW = Release("paddle", "3.0.0"), Release("paddle", "3.3.1")


def function(version: str, signature: str) -> Inventory:
    """A release with one function."""
    entry = ApiEntry("paddle.abs", ApiKind.FUNCTION, (Signature.parse(signature),), "inspect")
    return Inventory("paddle", version, {"paddle.abs": entry})


def two_releases() -> Catalog:
    """A catalogue with one record and two releases, whose function has another parameter in the second."""
    catalog = catalog_of(ABS)
    settings = catalog.settings.model_copy(update={"earlier": {"paddle": ("3.0.0",)}})
    inventories = {"paddle": function("3.3.1", "(x, out=None)")}
    return replace(catalog, settings=settings, inventories=inventories, earlier={OLD: function("3.0.0", "(x)")})


def on(old: tuple[State, CallVerdict], new: tuple[State, CallVerdict]) -> Mapping[str, Mapping[Release, Standing]]:
    """How the record stands on both releases."""
    return {
        "torch.abs": {one: Standing(one, state, effort=effort) for one, (state, effort) in ((OLD, old), (NEW, new))}
    }


RENAMED, ARGUMENTS, OPEN = CallVerdict.RENAMED, CallVerdict.ARGUMENTS, CallVerdict.UNVERIFIED
HOLDS, PARTLY, FAILS = State.HOLDS, State.PARTLY, State.FAILS


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ((FAILS, OPEN), (HOLDS, RENAMED), Change.APPEARED),
        ((FAILS, OPEN), (PARTLY, RENAMED), Change.APPEARED),
        ((HOLDS, RENAMED), (FAILS, OPEN), Change.BROKE),
        ((PARTLY, ARGUMENTS), (HOLDS, RENAMED), Change.SIMPLER),
        ((HOLDS, RENAMED), (PARTLY, ARGUMENTS), Change.HARDER),
        ((HOLDS, RENAMED), (PARTLY, RENAMED), Change.LESS),
        ((PARTLY, RENAMED), (HOLDS, RENAMED), Change.MORE),
        ((HOLDS, RENAMED), (HOLDS, RENAMED), None),
        ((State.UNKNOWN, OPEN), (HOLDS, RENAMED), None),
        ((State.NOT_RUN, OPEN), (HOLDS, RENAMED), None),
    ],
)
def test_each_record_changes_in_one_way(
    old: tuple[State, CallVerdict], new: tuple[State, CallVerdict], change: Change | None
) -> None:
    """What breaks counts before what is harder; of what nobody knows on either release, nothing is said."""
    found = compare_releases(two_releases(), on(old, new), OLD, NEW)
    assert [one.change for one in found.records] == ([change] if change is not None else [])


def test_releases_are_ordered_by_number() -> None:
    """The newest release stands first, ten after nine."""
    catalog = catalog_of(ABS)
    settings = catalog.settings.model_copy(update={"earlier": {"paddle": ("3.0.0", "3.0.10", "3.0.9")}})
    found = [release.version for release in all_releases(replace(catalog, settings=settings))]
    assert found == ["3.3.1", "3.0.10", "3.0.9", "3.0.0"]


def test_both_reports_say_the_same() -> None:
    """Markdown and JSON have the record with its change, and what changed in the counterpart's signature."""
    stands = on((PARTLY, ARGUMENTS), (HOLDS, RENAMED))
    changes = compare_releases(two_releases(), stands, OLD, NEW)
    text, data = as_markdown(changes), json.loads(as_json(changes))
    assert "- `torch.abs`：改参数 → 只改名称" in text
    assert "- `paddle.abs`：新增参数 out=None" in text
    (record,) = data["records"]
    assert (record["torch"], record["change"], record["before"]["effort"]) == ("torch.abs", "simpler", "改参数")
    assert data["apis"] == {"paddle.abs": ["新增参数 out=None"]}
    assert dict(count_states(stands, OLD))[PARTLY] == 1


def test_each_release_has_a_page() -> None:
    """The list leads to a page for each release, which says what changed from the one before."""
    pages = rendered(two_releases())
    assert {path for path in pages if path.startswith("versions/")} == {
        "versions/index.md",
        "versions/paddle-3.0.0.md",
        "versions/paddle-3.3.1.md",
    }
    assert "新增参数 out=None" in pages["versions/paddle-3.3.1.md"].markdown
    assert "没有更早的版本可以比较" in pages["versions/paddle-3.0.0.md"].markdown


@pytest.mark.parametrize(
    ("old", "new", "is_other"),
    [
        ((HOLDS, RENAMED), (HOLDS, RENAMED), False),
        ((HOLDS, RENAMED), (FAILS, OPEN), True),
        ((HOLDS, RENAMED), (HOLDS, ARGUMENTS), True),
        ((HOLDS, RENAMED), (State.UNKNOWN, OPEN), False),
    ],
)
def test_a_changed_counterpart_names_the_record(
    *, old: tuple[State, CallVerdict], new: tuple[State, CallVerdict], is_other: bool
) -> None:
    """The inventories name it before anything is run; what has not been run is not said to be other."""
    (found,) = review_records(two_releases(), on(old, new), OLD, NEW)
    assert (found.changes, found.appeared, found.is_other) == (("paddle.abs 新增参数 out=None",), "", is_other)


def test_an_api_of_the_records_own_name_is_a_ground() -> None:
    """Where the newer release brings the name that only a prefix parts from torch's, the record may use it."""
    catalog = replace(two_releases(), sources=catalog_of(ABS.replace("paddle.abs", "paddle.other")).sources)
    without = Inventory("paddle", "3.0.0", {"paddle": ApiEntry("paddle", ApiKind.MODULE)})
    (found,) = review_records(replace(catalog, earlier={OLD: without}), {}, OLD, NEW)
    assert (found.appeared, found.changes) == ("paddle.abs", ())
    assert say_reviews([found]).startswith("由清单指出 1 条，其中 0 条")

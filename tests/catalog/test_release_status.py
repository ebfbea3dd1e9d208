from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from samples import ABS, catalog_of

from generator.catalog.catalog import Catalog
from generator.catalog.release_status import Cause, Standing, State, standings
from generator.model import evidence as model
from generator.model.call_verdict import CallVerdict
from generator.model.evidence import (
    ConvertedOutcome,
    ConvertedResult,
    DropIn,
    Evidence,
    SnippetResult,
    rows_digest,
)
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.record import Record
from generator.model.release import OnReleases, Release, basis_of
from generator.model.signature import Signature
from generator.model.status import Outcome

OLD = Release("paddle", "3.0.0")
TWO = f"""{ABS}  - torch: y = torch.abs(-1.0 * torch.ones(2))
    paddle: y = paddle.abs(-1.0 * paddle.ones([2]))
"""
CONVERTED = ConvertedResult(ConvertedOutcome.PASSED, "改参数")
USUAL = SnippetResult("checks.0", Outcome.PASSED, converted=CONVERTED, moved=True)
OTHER = SnippetResult("checks.1", Outcome.PASSED, converted=CONVERTED, moved=True)


def inventory(version: str, **signatures: str) -> Inventory:
    """A release of Paddle with these functions."""
    entries = {
        f"paddle.{name}": ApiEntry(f"paddle.{name}", ApiKind.FUNCTION, (Signature.parse(text),), "inspect")
        for name, text in signatures.items()
    }
    return Inventory("paddle", version, {"paddle": ApiEntry("paddle", ApiKind.MODULE), **entries})


def record_of(catalog: Catalog) -> Record:
    """The only record."""
    (record,) = catalog.records()
    return record


def catalog_on(
    *changed: SnippetResult, old: Mapping[str, str], results: tuple[SnippetResult, ...] = (USUAL, OTHER)
) -> Catalog:
    """A record with evidence, the results that differ from it on another release, and that release's functions."""
    catalog = catalog_of(TWO.replace("aliases: [torch.absolute]\n", ""))
    record = record_of(catalog)
    versions = {"torch": "2.13.0", "paddle": "3.3.1"}
    evidence = Evidence(
        record.torch,
        model.tested_digest(record),
        versions,
        "2026-01-01",
        results,
        DropIn(holds=True),
        rows=rows_digest(record),
    )
    on = OnReleases(record.torch, basis_of(evidence), "2026-01-02", {OLD: changed})
    settings = catalog.settings.model_copy(update={"earlier": {OLD.library: (OLD.version,)}})
    return replace(
        catalog,
        settings=settings,
        evidence={record.torch: evidence},
        on_releases={record.torch: on},
        inventories={"paddle": inventory("3.3.1", abs="(x, out=None)", ones="(shape)")},
        earlier={OLD: inventory("3.0.0", **old)},
    )


def standing_of(catalog: Catalog) -> Standing:
    """How the only record stands on the other release."""
    (found,) = standings(catalog, record_of(catalog))
    return found


ALL = {"abs": "(x, out=None)", "ones": "(shape)"}


def stands(*changed: SnippetResult, old: Mapping[str, str] = ALL) -> Standing:
    """How the record stands on the other release."""
    return standing_of(catalog_on(*changed, old=old))


def test_a_page_holds_where_all_is_the_same() -> None:
    """The same results and names are what it takes to hold, with the effort of that release."""
    found = stands()
    assert (found.state, found.apis, found.parameters, found.cause) == (State.HOLDS, (), (), None)
    assert found.effort is CallVerdict.RENAMED


@pytest.mark.parametrize(
    ("changed", "state", "cause"),
    [
        (replace(USUAL, outcome=Outcome.DIFFERS), State.FAILS, Cause.USUAL),
        (replace(OTHER, outcome=Outcome.FAILED), State.PARTLY, Cause.CODE),
        (replace(USUAL, moved=False), State.PARTLY, Cause.PREFIX),
        (replace(OTHER, moved=False), State.HOLDS, None),
        (replace(OTHER, converted=ConvertedResult(ConvertedOutcome.FAILED)), State.PARTLY, Cause.ROWS),
    ],
)
def test_what_does_not_hold_is_told_by_how_much_it_matters(
    changed: SnippetResult, state: State, cause: Cause | None
) -> None:
    """A usual call that differs is a page that does not hold; other code, the prefix and the rows are a part of it."""
    found = stands(changed)
    assert (found.state, found.cause) == (state, cause)


def test_what_a_release_lacks_is_named() -> None:
    """A counterpart that is missing fails the page whatever was run, an API of other code is a part of it."""
    without = {"ones": "(shape)"}
    assert (stands(old=without).state, stands(old=without).apis) == (State.FAILS, ("paddle.abs",))
    found = stands(old={"abs": "(x, out=None)"})
    assert (found.state, found.apis) == (State.PARTLY, ("paddle.ones",))


def test_a_parameter_of_a_row_may_be_missing() -> None:
    """A parameter that a row names and the release lacks is named; where that takes any keyword, nobody knows."""
    renamed = {**ALL, "abs": "(input, out=None)"}
    assert (stands(old=renamed).state, stands(old=renamed).parameters) == (State.PARTLY, ("x",))
    assert stands(old={**ALL, "abs": "(input, **kwargs)"}).parameters == ()


def test_nothing_is_known_without_a_run() -> None:
    """What was run beside other evidence, or not at all, leaves the page unknown rather than holding."""
    catalog = replace(catalog_on(old=ALL), on_releases={})
    assert standing_of(catalog).state is State.UNKNOWN
    stale = replace(catalog_on(old=ALL), evidence={})
    assert standing_of(stale).state is State.UNKNOWN


def test_code_that_cannot_run_here_shows_nothing() -> None:
    """A usual call that is skipped on the pinned release is not run on another, which is no pass."""
    skipped = SnippetResult("checks.0", Outcome.SKIPPED, message="需要 GPU")
    catalog = catalog_on(old=ALL, results=(skipped, OTHER))
    assert standing_of(catalog).state is State.NOT_RUN

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from html_tree import of_class, read_body, text_of
from samples import ABS, REPOSITORY, catalog_of

from generator.catalog.catalog import Catalog
from generator.model.evidence import DropIn, Evidence, Gave, SnippetResult
from generator.model.evidence import tested_digest as digest_of
from generator.model.record import Record
from generator.model.status import Outcome, Status
from generator.model.variation import Count, DifferenceClass, Untold, Variation, variation_digest
from generator.publishing.pages.render import RecordPages
from generator.publishing.pages.rendered import PageRenderer
from generator.publishing.pages.search_entries import search_entry
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.views.badges import badges
from generator.publishing.views.evidence import EvidenceView, evidence_view
from generator.publishing.views.prose import plain

VERSIONS = {"torch": "2.13.0", "paddle": "3.3.1"}
SAME = Gave("y", "float32[2]", "float32[2]", "0.5, 1.25", "0.5, 1.25")
UNTOLD = Untold(
    "checks.0",
    DifferenceClass.DTYPE,
    "`x` 的 dtype：int8",
    {"x": "int8[2]"},
    "y，PyTorch 为 int8，Paddle 为 int64。",
    3,
)


def record_of(catalog: Catalog) -> Record:
    """The record of torch.abs."""
    record = catalog.by_api["torch.abs"].record
    assert record is not None
    return record


def catalog_with(*gave: Gave, untold: tuple[Untold, ...] = (), digest: str = "") -> Catalog:
    """A catalogue of one record that passed, with its results and what derived inputs showed."""
    catalog = catalog_of(ABS)
    record = record_of(catalog)
    results = (SnippetResult("checks.0", Outcome.PASSED, gave=gave),)
    evidence = Evidence("torch.abs", digest or digest_of(record), VERSIONS, "2026-11-21", results, DropIn(holds=None))
    counts = {Count.SAME: 1200, Count.UNTOLD: len(untold)}
    variation = Variation(
        "torch.abs", variation_digest(record), VERSIONS, "2026-11-22", 7, counts, left=5, untold=untold
    )
    return replace(catalog, evidence={"torch.abs": evidence}, variations={"torch.abs": variation})


def shown(catalog: Catalog) -> EvidenceView:
    """What the badges of the record open."""
    view = evidence_view(catalog, record_of(catalog))
    assert view is not None
    return view


def test_it_says_what_was_run_and_how_to_repeat_it() -> None:
    """Inputs, both results with their dtypes, date, versions, device, seed, counts and the commands stand there."""
    view = shown(catalog_with(SAME, Gave("n", "int", "float", "1", "1")))
    assert plain(view.opening) == "在 CPU 上运行，torch 2.13.0，paddle 3.3.1；结果最近一次改变是 2026-11-21。"
    (run,) = view.runs
    assert (run.name, run.inputs) == ("检查 1", "x: float32[2]")
    assert plain(run.outcome) == "y 两边都是 float32[2]（0.5, 1.25）；n PyTorch 为 int（1），Paddle 为 float（1）"
    assert plain(view.derived) == "由这些输入派生了 1,200 次变换（种子 7，2026-11-22）：相同 1,200；另有 5 项没有做。"
    assert plain(view.repeat) == "再运行一遍：apimap verify torch.abs，apimap vary torch.abs。"


def test_a_difference_that_nothing_tells_is_shown_with_its_inputs() -> None:
    """The badge is not that of a verified record, and the smallest inputs stand below it."""
    catalog = catalog_with(SAME, untold=(UNTOLD, *[replace(UNTOLD, count=1)] * 9))
    assert catalog.status(record_of(catalog)) is Status.UNTOLD
    assert [(badge.kind[1], badge.text) for badge in badges(catalog, record_of(catalog))] == [
        ("untold", "有未说明的差异（torch 2.13.0，paddle 3.3.1）")
    ]
    first, *_, last = map(plain, shown(catalog).untold)
    assert first == "dtype 不同，x 的 dtype：int8，输入 x: int8[2]：y，PyTorch 为 int8，Paddle 为 int64（3 次）。"
    assert last == "另有 6 处，由 apimap stats --untold 列出。"


def test_stale_evidence_shows_no_results() -> None:
    """What was run before a change is not told as what the code does now."""
    view = shown(catalog_with(SAME, digest="0" * 16))
    assert view.runs == ()
    assert "那之后记录的代码或库的版本变了" in plain(view.opening)


def test_stale_variations_decide_nothing() -> None:
    """Findings of other code neither take the mark away nor stand on the page."""
    catalog = catalog_with(SAME, untold=(UNTOLD,))
    old = replace(catalog.variations["torch.abs"], digest="0" * 16)
    catalog = replace(catalog, variations={"torch.abs": old})
    assert catalog.status(record_of(catalog)) is Status.VERIFIED
    assert plain(shown(catalog).derived) == "由这些输入派生的其他输入还没有试过。"


def test_record_without_code_has_nothing_to_open() -> None:
    """A record with nothing to run has neither badge nor evidence."""
    catalog = catalog_of(ABS[: ABS.index("checks")])
    assert evidence_view(catalog, record_of(catalog)) is None


@pytest.mark.parametrize("payload", ["<script>alert(1)</script>", "](javascript:x)", '"><img src=x onerror=alert(1)>'])
def test_results_never_become_markup(payload: str) -> None:
    """Whatever a result or a finding holds comes out as text, folded up, and the search does not know it."""
    untold = replace(UNTOLD, change=payload, message=payload, given={"x": [payload, payload]})
    catalog = catalog_with(Gave(payload, payload, "int", payload, payload), untold=(untold,))
    source = catalog.by_api["torch.abs"]
    page = RecordPages.of(catalog, ()).render(source, PageRenderer(template_folders(Path(REPOSITORY))))
    body = read_body(page.body)
    (details,) = of_class(body, "apimap-evidence")
    assert details.tag == "details"
    assert details.get("open") is None
    assert details.get("data-search-exclude") is not None
    assert payload in text_of(details)
    assert not [it for it in details.iter() if it.tag in {"script", "img"}]
    assert not [it for it in details.iter("a") if not (it.get("href") or "").startswith("https://")]
    assert payload not in page.markdown
    assert payload not in str(search_entry(source))

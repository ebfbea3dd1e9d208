from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from export_samples import evidence_of, verified_abs
from record_fields import SAMPLES, variants
from samples import ABS, DROPOUT, SETTINGS, catalog_of, shipped_catalog

from generator.catalog.catalog import RECORDS, Catalog
from generator.model.demand import Demand, Use
from generator.model.record import Record
from generator.model.status import Outcome, Status
from generator.model.variation import Count, DifferenceClass, Untold, Variation, variation_digest
from generator.reports.review.changes import compare_catalogs
from generator.storage.yaml_file import RecordSource
from generator.storage.yaml_text import Document

FORM = "forms:\n  - {torch: torch.Tensor.abs, paddle: paddle.Tensor.abs}\n"


def varied(catalog: Catalog, untold: Sequence[Untold]) -> Catalog:
    """The catalogue with what varying the first record's code showed."""
    (record, *_) = catalog.records()
    found = Variation(
        record.torch,
        variation_digest(record),
        SETTINGS.versions,
        "2026-11-01",
        1,
        {Count.SAME: 1},
        untold=tuple(untold),
    )
    return replace(catalog, variations={record.torch: found})


NOT_TOLD = {
    "Form.in_place": "it adds a check, of which the evidence tells once it has run",
    **{f"{cls}.usual": "what the usual call is tells it, where it is another" for cls in ("Example", "Check")},
}
"""The fields of a record of which no change is told, and why."""


def test_change_of_any_field_is_told() -> None:
    """Whatever changes of a record, its reviewer is told of it, but for the fields that are named with the reason."""

    def holding(record: Record) -> Catalog:
        return Catalog(SETTINGS, (RecordSource(Document(f"{RECORDS}/torch/torch.f.yml", ""), record),))

    told: dict[str, bool] = {}
    for sample in SAMPLES:
        before = holding(sample)
        for field, variant in variants(sample):
            found = compare_catalogs(before, holding(variant))
            told[field] = told.get(field, False) or bool(found.added or found.removed or found.changed)
    assert {field for field, is_told in told.items() if not is_told} == set(NOT_TOLD)


def test_same_data_is_no_change() -> None:
    """The shipped data does not differ from itself."""
    assert not compare_catalogs(shipped_catalog(), shipped_catalog())


def test_records_that_come_and_go_are_told_with_their_other_place() -> None:
    """A new record that was an alias, and one that is gone and became an alias, say so."""
    alone = ABS.replace("aliases: [torch.absolute]\n", "")
    absolute = alone.replace("torch: torch.abs\n", "torch: torch.absolute\n")
    there = compare_catalogs(catalog_of(ABS), catalog_of(alone, absolute))
    assert [(one.torch, one.elsewhere) for one in there.added] == [("torch.absolute", "`torch.abs` 的别名")]
    back = compare_catalogs(catalog_of(alone, absolute), catalog_of(ABS))
    assert [(one.torch, one.elsewhere) for one in back.removed] == [("torch.absolute", "`torch.abs` 的别名")]
    assert not back.added


def test_redirect_of_what_is_gone_is_told() -> None:
    """A record that is gone and whose old address leads on says where to."""
    after = catalog_of(ABS)
    settings = SETTINGS.model_copy(update={"redirects": {"torch.nn.functional.dropout": "torch.abs"}})
    found = compare_catalogs(catalog_of(ABS, DROPOUT), replace(after, settings=settings))
    assert [one.elsewhere for one in found.removed] == ["转向 `torch.abs`"]
    assert found.beside == ("转向 `torch.nn.functional.dropout`：新增",)


def test_form_that_changes_like_its_record_is_only_named() -> None:
    """What a form takes over is told once, with its record; the pages of both are pages of the change."""
    old, new = (catalog_of(text + FORM) for text in (ABS, ABS.replace("仅参数名不一致", "参数不一致")))
    old_remark, new_remark = (
        catalog_of(text.replace("checks:", "remarks: [见下。]\nchecks:") + FORM)
        for text in (ABS, ABS.replace("表示输入的", "表示某个"))
    )
    (change,) = compare_catalogs(old_remark, catalog_of(ABS + FORM)).changed
    assert (change.torch, change.forms) == ("torch.abs", ("torch.Tensor.abs",))
    assert compare_catalogs(old_remark, catalog_of(ABS + FORM)).pages == ("api/torch.abs/", "api/torch.Tensor.abs/")
    assert [one.torch for one in compare_catalogs(old, new).changed] == ["torch.abs"]  # a form derives its category
    assert [one.torch for one in compare_catalogs(old_remark, new_remark).changed] == ["torch.abs"]


def test_evidence_is_gained_and_lost() -> None:
    """A record whose evidence is gone, or that has some now, is told with both statuses."""
    without, with_ = catalog_of(ABS), verified_abs()
    (lost,) = compare_catalogs(with_, without).evidence
    assert (lost.key, lost.before, lost.after) == ("torch.abs", Status.VERIFIED, Status.MISSING)
    assert (lost.lost, lost.gained) == (True, False)
    (gained,) = compare_catalogs(without, with_).evidence
    assert (gained.lost, gained.gained) == (False, True)


def test_evidence_that_turns_bad_is_lost() -> None:
    """A result that differs now is a loss; what was not verified before and is not now is neither."""
    catalog = verified_abs()
    (record,) = catalog.records()
    worse = replace(catalog, evidence={record.torch: evidence_of(record, Outcome.DIFFERS)})
    assert [one.lost for one in compare_catalogs(catalog, worse).evidence] == [True]
    assert [(one.lost, one.gained) for one in compare_catalogs(catalog_of(ABS), worse).evidence] == [(False, False)]


def test_untold_differences_come_and_go() -> None:
    """A difference that nothing tells is told when it comes and when it goes; unknown results are neither."""
    untold = Untold("checks.0", DifferenceClass.VALUE, "`x` 全为 0", {}, "1 与 2", 3)
    clean, found = varied(verified_abs(), ()), varied(verified_abs(), [untold])
    assert [one.change for one in compare_catalogs(clean, found).untold_gained] == ["`x` 全为 0"]
    assert [one.change for one in compare_catalogs(found, clean).untold_lost] == ["`x` 全为 0"]
    stale = compare_catalogs(found, replace(found, variations={}))
    assert (stale.untold_lost, stale.unvaried) == ((), ("torch.abs",))


def test_coverage_follows_what_both_sides_counted() -> None:
    """A name of real code that has an answer now, or has none any more, is told; one that only one side counted is not."""
    uses = [Use("torch.nn.functional.dropout", "function or class", 7, 2), Use("torch.abs", "function or class", 3, 1)]
    before, after = (replace(catalog_of(text), demand=Demand("", uses)) for text in (ABS, DROPOUT))
    found = compare_catalogs(before, after)
    assert (found.answered, found.unanswered) == (("torch.nn.functional.dropout",), ("torch.abs",))
    uncounted = compare_catalogs(replace(before, demand=Demand()), after)
    assert (uncounted.answered, uncounted.unanswered) == ((), ())


def test_file_without_a_record_is_named() -> None:
    """A file that is no YAML is told: its record counts as gone, and as new where it can be read again."""
    broken = catalog_of(ABS, "torch: torch.x\ncategory: [\n")
    found = compare_catalogs(catalog_of(ABS), broken)
    assert [file.rpartition("/")[2] for file in found.unreadable] == ["torch.x.yml"]
    assert [file.rpartition("/")[2] for file in compare_catalogs(broken, catalog_of(ABS)).unread] == ["torch.x.yml"]

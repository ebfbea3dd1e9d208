from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from samples import ABS, DROPOUT, MAX, catalog_of, make_catalog

from generator.catalog.catalog import Catalog
from generator.lint.run import lint_catalog
from generator.model.finding import Finding, Severity, Span
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation
from generator.model.sample_result import Samples, Source, samples_digest
from generator.publishing.views.difference import RELATION_NAMES, DifferenceView, PartView, difference_view
from generator.publishing.views.lists import Neighbours, neighbours
from generator.publishing.views.page import TocEntry, published_findings
from generator.publishing.views.paths import page_path
from generator.publishing.views.prose import Code, Link, Place, plain
from generator.storage.yaml_dump import dump_yaml

OVERLOADED = (
    MAX.replace("unsupported", "example")
    + """\
    examples:
      - {parameter: 返回值, title: 返回索引, torch: "v, i = torch.max(x, 1)", paddle: "v, i = f(x)"}
"""
)
ROWS: list[tuple[dict[str, Any], str]] = [
    ({"torch": "a", "paddle": "a"}, "same"),
    ({"torch": "a", "paddle": "b"}, "renamed"),
    ({"torch": "a", "paddle": "b", "default": {"torch": "1", "paddle": "2"}}, "default"),
    ({"paddle": "b", "set": "default"}, "paddle-only"),
    ({"torch": "a", "rewrite": "example"}, "torch-only"),
    ({"torch": "a", "rewrite": "unsupported"}, "torch-only"),
    ({"torch": "a", "rewrite": "drop"}, "torch-only"),
    ({"torch": "a", "paddle": "a", "differs": {"usage": "不同"}, "rewrite": "example"}, "usage"),
    ({"torch": "a", "paddle": "b", "differs": {"type": "不同"}, "rewrite": "unsupported"}, "type"),
    ({"torch": "a", "differs": {"usage": "不同"}, "rewrite": "example"}, "usage"),
    ({"returns": "不同", "rewrite": "example"}, "returns"),
]


def record_with(row: dict[str, Any]) -> str:
    """A record of one row, with signatures that have both names."""
    signatures = {"torch": "torch.f(a=1, *, out=None)", "paddle": "paddle.f(b, a)"}
    fields = {"torch": "torch.f", "paddle": "paddle.f", "category": "参数不一致", "signatures": signatures}
    return dump_yaml({**fields, "parameters": [{**row, "note": "表示概率。"}]})


def view_of(text: str, *others: str, catalog: Catalog | None = None) -> DifferenceView:
    """The view of a record text, among others, without findings."""
    catalog = catalog or catalog_of(text, *others)
    (source,) = (it for it in catalog.sources if it.document.text == text)
    assert source.record is not None
    return difference_view(catalog, source, (), neighbours(catalog)[source.record.torch])


def marks(view: DifferenceView) -> list[PartView]:
    """The marked parts of all signatures."""
    return [part for mapping in view.mappings for side in mapping.sides for part in side.parts if part.row is not None]


@pytest.mark.parametrize(("row", "relation"), ROWS)
def test_row_says_its_relation(row: dict[str, Any], relation: str) -> None:
    """What the page says of a row is the relation that the record's row has; a difference is told by its kind."""
    (shown,) = view_of(record_with(row)).mappings[0].rows
    assert shown.relation == relation
    assert shown.relation_name == RELATION_NAMES[relation]
    model = ParameterRow.model_validate(row).relation
    assert {"usage": Relation.DIFFERS, "type": Relation.DIFFERS}.get(relation, relation) == model


def test_a_renamed_row_says_that_the_old_name_is_taken_too() -> None:
    """Only where a call of the counterpart itself has shown it, and never of a parameter that has one name."""
    catalog = catalog_of(ABS)
    (record,) = catalog.records()
    versions = catalog.settings.versions
    found = Samples(
        "torch.abs",
        samples_digest(record),
        versions,
        "2026-11-01",
        Source.OP_INFO,
        9,
        accepted=("input", "out"),
    )

    def shown(text: str, one: Samples) -> list[str]:
        rows = view_of(text, catalog=replace(catalog, facts={"torch.abs": one})).mappings[0].rows
        return [plain(row.also) for row in rows]

    assert shown(ABS, found) == ["也可写作 input。"]
    assert shown(ABS, replace(found, accepted=())) == [""]
    assert shown(ABS, replace(found, api="torch.other")) == [""]
    assert shown(ABS, replace(found, digest="0" * 16)) == [""]


def test_every_relation_has_a_name() -> None:
    """The model knows no relation that the page has no word for."""
    told = {Relation.DIFFERS: {"usage", "type"}}
    assert set(RELATION_NAMES) == {name for relation in Relation for name in told.get(relation, {relation.value})}


@pytest.mark.parametrize(("row", "relation"), [case for case in ROWS if case[1] not in {"same", "returns"}])
def test_signature_marks_what_differs(row: dict[str, Any], relation: str) -> None:
    """A parameter that differs is marked in each signature that has it, named in words, and leads to its row."""
    view = view_of(record_with(row))
    found = marks(view)
    assert len(found) == len({"torch", "paddle"} & row.keys())
    for part in found:
        assert part.row is view.mappings[0].rows[0]
        assert part.title.startswith(RELATION_NAMES[relation])


def test_mark_covers_the_default_where_it_belongs_to_the_difference() -> None:
    """Of a renamed parameter the name is marked, of one with another default the default too."""
    texts = [record_with(row) for row, relation in ROWS if relation in {"renamed", "default"}]
    assert [[part.text[: part.marked] for part in marks(view_of(text))] for text in texts] == [["a", "b"], ["a=1", "b"]]


@pytest.mark.parametrize("row", [row for row, relation in ROWS if relation in {"same", "returns"}])
def test_what_is_the_same_is_not_marked(row: dict[str, Any]) -> None:
    """A signature whose parameters are all the same carries no mark, nor does it for what only returns differently."""
    assert marks(view_of(record_with(row))) == []


def test_rewrite_leads_to_its_example() -> None:
    """需要转写 is parted from the note and leads to the example of its parameter; without an example it leads nowhere."""
    (mapping,) = view_of(DROPOUT).mappings
    rows = {row.torch: row for row in mapping.rows}
    heading = mapping.examples[0].heading
    assert heading is not None
    assert (rows["inplace"].rewrite_words, rows["inplace"].example) == ("需要转写", heading.anchor)
    assert plain(rows["inplace"].note) == "表示是否原位操作，Paddle 无此参数，"
    (other,) = view_of(DROPOUT.replace("parameter: inplace", "parameter: input")).mappings
    assert [row.example for row in other.rows] == ["", "", ""]


def test_example_without_heading_of_its_own_stands_under_the_one_before() -> None:
    """Of two examples with the same heading the second has none."""
    text = DROPOUT.replace("related:", "  - {parameter: inplace, title: 是否原位操作, torch: a, paddle: b}\nrelated:")
    headings = [example.heading for example in view_of(text).mappings[0].examples]
    assert headings[0] is not None
    assert headings[1:] == [None]


def test_overloads_are_told_apart_in_the_contents() -> None:
    """Each overload is an entry with its title; what repeats in each stands below it, under anchors of its own."""
    (top,) = view_of(OVERLOADED).toc
    assert [entry.text for entry in top.children] == ["用法 1：整个 Tensor", "用法 2：指定 dim"]
    assert [entry.text for entry in top.children[1].children] == ["torch.max", "paddle.max", "参数映射", "转写示例"]
    anchors = list(all_anchors(top))
    assert len(anchors) == len(set(anchors))


def all_anchors(entry: TocEntry) -> list[str]:
    """The anchors of an entry and of those below it."""
    return [entry.anchor, *(anchor for child in entry.children for anchor in all_anchors(child))]


def test_rows_of_overloads_have_anchors_of_their_own() -> None:
    """The same parameter in two overloads is found twice."""
    anchors = [row.anchor for mapping in view_of(MAX).mappings for row in mapping.rows]
    assert anchors == ["1-t-input", "2-t-input", "2-t-返回值"]


def test_each_overload_has_the_sentence_of_its_own_category() -> None:
    """What is said of one overload is not said of the other."""
    summaries = [plain(mapping.summary) for mapping in view_of(MAX).mappings]
    assert "仅参数名不一致" in summaries[0]
    assert summaries[1] == "PyTorch 与 Paddle 的返回值不同，具体如下："


@pytest.mark.parametrize(
    ("rewrite", "sentence"), [("unsupported", "Paddle 暂无转写方式。"), ("drop", "上述参数可直接删除，无需转写。")]
)
def test_page_without_examples_says_why(rewrite: str, sentence: str) -> None:
    """Where nothing is to be rewritten the page says so instead of an example (R33)."""
    text = DROPOUT[: DROPOUT.index("examples")].replace("rewrite: example", f"rewrite: {rewrite}")
    (mapping,) = view_of(text).mappings
    assert mapping.no_example == sentence
    assert mapping.examples_heading is not None
    assert mapping.examples == ()


def test_type_differences_are_named() -> None:
    """The table in Markdown has the names of the parameters whose type differs: a note does not tell."""
    texts = [record_with(row) for row, relation in ROWS if relation in {"usage", "type"}]
    assert [view_of(text).mappings[0].types for text in texts] == [(), ("a",), ()]


def test_related_api_links_to_its_page_or_stands_alone() -> None:
    """A related API with a page is a link; one that nobody recorded is its name."""
    assert dict(view_of(DROPOUT, ABS).links)["相关"] == (Link("torch.abs", Place("api/torch.abs.md")),)
    assert dict(view_of(DROPOUT).links)["相关"] == (Code("torch.abs"),)


def test_neighbours_stand_at_the_foot() -> None:
    """The pages before and after are links; at the ends there is none."""
    first = view_of(ABS, DROPOUT)
    assert first.before is None
    assert first.after == Link("torch.nn.functional.dropout", Place("api/torch.nn.functional.dropout.md"))


def test_links_to_edit_and_report_know_the_page() -> None:
    """With a repository, a page leads to its own file and to a report that names the APIs and the versions."""
    made = catalog_of(ABS)
    settings = made.settings.model_copy(update={"repository": "https://example.org/map"})
    view = view_of(ABS, catalog=replace(made, settings=settings))
    assert view.edit_url == "https://example.org/map/edit/main/mapping_data/records/torch/torch.abs.yml"
    fields = parse_qs(urlsplit(view.report_url).query)
    assert fields["title"] == ["torch.abs："]
    for known in ("torch.abs", "paddle.abs", "torch 2.13.0", "paddle 3.3.1", "```python\ny = torch.abs(input=x)"):
        assert known in fields["body"][0]


def test_links_to_edit_and_report_need_a_repository() -> None:
    """Without a repository a page offers no link that leads nowhere."""
    view = view_of(ABS)
    assert (view.edit_url, view.report_url) == ("", "")


def test_title_and_description_name_the_counterpart() -> None:
    """Search engines and browser tabs are told both names and the category."""
    view = view_of(ABS)
    assert view.title == "torch.abs → paddle.abs（仅参数名不一致）"
    assert "torch.abs 对应 paddle.abs，分类为“仅参数名不一致”" in view.description


def test_finding_does_not_tell_where_the_project_lies() -> None:
    """A published page names the file as the repository does, wherever it was built."""
    file = "/home/somebody/map/mapping_data/records/torch/torch.f.yml"
    (shown,) = published_findings([Finding(file, Span(2, 3, 2, 4), "X1", Severity.ERROR, "")])
    assert shown.file == "mapping_data/records/torch/torch.f.yml"


def test_file_that_holds_no_record_has_a_view_of_its_findings() -> None:
    """Its title is the file's name, and it has nothing but what is wrong."""
    catalog = make_catalog({"torch/torch.bad.yml": "torch: [\n"})
    (source,) = catalog.sources
    view = difference_view(catalog, source, lint_catalog(catalog), Neighbours())
    assert (view.path, view.api, view.category_name, view.mappings) == (page_path(source), "torch.bad", "记录有误", ())
    assert [finding.code for finding in view.findings] == ["YML001"]


def test_aliases_stand_at_the_end() -> None:
    """The other names of the function are told, in the order of the record; a page without any has no such line."""
    lines = dict(view_of(ABS).links)
    assert lines["别名"] == (Code("torch.absolute"),)
    assert lines["相关"] == ()

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from export_samples import data_of, evidence_of
from html_tree import of_class, read_body, text_of
from samples import ABS, REPOSITORY, catalog_of

from generator.catalog.catalog import Catalog
from generator.importing.document import read_difference_document
from generator.lint.rules.samples import CHECKED_ABS
from generator.model.evidence import AttributeFact
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.phrases import WRONG_VIEWS
from generator.model.signature import Signature
from generator.model.status import Outcome
from generator.model.variation import Count, DtypeFact, LostDigits, SecondOrder, Variation, variation_digest
from generator.publishing.pages.rendered import PageRenderer
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.views.difference import difference_view
from generator.publishing.views.lists import Neighbours
from generator.publishing.views.measured import measured_lines
from generator.publishing.views.prose import plain

FACT = DtypeFact("", ("input",), ("int8", "float16", "float32"), ("int8",), ("float16",))
LINE = "在 CPU 上试过的调用中，PyTorch 接受而 Paddle 3.3.1 不接受的 dtype：input 的 int8，在部分调用中还有 float16。"


def measured(*facts: DtypeFact, digest: str = "", device: str = "cpu") -> Variation:
    """What varying torch.abs showed."""
    versions = {"torch": "2.13.0", "paddle": "3.3.1"}
    return Variation("torch.abs", digest, versions, "2026-11-22", 0, {Count.SAME: 1}, dtypes=facts, device=device)


def catalog_with(fact: DtypeFact, digest: str = "") -> Catalog:
    """A catalogue of one record whose dtypes were measured."""
    catalog = catalog_of(CHECKED_ABS)
    (record,) = catalog.records()
    found = measured(fact, digest=digest or variation_digest(record))
    return replace(catalog, variations={"torch.abs": found})


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (DtypeFact("", ("input", "other"), ("int8",), ("int8",)), "input、other 的 int8。"),
        (DtypeFact("", (), ("int8",), (), ("int8",)), "各 Tensor 在部分调用中的 int8。"),
        (DtypeFact("", ("forward.x",), ("int8",), (), (), ("float16",)), "forward 的 x 在反向传播时的 float16。"),
        (DtypeFact("", ("self",), ("int8",), ("int8", "int16")), "当前 Tensor 的 int8、int16。"),
        (
            DtypeFact("", ("self",), ("int8",), ("int8", "int16"), mixed=("int16",)),
            "当前 Tensor 的 int8，在各 Tensor 都是它时还有 int16。",
        ),
    ],
)
def test_the_line_names_what_only_torch_takes(fact: DtypeFact, said: str) -> None:
    """Refused everywhere, refused in some calls and refused backward are told apart, for the arguments in words."""
    (line,) = map(plain, measured_lines(measured(fact), ()))
    assert line == f"在 CPU 上试过的调用中，PyTorch 接受而 Paddle 3.3.1 不接受的 dtype：{said}"


def test_nothing_is_said_where_both_sides_take_the_same_or_another_device_was_used() -> None:
    """The line is about a difference on a CPU, in the mapping that it was measured for."""
    assert not [*measured_lines(measured(replace(FACT, refused=(), partly=())), ())]
    assert not [*measured_lines(measured(FACT, device="gpu"), ())]
    assert not [*measured_lines(measured(FACT), ("overloads", 1))]
    assert not [*measured_lines(None, ())]


@pytest.mark.parametrize(("is_always", "said"), [(True, " 不能"), (False, " 在部分调用中不能")])
def test_a_line_says_where_there_is_no_second_derivative(*, is_always: bool, said: str) -> None:
    """It is about the mapping that it was measured for, on a CPU."""
    found = replace(measured(), second_orders=(SecondOrder("overloads.1", is_always),))
    (line,) = map(plain, measured_lines(found, ("overloads", 1)))
    after = "（create_graph=True 时报错）。"
    assert line == f"在 CPU 上试过的调用中，PyTorch 能求二阶导数而 Paddle 3.3.1{said}{after}"
    assert not [*measured_lines(found, ())]
    several = (
        SecondOrder("", is_always=True, parameters=("source",)),
        SecondOrder("", is_always=False, parameters=("self", "other"), ends=True),
    )
    (line,) = map(plain, measured_lines(replace(measured(), second_orders=several), ()))
    said = " 对 source 不能，对 当前 Tensor、other 在部分调用中不能（create_graph=True 时报错或使进程崩溃）。"
    assert line == f"在 CPU 上试过的调用中，PyTorch 能求二阶导数而 Paddle 3.3.1{said}"


def test_a_line_says_which_digits_are_lost() -> None:
    """Results and gradients are told apart, each with the largest error."""
    lost = (
        LostDigits("", "float32", backward=False, error="1"),
        LostDigits("", "float64", backward=True, error="1e-07"),
    )
    (line,) = map(plain, measured_lines(replace(measured(), lost_digits=lost), ()))
    said = "float32 的结果（试过的元素中相对误差最大约 1），float64 的梯度（试过的元素中相对误差最大约 1e-07）"
    assert line == f"在 CPU 上试过的调用中，有效数字比 PyTorch 少的，Paddle 3.3.1 有：{said}。"
    assert not [*measured_lines(replace(measured(), lost_digits=lost), ("overloads", 1))]


def test_page_and_data_say_what_was_measured_of_this_code() -> None:
    """Both renderings have the line, ``data.json`` has the facts with device and versions; of other code neither."""
    catalog = catalog_with(FACT)
    view = difference_view(catalog, catalog.sources[0], [], Neighbours(None, None))
    rendered = PageRenderer(template_folders(REPOSITORY)).difference(view)
    assert [text_of(it) for it in of_class(read_body(rendered.body), "apimap-measured")] == [LINE]
    assert LINE.replace("input", "`input`") in rendered.markdown
    record = data_of(catalog)["records"]["torch.abs"]
    assert record["mappings"][0]["dtypes"][0]["refused"] == ["int8"]
    assert (record["measured"]["device"], record["measured"]["versions"]["paddle"]) == ("cpu", "3.3.1")
    stale = data_of(catalog_with(FACT, digest="0" * 16))["records"]["torch.abs"]
    assert (stale["measured"], stale["mappings"][0]["dtypes"]) == (None, [])


def test_the_line_becomes_no_remark_when_a_page_is_read() -> None:
    """What was measured is not written into a record by importing our own page."""
    catalog = catalog_with(FACT)
    view = difference_view(catalog, catalog.sources[0], [], Neighbours(None, None))
    markdown = PageRenderer(template_folders(REPOSITORY)).difference(view).markdown
    source = read_difference_document("torch.abs.md", markdown.encode())
    assert source.record is not None
    assert source.record.remarks == ()


def test_the_category_of_the_last_release_is_exported_where_it_was_another() -> None:
    """A consumer sees what changed; a category that is the same again is no change."""
    catalog = replace(catalog_of(ABS), previous_categories={"torch.abs": "参数不一致"})
    assert data_of(catalog)["records"]["torch.abs"]["previous_category"] == "参数不一致"
    same = replace(catalog, previous_categories={"torch.abs": "仅参数名不一致"})
    assert data_of(same)["records"]["torch.abs"]["previous_category"] is None


def with_attributes(facts: Mapping[str, AttributeFact], digest: str = "") -> Catalog:
    """A catalogue of a class and of one of its attributes, with these facts in its evidence."""
    catalog = catalog_of(CHECKED_ABS, ABS.replace("torch.abs", "torch.abs.own"))
    evidence = replace(evidence_of(catalog.by_api["torch.abs"].record, Outcome.PASSED), attributes=facts)  # type: ignore[arg-type]
    taken = ApiEntry("torch.abs", ApiKind.CLASS, (Signature.parse("(groups, stride, own)"),))
    entries = {entry.name: entry for entry in (ApiEntry("torch", ApiKind.MODULE), taken)}
    found = replace(evidence, digest=digest or evidence.digest)
    return replace(catalog, evidence={"torch.abs": found}, inventories={"torch": Inventory("torch", "2.13.0", entries)})


def attribute_line(catalog: Catalog) -> list[str]:
    """The line of the class's page."""
    view = difference_view(catalog, catalog.by_api["torch.abs"], [], Neighbours(None, None))
    return [plain(line) for line in view.mappings[0].measured]


def test_page_and_data_say_which_attributes_paddle_lacks() -> None:
    """Absent and other values are told apart; the page names what the constructor takes, the data all without a record."""
    facts = {"groups": AttributeFact.ABSENT, "own": AttributeFact.ABSENT, "inner": AttributeFact.ABSENT}
    catalog = with_attributes({**facts, "stride": AttributeFact.DIFFERS, "weight": AttributeFact.TENSOR})
    assert attribute_line(catalog) == ["对象的属性中，Paddle 3.3.1 没有的：groups；值不同的：stride。"]
    said = {"groups": "absent", "inner": "absent", "stride": "differs", "weight": "tensor"}
    assert data_of(catalog)["records"]["torch.abs"]["attributes"] == said


def test_attributes_of_old_code_or_that_are_the_same_are_not_said() -> None:
    """A page without a difference has no line; nor has one whose evidence is of other code."""
    assert attribute_line(with_attributes({"groups": AttributeFact.VALUE, "stride": AttributeFact.UNKNOWN})) == []
    stale = with_attributes({"groups": AttributeFact.ABSENT}, digest="0" * 16)
    assert attribute_line(stale) == []
    assert data_of(stale)["records"]["torch.abs"]["attributes"] == {}


def test_a_line_says_what_changes_to_views_lack() -> None:
    """It is about the mapping that it was measured for."""
    found = replace(measured(), wrong_views=("overloads.1",))
    (line,) = map(plain, measured_lines(found, ("overloads", 1)))
    assert line == f"{WRONG_VIEWS.replace('`', '')}。"
    assert not [*measured_lines(found, ())]

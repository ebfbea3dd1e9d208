from __future__ import annotations

import re
from dataclasses import replace

import pytest
from samples import ABS, DROPOUT, REPOSITORY, SETTINGS, make_catalog, path_of

from generator.catalog.catalog import Catalog, load_catalog
from generator.model import evidence as model
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature
from generator.model.status import Outcome, Status
from generator.pages.coverage_charts import categories_figure, modules_figure, modules_of, overview_of, total_of
from generator.pages.difference import both_sides
from generator.pages.home import home_page
from generator.pages.paths import HOME
from generator.pages.render import render_pages
from generator.pages.templates import template_folders
from generator.statistics.coverage import Coverage

MODULES = (Coverage("torch", 10, 3, 1), Coverage("torch.nn", 5, 0, 0))


def verified(*apis: str) -> Catalog:
    """Two records, of which those named have passed."""
    catalog = make_catalog({path_of(text): text for text in (ABS, DROPOUT)})
    evidence = {}
    for api in apis:
        record = catalog.by_api[api].record
        assert record is not None
        passed = (SnippetResult("checks.0", Outcome.PASSED),)
        digest = model.tested_digest(record)
        evidence[api] = Evidence(api, digest, SETTINGS.versions, "2026-11-21", passed, DropIn(False))  # noqa: FBT003
    return replace(catalog, evidence=evidence)


def test_example_is_a_verified_record_s_own() -> None:
    """The code on the home page is word for word that of a record whose evidence holds today."""
    catalog = load_catalog(REPOSITORY)
    text = render_pages(catalog, (), template_folders(REPOSITORY))[HOME]
    (block,) = re.findall(r"```python\n.*?```", text, re.DOTALL)
    owners = [
        record for record in catalog.records() if any(both_sides(snippet) == block for _, snippet in record.snippets())
    ]
    assert owners
    assert any(catalog.status(record) is Status.VERIFIED for record in owners)


@pytest.mark.parametrize(
    ("apis", "link"),
    [
        ((), None),
        (("torch.abs",), "[torch.abs](api/torch.abs.md)"),
        (("torch.nn.functional.dropout",), "[torch.nn.functional.dropout](api/torch.nn.functional.dropout.md)"),
    ],
)
def test_example_needs_evidence(apis: tuple[str, ...], link: str | None) -> None:
    """An example is taken from what is verified, and where nothing is there is none."""
    catalog = verified(*apis)
    example = home_page(catalog, overview_of(catalog)).example
    assert (example.link if example is not None else None) == link


def test_total_adds_up() -> None:
    """What is documented, missing and open is together what torch offers."""
    total = total_of(MODULES)
    assert (total.offered, total.documented, total.missing, total.open) == (15, 3, 1, 11)
    assert total.percent == "26.7"
    assert total_of(()).percent == "0"


def test_table_has_the_numbers_of_the_chart() -> None:
    """Each row of the table beside a chart says what its bar shows."""
    figure = modules_figure(MODULES)
    assert figure.rows == (("torch", "10", "3", "1", "6"), ("torch.nn", "5", "0", "0", "5"))
    assert re.findall(r">(\d+ / \d+)</text>", figure.svg) == ["4 / 10", "0 / 5"]


def test_categories_count_what_is_verified() -> None:
    """Each category has the number of its records and of those that passed, with a link to its page."""
    rows = {row[0]: row[1:] for row in categories_figure(verified("torch.abs"), up="../").rows}
    assert rows["[仅参数名不一致](../category/1.3.md)"] == ("1", "1")
    assert rows["[torch 参数更多](../category/2.md)"] == ("1", "0")
    assert sum(int(number) for number, _ in rows.values()) == 2


def test_module_without_inventory_is_left_out() -> None:
    """A module of which nothing is known has no bar, and without an inventory nothing is said of coverage."""
    settings = SETTINGS.model_copy(update={"coverage": ("torch", "torch.nn")})
    catalog = replace(verified(), settings=settings)
    assert modules_of(catalog) == ()
    assert "提供" not in render_pages(catalog, (), template_folders(REPOSITORY))["verification.md"]
    entry = ApiEntry("torch.abs", ApiKind.FUNCTION, (Signature.parse("torch.abs(input)"),), "inspect")
    known = replace(catalog, inventories={"torch": Inventory("torch", "2.13.0", {"torch.abs": entry})})
    assert modules_of(known) == (Coverage("torch", 1, 1, 0),)
    assert (
        "共 1 个，1 个已有对应关系，0 个已确认缺失，0 个尚未查看"
        in (render_pages(known, (), template_folders(REPOSITORY))["verification.md"])
    )

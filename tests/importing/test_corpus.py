"""What holds for the public documents, which are found through ``MAPPING_CORPUS`` and are no part of the project."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from document_facts import lost
from samples import REPOSITORY, shipped_catalog

from generator.catalog.catalog import Catalog
from generator.importing.document import read_difference_document
from generator.importing.mapping_table import read_mapping_table
from generator.importing.plan import Status, plan_import
from generator.lint.rules.registry import defect_rule
from generator.model.document_defect import LOSING
from generator.publishing.pages.render import render_pages
from generator.publishing.pages.template_folders import template_folders
from generator.storage.yaml_dump import dump_record
from generator.storage.yaml_file import RecordSource, read_record

CORPUS = os.environ.get("MAPPING_CORPUS", "")
pytestmark = pytest.mark.skipif(not CORPUS, reason="MAPPING_CORPUS names no collection of documents")
SEEDS = Path(CORPUS).parents[1] / "seeds" if CORPUS else Path()


@pytest.fixture(scope="module")
def sources() -> dict[str, RecordSource]:
    """Every difference document, read."""
    files = sorted(Path(CORPUS).glob("api_difference*/**/*.md"))
    return {path.as_posix(): read_difference_document(path.as_posix(), path.read_bytes()) for path in files}


def test_every_document_gives_a_record(sources: dict[str, RecordSource]) -> None:
    """None crashes the reader, and none is refused."""
    assert sources
    assert not [file for file, source in sources.items() if source.record is None]


def test_nothing_is_lost_between_a_document_and_its_page(sources: dict[str, RecordSource]) -> None:
    """At least 99 % of the documents find every API, link, signature, row, clause and line of code on their page again.

    Each of the others has a finding that says what was lost, or is of a category that has no page.
    """
    catalog = shipped_catalog()
    records = tuple(
        read_record(f"mapping_data/records/x/{Path(file).stem}.yml", dump_record(source.record).encode())
        for file, source in sources.items()
        if source.record is not None
    )
    pages = render_pages(Catalog(catalog.settings, records), [], template_folders(REPOSITORY))
    losing = {file: {defect.kind for defect in source.defects} & LOSING for file, source in sources.items()}
    damaged = {file for file, kinds in losing.items() if kinds}
    for file, source in sources.items():
        page = pages.get(f"api/{Path(file).stem}.md")
        missing = lost(Path(file).read_text(encoding="utf-8"), page.markdown if page is not None else "")
        assert source.record is not None
        if missing and file not in damaged:
            assert not source.record.category.has_page, (file, missing)
            damaged.add(file)
    assert len(damaged) <= len(sources) / 100


def test_import_of_the_whole_collection_says_what_became_of_everything(sources: dict[str, RecordSource]) -> None:
    """Documents and master table together: each document is written or refused, and each loss names a line."""
    files = [*sources, f"{CORPUS}/pytorch_api_mapping_cn.md"]
    plan = plan_import((file, Path(file).read_bytes()) for file in files)
    assert {item.file for item in plan.items} >= set(sources)
    lost_documents = [item for item in plan.items if item.status is Status.LOST and item.file in sources]
    assert len(lost_documents) <= len(sources) / 100
    assert all(item.defects for item in lost_documents)
    rows = [item for item in plan.items if item.file.endswith("pytorch_api_mapping_cn.md")]
    assert rows
    assert min(item.span.line for item in rows) > 1
    assert {section.prefix for section in plan.sections} >= {"torch.nn.", "torchvision."}


@pytest.mark.parametrize(("name", "rows"), [("000-utils-table.md", 9), ("001-torch18-paddle20-table.md", 166)])
def test_old_tables_come_out_row_by_row(name: str, rows: int) -> None:
    """The old mapping tables give all their rows."""
    if not (SEEDS / name).exists():
        pytest.skip("the old tables do not lie beside the collection")
    assert len(read_mapping_table(name, (SEEDS / name).read_bytes()).entries) == rows


def test_errors_of_the_old_table_are_found_on_their_lines() -> None:
    """Every known error of the old table is reported on the line it stands on."""
    if not (SEEDS / "001-torch18-paddle20-table.md").exists():
        pytest.skip("the old tables do not lie beside the collection")
    table = read_mapping_table("001.md", (SEEDS / "001-torch18-paddle20-table.md").read_bytes())
    found = {(defect_rule(defect.kind).code, defect.span.line) for defect in table.defects}
    expected = {
        ("TAB002", 76),  # padle.add
        ("TAB003", 38),  # ones_like leads to zeros_like
        ("TAB003", 183),  # CrossEntropyLoss leads to Paddle's site
        ("TAB003", 181),  # /nn/loss/
        ("TAB003", 226),  # transforms/transforms
        ("TAB003", 227),  # RandomRotation leads to RandomCrop
        ("TAB005", 230),  # no. 16 is missing
        ("TAB001", 231),  # a family of models is no API
        ("TAB006", 2),  # mixed brackets
    }
    assert expected <= found
    counts = Counter(code for code, _ in found)
    assert counts["TAB004"] > 100  # highlight=
    assert len({line for code, line in found if code == "TAB006"}) == 7  # six rows with escapes, one pair of brackets

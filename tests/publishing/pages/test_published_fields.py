"""Every field of a record is published: changing it changes the Markdown, the HTML, ``data.json`` or ``calls.json``."""

from __future__ import annotations

from typing import Any

import pytest
from export_samples import data_of
from record_fields import ONLY_IN_DATA, ONLY_ON_PAGES, SAMPLES, UNPUBLISHED, reachable, variants
from samples import REPOSITORY, SETTINGS

from generator.calls.knowledge.compile import compile_answer
from generator.catalog.catalog import RECORDS, Catalog
from generator.model.record import Record
from generator.model.remark import Remark
from generator.publishing.pages.render import RecordPages
from generator.publishing.pages.rendered import PageRenderer
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.views.lists import master_table
from generator.storage.yaml_file import RecordSource
from generator.storage.yaml_text import Document

pytestmark = pytest.mark.slow

RENDERER = PageRenderer(template_folders(REPOSITORY))


def published(record: Any) -> dict[str, Any]:
    """What readers are told of a record, in Markdown, in HTML and in its row of the master table; and what tools are."""
    source = RecordSource(Document(f"{RECORDS}/torch/torch.f.yml", ""), record)
    catalog = Catalog(SETTINGS, (source,))
    pages = RecordPages.of(catalog, ())
    made = [pages.render(each, RENDERER) for each in pages.sources()]
    table = RENDERER.page(master_table(catalog)).markdown
    answers = [compile_answer(catalog, each, proven_only=False) for each in catalog.records()]
    return {
        "page": ([(page.markdown, page.body) for page in made], table),
        "data.json": data_of(catalog),
        "calls.json": answers,
    }


def told() -> dict[str, set[str]]:
    """Of each field that the samples fill, where a change of it is told in any of them."""
    found: dict[str, set[str]] = {}
    for sample in SAMPLES:
        before = published(sample)
        for field, variant in variants(sample):
            after = published(variant)
            found.setdefault(field, set()).update(where for where in before if before[where] != after[where])
    return found


def test_every_field_is_published_or_named_as_unpublished() -> None:
    """Changing any field changes what is published, but for those that are named with the reason.

    What tools are told readers are told too, but for what is named; so the other way round. A new field has to be
    filled in a sample, or nobody would know whether it is published.
    """
    known = {f"{model.__name__}.{name}" for model in reachable(Record) for name in model.model_fields}
    places = told()
    assert known | {f"Remark.{key}" for key in Remark.__slots__} == set(places)
    assert {field for field, where in places.items() if not where} == set(UNPUBLISHED)
    assert {field for field, where in places.items() if where and "page" not in where} == set(ONLY_IN_DATA)
    assert {field for field, where in places.items() if where == {"page"}} == set(ONLY_ON_PAGES)

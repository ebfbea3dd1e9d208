"""Every field of a family, a migration note and the topics is published: changing it changes a page or what tools read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from export_samples import data_of
from hostile import NOTE as HOSTILE_NOTE
from pydantic import BaseModel
from record_fields import OWN_LINKS, SNIPPET, reachable, variants
from samples import REPOSITORY, SETTINGS

from generator.calls.knowledge.compile import compile_knowledge
from generator.catalog.catalog import FAMILIES, NOTES, TOPICS, Catalog
from generator.model.family import Family
from generator.model.migration_note import MigrationNote
from generator.model.record import Record
from generator.model.topics import Topics
from generator.publishing.pages.render import other_views
from generator.publishing.pages.rendered import PageRenderer
from generator.publishing.pages.template_folders import template_folders
from generator.storage.yaml_file import ModelSource
from generator.storage.yaml_text import Document

pytestmark = pytest.mark.slow

CHECK = {"title": "相同", **SNIPPET}
FAMILY = Family.model_validate(
    {
        "torch": "torch.models",
        "paddle": "paddle.models",
        "title": "系列",
        "intro": "多数同名。",
        "links": OWN_LINKS,
        "differences": [{"title": "权重", "torch": "a", "paddle": "b", "remark": "留意。"}],
        "by_name": "torch.models.get",
        "signature": "(*, c=None)",
        "parameters": [{"torch": "c", "paddle": "d", "note": "一。"}],
        "remarks": [{"remark": {"note": "还有。", "when": {"c": "passed"}}, "but": ["a"]}],
        "groups": [
            {
                "title": "组",
                "remark": "说。",
                "alike": True,
                "both": ["a", "e"],
                "renamed": [
                    {
                        "torch": "f",
                        "paddle": "g",
                        "remark": "改。",
                        "parameters": [{"torch": "h", "paddle": "i", "note": "二。"}],
                    }
                ],
                "torch": ["j"],
                "paddle": ["k"],
            }
        ],
        "checks": [CHECK | {"expect": "differs"}],
    }
)
NOTE = MigrationNote.model_validate(HOSTILE_NOTE | {"checks": [CHECK | {"expect": "differs"}]})
ENTRY = {"api": "torch.jit", "kind": "module", "meaning": "做。", "remark": "见。"}
TOPICS_SAMPLE = Topics.model_validate({"topics": [{"title": "主题", "entries": [ENTRY]}]})
UNPUBLISHED = {
    "MigrationNote.number": "its evidence has it; the address of a note is the name of its file",
    **{f"NoteCheck.{name}": "says how the code is compared" for name in ("compare", "random", "tolerance")},
    "ParameterRow.note": "of a family's row: the page says in its differences and remarks what to mind",
    "NoteCheck.skip": "the page has the reason that stands in the evidence",
}
"""The fields that nobody is told, and why."""


def published(model: BaseModel) -> Any:
    """What is told of a model in a catalogue of its own: its pages in both renderings, and what tools read."""
    catalog = Catalog(SETTINGS.model_copy(update={"constants": {}}), ())
    match model:
        case Family():
            catalog = replace(catalog, families=(ModelSource(Document(f"{FAMILIES}/one.yml", ""), model),))
        case MigrationNote():
            catalog = replace(catalog, notes=(ModelSource(Document(f"{NOTES}/one.yml", ""), model),))
        case Topics():
            catalog = replace(catalog, topics=ModelSource(Document(TOPICS, ""), model))
    pages = [RENDERER.page(view) for view in other_views(catalog, ()) if not view.path.startswith("rules")]
    return (
        [(page.markdown, page.body) for page in pages],
        data_of(catalog),
        compile_knowledge(catalog, proven_only=False),
    )


RENDERER = PageRenderer(template_folders(REPOSITORY))


def test_every_field_is_published_or_named_as_unpublished() -> None:
    """Changing any field of their own changes what is published; those of records have a test beside this one."""
    told: dict[str, bool] = {}
    for sample in (FAMILY, NOTE, TOPICS_SAMPLE):
        before = published(sample)
        for field, variant in variants(sample):
            told[field] = told.get(field, False) or published(variant) != before
    own = {each for root in (Family, MigrationNote, Topics) for each in reachable(root)} - set(reachable(Record))
    fields = {f"{model.__name__}.{name}" for model in own for name in model.model_fields} | {"ParameterRow.note"}
    assert fields - set(told) == {"Family.links"}  # required; what it holds is changed
    assert {field for field in fields if not told.get(field, True)} == set(UNPUBLISHED)

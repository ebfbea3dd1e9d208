from __future__ import annotations

from typing import Annotated, Any, get_args, get_origin

import pytest
from pydantic import StringConstraints
from record_fields import SAMPLES, reachable, variants

from generator.model.evidence import rows_digest
from generator.model.evidence import tested_digest as digest_of_code
from generator.model.family import Family
from generator.model.migration_note import MigrationNote
from generator.model.record import Record
from generator.model.remark import Remark
from generator.model.settings import Settings
from generator.model.texts import read_fields, texts_of
from generator.model.topics import Topics

_CODE, _NAME = "code of one library", "a name"
NOT_READ = {
    **{
        f"{cls}.{side}": _CODE
        for cls in ("Example", "Check", "NoteCheck", "CallDifference")
        for side in ("torch", "paddle")
    },
    **dict.fromkeys(("Pair.torch", "Pair.paddle", "Family.signature"), "a signature"),
    **dict.fromkeys(("DefaultPair.torch", "DefaultPair.paddle", "ParameterRow.set"), "a value"),
    **{f"{cls}.{key}": _NAME for cls in ("Example", "Check", "NoteCheck") for key in ("compare", "given")},
    **dict.fromkeys(("ParameterRow.torch", "ParameterRow.paddle", "Example.parameter", "Form.drop"), _NAME),
    "Record.helper": _CODE,
    "Exemption.code": _NAME,
    **dict.fromkeys(("LinkRule.prefix", "Selection.prefix", "Settings.coverage", "Settings.inner_layers"), _NAME),
    **dict.fromkeys(("Settings.versions", "Settings.earlier"), "a version"),
    "Sign.data": "the words of a condition, as a record has them",
    "Sign.code": _CODE,
}
"""The fields of free text that are none for people, and why."""


MODELS = {each for root in (Record, Family, MigrationNote, Topics, Settings) for each in reachable(root)}


def free_texts() -> set[str]:
    """The fields of all files that may hold any text: addresses and dotted names have a pattern."""
    return {
        f"{model.__name__}.{name}"
        for model in MODELS
        for name, field in model.model_fields.items()
        if has_text(Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation)
    }


def has_text(annotation: Any) -> bool:
    """Whether a type has text in it that nothing restrains."""
    if annotation is str:
        return True
    inner = get_args(annotation)
    if get_origin(annotation) is Annotated:
        patterns = [it.pattern for it in inner[1:] if isinstance(it, StringConstraints)]
        return not any(patterns) and has_text(inner[0])
    return any(map(has_text, inner))


def test_every_text_is_read_or_named_as_none() -> None:
    """A new field of text is one for people, so that typography is checked in it, or stands in the list with its reason."""
    read = {f"{model.__name__}.{name}" for model in MODELS for name in read_fields(model)}
    assert free_texts() - read == set(NOT_READ)
    assert read <= free_texts()


def test_texts_have_their_places() -> None:
    """Each text is handed out with the place that it has in the file, a remark with keys at its ``note``; code is none."""
    remarks = (Remark("一。"), Remark("二。", former=("old",)), Remark("```\ny = 1\n```"))
    record = SAMPLES[0].model_copy(update={"remarks": remarks})
    texts = dict(texts_of(record))
    assert texts[("parameters", 2, "differs", "usage")] == "不同"
    assert texts[("examples", 0, "case")] == "当"
    assert [loc for loc in texts if loc[0] == "remarks"] == [("remarks", 0), ("remarks", 1, "note")]
    form = SAMPLES[-1].forms[-1]
    assert dict(texts_of(form))[("overloads", 0, "summary")] == "两者："


@pytest.mark.parametrize("sample", SAMPLES[:-1])  # what is written of a form counts as a whole
def test_words_make_no_evidence_stale(sample: Record) -> None:
    """Another text for people changes nothing of what was verified, but for why a snippet is skipped."""
    read = {f"{model.__name__}.{name}" for model in reachable(Record) for name in read_fields(model)}
    changed = [(field, variant) for field, variant in variants(sample) if field in read and ".skip" not in field]
    assert changed
    for field, variant in changed:
        assert (rows_digest(variant), digest_of_code(variant)) == (rows_digest(sample), digest_of_code(sample)), field

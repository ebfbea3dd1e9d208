"""Records without their notes, summaries and the text of their remarks: what lists show of them.

A record without a page stays whole. Lists are made of these, so that an edit of prose, which is most of what is edited,
leaves them as they are.
"""

from __future__ import annotations

import json
from dataclasses import replace

from generator.catalog.catalog import Catalog
from generator.catalog.forms import FormSource
from generator.model.record import Mapping, Record
from generator.model.remark import Remark, write_keys
from generator.storage.yaml_file import RecordSource
from generator.storage.yaml_text import Document

Known = dict[str, tuple[RecordSource, RecordSource]]
"""A source and its outline, by the source's key."""


def outlined(catalog: Catalog, known: Known) -> Catalog:
    """Returns the catalogue of outlines; those of sources in ``known``, and unchanged ones, stay the same objects."""
    sources = []
    for source in catalog.record_sources:
        before, outline = known.get(source.key, (None, None))
        if before is not source or outline is None:
            new = _outline(source)
            outline = outline if outline == new else new
            known[source.key] = (source, outline)
        sources.append(outline)
    # The forms are among the sources; those of a record are left in it, since its evidence is told by them as well.
    known_forms: dict[str, tuple[RecordSource, tuple[FormSource, ...]]] = {
        source.file: (source, ()) for source in sources if source.record is not None and source.record.forms
    }
    return replace(catalog, sources=tuple(sources), known_forms=known_forms)


def _outline(source: RecordSource) -> RecordSource:
    record = source.record
    return replace(
        source,
        document=Document(source.file, ""),
        record=_without_prose(record) if record is not None else None,
        defects=(),
    )


def _without_prose(record: Record) -> Record:
    if not record.category.has_page:
        return record  # its reason and remarks stand in the lists
    overloads = tuple(overload.model_copy(update=_no_prose(overload)) for overload in record.overloads)
    return record.model_copy(update={**_no_prose(record), "intro": None, "overloads": overloads})


def _no_prose(mapping: Mapping) -> dict[str, object]:
    rows = tuple(row.model_copy(update={"note": ""}) for row in mapping.parameters)
    # The status of verification follows from the conditions as well; as text they tell two outlines apart.
    remarks = tuple(
        Remark(json.dumps(write_keys(each)), *(getattr(each, key) for key in Remark.__slots__))
        for each in mapping.remarks
        if each.is_rule
    )
    return {"summary": None, "remarks": remarks, "parameters": rows}

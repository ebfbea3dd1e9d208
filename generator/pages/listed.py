"""Records as the lists know them: without what only a record's own page says.

The lists are made of these, so that an edit of a note or a remark, which is most of what is edited, leaves them alone.
"""

from __future__ import annotations

from dataclasses import replace

from generator.catalog.catalog import Catalog
from generator.model.record import Mapping, Record
from generator.storage.yaml_file import RecordSource
from generator.storage.yaml_text import Document

Known = dict[str, tuple[RecordSource, RecordSource]]
"""A source and what the lists know of it, by file."""


def listed(catalog: Catalog, known: Known) -> Catalog:
    """The catalogue as the lists know it. What is told of a source that is ``known`` is the same object as before.

    So it is of a source that was read anew and says nothing new to the lists.
    """
    sources = []
    for source in catalog.sources:
        before, told = known.get(source.file, (None, None))
        if before is not source or told is None:
            new = _listed(source)
            told = told if told == new else new
            known[source.file] = (source, told)
        sources.append(told)
    return replace(catalog, sources=tuple(sources))


def _listed(source: RecordSource) -> RecordSource:
    record = source.record
    return RecordSource(Document(source.file, ""), _without_words(record) if record is not None else None)


def _without_words(record: Record) -> Record:
    overloads = tuple(overload.model_copy(update=_wordless(overload)) for overload in record.overloads)
    return record.model_copy(update={**_wordless(record), "intro": None, "overloads": overloads})


def _wordless(mapping: Mapping) -> dict[str, object]:
    rows = tuple(row.model_copy(update={"note": ""}) for row in mapping.parameters)
    return {"summary": None, "remarks": (), "parameters": rows}

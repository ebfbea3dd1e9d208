"""Makes ready to probe an API: its calls, what converts them by names alone, and its record's conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from generator.catalog.catalog import Catalog
from generator.evidence.probe.names_only import knowledge_of, plain_record
from generator.evidence.probe.run import Subject
from generator.evidence.probe.variants import Callee
from generator.evidence.samples.sample import Sample
from generator.evidence.vary.call_facts import CallReader, forward_of
from generator.evidence.verify.convert_snippet import convert_snippet
from generator.model.record import Record


def subject_of(
    catalog: Catalog,
    record: Record,
    samples: Callable[[], Sequence[Sample]],
    versions: Mapping[str, str],
    *,
    recorded: bool,
) -> Subject:
    """Returns the subject of a record, or of an unreviewed draft where it is not ``recorded``."""
    forward = catalog.entry(f"{record.torch}.forward")
    entry = catalog.entry(record.torch)
    paddle = record.paddle_apis[0] if record.paddle_apis else ""
    theirs = catalog.entry(paddle)
    usual = {name: one.sample for name, one in catalog.glossary.parameters.items() if one.sample is not None}
    reader = CallReader(knowledge_of(catalog, [record]), forward_of(catalog)) if recorded else None
    return Subject(
        Callee(
            record.torch,
            entry.signatures if entry is not None else (),
            forward.signatures if forward is not None else (),
            usual=usual,
        ),
        paddle,
        theirs.signatures if theirs is not None else (),
        samples,
        partial(convert_snippet, knowledge=knowledge_of(catalog, [plain_record(record)])),
        versions,
        record if recorded else None,
        reader,
    )

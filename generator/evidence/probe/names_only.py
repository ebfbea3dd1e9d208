"""Reduces a record to its names and converts by them: how a call converts before its differences are known."""

from __future__ import annotations

from collections.abc import Iterable

from generator.calls.knowledge.compile import compile_answer, compile_names
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import Catalog
from generator.model.glossary import TO_WRITE
from generator.model.parameter import ParameterRow
from generator.model.record import Record
from generator.model.relation import SET_DEFAULT, Rewrite


def plain_record(record: Record) -> Record:
    """Returns the record with only its counterparts and parameter names.

    Differences, conditions, templates, remarks and code are removed.
    """
    return record.model_copy(
        update={
            **_plain(record.parameters),
            "context": False,
            "forms": (),
            "overloads": tuple(one.model_copy(update=_plain(one.parameters)) for one in record.overloads),
        }
    )


def knowledge_of(catalog: Catalog, records: Iterable[Record]) -> Knowledge:
    """Returns what converts the calls of these records, verified or not, and no other calls."""
    answers = {record.torch: compile_answer(catalog, record, proven_only=False) for record in records}
    return Knowledge.of({**compile_names(catalog), "answers": answers})


def _plain(rows: tuple[ParameterRow, ...]) -> dict[str, object]:
    kept = tuple(_row(row) for row in rows if row.returns is None)
    return {"parameters": kept, "remarks": (), "examples": (), "checks": ()}


def _row(row: ParameterRow) -> ParameterRow:
    written = row.set if row.set != TO_WRITE else SET_DEFAULT
    if row.torch is not None and row.paddle is None:
        rewrite = Rewrite.DROP if row.rewrite is Rewrite.DROP else Rewrite.UNSUPPORTED
        return ParameterRow(torch=row.torch, rewrite=rewrite)
    return ParameterRow(torch=row.torch, paddle=row.paddle, default=row.default, set=written)

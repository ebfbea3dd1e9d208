"""One record as all the files for machines say it: texts that are made once and joined into whichever file wants them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.export.docs_mappings import docs_mapping
from generator.export.mapping_csv import csv_lines
from generator.export.objects_inv import inventory_lines
from generator.export.places import address_of
from generator.export.shape import (
    CallData,
    Defaults,
    Differing,
    ExampleData,
    MappingData,
    ParameterData,
    RecordData,
    VerificationData,
)
from generator.model import record as model
from generator.model.category import PARAMETERS_DIFFER, DifferenceKind
from generator.model.derive import difference_kind, own_category
from generator.model.parameter import ParameterRow
from generator.model.phrases import full_note
from generator.model.status import Outcome, Status
from generator.pages.mappings import documentation_url
from generator.pages.signatures import shown_signature
from generator.pages.summary import summarize
from generator.storage.yaml_file import RecordSource


@dataclass(frozen=True, slots=True)
class ExportedRecord:
    """What one record adds to each file, as text. It follows from the record, its evidence, the settings and inventories.

    ``page`` is the address that speaks of it, ``data`` its JSON on one line. ``docs_mapping`` is empty where the public format has no place for the record.
    """

    api: str
    aliases: tuple[str, ...]
    page: str
    category: str
    status: Status
    drop_in: bool
    data: str
    csv: str
    docs_mapping: str
    inventory: str


def export_record(catalog: Catalog, source: RecordSource) -> ExportedRecord:
    """What the record of a source adds to each file."""
    record = source.record
    assert record is not None
    data = record_data(catalog, source, record)
    return ExportedRecord(
        api=record.torch,
        aliases=record.aliases,
        page=data.page,
        category=record.category.name,
        status=data.verification.status,
        drop_in=data.verification.drop_in,
        data=data.model_dump_json(),
        csv=csv_lines(catalog, data),
        docs_mapping=docs_mapping(record, source.stem, data),
        inventory=inventory_lines(catalog, data),
    )


def record_data(catalog: Catalog, source: RecordSource, record: model.Record) -> RecordData:
    """The record in the shape of ``data.json``."""
    evidence, status = catalog.evidence.get(record.torch), catalog.status(record)
    known = evidence is not None and status not in {Status.STALE, Status.NOTHING}
    outcomes = {result.at: result.outcome for result in evidence.results} if evidence is not None and known else {}
    return RecordData(
        torch=record.torch,
        paddle=record.paddle_apis,
        category=record.category.name,
        number=record.category.number,
        kind=difference_kind(record) if record.category is PARAMETERS_DIFFER else None,
        reason=record.reason,
        intro=record.intro,
        aliases=record.aliases,
        related=record.related,
        page=address_of(source),
        verification=VerificationData(
            status=status,
            drop_in=catalog.is_drop_in(record),
            versions=dict(evidence.versions) if evidence is not None else {},
            date=evidence.date if evidence is not None else None,
        ),
        mappings=tuple(_mappings(catalog, record, outcomes)),
    )


def _mappings(catalog: Catalog, record: model.Record, outcomes: Mapping[str, Outcome]) -> Iterator[MappingData]:
    for loc, mapping in record.mappings():
        place = "".join(f"{part}." for part in loc)
        paddle = mapping.paddle
        yield MappingData(
            title=getattr(mapping, "title", None),
            paddle=paddle,
            torch_signature=_on_one_line(shown_signature(catalog, record.torch, mapping, "torch")),
            paddle_signature=_on_one_line(shown_signature(catalog, paddle, mapping, "paddle")) if paddle else None,
            torch_url=documentation_url(catalog, record, mapping, "torch") or None,
            paddle_url=documentation_url(catalog, record, mapping, "paddle") or None,
            summary=summarize(mapping, own_category(record, mapping)) or None,
            parameters=tuple(_parameter(row) for row in mapping.parameters),
            remarks=mapping.remarks,
            examples=tuple(
                ExampleData(
                    parameter=example.parameter,
                    title=example.title,
                    case=example.case,
                    **_call(example, outcomes.get(f"{place}examples.{index}")),
                )
                for index, example in enumerate(mapping.examples)
            ),
            checks=tuple(
                CallData(**_call(check, outcomes.get(f"{place}checks.{index}")))
                for index, check in enumerate(mapping.checks)
            ),
        )


def _parameter(row: ParameterRow) -> ParameterData:
    kind = DifferenceKind.RETURN if row.returns is not None else row.differs.kind if row.differs is not None else None
    words = row.returns or (row.differs.words if row.differs is not None else "")
    return ParameterData(
        torch=row.torch,
        paddle=row.paddle,
        relation=row.relation,
        note=row.note,
        text=full_note(row),
        set=row.set,
        rewrite=row.rewrite,
        default=Defaults(torch=row.default.torch, paddle=row.default.paddle) if row.default is not None else None,
        differs=Differing(kind=kind, words=words) if kind is not None else None,
    )


def _call(snippet: model.Snippet, outcome: Outcome | None) -> dict[str, object]:
    return {
        "given": snippet.given,
        "torch": snippet.torch,
        "paddle": snippet.paddle,
        "skip": snippet.skip,
        "outcome": outcome,
    }


def _on_one_line(signature: str) -> str:
    return " ".join(signature.split())

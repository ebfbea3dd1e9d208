"""What exports are made from: each record once, in the parts that it adds to them, and what is known of the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from generator.catalog.catalog import Catalog
from generator.model.status import Status
from generator.publishing.export.record import record_data
from generator.publishing.export.registry import EXPORTS, Export
from generator.publishing.views.paths import folder_of, page_path
from generator.storage.yaml_file import RecordSource


@dataclass(frozen=True, slots=True)
class ExportedRecord:
    """What one record adds to the files. It follows from the record, its evidence, the settings and inventories.

    ``page`` is the address that speaks of it, ``file`` where its own JSON stands in the site, ``data`` its JSON on one
    line, ``parts`` what it adds to each export by the export's module.
    """

    api: str
    aliases: tuple[str, ...]
    page: str
    file: str
    category: str
    status: Status
    effort: str
    drop_in: bool
    data: str
    parts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Exporting:
    """What the whole of an export is made from.

    Of ``catalog`` only settings, inventories, evidence and families are used. ``exported`` are all records by name,
    ``titles`` those of all pages by their paths below ``site_src/``, ``site`` is the address of the home page, if
    known, and ``version`` that of the data, if this is a release of it.
    """

    catalog: Catalog
    exported: Sequence[ExportedRecord]
    titles: Mapping[str, str]
    site: str = ""
    version: str = ""

    def parts(self, module: str) -> list[str]:
        """Returns what each record adds to the export that a module makes."""
        return [record.parts[module] for record in self.exported]


def export_record(catalog: Catalog, source: RecordSource) -> ExportedRecord:
    """Returns what the record of a source adds to each file."""
    record = source.record
    assert record is not None
    data = record_data(catalog, source, record)
    return ExportedRecord(
        api=record.torch,
        aliases=data.aliases,
        page=data.page,
        file=f"{folder_of(page_path(source))}record.json",
        category=record.category.name,
        status=data.verification.status,
        effort=data.effort,
        drop_in=data.verification.drop_in,
        data=data.model_dump_json(),
        parts={
            export.module: module.part(catalog, source, record, data)
            for export in EXPORTS
            if hasattr(module := import_module(export.module), "part")
        },
    )


def exported_records(catalog: Catalog) -> list[ExportedRecord]:
    """Returns what each record adds to the files, by name."""
    return [export_record(catalog, catalog.by_api[record.torch]) for record in catalog.records()]


def dump_export(export: Export, exporting: Exporting) -> str | bytes:
    """Returns the whole file of an export."""
    content: str | bytes = import_module(export.module).dump(exporting)
    return content

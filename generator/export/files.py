"""All the files that stand in a built site beside its pages, as text by path: for each record, and of the whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.catalog.catalog import Catalog
from generator.export import data_json, llms, mapping_csv, objects_inv, paths, schema
from generator.export.places import beside_page, folder_of, markdown_path
from generator.export.record import ExportedRecord, export_record
from generator.export.redirects import redirect_pages
from generator.pages.paths import page_path
from generator.storage.yaml_file import RecordSource

Files = dict[str, str | bytes]
"""What is to stand in the site, by path."""


def exported_sources(catalog: Catalog) -> list[RecordSource]:
    """The sources of all records, by the records' names: what ``export_record`` makes of them is in their order."""
    return [catalog.by_api[record.torch] for record in catalog.records()]


def exported_records(catalog: Catalog) -> list[ExportedRecord]:
    """What each record adds to the files, by name."""
    return [export_record(catalog, source) for source in exported_sources(catalog)]


def record_files(source: RecordSource, exported: ExportedRecord | None, markdown: str | None) -> Files:
    """The files of one record: its JSON, and the Markdown beside its page where it has one.

    ``exported`` is None for a file that holds no record, ``markdown`` is None for a record without a page.
    """
    page = page_path(source)
    found: Files = {} if markdown is None else page_files({page: markdown})
    if exported is not None:
        found[f"{folder_of(page)}record.json"] = f"{exported.data}\n"
    return found


def records_files(catalog: Catalog, exported: Sequence[ExportedRecord]) -> Files:
    """The JSON of every record, but no Markdown."""
    found: Files = {}
    for record in exported:
        found |= record_files(catalog.by_api[record.api], record, None)
    return found


def page_files(pages: Mapping[str, str]) -> Files:
    """The Markdown that stands beside each page."""
    return {markdown_path(page): beside_page(page, markdown) for page, markdown in pages.items()}


def catalogue_files(
    catalog: Catalog, exported: Sequence[ExportedRecord], pages: Mapping[str, str], site: str = ""
) -> Files:
    """The files that speak of all records, which are not asked: what they add is ``exported``, in the order of their names.

    Of ``catalog`` only the settings, inventories, evidence and families are looked at.
    ``pages`` is the Markdown of all pages by path, ``site`` the address of the home page, if it is known.
    """
    return {
        paths.DATA: data_json.dump_data(catalog, exported, site),
        paths.SCHEMA: schema.dump_data_schema(),
        paths.MAPPING: dump_csv(exported),
        paths.DOCS_MAPPINGS: dump_docs_mappings(exported),
        paths.OBJECTS_INV: dump_objects_inv(catalog, exported),
        paths.LLMS: dump_llms(catalog, exported, pages, site),
        **redirect_pages(exported, catalog.settings.redirects, pages, site),
    }


def site_files(catalog: Catalog, pages: Mapping[str, str], site: str = "") -> Files:
    """Every file beside the pages of a site."""
    exported = exported_records(catalog)
    found = page_files(pages) | records_files(catalog, exported) | catalogue_files(catalog, exported, pages, site)
    return found | {paths.LLMS: llms.with_others(dump_llms(catalog, exported, pages, site), pages, site)}


def dump_csv(exported: Sequence[ExportedRecord]) -> str:
    """The text of ``mapping.csv``."""
    return mapping_csv.csv_head() + "".join(record.csv for record in exported)


def dump_docs_mappings(exported: Sequence[ExportedRecord]) -> str:
    """The text of ``docs-mappings.json``, an entry a line."""
    return "[\n" + ",\n".join(record.docs_mapping for record in exported if record.docs_mapping) + "\n]\n"


def dump_objects_inv(catalog: Catalog, exported: Sequence[ExportedRecord]) -> bytes:
    """The bytes of ``objects.inv``; its version is that of torch, whose names it holds."""
    recorded = {name for record in exported for name in (record.api, *record.aliases)}
    lines = (*(record.inventory for record in exported), *objects_inv.family_lines(catalog, recorded))
    return objects_inv.dump_inventory(lines, catalog.settings.versions.get("torch", ""))


def dump_llms(catalog: Catalog, exported: Sequence[ExportedRecord], pages: Mapping[str, str], site: str = "") -> str:
    """The text of ``llms.txt``, without the pages that are written by hand: ``llms.with_others`` adds them."""
    return llms.llms_txt(data_json.count(exported), catalog.settings.versions, pages, site)

"""``data.json``: joined from the records' own JSON, each on its line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from generator import __version__
from generator.catalog.catalog import Catalog
from generator.export.exporting import ExportedRecord, Exporting
from generator.export.shape import FORMAT, CategoryData, CountData, FamilyData, MemberData, MetaData
from generator.model.category import CATEGORIES
from generator.model.status import Status
from generator.views.paths import family_path, folder_of

LICENSE = "Apache-2.0"


def count(exported: Sequence[ExportedRecord]) -> CountData:
    """How many of what there is; a category or status that no record has counts 0."""
    categories = Counter(record.category for record in exported)
    statuses = Counter(record.status for record in exported)
    return CountData(
        records=len(exported),
        aliases=len(_aliases(exported)),
        drop_in=sum(record.drop_in for record in exported),
        categories={category.name: categories[category.name] for category in CATEGORIES},
        statuses={status.value: statuses[status] for status in Status},
    )


def dump(exporting: Exporting) -> str:
    """The whole text. The same records, evidence and settings give the same bytes."""
    catalog, exported = exporting.catalog, exporting.exported
    meta = MetaData(
        format=FORMAT,
        generator=f"apimap {__version__}",
        libraries=dict(catalog.settings.versions),
        date=max((evidence.date for evidence in catalog.evidence.values()), default=None),
        license=LICENSE,
        site=exporting.site or None,
        counts=count(exported),
    )
    categories = ",\n".join(
        CategoryData(number=category.number, name=category.name, meaning=category.meaning).model_dump_json()
        for category in CATEGORIES
    )
    records = ",\n".join(f"{json.dumps(record.api)}:{record.data}" for record in exported)
    aliases = json.dumps(_aliases(exported), ensure_ascii=False, indent=0)
    families = json.dumps(dict(_families(catalog)), ensure_ascii=False, indent=0)
    parts = (
        f'"_meta":{meta.model_dump_json()}',
        f'"categories":[\n{categories}\n]',
        f'"aliases":{aliases}',
        f'"families":{families}',
        f'"records":{{\n{records}\n}}',
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _families(catalog: Catalog) -> Iterator[tuple[str, dict[str, Any]]]:
    for module, source in catalog.by_family.items():
        family = source.model
        assert family is not None
        remarks = {member.torch: member.remark for group in family.groups for member in group.renamed}
        members = (
            MemberData(
                torch=f"{family.torch}.{torch}" if torch else None,
                paddle=f"{family.paddle}.{paddle}" if paddle else None,
                remark=remarks.get(torch) if torch else None,
            )
            for group in family.groups
            for torch, paddle in group.members()
        )
        data = FamilyData(
            torch=family.torch,
            paddle=family.paddle,
            title=family.title,
            status=catalog.status(family),
            page=folder_of(family_path(source)),
            members=tuple(members),
        )
        yield module, data.model_dump(mode="json")


def _aliases(exported: Sequence[ExportedRecord]) -> dict[str, str]:
    """The record of each alias; of two that claim it the first counts, and a record's own name is no alias."""
    own = {record.api for record in exported}
    found: dict[str, str] = {}
    for record in exported:
        for alias in record.aliases:
            if alias not in own:
                found.setdefault(alias, record.api)
    return dict(sorted(found.items()))

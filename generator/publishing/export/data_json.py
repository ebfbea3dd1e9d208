"""``data.json``: joined from the records' own JSON, each on its line."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from generator import __version__
from generator.catalog.catalog import Catalog
from generator.model.call_verdict import EFFORTS
from generator.model.category import CATEGORIES
from generator.model.status import Status
from generator.publishing.export.export_context import ExportedRecord, Exporting
from generator.publishing.export.shape import (
    FORMAT,
    CategoryData,
    ConstantData,
    CountData,
    FamilyData,
    InheritedData,
    MemberData,
    MetaData,
    Shape,
)
from generator.publishing.export.unanswered import unanswered_data
from generator.publishing.views.paths import CONSTANTS, folder_of, page_path

LICENSE = "Apache-2.0"


def count(exported: Sequence[ExportedRecord]) -> CountData:
    """Returns the counts of the records; a category or status without records counts 0."""
    categories = Counter(record.category for record in exported)
    efforts = Counter(record.effort for record in exported)
    statuses = Counter(record.status for record in exported)
    return CountData(
        records=len(exported),
        aliases=len(aliases_of(exported)),
        drop_in=sum(record.drop_in for record in exported),
        efforts={str(effort): efforts[str(effort)] for effort in EFFORTS},
        categories={category.name: categories[category.name] for category in CATEGORIES},
        statuses={status.value: statuses[status] for status in Status},
    )


def dump(exporting: Exporting) -> str:
    """Returns the whole text. The same records, evidence and settings give the same bytes."""
    catalog, exported = exporting.catalog, exporting.exported
    meta = MetaData(
        format=FORMAT,
        generator=f"apimap {__version__}",
        version=exporting.version or None,
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
    aliases = json.dumps(aliases_of(exported), ensure_ascii=False, indent=0)
    families = _by_name(families_of(catalog))
    constants = _by_name(constants_of(catalog))
    unanswered = ",\n".join(f"{json.dumps(name)}:{data}" for name, data in unanswered_data(catalog).items())
    lines = (
        *("{", f'"_meta":{meta.model_dump_json()},', '"categories":[', categories, "],"),
        *(f'"aliases":{aliases},', f'"families":{families},', f'"constants":{constants},'),
        f'"inherited":{_dumped(inherited_of(catalog))},',
        *('"records":{', records, "},", '"unanswered":{', unanswered, "}", "}", ""),
    )
    return "\n".join(lines)  # at once: each further step would be another copy of it all


def families_of(catalog: Catalog) -> Iterator[FamilyData]:
    """Yields each family with its members."""
    for module, source in catalog.by_family.items():
        family = source.model
        assert family is not None
        remarks = {member.torch: member.remark for group in family.groups for member in group.renamed}
        status, page = catalog.status(family), folder_of(page_path(source))
        members = (
            MemberData(
                torch=f"{family.torch}.{torch}" if torch else None,
                answer="系列成员",
                paddle=f"{family.paddle}.{paddle}" if paddle else None,
                remark=remarks.get(torch) if torch else None,
                family=module,
                status=status,
                page=page,
            )
            for group in family.groups
            for torch, paddle in group.members()
        )
        yield FamilyData(
            torch=module,
            answer="系列",
            paddle=family.paddle,
            title=family.title,
            status=status,
            page=page,
            members=tuple(members),
        )


def constants_of(catalog: Catalog) -> Iterator[ConstantData]:
    """Yields each constant, in the order of ``catalog.yml``."""
    for name, constant in catalog.settings.constants.items():
        yield ConstantData(
            torch=name,
            answer="常数",
            paddle=constant.expression or None,
            assign=constant.assign.text if constant.assign is not None else None,
            note=constant.note,
            reason=constant.reason,
            page=f"{folder_of(CONSTANTS)}#{name}",
        )


def inherited_of(catalog: Catalog) -> dict[str, InheritedData]:
    """Returns the ancestors of each recorded class that have a recorded member, the nearest first."""
    answered = catalog.answered
    return catalog.kept("inherited", (answered,), lambda: _inherited_of(catalog, answered))


def _inherited_of(catalog: Catalog, answered: Collection[str]) -> dict[str, InheritedData]:
    members: defaultdict[str, set[str]] = defaultdict(set)
    for name in answered:
        owner, _, last = name.rpartition(".")
        members[owner].add(last)
    found: dict[str, InheritedData] = {}
    for name in sorted(answered):
        entry = catalog.entry(name)
        bases = tuple(base for base in entry.bases if base in members) if entry is not None else ()
        if bases:
            other = sorted(set().union(*(members[base] for base in bases)) - members[name])
            own = (last for last in other if _defines(catalog, f"{name}.{last}"))
            found[name] = InheritedData(bases=bases, own=tuple(own))
    return found


def _defines(catalog: Catalog, member: str) -> bool:
    """Tells whether the inventory lists a member as the class's own: one that is merely inherited is not listed."""
    inventory = catalog.inventories.get(member.partition(".")[0])
    return inventory is not None and member in inventory.entries


def _by_name(parts: Iterable[FamilyData | ConstantData]) -> str:
    return _dumped({part.torch: part for part in parts})


def _dumped(parts: Mapping[str, Shape]) -> str:
    return json.dumps(
        {name: part.model_dump(mode="json") for name, part in parts.items()}, ensure_ascii=False, indent=0
    )


def aliases_of(exported: Sequence[ExportedRecord]) -> dict[str, str]:
    """Returns the record of each alias; of two that claim it the first counts, and a record's own name is no alias."""
    own = {record.api for record in exported}
    found: dict[str, str] = {}
    for record in exported:
        for alias in record.aliases:
            if alias not in own:
                found.setdefault(alias, record.api)
    return dict(sorted(found.items()))

"""``api/<name>/record.json``: what ``data.json`` says of one name, at an address that is made of the name alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from generator.catalog.unanswered.entries import by_page
from generator.publishing.export.data_json import aliases_of, constants_of, families_of
from generator.publishing.export.export_context import Exporting
from generator.publishing.export.unanswered import unanswered_data
from generator.publishing.views.paths import FOLDER
from generator.storage.record_path import LOWERCASE, UPPERCASE

NAME = "record.json"


def answer_files(exporting: Exporting) -> dict[str, str | bytes]:
    """Returns the file of every name that people write and that is no record, as a record's own file stands already.

    Of two names that differ by case alone the later one's folder has an ending, as the file of such a record has: on
    some disks they would be one.
    """
    taken = {record.file.casefold() for record in exporting.exported}
    found: dict[str, str | bytes] = {}
    for name, answer in _answers(exporting):
        ending = LOWERCASE if name.rpartition(".")[2].islower() else UPPERCASE
        paths = (f"{FOLDER}/{name}/{NAME}", f"{FOLDER}/{name}{ending}/{NAME}")
        path = next((path for path in paths if path.casefold() not in taken), "")
        if path:
            taken.add(path.casefold())
            found[path] = f"{answer}\n"
    return found


def _answers(exporting: Exporting) -> Iterator[tuple[str, str]]:
    """Yields each name with its entry of ``data.json``. A name comes once, with the first of these that answers it."""
    catalog, records = exporting.catalog, {record.api: record.data for record in exporting.exported}
    aliases = aliases_of(exporting.exported)
    moved = {old: aliases.get(new, new) for old, new in catalog.settings.redirects.items()}
    seen = set(records)
    for name, answer in chain(
        ((name, records[api]) for name, api in chain(aliases.items(), moved.items()) if api in records),
        ((part.torch, part.model_dump_json()) for part in constants_of(catalog)),
        _of_families(exporting),
        _used_unanswered(exporting, records),
    ):
        if name not in seen:
            seen.add(name)
            yield name, answer


def _of_families(exporting: Exporting) -> Iterator[tuple[str, str]]:
    for family in families_of(exporting.catalog):
        yield family.torch, family.model_dump_json()
        yield from ((member.torch, member.model_dump_json()) for member in family.members if member.torch is not None)


def _used_unanswered(exporting: Exporting, records: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yields the names without a record that real code uses, each with its entry.

    The names that are not used are thousands, and a file for each would be most of the site. A name of the same object
    as a recorded one has that record's entry.
    """
    data = unanswered_data(exporting.catalog)
    for one in chain.from_iterable(by_page(exporting.catalog).values()):
        if one.use is not None:
            answer = records.get(one.same_as) or data[one.name]
            yield from ((name, answer) for name in (one.name, *one.others))

"""Files of what records give on other releases: a line per record, see ``json_lines``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from generator.model.evidence import SnippetResult
from generator.model.release import OnReleases, Release, is_same
from generator.storage.evidence_file import result_as_json, result_from_json
from generator.storage.json_lines import ModuleLines, number_of, text_of

RELEASES = "mapping_data/releases"


def keep_others(new: OnReleases, old: Mapping[str, OnReleases]) -> OnReleases:
    """Returns the new results with the old ones of releases that were not run, as long as they have the same basis.

    Where a release gives the same but for the words of its failures, its old results stay, and where nothing but the
    date would change, so does the old line.
    """
    before = old.get(new.api)
    if before is None or before.basis != new.basis:
        return new
    changed = {
        release: results
        for release, results in new.results.items()
        if release not in before.results or not is_same(results, before.results[release])
    }
    merged = replace(new, results={**before.results, **changed}, unsafe=before.unsafe or new.unsafe)
    return before if replace(merged, date=before.date) == before else merged


def _as_json(one: OnReleases) -> dict[str, Any]:
    """Returns a line: the releases, and each result once, with the numbers of those that it is the result on."""
    releases = sorted(one.results)
    places: dict[SnippetResult, list[int]] = {}
    for number, release in enumerate(releases):
        for result in one.results[release]:
            places.setdefault(result, []).append(number)
    found = sorted(places.items(), key=lambda item: (item[0].at, item[1]))
    return {
        "api": one.api,
        "basis": one.basis,
        "date": one.date,
        "on": list(map(str, releases)),
        **({"results": [{**result_as_json(result), "on": on} for result, on in found]} if found else {}),
        **({"unsafe": True} if one.unsafe else {}),
    }


def _from_json(data: dict[str, Any]) -> OnReleases:
    releases = list(map(_release, data["on"]))
    found: dict[Release, list[SnippetResult]] = {release: [] for release in releases}
    for item in data.get("results", ()):
        result = result_from_json(item)
        for number in item["on"]:
            found[releases[number_of(number)]].append(result)
    api, basis, date = (text_of(data[name]) for name in ("api", "basis", "date"))
    results = {release: tuple(results) for release, results in found.items()}
    return OnReleases(api, basis, date, results, unsafe=data.get("unsafe", False) is True)


def _release(name: str) -> Release:
    library, version = text_of(name).split(" ")
    return Release(library, version)


_LINES = ModuleLines(RELEASES, "在其他版本上的结果", "apimap versions run", _as_json, _from_json, attrgetter("api"))
read_releases = _LINES.read
parse_releases = _LINES.parse
dump_releases = _LINES.dump
write_releases = _LINES.write

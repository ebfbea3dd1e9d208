"""Files of what others' samples showed: a line per torch name, see ``json_lines``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from generator.model.sample_result import FactName, Failure, SampleFact, Samples, Source
from generator.model.variation import Count, DifferenceClass, Untold
from generator.storage.json_lines import ModuleLines, number_of, text_of

FACTS = "mapping_data/facts"


def keep_date(new: Samples, old: Mapping[str, Samples]) -> Samples:
    """Returns the new result, or the old one where only the date differs, so that running again changes no file."""
    before = old.get(new.api)
    return before if before is not None and replace(new, date=before.date) == before else new


def _as_json(one: Samples) -> dict[str, Any]:
    data: dict[str, Any] = {
        "api": one.api,
        "digest": one.digest,
        "versions": dict(one.versions),
        "date": one.date,
        "source": str(one.source),
        "samples": one.samples,
        "left": one.left,
        "shapes_only": one.shapes_only,
        **{str(name): _fact_as_json(one.facts[name]) for name in FactName if name in one.facts},
        "accepted": list(one.accepted),
        "record": one.record,
        "counts": {str(count): one.counts[count] for count in Count if one.counts.get(count)},
        "todo": one.todo,
        "untold": [
            {
                "kind": str(each.kind),
                "change": each.change,
                "at": each.at,
                "given": dict(each.given),
                "message": each.message,
                "count": each.count,
            }
            for each in one.untold
        ],
        "unsafe": one.unsafe,
    }
    return {key: value for key, value in data.items() if value not in ([], {}, "", 0) or key == "samples"}


def _fact_as_json(fact: SampleFact) -> dict[str, Any]:
    data: dict[str, Any] = {"tried": fact.tried, "failed": fact.failed, "no_kernel": fact.no_kernel}
    if fact.failure is not None:
        failure = fact.failure
        data |= {"kind": str(failure.kind), "code": failure.code, "given": dict(failure.given)}
        data["message"] = failure.message
    return {key: value for key, value in data.items() if value != 0 or key == "tried"}


def _from_json(data: dict[str, Any]) -> Samples:
    return Samples(
        text_of(data["api"]),
        text_of(data["digest"]),
        {library: text_of(version) for library, version in data["versions"].items()},
        text_of(data["date"]),
        Source(data["source"]),
        number_of(data["samples"]),
        number_of(data.get("left", 0)),
        text_of(data.get("shapes_only", "")),
        {name: _fact_from_json(data[name]) for name in FactName if name in data},
        tuple(map(text_of, data.get("accepted", ()))),
        text_of(data.get("record", "")),
        {Count(name): number_of(number) for name, number in data.get("counts", {}).items()},
        number_of(data.get("todo", 0)),
        tuple(_untold_from_json(each) for each in data.get("untold", ())),
        data.get("unsafe", False) is True,
    )


def _fact_from_json(data: dict[str, Any]) -> SampleFact:
    failure = None
    if "kind" in data:
        failure = Failure(
            DifferenceClass(data["kind"]), text_of(data["code"]), dict(data["given"]), text_of(data["message"])
        )
    tried, failed, no_kernel = (number_of(data.get(key, 0)) for key in ("tried", "failed", "no_kernel"))
    return SampleFact(tried, failed, no_kernel, failure)


def _untold_from_json(data: dict[str, Any]) -> Untold:
    return Untold(
        text_of(data["at"]),
        DifferenceClass(data["kind"]),
        text_of(data["change"]),
        dict(data["given"]),
        text_of(data["message"]),
        number_of(data["count"]),
    )


_LINES = ModuleLines(FACTS, "样本结果", "apimap samples", _as_json, _from_json, attrgetter("api"))
read_samples = _LINES.read
write_samples = _LINES.write
update_samples = _LINES.update
dump_samples = _LINES.dump
parse_samples = _LINES.parse

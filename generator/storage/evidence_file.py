"""Evidence files: a line per record, see ``json_lines``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from generator.model.evidence import (
    CPU,
    AttributeFact,
    ConvertedOutcome,
    ConvertedResult,
    DropIn,
    Evidence,
    Gave,
    SnippetResult,
)
from generator.model.status import Outcome
from generator.storage.json_lines import ModuleLines, text_of

EVIDENCE = "mapping_data/evidence"


def keep_dates(new: Iterable[Evidence], old: Mapping[str, Evidence]) -> list[Evidence]:
    """Returns the new evidence, or the old where only the date differs, so that running again changes no file.

    Finding the same without isolation adds nothing to what was found with it; the other way round it does.
    """
    kept = []
    for evidence in new:
        before = old.get(evidence.api)
        same = before is not None and replace(evidence, date=before.date, unsafe=before.unsafe) == before
        kept.append(before if before is not None and same and evidence.unsafe >= before.unsafe else evidence)
    return kept


def _as_json(evidence: Evidence) -> dict[str, Any]:
    return {
        "api": evidence.api,
        "digest": evidence.digest,
        "versions": dict(evidence.versions),
        "date": evidence.date,
        "results": [result_as_json(result) for result in evidence.results],
        "drop_in": _without_empty({"holds": evidence.drop_in.holds, "reason": evidence.drop_in.reason}),
        **({"unsafe": True} if evidence.unsafe else {}),
        **({"rows": evidence.rows} if evidence.rows else {}),
        **({"device": evidence.device} if evidence.device != CPU else {}),
        **({"attributes": dict(evidence.attributes)} if evidence.attributes else {}),
    }


def result_as_json(result: SnippetResult) -> dict[str, Any]:
    """Returns one result, as a line of evidence has it."""
    return _without_empty(
        {
            "at": result.at,
            "outcome": str(result.outcome),
            "kind": result.kind,
            "message": result.message,
            "notes": list(result.notes),
            "gave": [_gave_as_json(gave) for gave in result.gave],
            "moved": "" if result.moved is None else result.moved,
            "converted": _converted_as_json(result.converted) if result.converted is not None else "",
        }
    )


def _gave_as_json(gave: Gave) -> dict[str, Any]:
    """Returns one result; of what both sides gave alike, once."""
    data = _without_empty({"name": gave.name, "torch": gave.torch, "values": gave.torch_values})
    paddle = {"paddle": gave.paddle} if gave.paddle != gave.torch else {}
    values = {"paddle_values": gave.paddle_values} if gave.paddle_values != gave.torch_values else {}
    return data | paddle | values


def _converted_as_json(converted: ConvertedResult) -> dict[str, Any]:
    return _without_empty(
        {
            "outcome": str(converted.outcome),
            "kind": converted.kind,
            "api": converted.api,
            "message": converted.message,
        }
    )


def _without_empty(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in ("", [])}


def _from_json(data: dict[str, Any]) -> Evidence:
    results = tuple(map(result_from_json, data["results"]))
    holds = data["drop_in"]["holds"]
    if holds is not None and not isinstance(holds, bool):
        raise TypeError
    drop_in = DropIn(holds, text_of(data["drop_in"].get("reason", "")))
    versions = {library: text_of(version) for library, version in data["versions"].items()}
    unsafe = data.get("unsafe", False)
    if not isinstance(unsafe, bool):
        raise TypeError
    key, digest, date = (text_of(data[name]) for name in ("api", "digest", "date"))
    rows, device = text_of(data.get("rows", "")), text_of(data.get("device", CPU))
    attributes = {text_of(name): AttributeFact(fact) for name, fact in data.get("attributes", {}).items()}
    return Evidence(key, digest, versions, date, results, drop_in, unsafe, rows, device, attributes)


def result_from_json(item: dict[str, Any]) -> SnippetResult:
    """Returns the result that ``result_as_json`` wrote.

    Raises:
        KeyError, TypeError, ValueError: somebody else wrote it.
    """
    return SnippetResult(
        text_of(item["at"]),
        Outcome(item["outcome"]),
        text_of(item.get("kind", "")),
        text_of(item.get("message", "")),
        tuple(map(text_of, item.get("notes", ()))),
        _converted_from_json(item["converted"]) if "converted" in item else None,
        tuple(map(_gave_from_json, item.get("gave", ()))),
        _moved_from_json(item.get("moved")),
    )


def _moved_from_json(value: object) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise TypeError
    return value


def _gave_from_json(data: dict[str, Any]) -> Gave:
    name, torch, values = (text_of(data.get(key, "")) for key in ("name", "torch", "values"))
    paddle, others = text_of(data.get("paddle", torch)), text_of(data.get("paddle_values", values))
    return Gave(name, torch, paddle, values, others)


def _converted_from_json(data: dict[str, Any]) -> ConvertedResult:
    kind, api, message = (text_of(data.get(name, "")) for name in ("kind", "api", "message"))
    return ConvertedResult(ConvertedOutcome(data["outcome"]), kind, api, message)


_LINES = ModuleLines(EVIDENCE, "验证结果", "apimap verify", _as_json, _from_json, attrgetter("api"))
read_evidence = _LINES.read
parse_evidence = _LINES.parse
dump_evidence = _LINES.dump
write_evidence = _LINES.write
update_evidence = _LINES.update

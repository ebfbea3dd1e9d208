"""Evidence files: JSON Lines, a line per record, a file per torch module, the same bytes for the same results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.model.evidence import ConvertedOutcome, ConvertedResult, DropIn, Evidence, SnippetResult
from generator.model.status import Outcome
from generator.storage.atomic import write_text
from generator.storage.file_bytes import MAX_DATA, read_bytes

EVIDENCE = "mapping_data/evidence"
ENDING = ".jsonl"
_FIRST_LINE = json.dumps({"generated": "由 apimap verify 生成，请勿手改：每行一条记录的验证结果。"}, ensure_ascii=False)


class EvidenceError(Exception):
    """An evidence file cannot be read; the message has the line and a hint."""


def read_evidence(root: Path) -> dict[str, Evidence]:
    """All evidence of the project folder, by torch API.

    Raises:
        EvidenceError: a file is damaged, for example by a merge.
    """
    found: dict[str, Evidence] = {}
    for path in sorted((root / EVIDENCE).glob(f"*{ENDING}")):
        try:
            text = read_bytes(path, MAX_DATA, root).decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise EvidenceError(f"无法读取 {path}：{error}。可用 apimap verify 重新生成。") from error
        found |= {evidence.api: evidence for evidence in parse_evidence(text, path.as_posix())}
    return found


def parse_evidence(text: str, file: str) -> list[Evidence]:
    """The evidence in one file's text.

    Raises:
        EvidenceError: a line is not what ``dump_evidence`` writes.
    """
    found = []
    for number, line in enumerate(text.rstrip("\n").split("\n")[1:], 2):
        try:
            found.append(_from_json(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise EvidenceError(f"{file}:{number} 不是一行验证结果。可用 apimap verify 重新生成。") from error
    return found


def dump_evidence(items: Iterable[Evidence]) -> str:
    """The text of one file, sorted by API."""
    lines = [
        json.dumps(_as_json(evidence), ensure_ascii=False) for evidence in sorted(items, key=lambda item: item.api)
    ]
    return "\n".join((_FIRST_LINE, *lines, ""))


def evidence_files(items: Iterable[Evidence]) -> dict[str, str]:
    """The texts of all files by their names: ``torch.nn.functional.jsonl`` for each module that has a record."""
    modules: dict[str, list[Evidence]] = {}
    for evidence in items:
        modules.setdefault(evidence.api.rpartition(".")[0], []).append(evidence)
    return {f"{module}{ENDING}": dump_evidence(found) for module, found in sorted(modules.items())}


def write_evidence(root: Path, items: Iterable[Evidence]) -> None:
    """Writes these items to the evidence folder: changed files only, and removes files without items.

    Raises:
        OSError: the folder cannot be written to.
    """
    folder = root / EVIDENCE
    folder.mkdir(parents=True, exist_ok=True)
    files = evidence_files(items)
    for name, text in files.items():
        path = folder / name
        if not path.exists() or read_bytes(path, MAX_DATA, root) != text.encode():
            write_text(path, text)
    for path in folder.glob(f"*{ENDING}"):
        if path.name not in files:
            path.unlink()


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
        "results": [_result_as_json(result) for result in evidence.results],
        "drop_in": _without_empty({"holds": evidence.drop_in.holds, "reason": evidence.drop_in.reason}),
        **({"unsafe": True} if evidence.unsafe else {}),
        **({"rows": evidence.rows} if evidence.rows else {}),
    }


def _result_as_json(result: SnippetResult) -> dict[str, Any]:
    return _without_empty(
        {
            "at": result.at,
            "outcome": str(result.outcome),
            "kind": result.kind,
            "message": result.message,
            "notes": list(result.notes),
            "converted": _converted_as_json(result.converted) if result.converted is not None else "",
        }
    )


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
    results = tuple(
        SnippetResult(
            _text(item["at"]),
            Outcome(item["outcome"]),
            _text(item.get("kind", "")),
            _text(item.get("message", "")),
            tuple(map(_text, item.get("notes", ()))),
            _converted_from_json(item["converted"]) if "converted" in item else None,
        )
        for item in data["results"]
    )
    holds = data["drop_in"]["holds"]
    if holds is not None and not isinstance(holds, bool):
        raise TypeError
    drop_in = DropIn(holds, _text(data["drop_in"].get("reason", "")))
    versions = {library: _text(version) for library, version in data["versions"].items()}
    unsafe = data.get("unsafe", False)
    if not isinstance(unsafe, bool):
        raise TypeError
    key, digest, date = (_text(data[name]) for name in ("api", "digest", "date"))
    return Evidence(key, digest, versions, date, results, drop_in, unsafe, _text(data.get("rows", "")))


def _converted_from_json(data: dict[str, Any]) -> ConvertedResult:
    kind, api, message = (_text(data.get(name, "")) for name in ("kind", "api", "message"))
    return ConvertedResult(ConvertedOutcome(data["outcome"]), kind, api, message)


def _text(value: object) -> str:
    """Returns the value, which must be text.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(value, str):
        raise TypeError
    return value

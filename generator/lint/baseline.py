"""The baseline: known findings that are not reported again; entries are only ever removed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.model.finding import Finding

FILE = ".apimap-baseline.json"
"""The baseline's path below the project's root."""

_VERSION = 1
_Key = tuple[str, str, str]


def _key(finding: Finding) -> _Key:
    # Lines move with every edit above them: an entry is identified by its file and its words.
    return (finding.file, finding.code, finding.message)


@dataclass(frozen=True, slots=True)
class Baseline:
    """How often each known finding may occur."""

    counts: Counter[_Key] = field(default_factory=Counter)

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> Baseline:
        """Returns the baseline that covers these findings."""
        return cls(Counter(_key(finding) for finding in findings))

    @classmethod
    def parse(cls, text: str) -> Baseline:
        """Reads a baseline file.

        Raises:
            ValueError: the text is no baseline; the message gives the reason.
        """
        try:
            data = json.loads(text)
            entries = data["findings"]
            counts = {(str(e["file"]), str(e["code"]), str(e["message"])): int(e["count"]) for e in entries}
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise ValueError(
                f"不是 apimap lint --write-baseline 写出的文件（{type(error).__name__}: {error}）"
            ) from error
        if data.get("version") != _VERSION:
            raise ValueError(f"版本是 {data.get('version')}，这里只认得 {_VERSION}")
        return cls(Counter(counts))

    def dump(self) -> str:
        """Returns the text of a baseline file, one finding a line so that merges are easy."""
        entries = (
            json.dumps({"file": file, "code": code, "message": message, "count": count}, ensure_ascii=False)
            for (file, code, message), count in sorted(self.counts.items())
            if count > 0
        )
        note = json.dumps("由 apimap lint --write-baseline 生成：旧问题的清单，改好一个少一个。", ensure_ascii=False)
        return f'{{"note": {note}, "version": {_VERSION}, "findings": [\n' + ",\n".join(entries) + "\n]}\n"

    def split(self, findings: Iterable[Finding]) -> tuple[list[Finding], Baseline]:
        """Returns the new findings, and the baseline without the entries that no finding met."""
        left, met, new = Counter(self.counts), Counter[_Key](), []
        for finding in findings:
            key = _key(finding)
            if left[key] > 0:
                left[key] -= 1
                met[key] += 1
            else:
                new.append(finding)
        return new, Baseline(met)

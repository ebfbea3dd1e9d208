"""The selection of findings by code or family of their rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.lint.rules.registry import CODES
from generator.model.finding import Finding


class UnknownCodeError(ValueError):
    """An unknown code or family."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Codes and families to select and to ignore; an empty ``select`` means all."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    @classmethod
    def parse(cls, select: Iterable[str], ignore: Iterable[str]) -> Choice:
        """Reads lists such as ``PAR,EXA005``.

        Raises:
            UnknownCodeError: one of them begins no rule's code.
        """
        return cls(_prefixes(select), _prefixes(ignore))

    def of(self, findings: Iterable[Finding]) -> list[Finding]:
        """Returns the selected findings."""
        if not self.select and not self.ignore:
            return list(findings)
        return [
            finding
            for finding in findings
            if (not self.select or finding.code.startswith(self.select)) and not finding.code.startswith(self.ignore)
        ]


def _prefixes(values: Iterable[str]) -> tuple[str, ...]:
    prefixes = [part.strip().upper() for value in values for part in value.split(",") if part.strip()]
    for prefix in prefixes:
        if not any(code.startswith(prefix) for code in CODES):
            families = "、".join(sorted({code[:3] for code in CODES}))
            raise UnknownCodeError(
                f"没有编号或族为 {prefix} 的规则；可用的族：{families}，apimap explain 列出全部规则。"
            )
    return tuple(prefixes)

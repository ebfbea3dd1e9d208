"""Demand: how often real code uses each torch name, which is the order in which records are worth writing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Use:
    """One name: its ``group`` (``Tensor method``), the number of ``uses``, and in how many ``repositories``."""

    name: str
    group: str
    uses: int
    repositories: int


@dataclass(frozen=True, slots=True)
class Demand:
    """What was counted, most used first; ``said`` tells in words where and when."""

    said: str = ""
    uses: Sequence[Use] = ()

    def __iter__(self) -> Iterator[Use]:
        return iter(self.uses)

"""Finds the overload of an API that a set of parameter names describes."""

from __future__ import annotations

from collections.abc import Iterable

from generator.model.inventory import ApiEntry
from generator.model.signature import Signature


def described_signature(entry: ApiEntry, names: Iterable[str]) -> Signature:
    """Returns the overload whose parameters are closest to those that the rows name.

    Of two that are equally close, the one that leaves fewer rows without a parameter.

    Raises:
        ValueError: the entry has no signature.
    """
    bare = {name.lstrip("*") for name in names}

    def distance(signature: Signature) -> tuple[int, int]:
        offered = {parameter.name for parameter in signature.parameters} - {"name"}
        return len(offered ^ bare), len(bare - offered)

    return min(entry.signatures, key=distance)

"""Which of an API's overloads a set of parameter names describes."""

from __future__ import annotations

from collections.abc import Iterable

from generator.model.inventory import ApiEntry
from generator.model.signature import Signature


def described_signature(entry: ApiEntry, names: Iterable[str]) -> Signature:
    """Of an API's overloads the one whose parameters are most nearly those that the rows name.

    Raises:
        ValueError: the entry has no signature.
    """
    bare = {name.lstrip("*") for name in names}
    return min(entry.signatures, key=lambda signature: len({p.name for p in signature.parameters} - {"name"} ^ bare))

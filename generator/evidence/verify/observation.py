"""Describes values after a snippet ran, as plain data that can be sent to another process."""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Place = tuple[int, int, int, int]
"""Where an expression begins and ends: line and column, line and column; in bytes, as ``ast`` counts them."""

_MAX_DIMENSIONS = 64
"""NumPy's limit, and above those of the libraries."""


def printable(text: str) -> str:
    """Returns the text without what ends a line, moves a cursor, changes the direction of text, or is no character."""
    return "".join(character if character.isprintable() else "�" for character in text)


class Kind(StrEnum):
    """What sort of value was seen, the same word for the two libraries' counterparts."""

    TENSOR = "Tensor"
    ARRAY = "numpy.ndarray"
    IMAGE = "PIL.Image"
    SCALAR = "scalar"
    SEQUENCE = "sequence"
    MAPPING = "dict"
    LAYER = "layer"
    DTYPE = "dtype"
    DEVICE = "device"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class Seen:
    """One value.

    ``type`` is a tensor's dtype, a scalar's or container's Python type, an object's class. ``data`` holds the
    elements in C order, widened to float64, int64 or complex128. ``items`` are the parts, each under what has to be
    written after the value's name to get it: ``[0]``, ``['a']``, ``.weight``. ``grad`` says whether a floating tensor
    requires a gradient.
    """

    kind: Kind
    type: str = ""
    text: str = ""
    shape: tuple[int, ...] = ()
    data: bytes = b""
    items: tuple[tuple[str, Seen], ...] = ()
    grad: bool | None = None

    def as_json(self) -> dict[str, Any]:
        """Returns the value as JSON can carry it."""
        found: dict[str, Any] = {"kind": str(self.kind), "type": self.type}
        if self.text:
            found["text"] = self.text
        if self.kind in ELEMENTS:
            found |= {"shape": self.shape, "data": base64.b64encode(self.data).decode(), "grad": self.grad}
        if self.items:
            found["items"] = [(path, item.as_json()) for path, item in self.items]
        return found

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Seen:
        """Returns the value that ``as_json`` wrote.

        Raises:
            KeyError, TypeError, ValueError: somebody else wrote it.
        """
        seen = cls(
            Kind(data["kind"]),
            str(data["type"]),
            str(data.get("text", "")),
            tuple(int(length) for length in data.get("shape", ())),
            base64.b64decode(data.get("data", "")),
            tuple((str(path), cls.from_json(item)) for path, item in data.get("items", ())),
            None if data.get("grad") is None else bool(data["grad"]),
        )
        seen._check()
        return seen

    def _check(self) -> None:
        """Raises ValueError where the parts do not fit together."""
        if self.kind in ELEMENTS:
            width = 16 if self.type.startswith("complex") else 8
            if len(self.shape) > _MAX_DIMENSIONS or not all(0 <= length < 1 << 63 for length in self.shape):
                raise ValueError("no shape")
            if len(self.data) != math.prod(self.shape) * width:
                raise ValueError("data does not fit the shape")
        elif self.kind is Kind.SCALAR and self.type == "float":
            float(self.text)


ELEMENTS = frozenset({Kind.TENSOR, Kind.ARRAY, Kind.IMAGE})
"""The kinds whose values are elements in a grid."""


@dataclass(frozen=True, slots=True)
class Observation:
    """All that a side bound, returned and changed.

    ``names`` are the names it bound, ``value`` the value of its last line where that is an expression, ``inputs`` the
    given inputs that it changed in place, and the gradients they got.
    """

    names: tuple[tuple[str, Seen], ...] = ()
    value: Seen | None = None
    inputs: tuple[tuple[str, Seen], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Returns the observation as JSON can carry it."""
        return {
            "names": [(name, seen.as_json()) for name, seen in self.names],
            "value": self.value and self.value.as_json(),
            "inputs": [(name, seen.as_json()) for name, seen in self.inputs],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Observation:
        """Returns the observation that ``as_json`` wrote; raises as ``Seen.from_json`` does."""
        return cls(
            tuple((str(name), Seen.from_json(seen)) for name, seen in data["names"]),
            Seen.from_json(data["value"]) if data["value"] else None,
            tuple((str(name), Seen.from_json(seen)) for name, seen in data["inputs"]),
        )

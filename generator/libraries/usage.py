"""Defines how code uses an API to get a comparable result: a layer is applied, an optimizer makes a step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What an API is used as."""

    FUNCTION = "function"
    METHOD = "method"
    LAYER = "layer"
    OPTIMIZER = "optimizer"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Usage:
    """How code uses a call: ``{call}`` in ``code`` stands for it, ``given`` are inputs beside its own arguments.

    ``input`` is what the API takes as its first input, where its name tells more than the glossary.
    """

    kind: Kind
    code: str = "y = {call}"
    given: Mapping[str, str] = field(default_factory=dict)
    compare: str = ""
    is_random: bool = False
    skip: str = ""
    input: str = ""

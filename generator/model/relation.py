"""Relations of the two sides of a row of 参数映射, and ways to rewrite a parameter."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

SET_DEFAULT: Literal["default"] = "default"
"""The value of ``set`` that keeps Paddle's default."""


class Relation(StrEnum):
    """How the two sides of a row relate."""

    SAME = "same"
    RENAMED = "renamed"
    DEFAULT = "default"
    PADDLE_ONLY = "paddle-only"
    TORCH_ONLY = "torch-only"
    DIFFERS = "differs"
    RETURNS = "returns"


class Rewrite(StrEnum):
    """What becomes of a torch parameter that Paddle does not take as it is (R30, R31)."""

    EXAMPLE = "example"
    UNSUPPORTED = "unsupported"
    DROP = "drop"

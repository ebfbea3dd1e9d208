"""How much of what can be tried a run of the tests tries: a sample that changes every day, or at night all of it."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeVar

Case = TypeVar("Case")

NIGHTLY = bool(os.environ.get("NIGHTLY"))
"""Whether everything is tried: ``NIGHTLY=1`` asks for it."""
EXAMPLES = 500 if NIGHTLY else 40
"""How many inputs a test of what holds for every input makes."""
SEED = os.environ.setdefault("SEED", f"{datetime.now(tz=UTC):%Y%m%d}")
"""What samples are drawn from: today, or what is asked for. The other processes of a run find it in the environment."""
SHARD = os.environ.get("SHARD", "1/1")
"""Which part of the tests runs: ``SHARD=2/4`` is the second quarter."""


def chance(of: object) -> random.Random:
    """Random numbers for one thing: the same in every process of a run, and others tomorrow."""
    return random.Random(f"{SEED} {of}")


def sample(cases: Sequence[Case], count: int) -> list[Case]:
    """Some of the cases, or at night all of them."""
    return list(cases) if NIGHTLY or len(cases) <= count else chance(count).sample(cases, count)


def shard(cases: Sequence[Case]) -> list[Case]:
    """This run's part of the cases: each n-th, so that slow neighbours are shared out."""
    part, parts = map(int, SHARD.split("/"))
    return list(cases[part - 1 :: parts])

from __future__ import annotations

import time
from typing import Any, cast

import pytest

from generator.evidence.vary import record_run
from generator.evidence.vary.record_run import Plan
from generator.evidence.vary.snippet_code import read_pattern
from generator.model.record import Check, Record


@pytest.mark.parametrize(("seconds", "sizes", "left"), [(60, [10, 20, 40, 80, 150, 100], 0), (-1, [10], 390)])
def test_the_clock_is_looked_at_after_few_variations_first(
    monkeypatch: pytest.MonkeyPatch, seconds: float, sizes: list[int], left: int
) -> None:
    """Where the first few take all the time, the rest is left out and counted; else ever more are run at once."""
    snippet = Check(torch="y = torch.abs(x)", paddle="y = paddle.abs(x)", given={"x": "float32[2]"})
    pattern = read_pattern("checks.0", snippet, "torch.abs")
    assert pattern is not None
    one = record_run._Varied(pattern, pattern.torch, ())
    record = Record(torch="torch.abs", paddle="paddle.abs", category="无参数")
    runner = record_run._Runner(record, cast("Any", None), cast("Any", None), Plan({}, "2026-01-01", seconds=60))
    ran: list[int] = []

    def run_batch(batch: list[object]) -> None:
        ran.append(len(batch))
        runner._deadline = time.monotonic() + seconds

    monkeypatch.setattr(runner, "_run_batch", run_batch)
    runner.run([(one, ())] * 400)
    assert (ran, one.left) == (sizes, left)

"""Tests of the records of ``torch.distributed`` with two processes, which verification does not start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from samples import shipped_catalog
from two_processes import RANKS, observations

from generator.evidence.verify.compare import Aspect, Terms, compare
from generator.evidence.verify.observation import Observation
from generator.model.given import FLOATS, TensorGiven
from generator.model.given_notation import parse_given, write_given
from generator.model.record import Snippet

pytestmark = pytest.mark.libraries
SKIPPED = "Paddle 需要多个进程。"
"""The reason of the snippets that two processes over gloo can run; others need GPUs, or start processes themselves."""


def snippets() -> Iterator[tuple[str, Snippet]]:
    """The snippets that are skipped for want of a second process, by where they stand."""
    for record in shipped_catalog().records():
        for loc, snippet in record.snippets():
            if snippet.skip == SKIPPED:
                yield f"{record.torch} {'.'.join(map(str, loc))}", snippet


def given_in(rank: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs of a process: numbers that are made up differ between the two."""
    return {name: write_given(_seeded(parse_given(value), rank)) for name, value in given.items()}


def _seeded(given: Any, rank: int) -> Any:
    is_made_up = isinstance(given, TensorGiven) and given.dtype in FLOATS and given.values is None
    return replace(given, seed=given.seed + rank) if is_made_up else given


def differences(torch: Observation | str, paddle: Observation | str, snippet: Snippet) -> list[str]:
    """In what the two libraries differ in one process: results and changed inputs, not what the last line is.

    torch returns None from calls for which Paddle returns the task that is done.
    """
    if isinstance(torch, str) or isinstance(paddle, str):
        return [f"{torch} / {paddle}"]
    sides = (replace(each, value=None) for each in (torch, paddle))
    found = compare(*sides, Terms(snippet.tolerance, bool(snippet.random)), tuple(snippet.compare)).differences
    return [str(each) for each in found if each.aspect is not Aspect.NOTHING]


def test_snippets_that_need_two_processes_agree() -> None:
    """Each of them gives the same in both processes on both sides, with other numbers in each."""
    listed = dict(snippets())
    assert len(listed) > 40
    jobs = {
        library: [
            (getattr(one, library), [given_in(rank, one.given) for rank in RANKS], list(one.compare))
            for one in listed.values()
        ]
        for library in ("torch", "paddle")
    }
    seen = observations(jobs)
    wrong = {
        (at, rank): found
        for at, snippet, torch, paddle in zip(listed, listed.values(), seen["torch"], seen["paddle"], strict=True)
        for rank in RANKS
        if (found := differences(torch[rank], paddle[rank], snippet))
    }
    assert wrong == {}


def test_inputs_differ_between_the_processes() -> None:
    """A sum over processes that both held the same would not show who added what."""
    given = {"x": "float32[2, 3]", "n": "3", "i": "int64([0, 2])"}
    first, second = (given_in(rank, given) for rank in RANKS)
    assert first["x"] != second["x"]
    assert (first["n"], first["i"]) == (second["n"], second["i"])

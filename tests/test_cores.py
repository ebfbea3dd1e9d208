from __future__ import annotations

import os

import pytest

from generator import cores

NUMBERS = range(cores.ENOUGH + 1)


def squares(monkeypatch: pytest.MonkeyPatch, available: int) -> tuple[list[int], set[int]]:
    """The squares of all numbers, and the processes that worked them out, where so many cores are available."""
    monkeypatch.setattr(cores, "_cores", lambda: available)
    results = cores.on_two_cores(lambda number: (number * number, os.getpid()), NUMBERS)
    return [result for result, _ in results], {process for _, process in results}


@pytest.mark.parametrize(("available", "processes"), [(1, 1), (2, 2), (64, 2)])
def test_results_come_in_the_order_of_the_items(
    monkeypatch: pytest.MonkeyPatch, available: int, processes: int
) -> None:
    """However many processes did the work, each result stands where its item stood."""
    results, used = squares(monkeypatch, available)
    assert results == [number * number for number in NUMBERS]
    assert len(used) == processes


def test_few_items_are_not_worth_a_second_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handful of items is done where it is asked for."""
    monkeypatch.setattr(cores, "_cores", lambda: 2)
    assert cores.on_two_cores(lambda _: os.getpid(), [1, 2, 3]) == [os.getpid()] * 3


def test_work_of_a_process_that_fails_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens to the second process is never the user's trouble."""
    monkeypatch.setattr(cores, "_cores", lambda: 2)
    parent = os.getpid()

    def work(number: int) -> int:
        if os.getpid() != parent:
            raise MemoryError
        return number

    assert cores.on_two_cores(work, NUMBERS) == list(NUMBERS)

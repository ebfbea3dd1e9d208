from __future__ import annotations

import os
import time
from typing import NoReturn

import pytest

from generator import parallel

NUMBERS = range(parallel.ENOUGH + 1)


def squares(monkeypatch: pytest.MonkeyPatch, available: int) -> tuple[list[int], set[int]]:
    """The squares of all numbers, and the processes that worked them out, where so many cores are available."""
    monkeypatch.setattr(parallel, "_cores", lambda: available)

    def work(number: int) -> tuple[int, int]:
        time.sleep(0.05)  # so that neither process has done everything before the other has begun
        return number * number, os.getpid()

    results = parallel.on_two_cores(work, NUMBERS)
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
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    assert parallel.on_two_cores(lambda _: os.getpid(), [1, 2, 3]) == [os.getpid()] * 3


def test_work_of_a_process_that_fails_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens to the second process is never the user's trouble."""
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    parent = os.getpid()

    def work(number: int) -> int:
        if os.getpid() != parent:
            raise MemoryError
        return number

    assert parallel.on_two_cores(work, NUMBERS) == list(NUMBERS)


def test_work_begins_while_something_else_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second process does not wait for the first to ask for the results."""
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    results = parallel.begin(lambda _: os.getpid(), NUMBERS)
    time.sleep(1)
    assert os.getpid() not in dict(results).values()


def test_more_items_than_tickets(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many items there are, the tickets fit into a pipe, and no item is left out."""
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    items = range(parallel._TICKETS * 3 + 1)
    assert parallel.on_two_cores(lambda number: -number, items) == [-number for number in items]


def test_error_of_the_work_is_the_callers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that cannot be done raises where it was asked for, and leaves no process behind."""
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    started: list[int] = []
    fork = os.fork

    def remembered_fork() -> int:
        started.append(fork())
        return started[-1]

    def work(_: int) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr(os, "fork", remembered_fork)
    with pytest.raises(ZeroDivisionError):
        parallel.on_two_cores(work, NUMBERS)
    (child,) = started
    with pytest.raises(ChildProcessError):
        os.waitpid(child, os.WNOHANG)

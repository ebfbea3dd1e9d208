"""Spreads work over two processes, where the system can fork and there is enough of it."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

ENOUGH = 5
"""Fewest pieces of work for which other processes are worth starting."""
_PROCESSES = 2
_TURNS = 16
"""How often each process is given work, at most: seldom enough to be cheap, often enough that both end together."""

_given: tuple[Callable[[Any], Any], Sequence[Any]]
"""The current work, which a forked process reads here: a closure could not be sent to it."""


def _nothing() -> None:
    """Does nothing: the default for ``meanwhile``."""


class Spread(Protocol):
    """How work is divided among processes; the results come in the order of the items."""

    def __call__(
        self,
        work: Callable[[Item], Result],
        items: Sequence[Item],
        /,
        meanwhile: Callable[[], object] = _nothing,
        progress: Callable[[], object] = _nothing,
    ) -> list[Result]:
        """Returns ``work`` of each item; the calling process does ``meanwhile`` first, whatever the others do.

        It calls ``progress`` for each result that it has.
        """


def on_one_core(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    meanwhile: Callable[[], object] = _nothing,
    progress: Callable[[], object] = _nothing,
) -> list[Result]:
    """Returns ``work`` of each item, done one after another."""
    meanwhile()
    done = []
    for item in items:
        done.append(work(item))
        progress()
    return done


def on_two_cores(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    meanwhile: Callable[[], object] = _nothing,
    progress: Callable[[], object] = _nothing,
) -> list[Result]:
    """Returns ``work`` of each item, in order, done by two forked processes with a copy of all data.

    Only for work that changes nothing. A process with threads does it all by itself, and so does one whose others were
    killed. What ``work`` raises is raised here.
    """
    if len(items) < ENOUGH or not hasattr(os, "fork") or _cores() < _PROCESSES or threading.active_count() > 1:
        return on_one_core(work, items, meanwhile, progress)
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    global _given  # noqa: PLW0603  (see there)
    _given = work, items
    pool = ProcessPoolExecutor(_PROCESSES, get_context("fork"), _end_with_parent)
    at_once = -(-len(items) // (_PROCESSES * _TURNS))
    done: list[Result] = []
    gc.freeze()  # else each child's collector would touch, and so copy, all that it shares with this process
    with pool:
        results = pool.map(_do, range(len(items)), chunksize=at_once)
        meanwhile()
        with suppress(BrokenProcessPool):
            for result in results:
                done.append(result)
                progress()
    gc.unfreeze()
    return [*done, *on_one_core(work, items[len(done) :], progress=progress)]  # what a killed process left undone


def _do(number: int) -> Any:
    """Returns the result of one piece of the current work, in another process."""
    work, items = _given
    return work(items[number])


def _end_with_parent() -> None:
    """Makes this process end with its parent: the pool's processes would wait for ever for one that was killed."""
    from multiprocessing import parent_process

    def wait() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who interrupts the parent wants no traceback of ours
    threading.Thread(target=wait, daemon=True).start()


def _cores() -> int:
    """Returns how many processors this process may use: fewer than there are, where it is bound to some of them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

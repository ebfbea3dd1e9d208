"""Spreads work over two processes, where the system can fork and there is enough of it."""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, Generic, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Numbered = Iterator[tuple[int, Result]]
"""Results as they come, each with the number of its item."""

ENOUGH = 5
"""Fewest pieces of work for which a second process is worth starting."""
_TICKET = struct.Struct("=H")
_TICKETS = 2048
"""Most tickets: all of them fit into a pipe before anybody reads, on every system."""


def _nothing() -> None:
    """There is nothing to do meanwhile."""


class Spread(Protocol):
    """How work is divided among processes; the results come in the order of the items."""

    def __call__(
        self, work: Callable[[Item], Result], items: Sequence[Item], /, meanwhile: Callable[[], object] = _nothing
    ) -> list[Result]:
        """``work`` of each item; the calling process does ``meanwhile`` first, whatever the others do."""


def on_one_core(
    work: Callable[[Item], Result], items: Sequence[Item], meanwhile: Callable[[], object] = _nothing
) -> list[Result]:
    """``work`` of each item, one after another."""
    meanwhile()
    return [work(item) for item in items]


def on_two_cores(
    work: Callable[[Item], Result], items: Sequence[Item], meanwhile: Callable[[], object] = _nothing
) -> list[Result]:
    """``work`` of each item, in their order, done by this process and by a forked one that knows all we know.

    Only for work that changes nothing, or nothing that is not as well done twice; a process with threads does it all by
    itself. Whatever goes wrong with the second process, what it has not done is done here instead.
    """
    results = begin(work, items)
    meanwhile()
    done = dict(results)
    return [done[number] for number in range(len(items))]


def begin(work: Callable[[Item], Result], items: Sequence[Item]) -> Numbered[Result]:
    """Lets the second process begin at once; this one joins in when it asks for results, of what is left."""
    if len(items) < ENOUGH or not hasattr(os, "fork") or _cores() < 2 or threading.active_count() > 1:  # noqa: PLR2004
        return ((number, work(item)) for number, item in enumerate(items))
    pieces, answer = _Pieces(work, items), tempfile.TemporaryFile()  # noqa: SIM115  (closed with the results)
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        _work_and_exit(pieces, answer)
    return _finish(pieces, answer, child)


class _Pieces(Generic[Item, Result]):
    """Work in pieces, with a pipe full of tickets: whoever draws one does that piece, and nobody else."""

    def __init__(self, work: Callable[[Item], Result], items: Sequence[Item]) -> None:
        self.work, self.items = work, items
        self._size = -(-len(items) // _TICKETS)
        self._tickets, writing = os.pipe()
        os.write(writing, b"".join(_TICKET.pack(number) for number in range(-(-len(items) // self._size))))
        os.close(writing)

    def drawn(self) -> Numbered[Result]:
        """What this process does until no ticket is left; if it stops before, there is nothing left for the other."""
        with os.fdopen(self._tickets, "rb", buffering=0) as tickets:
            try:
                while ticket := tickets.read(_TICKET.size):
                    start = _TICKET.unpack(ticket)[0] * self._size
                    for number in range(start, min(start + self._size, len(self.items))):
                        yield number, self.work(self.items[number])
            finally:
                tickets.read()


def _finish(pieces: _Pieces[Item, Result], answer: IO[bytes], child: int) -> Numbered[Result]:
    """What this process does, then what the other one did, then what that one should have done."""
    done = set[int]()
    with answer:
        try:
            for number, result in pieces.drawn():
                done.add(number)
                yield number, result
        finally:
            os.waitpid(child, 0)
        answer.seek(0)
        for number, result in _read(answer):
            done.add(number)
            yield number, result
    for number, item in enumerate(pieces.items):
        if number not in done:
            yield number, pieces.work(item)


def _cores() -> int:
    """How many processors this process may use: fewer than there are, where somebody bound it to some of them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _work_and_exit(pieces: _Pieces[Any, Any], answer: IO[bytes]) -> None:
    """The second process: writes down what it does, and ends without running anything that is not its own.

    It stops when the first process has gone, which may have been killed.
    """
    parent = os.getppid()
    with contextlib.suppress(BaseException):
        for numbered in pieces.drawn():
            pickle.dump(numbered, answer, pickle.HIGHEST_PROTOCOL)
            if os.getppid() != parent:
                break
        answer.flush()
    os._exit(0)


def _read(answer: IO[bytes]) -> Numbered[Any]:
    """What the second process did, as far as it came."""
    with contextlib.suppress(EOFError, pickle.UnpicklingError):
        while True:
            yield pickle.load(answer)  # noqa: S301  (written by our own child)

"""Workers for the tests that run code."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar

import pytest

from generator.evidence.verify import worker_pool
from generator.evidence.verify.worker import NotIsolatedError, Worker


class KeptWorker(Worker):
    """A worker that the next command of the tests takes up: to load the libraries takes longer than what they run."""

    free: ClassVar[dict[str, list[KeptWorker]]] = {}
    key = ""

    @classmethod
    def take(
        cls, modules: Mapping[str, Sequence[str]], pythons: Mapping[str, str], *, isolated: bool = True
    ) -> KeptWorker:
        """A worker that nobody uses, or a new one."""
        key = repr(({side: list(names) for side, names in modules.items() if names}, dict(pythons), isolated))
        free = cls.free.setdefault(key, [])
        found = free.pop() if free else cls(modules, pythons, isolated=isolated)
        found.key = key
        return found

    def kill(self) -> None:
        """Does nothing: nobody interrupts the commands of the tests that run in their own process."""

    def stop(self) -> None:
        """Gives the worker back."""
        self.free[self.key].append(self)

    def end(self) -> None:
        """Ends its processes."""
        super().stop()


@pytest.fixture(scope="session")
def shared_workers() -> Iterator[Callable[..., KeptWorker]]:
    """Gives workers that tests share, and ends them when the last test has run."""
    yield KeptWorker.take
    for free in KeptWorker.free.values():
        for worker in free:
            worker.end()


@pytest.fixture(scope="session")
def kept_workers(shared_workers: Callable[..., KeptWorker]) -> Iterator[None]:
    """Commands that run in the process of the tests share their workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "Worker", shared_workers)
        yield


@pytest.fixture(scope="session")
def worker(shared_workers: Callable[..., KeptWorker]) -> Worker:
    """A worker as the command starts them: one that commands share, too, as tests run one after another."""
    found = shared_workers({}, {})
    found.stop()
    try:
        found.start()
    except NotIsolatedError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no isolation here: {error}")
    return found


@pytest.fixture(scope="session")
def weak_worker(shared_workers: Callable[..., KeptWorker]) -> Worker:
    """A worker as the command starts them with ``--unsafe``, shared like the other."""
    found = shared_workers({}, {}, isolated=False)
    found.stop()
    return found

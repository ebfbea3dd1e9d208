"""Workers for the tests that run code."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import pytest

from generator.evidence.verify import worker_pool
from generator.evidence.verify.worker import NotIsolatedError, Worker


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    """A worker as the command starts them."""
    found = Worker()
    try:
        found.start()
    except NotIsolatedError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no isolation here: {error}")
    yield found
    found.stop()


@pytest.fixture(scope="session")
def weak_worker() -> Iterator[Worker]:
    """A worker as the command starts them with ``--unsafe``."""
    found = Worker(isolated=False)
    yield found
    found.stop()


class KeptWorker(Worker):
    """A worker that the next command of the tests takes up: to load the libraries takes longer than what they run."""

    free: ClassVar[dict[str, list[KeptWorker]]] = {}
    key = ""

    @classmethod
    def take(
        cls, modules: Mapping[str, Sequence[str]], pythons: Mapping[str, str], *, isolated: bool = True
    ) -> KeptWorker:
        """A worker that nobody uses, or a new one."""
        key = repr((modules, pythons, isolated))
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
def kept_workers() -> Iterator[None]:
    """Commands that run in the process of the tests share their workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "Worker", KeptWorker.take)
        yield
    for free in KeptWorker.free.values():
        for worker in free:
            worker.end()

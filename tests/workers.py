"""Workers for the tests that run code; without the libraries they skip, except on CI, where they fail."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import pytest

from generator.verify import run
from generator.verify.worker import NotIsolatedError, Worker


def need(*modules: str) -> None:
    """Skips the test where a module is missing; on CI nothing may be skipped, and the test goes on to fail."""
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"{', '.join(missing)} not installed")


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    """A worker as the command starts them."""
    need("torch", "paddle")
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
    need("torch", "paddle")
    found = Worker(isolated=False)
    yield found
    found.stop()


@pytest.fixture
def numpy() -> None:
    """The library numpy is there: it comes with the libraries."""
    need("numpy")


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
        patch.setattr(run, "Worker", KeptWorker.take)
        yield
    for free in KeptWorker.free.values():
        for worker in free:
            worker.end()

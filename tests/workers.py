"""Workers for the tests that run code; without the libraries they skip, except on CI, where they fail."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator

import pytest

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

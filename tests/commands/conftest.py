"""Fixtures of the tests of commands."""

from __future__ import annotations

import pytest
from samples import shipped_catalog
from workers import kept_workers, shared_workers

from generator.commands import Invocation

__all__ = ["kept_workers", "shared_workers"]


@pytest.fixture
def _shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands have the shipped catalogue that this process has read, whatever the root: to read it takes seconds."""
    monkeypatch.setattr(Invocation, "open_catalog", lambda *_, **__: shipped_catalog())


@pytest.fixture(autouse=True)
def _with_kept_workers(kept_workers: None) -> None:
    """Commands share their workers."""

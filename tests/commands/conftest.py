"""Fixtures of the tests of commands."""

from __future__ import annotations

import pytest
from samples import shipped_catalog

from generator.commands import Invocation


@pytest.fixture
def _shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands have the shipped catalogue that this process has read, whatever the root: to read it takes seconds."""
    monkeypatch.setattr(Invocation, "open_catalog", lambda *_, **__: shipped_catalog())

"""Fixtures; what they are made of stands in ``samples``."""

from __future__ import annotations

from pathlib import Path

import hypothesis
import pytest
import samples
from samples import MakeCatalog, Project
from sampling import NIGHTLY, SEED, SHARD, shard

# A busy machine makes no test fail.
hypothesis.settings.register_profile("apimap", deadline=None)
hypothesis.settings.load_profile("apimap")


def pytest_report_header() -> str:
    """Says what would repeat the run."""
    return f"samples: SEED={SEED} SHARD={SHARD}{' NIGHTLY=1' * NIGHTLY}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keeps this run's part of the tests that were chosen."""
    items[:] = shard(items)


@pytest.fixture
def make_catalog() -> MakeCatalog:
    """Builds a catalogue from record texts by their paths below ``records/``."""
    return samples.make_catalog


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A small project that renders and lints clean."""
    return Project(tmp_path)

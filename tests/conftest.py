"""Fixtures; what they are made of stands in ``samples``."""

from __future__ import annotations

from pathlib import Path

import hypothesis
import pytest
import samples
from samples import MakeCatalog, Project
from sampling import EXAMPLES, NIGHTLY, SEED, SHARD, shard

from generator.site.build_cache import FOLDER as CACHE

# A busy machine makes no test fail.
hypothesis.settings.register_profile("apimap", deadline=None, max_examples=EXAMPLES)
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


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all small projects of a process keep Jinja's code of the theme's templates."""
    return tmp_path_factory.mktemp("templates")


@pytest.fixture
def project(tmp_path: Path, compiled_templates: Path) -> Project:
    """A small project that renders and lints clean; to compile the theme would be a quarter of each build of its site."""
    project = Project(tmp_path)
    (project.root / CACHE).mkdir()
    (project.root / CACHE / "templates").symlink_to(compiled_templates)
    return project

"""Fixtures; what they are made of stands in ``samples``."""

from __future__ import annotations

import atexit
import gc
import importlib.util
import os
from pathlib import Path

import hypothesis
import pytest
import samples
from samples import MakeCatalog, Project
from sampling import EXAMPLES, NIGHTLY, SEED, SHARD, shard

from generator.publishing.site.build_cache import FOLDER as CACHE

LIBRARIES = ("torch", "paddle", "torchvision", "expecttest")
"""The modules that tests marked ``libraries`` use, which ``make libraries`` installs."""

# Else the collector would go through all catalogues of a process again and again, and for seconds at the very end.
gc.set_threshold(50_000, 20, 50)
atexit.register(gc.freeze)
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


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips what needs a library that is missing; on CI nothing may be skipped, and the test goes on to fail."""
    if item.get_closest_marker("libraries") and not os.environ.get("CI"):
        missing = [name for name in LIBRARIES if importlib.util.find_spec(name) is None]
        if missing:
            pytest.skip(f"{', '.join(missing)} not installed")


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

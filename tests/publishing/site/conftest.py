"""Fixtures of the tests that build sites."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from samples import Project
from site_builds import BuildSite, fresh_builds


@pytest.fixture
def build_site(project: Project) -> Iterator[BuildSite]:
    """Builds the project's site in this process, as a fresh run of MkDocs would."""
    with fresh_builds(project) as build_site:
        yield build_site

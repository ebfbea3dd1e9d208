"""Where the project is hosted: told by a workflow, or by git."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from generator.catalog.repository import find_repository


@pytest.mark.parametrize(
    ("origin", "address"),
    [
        ("https://github.com/owner/map.git", "https://github.com/owner/map"),
        ("https://user:token@github.com/owner/map", "https://github.com/owner/map"),
        ("git@github.com:owner/the.map.git", "https://github.com/owner/the.map"),
        ("ssh://git@github.com/owner/map/", "https://github.com/owner/map"),
        ("https://example.org/owner/map.git", None),
        ("https://github.com/owner", None),
        ("/some/folder/of/this/machine", None),
    ],
)
def test_origin_is_told_where_a_browser_can_open_it(origin: str, address: str | None, tmp_path: Path) -> None:
    """Git's origin gives an address without names and secrets of who cloned it, and only where its form is known."""
    for command in (["init", "-q"], ["remote", "add", "origin", origin]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    assert find_repository(tmp_path, {}) == address


def test_workflow_knows_better_than_git(tmp_path: Path) -> None:
    """In a workflow of a fork, or on another server of that kind, the environment says where it runs."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    environment = {"GITHUB_SERVER_URL": "https://git.example.org", "GITHUB_REPOSITORY": "team/map"}
    assert find_repository(tmp_path, environment) == "https://git.example.org/team/map"


def test_folder_that_is_no_repository_has_no_address(tmp_path: Path) -> None:
    """A project below somebody else's repository is not edited there."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "remote", "add", "origin", "https://github.com/owner/map"], cwd=tmp_path, check=True)
    (tmp_path / "below").mkdir()
    assert find_repository(tmp_path / "below", {}) is None

"""What follows from the registry of pages: what git ignores, what ``make clean`` removes, what the navigation names."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mkdocs.config import load_config
from samples import ABS, REPOSITORY, Project, catalog_of, shipped_catalog

from generator.cli import main
from generator.publishing.pages.registry import PAGES, is_generated
from generator.publishing.views.paths import FINDER, SCRIPT_LISTS


def named_in(nav: Any) -> Iterator[str]:
    """The paths of the pages that a navigation names."""
    if isinstance(nav, str):
        yield nav
    else:
        for item in nav.values() if isinstance(nav, dict) else nav:
            yield from named_in(item)


def files_below(folder: Path) -> set[str]:
    """The paths of all files below a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_registry_alone_says_what_search_and_navigation_know() -> None:
    """No view decides of itself whether it is searched or named in the navigation, and the registry's word arrives."""
    catalog = catalog_of(ABS)
    for page in PAGES:
        assert {(view.in_nav, view.searched) for view in page.make(catalog, ())} <= {(True, True)}, page.pattern
        said = {(view.in_nav, view.searched) for view in page.views(catalog, ())}
        assert said <= {(page.in_nav, page.searched)}, page.pattern


def test_git_ignores_generated_pages_alone() -> None:
    """Git ignores every page of the registry and the finder's list, and none that is written by hand."""
    catalog = shipped_catalog()
    paths = sorted(
        {f"site_src/{path}" for page in PAGES for path in page.paths(catalog)}
        | {f"site_src/{path}" for path in SCRIPT_LISTS}
    )
    ignored = ["git", "check-ignore", "--no-index", "--stdin"]
    done = subprocess.run(ignored, cwd=REPOSITORY, input="\n".join(paths), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == paths
    tracked = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard", "site_src"]
    assert subprocess.run(tracked, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout == ""


def test_clean_removes_generated_files_alone(project: Project) -> None:
    """``make clean`` removes every generated page, and keeps those written by hand."""
    for name in (".gitignore", "Makefile"):
        shutil.copy(REPOSITORY / name, project.root)
    subprocess.run(["git", "init", "--quiet"], cwd=project.root, check=True)
    with pytest.raises(SystemExit, match="0"):
        main(["--root", str(project.root), "render"])
    generated = {path for path in files_below(project.pages) if is_generated(path)}
    by_hand = files_below(project.pages) - generated
    assert {"api/torch.abs.md", "category/index.md", FINDER} <= generated
    subprocess.run(["make", "clean"], cwd=project.root, check=True, capture_output=True)
    assert files_below(project.pages) == by_hand


def test_navigation_names_the_pages_that_want_it() -> None:
    """``mkdocs.yml`` names each page in ``nav`` or leaves it out on purpose, as the registry says of its kind."""
    config = load_config(str(REPOSITORY / "mkdocs.yml"))
    assert config.not_in_nav is not None
    named, catalog = set(named_in(config.nav)), shipped_catalog()
    for page in PAGES:
        paths = set(page.paths(catalog))
        assert bool(paths & named) is page.in_nav, f"{page.pattern}: nav of mkdocs.yml"
        assert {path for path in paths if config.not_in_nav.match_file(path)} == paths - named

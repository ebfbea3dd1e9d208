"""Robustness: whatever is done to records, and to what a build keeps, the site is right."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest
from random_edits import spoilt
from samples import REPOSITORY, Project
from sampling import NIGHTLY, chance
from site_builds import BuildSite, Site, changed

from generator.catalog.catalog import FAMILIES, INVENTORY, NOTES, RECORDS, TOPICS

BUILDS = 50 if NIGHTLY else 1
AT_ONCE = 100 if NIGHTLY else 25
"""Files that are spoilt for each build: 5,000 at night."""
DAMAGED = 50 if NIGHTLY else 4
PLACES = 10
"""Places of the cache that are damaged before each build: 500 at night."""


def spoil_files(project: Project, drawn: random.Random) -> None:
    """Has the project records, notes, families and topics of the repository that were changed at random.

    The inventories, of which hundreds of pages are made, are there at night.
    """
    if NIGHTLY:
        shutil.copytree(REPOSITORY / INVENTORY, project.root / INVENTORY)
    every = [path for folder in (RECORDS, NOTES, FAMILIES) for path in sorted((REPOSITORY / folder).rglob("*.yml"))]
    for path in [REPOSITORY / TOPICS, *drawn.sample(every, AT_ONCE - 1)]:
        target = project.root / path.relative_to(REPOSITORY)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(spoilt(path.read_bytes(), drawn))


def whole_pages(site: Site) -> int:
    """How many pages there are, each with its end."""
    pages = [content for path, content in site.items() if path.endswith(".html")]
    assert all(page.rstrip().endswith(b"</html>") for page in pages)
    return len(pages)


@pytest.mark.parametrize("part", range(BUILDS))
@pytest.mark.slow
def test_spoilt_files_are_built_without_a_traceback(project: Project, build_site: BuildSite, part: int) -> None:
    """Spoilt records, notes, families and topics cost no other page, and MkDocs' way makes the same site of them."""
    spoil_files(project, chance(f"build {part}"))
    site = build_site()
    assert whole_pages(site) > AT_ONCE / 2
    if part == 0:
        assert changed(site, build_site(fast=False)) == set()


def damage(file: Path, others: list[Path], drawn: random.Random) -> None:
    """Changes, loses, adds or clears some bytes of a file, or all of it, or puts something else in its place."""
    whole = file.is_file() and not file.is_symlink()
    if not whole or drawn.randrange(4) == 0:
        shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
        match drawn.randrange(4):
            case 0:
                file.mkdir()
            case 1:
                file.symlink_to(file.name)
            case 2:
                os.mkfifo(file)
            case _:
                file.write_bytes(next((other.read_bytes() for other in others if other.is_file()), b""))
        return
    content = bytearray(file.read_bytes())
    place = drawn.randrange(len(content) + 1)
    match drawn.randrange(6):
        case 0 if place < len(content):
            content[place] ^= 1 << drawn.randrange(8)
        case 1:
            del content[place:]
        case 2:
            content[place:place] = drawn.randbytes(drawn.choice([1, 8, 400]))
        case 3:
            content[place : place + 40] = bytes(40)
        case 4:
            del content[: drawn.choice([1, 64, 100])]
        case _:
            content[:] = drawn.randbytes(drawn.choice([0, 1, 64, 5000]))
    file.write_bytes(content)


@pytest.mark.parametrize("part", range(2))
@pytest.mark.slow
def test_damaged_cache_gives_the_right_site(project: Project, build_site: BuildSite, part: int) -> None:
    """Whatever became of files below ``.cache``, each byte of the site is as without a cache."""
    drawn = chance(f"cache {part}")
    (project.root / ".cache/templates").unlink()  # the link to what other projects use too
    good = build_site()
    kept = sorted(path for path in (project.root / ".cache").rglob("*") if path.is_file())
    templates = [path for path in kept if path.parent.name == "templates"]
    assert templates
    for _ in range(DAMAGED // 2):
        for file in [project.root / ".cache/site.json"] * drawn.randrange(2) + drawn.choices(templates, k=PLACES):
            damage(file, drawn.sample(templates, 5), drawn)
        (project.root / "site/api/torch.abs/index.html").unlink()  # something to make, with what was kept
        assert changed(good, build_site()) == set()

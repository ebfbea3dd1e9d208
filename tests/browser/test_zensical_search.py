"""The search of a site that Zensical built: an engine that runs no plugin finds names and Chinese words too."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from built_site import served
from samples import Project

from generator.cli import main

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_zensical_search_finds_names_and_chinese(open_page: Callable[..., Any], project: Project) -> None:
    """The finder opens Zensical's own search, which finds a part of a name, and a word within a Chinese sentence."""
    with pytest.raises(SystemExit, match="0"):
        main(["--root", str(project.root), "render"])
    subprocess.run([sys.executable, "-m", "zensical", "build"], cwd=project.root, check=True)
    with served(project.root / "site") as address:
        page = open_page(address)
        page.fill(".apimap-finder--header .apimap-finder__input", "参数")
        page.locator(".apimap-finder__text-search").first.click()
        page.keyboard.type("torch.abs")
        page.locator("a[href*='api/torch.abs/']:visible", has_text="torch.abs").last.wait_for()
        page.keyboard.press("Control+A")
        page.keyboard.type("绝对值")
        page.locator("a:visible mark", has_text="绝对值").first.wait_for()

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from samples import Project


def pages(site: Path) -> set[str]:
    """The addresses of a built site's pages."""
    return {path.relative_to(site).as_posix() for path in site.rglob("*.html")} - {"404.html"}


def test_zensical_builds_the_same_pages(project: Project) -> None:
    """The rendered Markdown is the whole site: an engine that runs no plugin gives the same set of pages."""
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-d", "by_mkdocs"], cwd=project.root, check=True)
    subprocess.run([sys.executable, "-m", "zensical", "build"], cwd=project.root, check=True)
    by_zensical = pages(project.root / "site")
    assert "api/torch.abs/index.html" in by_zensical
    assert by_zensical == pages(project.root / "by_mkdocs")

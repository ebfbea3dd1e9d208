from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from samples import Project

from generator.cli import main


def pages(site: Path) -> set[str]:
    """The addresses of a built site's pages."""
    return {path.relative_to(site).as_posix() for path in site.rglob("*.html")} - {"404.html"}


def test_zensical_builds_the_same_pages(project: Project) -> None:
    """An engine that runs no plugin gives the same set of pages, once ``apimap export site`` has added the redirects."""
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-d", "by_mkdocs"], cwd=project.root, check=True)
    subprocess.run([sys.executable, "-m", "zensical", "build"], cwd=project.root, check=True)
    with pytest.raises(SystemExit, match="0"):  # the redirects, which no page of Markdown stands for
        main(["--root", str(project.root), "export", "site", "--output", str(project.root / "site")])
    by_zensical = pages(project.root / "site")
    assert "api/torch.abs/index.html" in by_zensical
    assert by_zensical == pages(project.root / "by_mkdocs")
    article = re.search(r"<h1.*</article>", (project.root / "site/api/torch.abs/index.html").read_text(), re.DOTALL)
    assert article is not None
    assert 'class="apimap-relation"' in article.group()

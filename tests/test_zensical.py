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


@pytest.mark.slow
def test_zensical_builds_the_same_pages(project: Project) -> None:
    """An engine that runs no plugin gives the same set of pages, once ``apimap export site`` has added the redirects."""
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-d", "by_mkdocs"], cwd=project.root, check=True)
    with pytest.raises(SystemExit, match="0"):  # the bodies, which an engine without plugins cannot make
        main(["--root", str(project.root), "render"])
    subprocess.run([sys.executable, "-m", "zensical", "build"], cwd=project.root, check=True)
    with pytest.raises(SystemExit, match="0"):  # the redirects, which no page of Markdown stands for
        main(["--root", str(project.root), "export", "site", "--output", str(project.root / "site")])
    by_zensical = pages(project.root / "site")
    assert "api/torch.abs/index.html" in by_zensical
    assert by_zensical == pages(project.root / "by_mkdocs")
    page = (project.root / "site/api/torch.abs/index.html").read_text(encoding="utf-8")
    by_mkdocs = (project.root / "by_mkdocs/api/torch.abs/index.html").read_text(encoding="utf-8")
    for part in (r"<title>.*?</title>", r'<meta name="description"[^>]*>', r"<h1.*</article>"):
        found, expected = (re.search(part, text, re.DOTALL) for text in (page, by_mkdocs))
        assert found is not None
        assert expected is not None
        # Zensical takes away the mark that keeps a part out of its search, once it has read it.
        plain = [re.sub(r"\s+|data-search-exclude", "", each.group()) for each in (found, expected)]
        assert plain[0] == plain[1]

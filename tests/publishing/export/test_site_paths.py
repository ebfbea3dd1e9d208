from __future__ import annotations

import posixpath

import pytest

from generator.publishing.export.site_paths import beside_page

PAGES = ("index.md", "format.md", "api/torch.abs.md", "category/index.md", "category/1.1.md", "a/b/c.md")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_from_markdown_to_markdown(page: str) -> None:
    """Wherever a page and its target lie, the Markdown beside the page links to that beside the target."""
    folder = page.removesuffix("index.md").replace(".md", "/")
    for target in PAGES:
        beside = target.removesuffix("index.md").replace(".md", "/") + "index.html.md"
        link = posixpath.relpath(target, posixpath.dirname(page) or ".")
        assert beside_page(page, f"[a]({link}#b)\n") == f"[a]({posixpath.relpath(beside, folder or '.')}#b)\n"

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

import pytest
from samples import Project
from server import Server, running_server
from site_builds import BuildSite

from generator.publishing.export.redirects import redirect_page

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def inline_scripts(page: str) -> list[str]:
    """The scripts of a page that a browser runs without asking for a file."""
    return re.findall(r"<script>(.*?)</script>", page, re.DOTALL)


def hash_of(script: str) -> str:
    """What stands for a script in a policy."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def policy_of(page: str) -> str:
    """A page's policy, which is the first thing in it."""
    (policy,) = POLICY.findall(page)
    assert re.match(r'\s*<!doctype html>\s*<html[^>]*>\s*<head>\s*<meta http-equiv="Content-Security', page)
    return str(policy)


@pytest.mark.slow
def test_every_page_allows_its_scripts_and_no_other(project: Project, build_site: BuildSite) -> None:
    """The policy of each page, whoever makes it, has the hashes of the theme's scripts; one in a page's text has none."""
    page = project.pages / "format.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n<script>evil()</script>\n", encoding="utf-8")
    for fast in (True, False):
        build_site(fast=fast)
        pages = list((project.root / "site").rglob("*.html"))
        assert {"404.html", "index.html"} <= {path.name for path in pages}
        for path in pages:
            text = path.read_text(encoding="utf-8")
            policy = policy_of(text)
            scripts = [script for script in inline_scripts(text) if script != "evil()"]
            assert all(hash_of(script) in policy for script in scripts), path
            assert policy.count("'sha256-") == len(scripts)
            assert "unsafe" not in policy
            assert "http" not in policy
            assert text.encode().index(b"<meta charset") < 1024  # where browsers look for it


def test_page_that_leads_on_runs_nothing() -> None:
    """A page that leads to another loads and runs nothing at all."""
    assert policy_of(redirect_page("torch.a", "api/torch.a/", "api/torch.b/")) == "default-src 'none'; base-uri 'none'"


@pytest.fixture
def server(project: Project) -> Iterator[Server]:
    """A server whose first build is done."""
    with running_server(project) as server:
        yield server


@pytest.mark.slow
def test_served_page_allows_the_script_that_reloads_it(server: Server) -> None:
    """What ``mkdocs serve`` adds to a page is allowed in the answer, and not in the page as it was built."""
    page = server.page("api/torch.abs/")
    scripts = inline_scripts(page)
    assert "livereload" in scripts[-1]
    assert all(hash_of(script) in policy_of(page) for script in scripts)

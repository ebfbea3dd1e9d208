"""The content security policy of pages: the scripts that a browser runs, even if untrusted text became markup."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from generator.publishing.site.shell import Site

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

    from mkdocs.livereload import LiveReloadServer

NAME = "content_policy"
"""What templates know the policy by: a function of the way from a page to the home page."""
_SCRIPTS = "script-src 'self'"
_OTHERS = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'self'"
)
"""Nothing comes from another origin. The theme's style sheets hold their icons as ``data:``."""
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
"""A script with a ``src`` needs no hash, and neither does one with a ``type`` such as JSON: no browser runs it."""


def give_policy(site: Site) -> None:
    """Gives the theme's templates the policy, with the hashes of just those inline scripts that they print themselves.

    The scripts are taken from a page without any text, never from the page that is made: a script that got into it must
    not be among them.
    """

    @cache
    def policy(base_url: str) -> str:
        page = site.new_page("page.md")
        page.content, page.meta = "", {"generated": True, "title": ""}
        context = {**site.context(page), "base_url": base_url, NAME: None}
        return content_policy(_INLINE.findall(site.env.get_template("main.html").render(context)))

    site.env.globals[NAME] = policy


def content_policy(scripts: Iterable[str]) -> str:
    """Returns the content of a ``meta`` element: the policy that allows the site's scripts and these inline ones."""
    return "; ".join([" ".join([_SCRIPTS, *(_hash(script.encode()) for script in scripts)]), _OTHERS])


def _hash(script: bytes) -> str:
    return f"'sha256-{b64encode(sha256(script).digest()).decode()}'"


def allow_reload_script(server: LiveReloadServer) -> None:
    """Adds to the policy of each page that ``mkdocs serve`` answers with the script that it puts before ``</body>``."""
    unchanged = server.get_app()
    assert unchanged is not None

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
            started.append((status, headers))
            return lambda _: None

        body = unchanged(environ, start)
        ((status, headers),) = started
        if ("Content-Type", "text/html") in headers:
            body = [_with_script_allowed(b"".join(body))]
            headers = [it for it in headers if it[0] != "Content-Length"] + [("Content-Length", str(len(body[0])))]
        start_response(status, headers)
        return body

    server.set_app(answer)


def _with_script_allowed(page: bytes) -> bytes:
    end = page.rfind(b"</script></body>")
    start = page.rfind(b"<script>", 0, end) + len(b"<script>")
    known = _SCRIPTS.encode()
    return page.replace(known, known + b" " + _hash(page[start:end]).encode(), 1) if end > 0 else page

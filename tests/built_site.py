"""Building a project's site and serving it, for the browser tests and the browser benchmark."""

from __future__ import annotations

import fcntl
import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
"""The system's browser; its shell without windows, where there is one, takes a third of the time for the same pages."""


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    """Serves a built site as public hosts do: silently, and with the site's own page for an address it has not."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name in the base class)
        """Keeps the test's output clean."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answers an unknown address with 404.html."""
        page = Path(self.directory) / "404.html"
        if code != http.HTTPStatus.NOT_FOUND or not page.exists():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class SlowHandler(SiteHandler):
    """Serves pages as a slow line does, heading by heading and row by row of the first tables: a browser shows what has come."""

    PIECES, SECONDS = 12, 0.06

    def do_GET(self) -> None:
        """Sends the text up to the first heading at once, then headings and rows one by one, then the rest."""
        page = Path(self.translate_path(self.path)) / "index.html"
        if not page.is_file():
            super().do_GET()
            return
        html = page.read_bytes()
        self.send_response(http.HTTPStatus.OK)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(html)))
        self.end_headers()
        for piece in re.split(rb"(?<=</t[hr]>)", html, maxsplit=self.PIECES):
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(self.SECONDS)


class SiteServer(http.server.ThreadingHTTPServer):
    """Keeps connections waiting while the machine is busy: one that is refused is tried again only after seconds."""

    request_queue_size = 128


@contextmanager
def served(folder: Path, handler: type[SiteHandler] = SiteHandler) -> Iterator[str]:
    """The address of a folder behind a server of its own."""
    in_folder = functools.partial(handler, directory=str(folder))
    with SiteServer(("127.0.0.1", 0), in_folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def build(root: Path) -> Path:
    """Builds the project folder's site, and returns where it stands."""
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q"], cwd=root, check=True)
    return root / "site"


def build_once(factory: pytest.TempPathFactory, name: str, prepare: Callable[[Path], None]) -> Path:
    """Builds the site of a project that ``prepare`` writes, once for all processes of a run; returns where it stands."""
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # that of the run: each of its processes has one below
    root, unfinished = folder / name, folder / f"{name}-unfinished"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not root.exists():
            shutil.rmtree(unfinished, ignore_errors=True)  # a process that failed left it
            unfinished.mkdir()
            prepare(unfinished)
            build(unfinished)
            unfinished.rename(root)
    return root / "site"

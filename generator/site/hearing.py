"""Listens to what MkDocs says of a page's links while it converts the page."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

LOG = logging.getLogger("mkdocs.structure.pages")
"""Where MkDocs says it."""


@contextmanager
def heard() -> Iterator[list[tuple[int, str]]]:
    """Collects what MkDocs says of a page's links instead of printing it: it may be said in another process."""
    heard: list[tuple[int, str]] = []
    handler = logging.Handler()
    handler.emit = lambda record: heard.append((record.levelno, record.getMessage()))  # type: ignore[method-assign]
    before, LOG.propagate = LOG.propagate, False
    LOG.addHandler(handler)
    try:
        yield heard
    finally:
        LOG.removeHandler(handler)
        LOG.propagate = before

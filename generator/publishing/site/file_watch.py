"""Tells ``mkdocs serve`` of changed files as soon as the system does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mkdocs.livereload import LiveReloadServer
from watchdog.events import FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent
from watchdog.observers import Observer

_QUIET = 0.04
"""Seconds without a further change after which a build begins: an editor that saves in two steps needs less."""
_CHANGES = [FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent]


class ChangesObserver(Observer):  # type: ignore[misc,valid-type]  # the class differs from system to system
    """Sees changes alone: MkDocs would build again whenever a file is opened and read."""

    def schedule(self, event_handler: Any, path: str, **options: Any) -> Any:
        """Watches a folder or file."""
        return super().schedule(event_handler, path, event_filter=_CHANGES, **options)


def watch_changes(server: LiveReloadServer, paths: Iterable[str]) -> None:
    """Has the system tell the server of changes below these paths, which it watches already, and soon act on them.

    MkDocs asks for the time of every file twice a second, which takes long where there are thousands of them.
    """
    server.build_delay = min(server.build_delay, _QUIET)
    watched = list(paths)
    for path in watched:
        server.unwatch(path)
    server.observer = ChangesObserver()
    for path in watched:
        server.watch(path)


@contextmanager
def paused(server: LiveReloadServer, folder: Path) -> Iterator[None]:
    """Holds the watch on a folder, so that what we write there does not start a second build.

    A hand-written page that is saved in between is read by the build that is about to start.
    """
    server.unwatch(str(folder))
    try:
        yield
    finally:
        server.watch(str(folder))

"""Tells ``mkdocs serve`` of changed files as soon as the system does."""

from __future__ import annotations

from typing import Any

from watchdog.events import FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent
from watchdog.observers import Observer

_CHANGES = [FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent]


class ChangesObserver(Observer):  # type: ignore[misc,valid-type]  # the class differs from system to system
    """Sees changes alone: MkDocs would build again whenever a file is opened and read."""

    def schedule(self, event_handler: Any, path: str, **options: Any) -> Any:
        """Watches a folder or file."""
        return super().schedule(event_handler, path, event_filter=_CHANGES, **options)

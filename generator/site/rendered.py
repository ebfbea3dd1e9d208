"""What a project folder says, rendered: as an earlier build has kept it, if nothing has changed since, or made now."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from generator.pages.templates import template_folders
from generator.site.engine import records_key
from generator.site.store import Store, key_of

if TYPE_CHECKING:
    from generator.site.workspace import Workspace


class RenderError(Exception):
    """Nothing can be rendered at all; the message says where and how to mend it."""


@dataclass(frozen=True)
class Rendered:
    """What a project folder says.

    ``pages`` is Markdown by path below ``docs_dir``, ``warnings`` a line for each finding, ``entries`` what the search
    knows of difference pages, ``files`` what stands beside the pages in the site, by path.
    """

    pages: Mapping[str, str]
    warnings: Sequence[str] = ()
    entries: Sequence[Mapping[str, str | float]] = ()
    files: Mapping[str, str | bytes] = field(default_factory=dict)

    PARTS: ClassVar = ("pages", "warnings", "entries", "files", "binary")

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data, by the names of ``PARTS``."""
        binary = {
            path: b64encode(content).decode() for path, content in self.files.items() if isinstance(content, bytes)
        }
        files = {path: content for path, content in self.files.items() if isinstance(content, str)}
        return {**vars(self), "files": files, "binary": binary}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Rendered:
        """What ``to_json`` gave."""
        files = {**data["files"], **{path: b64decode(content) for path, content in data["binary"].items()}}
        return cls(data["pages"], data["warnings"], data["entries"], files)


class Renderer:
    """Renders a project folder again and again; with a ``store`` it is rendered only where it is not known there."""

    def __init__(self, root: Path, store: Store | None = None) -> None:
        self._root, self._store = root, store
        self._unsaved: dict[str, Any] = {}
        self._workspace: Workspace | None = None

    def render(self, site: str = "") -> Rendered:
        """The pages as the files are now; from the store, if they are as they were in some earlier build.

        ``site`` is the address that the site will have, if it is known.

        Raises:
            RenderError, OSError: nothing can be rendered at all.
        """
        folders = template_folders(self._root)
        if self._store is None or self._workspace is not None:
            return self._made(folders, site)
        key = key_of(records_key(self._root, folders), site)
        keys = {name: key_of(key, name) for name in Rendered.PARTS}
        known = self._store.get(keys.values())
        if len(known) == len(keys):
            return Rendered.from_json({name: known[key] for name, key in keys.items()})
        made = self._made(folders, site)
        self._unsaved = {keys[name]: part for name, part in made.to_json().items()}
        return made

    def save(self) -> None:
        """Keeps for a later process what this one has rendered first."""
        if self._store is not None:
            self._store.put(self._unsaved)
        self._unsaved = {}

    def _made(self, folders: tuple[Path, ...], site: str) -> Rendered:
        # Half of a build that finds nothing changed would be the import of what reads, examines and renders records.
        from generator.catalog.catalog import CatalogError
        from generator.pages.templates import TemplateError
        from generator.site.workspace import Workspace

        if self._workspace is None:
            self._workspace = Workspace(self._root)
        try:
            return self._workspace.render(folders, site)
        except (CatalogError, TemplateError) as error:
            raise RenderError(str(error)) from error

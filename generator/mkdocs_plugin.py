"""The MkDocs plugin: renders the records before each build. All work is done by the functions the commands call."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from generator.catalog import CatalogError, load_catalog
from generator.lint.run import lint_catalog
from generator.model.finding import Finding
from generator.pages import table, topics
from generator.pages.addresses import FOLDER
from generator.pages.render import TemplateError, render_pages, template_folders
from generator.pages.writer import pending_changes, write_pages

log = logging.getLogger("mkdocs.plugins.apimap")  # below "mkdocs.plugins": only such warnings make --strict fail

UNSEARCHED = frozenset({table.PATH, topics.PATH})
"""Pages that name every API: in the full-text search they would stand before the page that is looked for."""


CACHE = ".cache"
"""Folder below the project's for what may be deleted at any time."""


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent if config.config_file_path else Path()


class ApimapPlugin(BasePlugin):  # type: ignore[type-arg, no-untyped-call]  # it has no options
    """Writes the generated pages into ``docs_dir``, where MkDocs then finds them as plain Markdown files."""

    def __init__(self) -> None:
        self._server: LiveReloadServer | None = None

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Does nothing: a plugin that has this method is kept across the rebuilds of ``mkdocs serve``."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Gives jieba, which cuts Chinese for the search, a cache of its own and keeps its progress out of the log.

        It would use a file in the system's temporary folder that every user of a machine shares.
        """
        import jieba  # type: ignore[import-untyped]

        cache = _root(config) / CACHE
        cache.mkdir(exist_ok=True)
        jieba.dt.tmp_dir = str(cache)
        jieba.setLogLevel(logging.WARNING)
        return config

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer:  # noqa: ARG002
        """Keeps the server, to hold its watch on ``docs_dir`` while pages are written there."""
        self._server = server
        return server

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Renders and writes what changed, and logs every finding as a warning.

        Raises:
            PluginError: nothing can be rendered at all. While serving this is logged, and the old pages stay.
        """
        root = _root(config)
        try:
            findings = self._write_pages(root, Path(config.docs_dir))
        except (CatalogError, TemplateError, OSError) as error:
            if self._server is None:
                raise PluginError(str(error)) from error
            log.error("%s", error)  # noqa: TRY400  (the message is for a contributor, who has no use for a traceback)
            return
        for finding in findings:
            place = f"{finding.file}:{finding.span.line}:{finding.span.column}"
            log.warning("%s %s %s %s", place, finding.code, finding.message, finding.hint)

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002
        """Tells MkDocs a difference page's title, which it would make from the file name; keeps lists out of the search.

        The title stands in the file's first heading, an h2 as the format spec wants it, where MkDocs does not look.
        """
        if page.file.src_uri.startswith(f"{FOLDER}/") and markdown.startswith("## ["):
            page.meta.setdefault("title", markdown.partition("\n")[0].rpartition(" ")[2])
        if page.file.src_uri in UNSEARCHED:
            page.meta.setdefault("search", {"exclude": True})

    def _write_pages(self, root: Path, docs: Path) -> list[Finding]:
        catalog = load_catalog(root)
        findings = lint_catalog(catalog)
        pages = render_pages(catalog, findings, template_folders(root))
        if pending_changes(docs, pages):
            with self._unwatched(docs):
                write_pages(docs, pages)
        return findings

    @contextmanager
    def _unwatched(self, folder: Path) -> Iterator[None]:
        """Holds the watch on a folder, so that what we write there does not start a second build.

        A hand-written page that is saved in between is read by the build that is about to start.
        """
        if self._server is None:
            yield
            return
        self._server.unwatch(str(folder))
        try:
            yield
        finally:
            self._server.watch(str(folder))

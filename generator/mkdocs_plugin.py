"""The MkDocs plugin: connects MkDocs' events to the builder of generated pages, which does all the work."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import jinja2
from mkdocs.config.base import Config
from mkdocs.config.config_options import Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from generator.publishing.pages.html_minify import minified
from generator.publishing.pages.search_boosts import page_boost
from generator.publishing.site import mkdocs_files
from generator.publishing.site.build import SiteBuilder
from generator.publishing.site.search import read_dictionary_as_installed
from generator.publishing.site.shell import BuildError, Site
from generator.storage.atomic import unwritable

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

log = logging.getLogger("mkdocs.plugins.apimap")  # below "mkdocs.plugins": only such warnings make --strict fail

SEARCH = "material/search"
_PAGE_EVENTS = ("pre_page", "page_read_source", "page_markdown", "page_content", "page_context", "post_page")


class Options(Config):  # type: ignore[no-untyped-call]
    """What ``mkdocs.yml`` may say of the plugin."""

    fast = Type(bool, default=True)
    """Whether generated pages are written beside MkDocs, by two processes. The site is the same."""


class ApimapPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Has the generated pages built before, beside and after what MkDocs does."""

    def __init__(self) -> None:
        self._builder = SiteBuilder()
        self._files, self._nav = Files([]), Navigation([], [])

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """Notes whether it serves or builds. MkDocs keeps a plugin with this method across rebuilds while serving."""
        self._builder.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Decides who makes the pages: MkDocs, if the theme lacks our templates or a plugin handles every page."""
        if not config.use_directory_urls:
            raise PluginError("apimap 需要 use_directory_urls: true：页面的地址 /api/名称/ 是公开的约定。")
        read_dictionary_as_installed()
        search = config.plugins.get(SEARCH)
        others = (handler for event in _PAGE_EVENTS for handler in config.plugins.events[event])
        seen = any(getattr(handler, "__self__", None) not in (self, search) for handler in others)
        dressed = any((Path(folder) / "partials/apimap").is_dir() for folder in config.theme.dirs)
        self._builder.writes = self.config.fast and dressed and not seen
        return config

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer:  # noqa: ARG002
        """Has the system tell the server of changes, and lets it pause while pages are written."""
        from generator.publishing.site.content_policy import allow_reload_script
        from generator.publishing.site.file_watch import paused, watch_changes

        self._builder.paused = partial(paused, server)
        allow_reload_script(server)
        watch_changes(server, [config.docs_dir, *([config.config_file_path] if config.config_file_path else [])])
        return server

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Reads the project, and logs every finding as a warning.

        Raises:
            PluginError: nothing can be read at all.
        """
        if not self._builder.serving:
            gc.disable()  # a build ends before there is much to collect; the collector takes a tenth of its time
        with self._told():
            self._builder.begin(config)
        self._builder.hide()
        for warning in self._builder.warnings:
            log.warning("%s", warning)

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Hides the generated pages from MkDocs, and removes what no page loads or runs."""
        self._builder.unhide()
        search = config.plugins.get(SEARCH)
        mkdocs_files.remove_unloaded(files, (search.config.get("lang") or ()) if search is not None else ())
        mkdocs_files.strip_comments(files)
        mkdocs_files.add_pages(files, self._builder.own, config)
        self._files = mkdocs_files.FilesWithoutGenerated(files, self._builder.own) if self._builder.writes else files
        return self._files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002
        """Keeps the navigation, which the pages show."""
        self._nav = nav

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Sets the search boost of a hand-written page, and empties the Markdown of a page that is rendered already."""
        if page.file.src_uri in self._builder.rendered:
            return ""
        page.meta.setdefault("search", {"boost": page_boost(page.file.src_uri)})
        return markdown

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Hands over the body of a page that MkDocs makes."""
        return self._builder.fill(page, html)

    @event_priority(-100)  # after all others, which may change the templates
    def on_env(self, env: jinja2.Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Makes the generated pages: MkDocs has read its own by now."""
        search = config.plugins.get(SEARCH)
        index = search.search_index if search is not None else None
        with self._told():
            self._builder.write(Site(env, config, files, self._nav, index))

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG002
        """Makes the pages of MkDocs as small as ours."""
        return minified(output)

    def on_template_context(self, context: TemplateContext, *, template_name: str, config: MkDocsConfig) -> None:
        """Lets the sitemap list the generated pages too."""
        if template_name == "sitemap.xml" and self._builder.writes:
            pages = mkdocs_files.listed_files(self._files, frozenset(self._builder.own), config.site_url)
            context["pages"] = list(pages)  # type: ignore[arg-type]

    def on_post_build(self, *, config: MkDocsConfig) -> None:  # noqa: ARG002
        """Keeps what the next build can use."""
        self._builder.save()
        if not self._builder.serving:
            gc.freeze()  # else the collector would go through all that was made, at the very end, for two seconds
        gc.enable()

    def on_build_error(self, *, error: Exception) -> None:
        """Leaves the process as it was found, and says in a line what MkDocs would have a traceback for: a full disk.

        Raises:
            Abort: a file cannot be read or written.
        """
        gc.enable()
        if isinstance(error, OSError):
            log.error("%s", unwritable(error, "网站中的文件"))
            raise Abort("Aborted with a BuildError!") from error

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Context manager that ends a build that failed; while serving it logs the error and keeps the old pages."""
        try:
            yield
        except (BuildError, OSError) as error:
            message = unwritable(error, "网站中的文件") if isinstance(error, OSError) else str(error)
            if self._builder.paused is None:
                raise PluginError(message) from error
            log.error("%s", message)  # noqa: TRY400  (the message is for a contributor, who has no use for a traceback)

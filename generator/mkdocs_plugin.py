"""The MkDocs plugin: renders the records before each build. All work is done by the functions the commands call."""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import jinja2
from mkdocs.config.base import Config
from mkdocs.config.config_options import Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from generator.export.llms import with_others
from generator.export.paths import LLMS
from generator.export.places import markdown_path
from generator.pages.dressing.page import is_difference
from generator.pages.paths import ALIASES, FOLDER, PADDLE_TABLE, TABLE, TOPICS
from generator.pages.search_boosts import page_boost
from generator.pages.writer import PagesOnDisk
from generator.site.articles import title_of
from generator.site.build import PageBuilder
from generator.site.conversions import Conversions
from generator.site.engine import others_see_pages, site_key, speed_up_templates
from generator.site.files import FilesBeside, markdown_pages, unloaded
from generator.site.rendered import Rendered, Renderer, RenderError
from generator.site.shell import Shell, has_shell, render_shell
from generator.site.squeezed import squeezed
from generator.site.standing import Standing
from generator.site.store import Store, key_of
from generator.site.surroundings import Surroundings, WithoutPages
from generator.site.themed import remember_themed

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

log = logging.getLogger("mkdocs.plugins.apimap")  # below "mkdocs.plugins": only such warnings make --strict fail

UNSEARCHED = frozenset({TABLE, PADDLE_TABLE, ALIASES, TOPICS})
"""Pages that name every API: in the full-text search they would stand before the page that is looked for."""
_MARK = re.compile(r"\A<!--[^>]*-->\s*")
"""The comment at the top of generated pages."""
CACHE = ".cache"
"""Folder below the project's for what may be deleted at any time."""
SEARCH = "material/search"


class Options(Config):  # type: ignore[no-untyped-call]
    """What ``mkdocs.yml`` may say of the plugin."""

    fast = Type(bool, default=True)
    """Whether difference pages are built beside MkDocs, on all cores, and from the cache. The site is the same."""


class ApimapPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Writes the generated pages into ``docs_dir``, where MkDocs then finds them as plain Markdown files."""

    def __init__(self) -> None:
        self._server: LiveReloadServer | None = None
        self._unwatched: Callable[[Path], AbstractContextManager[object]] = nullcontext
        self._serving = False
        self._fast = False
        self._dressed = False
        self._renderer: Renderer | None = None
        self._rendered = Rendered({})
        self._written: set[str] = set()
        self._around: Surroundings | None = None
        self._last: File | None = None
        self._shell: Shell | None = None
        self._sources = PagesOnDisk()

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """Tells serving from building. A plugin that has this method is kept across the rebuilds of ``mkdocs serve``."""
        self._serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Sets up what is kept from build to build; gives jieba, which cuts Chinese, a cache that is not shared.

        It would use a file in the system's temporary folder that every user of a machine shares.
        """
        import jieba  # type: ignore[import-untyped]

        cache = _root(config) / CACHE
        cache.mkdir(exist_ok=True)
        jieba.dt.tmp_dir = str(cache)
        jieba.setLogLevel(logging.WARNING)
        self._dressed = has_shell(config.theme)
        known = [self, config.plugins.get(SEARCH)]
        self._fast = self.config.fast and self._dressed and not others_see_pages(config, known)
        if self._renderer is None:
            self._store = Store(cache)
            self._renderer = Renderer(_root(config), self._store if self._fast else None)
            self._standing, self._conversions = Standing(self._store), Conversions(self._store)
            self._builder = PageBuilder(self._store, self._standing)
            self._beside = FilesBeside(self._standing)
        if self._fast:
            speed_up_templates(config.theme, cache)
        return config

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer:  # noqa: ARG002
        """Keeps the server, to hold its watch while pages are written, and has the system tell it of changes."""
        from generator.site.watching import unwatched, watch_changes  # a build that serves nothing does not wait for it

        self._server, self._unwatched = server, partial(unwatched, server)
        watch_changes(server, [config.docs_dir, *([config.config_file_path] if config.config_file_path else [])])
        return server

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Renders and writes what changed, and logs every finding as a warning.

        Raises:
            PluginError: nothing can be rendered at all. While serving this is logged, and the old pages stay.
        """
        assert self._renderer is not None
        self._written, self._last, self._shell = set(), None, None
        if self._fast and not self._serving:
            gc.disable()  # a build is over before there is much to collect, and looking for it takes a twentieth of the time
        try:
            self._rendered = self._renderer.render(config.site_url or "")
            self._sources.write(Path(config.docs_dir), self._rendered.pages, self._unwatched)
        except (RenderError, OSError) as error:
            if self._server is None:
                raise PluginError(str(error)) from error
            log.error("%s", error)  # noqa: TRY400  (the message is for a contributor, who has no use for a traceback)
        for warning in self._rendered.warnings:
            log.warning("%s", warning)
        # MkDocs serves from a temporary folder that it makes for itself.
        self._standing.put_aside(Path(config.site_dir), keep=self._fast, alone=self._serving)

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Hides the difference pages from MkDocs, which would make each of them by a long way, and what no page loads."""
        self._standing.bring_back()
        languages = config.plugins[SEARCH].config.get("lang") or () if SEARCH in config.plugins else ()
        for file in unloaded(files, languages):
            files.remove(file)
        self._files: Files = files
        if not self._fast:
            return files
        self._conversions.start(site_key(config), files)
        if SEARCH in config.plugins:
            self._conversions.remember_entries(config.plugins[SEARCH].search_index)  # type: ignore[attr-defined]
        self._files = WithoutPages(files, (uri for uri, text in self._rendered.pages.items() if is_difference(text)))
        return self._files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Begins with the difference pages, if no other plugin has something to add to the templates' environment."""
        self._nav = nav
        if self._fast and len(config.plugins.events["env"]) == 1:
            self._begin_pages(config.theme.get_env(), config, files)
        return nav

    def on_pre_page(self, page: Page, *, config: MkDocsConfig, files: Files) -> Page:  # noqa: ARG002
        """Lets a page that MkDocs makes be remembered."""
        if self._fast:
            self._conversions.remember_render(page)
        return page

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Tells MkDocs a difference page's title, which it would make from the file name; keeps lists out of the search.

        The title stands in the file's first heading, an h2 as the format spec wants it, where MkDocs does not look; and
        neither MkDocs nor the search knows an h1 for the page's title that has a comment before it.
        """
        if is_difference(markdown):
            page.meta.setdefault("title", title_of(markdown))
        if is_difference(markdown) or page.file.src_uri in UNSEARCHED:
            page.meta.setdefault("search", {"exclude": True})
        page.meta.setdefault("search", {"boost": page_boost(page.file.src_uri)})
        markdown = _MARK.sub("", markdown)
        self._tables: Sequence[str] = ()
        if self._fast and page.file.src_uri in self._rendered.pages:
            markdown, self._tables = self._conversions.without_tables(markdown, page.file, files)
        return markdown

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Puts the long lists in, and dresses them as the Markdown extension does the others."""
        return self._conversions.with_tables(html, self._tables) if self._tables else html

    def on_env(self, env: jinja2.Environment, *, config: MkDocsConfig, files: Files) -> jinja2.Environment:
        """Has the theme remember pages, and tells the search of the difference pages in the words of their records."""
        self._around = Surroundings(env, config, files, self._nav)
        if self._fast and len(config.plugins.events["env"]) > 1:
            self._begin_pages(env, config, files)
        elif self._fast:
            self._shell = render_shell(env, config, files, self._nav, FOLDER)
            remember_themed(env, self._conversions, key_of(site_key(config), self._shell.key), self._nav)
        if SEARCH in config.plugins:
            config.plugins[SEARCH].search_index.entries.extend(self._rendered.entries)  # type: ignore[attr-defined]
        return env

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Makes the page smaller; after MkDocs' last one writes all that is ours: next it looks at the links between all."""
        if page.file is self._last:
            self._write_site(config)
        return squeezed(output) if self._dressed else output

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Lets the sitemap list the difference pages too."""
        if template_name == "sitemap.xml" and isinstance(self._files, WithoutPages):
            context["pages"] = self._files.all_pages(config)
        return context

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Removes what an earlier build left and this one has not written."""
        gc.enable()
        self._write_site(config)  # unless that is done: without ``fast``, or with --dirty where no page has changed
        self._standing.remove_others(self._written)
        if self._fast and not self._serving:
            self._builder.save(config)
            self._standing.save()
            self._conversions.save()
            self._store.keep_used()

    def on_build_error(self, *, error: Exception) -> None:  # noqa: ARG002
        """Leaves the process as it was found."""
        gc.enable()

    def _write_site(self, config: MkDocsConfig) -> None:
        """Writes the files for machines, while the second process is still busy with pages, and then these."""
        if self._around is None:
            return
        around, self._around = self._around, None
        assert self._renderer is not None
        self._renderer.save()
        if config.use_directory_urls:
            site, files = Path(config.site_dir), dict(self._rendered.files)
            pages = (file.src_uri for file in self._files if file.is_documentation_page())
            markdown = markdown_pages(Path(config.docs_dir), self._rendered.pages, pages)
            if LLMS in files:  # else nothing could be rendered yet
                files[LLMS] = with_others(str(files[LLMS]), markdown, config.site_url or "")
            self._beside.write_files(site, files)
            self._beside.write_markdown(site, markdown, site_key(config))
            self._written |= files.keys() | {markdown_path(page) for page in markdown}
        if self._fast:
            shell = self._shell or render_shell(around.env, config, around.files, around.nav, FOLDER)
            self._builder.finish(around, shell)

    def _begin_pages(self, env: jinja2.Environment, config: MkDocsConfig, files: Files) -> None:
        texts = {uri: text for uri, text in self._rendered.pages.items() if is_difference(text)}
        self._written = {files.src_uris[uri].dest_uri for uri in texts}
        self._builder.begin(texts, site_key(config), Surroundings(env, config, files, self._nav))
        self._last = next(reversed(files.documentation_pages()), None)


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent if config.config_file_path else Path()

"""One build of a site: the generated pages in the theme, the files beside them, and what the search knows of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from generator.publishing.export.site_paths import page_files
from generator.publishing.site.build_cache import FOLDER as CACHE
from generator.publishing.site.build_cache import CheckedBytecodeCache, load_cache, save_cache
from generator.publishing.site.content_policy import give_policy
from generator.publishing.site.digest import theme_digest
from generator.publishing.site.search import Entries, SearchIndex, keep_entries
from generator.publishing.site.shell import BuildError, Site, ThemedPages, fill_page
from generator.publishing.site.site_folder import SiteFolder, Stamp, time_and_size
from generator.publishing.views.paths import SCRIPT_LISTS
from generator.storage.digest import digest_of, file_parts

if TYPE_CHECKING:  # a build that finds nothing changed reads, examines and renders nothing
    from generator.publishing.export.export_context import ExportedRecord
    from generator.publishing.export.files import Files
    from generator.publishing.pages.rendered import RenderedPage
    from generator.publishing.site.workspace import Contents, Made, Publish, Workspace

DATA = "mapping_data"
Paused = Callable[[Path], AbstractContextManager[object]]


class SiteBuilder:
    """Builds the pages that the project generates, again and again while serving.

    ``own`` are the paths of these pages below ``site_src/``. With ``writes`` they are written here, in the theme's
    shell; without, MkDocs makes them, and asks for what was ``rendered``. ``paused`` is a context in which changes of a
    folder are not watched, once a server watches them.
    """

    def __init__(self) -> None:
        self._theme = ""
        self._root = self._docs = Path()
        self._workspace: Workspace | None = None
        self._contents: Contents | None = None
        self._folder = SiteFolder(Path())
        self._is_known = False
        self._cached: dict[str, Any] = {}
        self._searched: dict[str, Entries] = {}
        self.serving = False
        self.writes = True
        self.paused: Paused | None = None
        self.own: tuple[str, ...] = ()
        self.warnings: list[str] = []
        self.rendered: dict[str, RenderedPage] = {}

    def begin(self, config: MkDocsConfig) -> None:
        """Reads what the project says now, removes pages that are no more, and renders those that MkDocs makes.

        Raises:
            BuildError, OSError: nothing can be read or rendered at all, or a file cannot be written.
        """
        self._theme = theme_digest(config)
        self._root = Path(config.config_file_path).parent if config.config_file_path else Path()
        self._docs = Path(config.docs_dir)
        if self._folder.folder != Path(config.site_dir):
            self._folder = SiteFolder(Path(config.site_dir))
            kept = load_cache(self._root) if self.writes else {}
            self._cached = kept if kept.get("site") == str(self._folder.folder.resolve()) else {}
            self._folder.stamps = {path: (it[0], it[1], it[2]) for path, it in self._cached.get("stamps", {}).items()}
            self._searched = self._cached.get("searched", {})
        is_kept = "inputs" in self._cached and not self.serving
        self._is_known = is_kept and self._cached["inputs"] == self._digest_inputs(self._cached["own"])
        if self._is_known:
            self.own, self.warnings = tuple(self._cached["own"]), list(self._cached["warnings"])
        else:
            self._reload()
            self._remove_stale()
        if not self.writes:
            self._render()

    def hide(self) -> None:
        """Hides the site's files from MkDocs' cleaning."""
        self._folder.put_aside()

    def _unwatched(self) -> AbstractContextManager[object]:
        return self.paused(self._docs) if self.paused is not None else nullcontext()

    def _remove_stale(self) -> None:
        from generator.publishing.pages.writer import stale_pages

        stale = list(stale_pages(self._docs, {*self.own, *SCRIPT_LISTS}))
        if stale:
            with self._unwatched():
                for path in stale:
                    (self._docs / path).unlink(missing_ok=True)

    def unhide(self) -> None:
        """Restores what MkDocs would have removed."""
        self._folder.bring_back()

    def write(self, site: Site) -> None:
        """Makes every generated page and file, and tells the search of them; what stands is left alone.

        Raises:
            BuildError, OSError: nothing can be rendered, or a file cannot be written.
        """
        site.env.auto_reload = False  # the theme is read anew for each build
        site.env.bytecode_cache = CheckedBytecodeCache(self._root / CACHE / "templates")
        give_policy(site)
        if site.index is not None:
            self._searched = keep_entries(site.index, self._searched, self._theme)
        by_hand = self._by_hand(site)
        beside = page_files(by_hand)
        if not self.writes:
            assert self._contents is not None
            beside.update(self._files(site, self._contents, by_hand))
            _add_entries(site.index, self._contents.entries)
        for path, content in beside.items():
            self._folder.write(path, content, "")
        if not self.writes:
            return
        themed = ThemedPages(site)
        if self._is_known and self._cached.get("shell") == themed.digest and self._all_stand():
            _add_entries(site.index, self._cached["entries"])
            self._give_anchors(site, self._cached["anchors"])
            return
        if self._workspace is None:
            self._reload()
        contents = self._make(partial(self._publish, themed), digest_of(self._theme, themed.digest))
        stamps = {path: stamp for made in (*contents.records, *contents.others) for path, stamp in made.stamps.items()}
        for path, content in self._files(site, contents, by_hand):
            stamps[path] = self._folder.write(path, content, digest_of(content))
        self._folder.keep(stamps)
        entries, anchors = contents.entries, {page.path: page.anchors for page in contents.pages}
        _add_entries(site.index, entries)
        self._give_anchors(site, anchors)
        self._cached = {
            "shell": themed.digest,
            "site": str(self._folder.folder.resolve()),
            "own": self.own,
            "warnings": self.warnings,
            "entries": entries,
            "anchors": anchors,
        }

    def fill(self, page: Page, html: str) -> str:
        """Fills a page that MkDocs makes with its rendering, and returns its body: ``html`` for one written by hand."""
        rendered = self.rendered.get(page.file.src_uri)
        if rendered is None:
            return html
        fill_page(page, rendered)
        return rendered.body

    def save(self) -> None:
        """Saves what a later process can use of this build."""
        if self.writes and not self.serving and "stamps" not in self._cached:
            docs = {path: list(time_and_size(f"{self._docs}/{path}")) for path in self.own}
            inputs = self._digest_inputs(self.own)
            kept = {"inputs": inputs, "stamps": self._folder.stamps, "docs": docs, "searched": self._searched}
            save_cache(self._root, self._cached | kept)

    def _digest_inputs(self, own: Collection[str]) -> str:
        """Returns the digest of everything that a build reads: theme, data, templates and pages not in ``own``."""
        from generator.publishing.pages.template_folders import template_folders

        data = (path for path in sorted((self._root / DATA).rglob("*")) if path.is_file())
        templates = (path for folder in template_folders(self._root) for path in sorted(folder.glob("*.j2")))
        by_hand = (path for path in sorted(self._docs.glob("*.md")) if path.name not in own)
        return digest_of(self._theme, *file_parts(data, self._root), *file_parts(templates), *file_parts(by_hand))

    def _all_stand(self) -> bool:
        docs = self._cached["docs"].items()
        return self._folder.all_stand() and all(
            list(time_and_size(f"{self._docs}/{path}")) == stamp for path, stamp in docs
        )

    def _reload(self) -> None:
        # Half of a build that finds nothing changed would be the import of what reads, examines and renders records.
        from generator.catalog.catalog import CatalogError
        from generator.lint.rules.catalog_fault import fault_text
        from generator.publishing.pages.template_folders import template_folders
        from generator.publishing.site.workspace import Workspace

        if self._workspace is None:
            self._workspace = Workspace(self._root, template_folders(self._root), once=not self.serving)
        try:
            self.own = self._workspace.reload()
        except CatalogError as error:
            raise BuildError(fault_text(error)) from error
        self.warnings = self._workspace.warnings

    def _make(self, publish: Publish, published_by: str) -> Contents:
        """Makes all pages and lists, and writes those below ``site_src/``."""
        from generator.publishing.pages.templates import TemplateError
        from generator.publishing.pages.writer import write_page

        assert self._workspace is not None
        with self._unwatched():
            try:
                contents = self._workspace.make(publish, published_by)
            except TemplateError as error:
                raise BuildError(str(error)) from error
            for path, text in contents.lists.items():
                write_page(self._docs, path, text)
        return contents

    def _publish(self, themed: ThemedPages, page: RenderedPage | None, exported: ExportedRecord | None) -> Made:
        """Writes the files of one page and of one record: the page, its Markdown in two places, and the data."""
        from generator.publishing.export.site_paths import beside_page, markdown_path
        from generator.publishing.pages.writer import write_page
        from generator.publishing.site.workspace import Made
        from generator.publishing.views.paths import folder_of

        stamps: dict[str, Stamp] = {}
        if page is not None:
            write_page(self._docs, page.path, page.markdown)
            digest = digest_of(self._theme, themed.digest, page.path, page.body, repr(page.meta), repr(page.toc))
            path = f"{folder_of(page.path)}index.html"
            stamps[path] = self._folder.write(path, partial(themed.html, page), digest)
            path, digest = markdown_path(page.path), digest_of(self._theme, page.markdown)
            stamps[path] = self._folder.write(path, partial(beside_page, page.path, page.markdown), digest)
        if exported is not None:
            stamps[exported.file] = self._folder.write(exported.file, f"{exported.data}\n", digest_of(exported.data))
        return Made(exported, stamps, page and page.without_texts())

    def _give_anchors(self, site: Site, anchors: Mapping[str, Sequence[str]]) -> None:
        """Gives MkDocs the anchors of our pages that hand-written pages link to, so that it warns of missing ones."""
        for file in site.files.documentation_pages():
            for target in (file.page.links_to_anchors or {}) if file.page is not None else ():
                if target.src_uri in anchors:
                    site.page_of(target).present_anchor_ids = set(anchors[target.src_uri])

    def _by_hand(self, site: Site) -> dict[str, str]:
        """Returns the Markdown of the pages that are written by hand, by path."""
        files = (file for file in site.files.documentation_pages() if file.src_uri not in self.own)
        return {file.src_uri: file.content_string for file in files}

    def _files(self, site: Site, contents: Contents, by_hand: Mapping[str, str]) -> Files:
        """Yields the exports and redirects.

        Where MkDocs makes the pages, the data of records and the Markdown of pages are included.
        """
        from generator.publishing.export.export_context import Exporting
        from generator.publishing.export.files import catalogue_files, site_files
        from generator.publishing.export.llms import title_of

        titles = {path: title_of(path, text) for path, text in by_hand.items()}
        titles |= {page.path: page.title for page in contents.pages}
        exporting = Exporting(contents.catalog, contents.exported, titles, site.config.site_url or "")
        if self.writes:
            return catalogue_files(exporting)
        return site_files(exporting, {path: page.markdown for path, page in self.rendered.items()})

    def _render(self) -> None:
        """Renders all pages for MkDocs to make."""
        from generator.publishing.pages.writer import write_page
        from generator.publishing.site.workspace import Made

        def publish(page: RenderedPage | None, exported: ExportedRecord | None) -> Made:
            if page is not None:
                write_page(self._docs, page.path, page.markdown)
            return Made(exported, {}, page)

        self._contents = self._make(publish, "rendered")
        self.rendered = {page.path: page for page in self._contents.pages}


def _add_entries(index: SearchIndex | None, entries: Iterable[dict[str, Any]]) -> None:
    if index is not None:
        index.entries.extend(entries)

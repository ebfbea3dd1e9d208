"""The difference pages of a site: made, put into the theme's shell, and written, as far as anything changed."""

from __future__ import annotations

import logging
import posixpath
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import jinja2
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from generator.cores import on_two_cores
from generator.pages.addresses import FOLDER
from generator.site.articles import Article, ArticleMaker
from generator.site.shell import Shell, render_shell
from generator.site.store import Store, key_of

_LOG = logging.getLogger("mkdocs.plugins.apimap")
_LINK = re.compile(r"\]\(([^)\s]+?\.md)(?=[#)])")


class WithoutPages(Files):
    """All files, of which MkDocs knows some as targets of links but makes no pages."""

    def __init__(self, files: Files, hidden: Iterable[str]) -> None:
        super().__init__(files)
        self.hidden = frozenset(hidden)

    def documentation_pages(
        self, *, inclusion: Callable[[InclusionLevel], bool] = InclusionLevel.is_included
    ) -> list[File]:
        """The files that MkDocs makes pages of."""
        return [file for file in super().documentation_pages(inclusion=inclusion) if file.src_uri not in self.hidden]

    def all_pages(self, config: MkDocsConfig) -> list[File]:
        """The files of all pages of the site, for a list of them."""
        files = list(super().documentation_pages())
        for file in files:
            if file.page is None:
                Page(None, file, config)
        return files


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What MkDocs knows while it builds."""

    env: jinja2.Environment
    config: MkDocsConfig
    files: Files
    nav: Navigation


@dataclass(frozen=True, slots=True)
class _Written:
    """What is remembered of a page that stands in the site: of its article only what must be checked."""

    key: str
    article: Article


class PageBuilder:
    """Builds the difference pages; kept from one build to the next, it leaves alone what stands there already."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self._shell: Shell | None = None
        self._written: dict[str, _Written] = {}
        self.kept = False
        """Whether the pages of the last build are still there, and what stands beside them."""

    def put_aside(self, config: MkDocsConfig, *, keep: bool) -> None:
        """Before MkDocs empties the site's folder: hides the pages of the last build from it, if they are to be kept.

        MkDocs leaves alone what begins with a dot.
        """
        pages, aside = _folders(config)
        shutil.rmtree(aside, ignore_errors=True)  # of a build that was broken off
        if keep and self._written and pages.is_dir():
            pages.rename(aside)
        else:
            self._written.clear()

    def build(self, texts: Mapping[str, str], site_key: str, around: Surroundings) -> None:
        """Writes the page of each text, by its path below ``docs_dir``, and removes those of texts that are gone.

        Raises:
            jinja2.TemplateError: a template of the theme cannot be used.
            OSError: a page cannot be written.
        """
        pages, aside = _folders(around.config)
        self.kept = aside.is_dir()
        if self.kept:
            aside.rename(pages)
        shell = render_shell(around.env, around.config, around.files, around.nav, FOLDER)
        if shell != self._shell:
            self._written.clear()
        self._shell = shell
        for uri in self._written.keys() - texts.keys():
            _remove(around.config, uri)
            del self._written[uri]
        keys = {uri: key_of(site_key, uri, text, _found_links(text, uri, around.files)) for uri, text in texts.items()}
        changed = [uri for uri, key in keys.items() if uri not in self._written or self._written[uri].key != key]
        known = self._known([keys[uri] for uri in changed])
        maker = ArticleMaker(around.env, around.config, around.files, around.nav)

        def work(uri: str) -> Article:
            file = around.files.src_uris[uri]
            article = known.get(keys[uri]) or maker.make(file, texts[uri])
            _write(file, shell.fill(article.fields))
            return article

        made = list(zip(changed, on_two_cores(work, changed), strict=True))
        self._remember({keys[uri]: article for uri, article in made if keys[uri] not in known})
        self._written |= {uri: _Written(keys[uri], replace(article, fields={})) for uri, article in made}
        self._check_links(around)

    def _known(self, keys: Sequence[str]) -> dict[str, Article]:
        values = self._store.get(keys) if self._store is not None else {}
        return {key: Article.from_json(value) for key, value in values.items()}

    def _remember(self, made: Mapping[str, Article]) -> None:
        """Keeps what was made, except where it came with a warning, which the next build has to give again."""
        if self._store is not None:
            self._store.put({key: article.to_json() for key, article in made.items() if not article.warnings})

    def _check_links(self, around: Surroundings) -> None:
        """Says what is wrong with links, as MkDocs does of the pages that it makes itself."""
        level = around.config.validation.links.anchors
        for file in around.files.documentation_pages():
            for target in (file.page.links_to_anchors or {}) if file.page is not None else ():
                if target.src_uri in self._written:
                    _page_with_anchors(target, around.config, self._written[target.src_uri].article)
        for uri, page in self._written.items():
            for warning_level, message in page.article.warnings:
                _LOG.log(warning_level, message)
            if page.article.links:
                self._check_anchors(uri, page.article, around, level)

    def _check_anchors(self, uri: str, article: Article, around: Surroundings, level: int) -> None:
        source = _page_with_anchors(around.files.src_uris[uri], around.config, article)
        links: dict[File, dict[str, str]] = {}
        for target_uri, anchor, link in article.links:
            target = around.files.src_uris.get(target_uri)
            if target is None:
                continue
            if target_uri in self._written:
                _page_with_anchors(target, around.config, self._written[target_uri].article)
            links.setdefault(target, {})[anchor] = link
        source.links_to_anchors = links
        source.validate_anchor_links(files=around.files, log_level=level)


def _folders(config: MkDocsConfig) -> tuple[Path, Path]:
    """Where the pages stand, and where they are put aside."""
    return Path(config.site_dir) / FOLDER, Path(config.site_dir) / f".{FOLDER}"


def _page_with_anchors(file: File, config: MkDocsConfig, article: Article) -> Page:
    page = file.page if isinstance(file.page, Page) else Page(None, file, config)
    page.present_anchor_ids = set(article.anchors)
    return page


def _found_links(text: str, uri: str, files: Files) -> str:
    """Which of a text's links lead to a file: the others stay as they are written, with a warning."""
    folder = Path(uri).parent.as_posix()
    targets = {link for link in _LINK.findall(text) if ":" not in link}
    return " ".join(sorted(link for link in targets if files.get_file_from_path(_normal(folder, link)) is not None))


def _write(file: File, html: str) -> None:
    target = Path(file.abs_dest_path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(html.encode("utf-8", errors="xmlcharrefreplace"))


def _remove(config: MkDocsConfig, uri: str) -> None:
    target = Path(File(uri, config.docs_dir, config.site_dir, config.use_directory_urls).abs_dest_path)
    if config.use_directory_urls:
        shutil.rmtree(target.parent, ignore_errors=True)
    else:
        target.unlink(missing_ok=True)


def _normal(folder: str, link: str) -> str:
    return posixpath.normpath(posixpath.join(folder, link))

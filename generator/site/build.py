"""The difference pages of a site: made, put into the theme's shell, and written, as far as anything changed."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from generator.cores import on_two_cores
from generator.pages.addresses import FOLDER
from generator.site.articles import Article, ArticleMaker
from generator.site.links import check_links
from generator.site.once import set_up_once
from generator.site.shell import render_shell
from generator.site.standing import Standing
from generator.site.store import Store, key_of
from generator.site.surroundings import Surroundings

_LINK = re.compile(r"\]\(([^)\s]+?\.md)(?=[#)])")


class PageBuilder:
    """Builds the difference pages; what stands from an earlier build, it leaves alone."""

    def __init__(self, store: Store | None, standing: Standing) -> None:
        self._store, self._standing = store, standing
        self._made: dict[str, tuple[str, Article]] = {}
        """Of each page the article's key, and the article without its text: only what must be checked."""

    def build(self, texts: Mapping[str, str], site_key: str, around: Surroundings) -> None:
        """Writes the page of each text, by its path below ``docs_dir``.

        Raises:
            jinja2.TemplateError: a template of the theme cannot be used.
            OSError: a page cannot be written.
        """
        shell = render_shell(around.env, around.config, around.files, around.nav, FOLDER)
        files = {uri: around.files.src_uris[uri] for uri in texts}
        keys = {uri: key_of(site_key, uri, text, _found_links(text, uri, around.files)) for uri, text in texts.items()}
        page_keys = {uri: key_of(shell.key, keys[uri]) for uri in texts}
        earlier = self._made or self._earlier(around.config)
        self._made = {uri: made for uri, made in earlier.items() if made[0] == keys.get(uri)}
        changed = [
            uri
            for uri, file in files.items()
            if uri not in self._made or not self._standing.stands(file.dest_uri, page_keys[uri])
        ]
        known = self._known([keys[uri] for uri in changed])
        maker = ArticleMaker(around.env, around.config, around.files, around.nav)

        def work(uri: str) -> Article:
            article = known.get(keys[uri]) or maker.make(files[uri], texts[uri])
            target = Path(files[uri].abs_dest_path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(shell.fill(article.fields).encode("utf-8", errors="xmlcharrefreplace"))
            return article

        with set_up_once():
            made = dict(zip(changed, on_two_cores(work, changed), strict=True))
        self._standing.know({files[uri].dest_uri: page_keys[uri] for uri in changed})
        self._remember({keys[uri]: article for uri, article in made.items() if keys[uri] not in known})
        self._made |= {uri: (keys[uri], replace(article, fields={})) for uri, article in made.items()}
        check_links({uri: article for uri, (_, article) in self._made.items()}, around)

    def save(self, config: MkDocsConfig) -> None:
        """Keeps for a later process what must be checked of the pages that stand, but for those with a warning."""
        if self._store is not None:
            kept = {uri: (key, article) for uri, (key, article) in self._made.items() if not article.warnings}
            value = {uri: [key, article.to_json()] for uri, (key, article) in kept.items()}
            self._store.put({_made_key(config): value})

    def _earlier(self, config: MkDocsConfig) -> dict[str, tuple[str, Article]]:
        value = self._store.get([_made_key(config)]).get(_made_key(config), {}) if self._store is not None else {}
        return {uri: (key, Article.from_json(article)) for uri, (key, article) in value.items()}

    def _known(self, keys: Sequence[str]) -> dict[str, Article]:
        values = self._store.get(keys) if self._store is not None else {}
        return {key: Article.from_json(value) for key, value in values.items()}

    def _remember(self, made: Mapping[str, Article]) -> None:
        """Keeps what was made, except where it came with a warning, which the next build has to give again."""
        if self._store is not None:
            self._store.put({key: article.to_json() for key, article in made.items() if not article.warnings})


def _made_key(config: MkDocsConfig) -> str:
    return key_of("made", str(Path(config.site_dir).resolve()))


def _found_links(text: str, uri: str, files: Files) -> str:
    """Which of a text's links lead to a file: the others stay as they are written, with a warning."""
    folder = posixpath.dirname(uri)
    targets = {link for link in _LINK.findall(text) if ":" not in link}
    found = (link for link in targets if files.get_file_from_path(posixpath.normpath(posixpath.join(folder, link))))
    return " ".join(sorted(found))

"""The difference pages of a site: made, put into the theme's shell, and written, as far as anything changed."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from generator.parallel import Numbered, begin
from generator.site.articles import Article, ArticleMaker
from generator.site.links import check_links
from generator.site.once import set_up_once
from generator.site.shell import Shell
from generator.site.squeezed import squeezed
from generator.site.standing import Standing
from generator.site.store import Store, key_of
from generator.site.surroundings import Surroundings

_AT_ONCE = 500
"""Articles that are read or kept in one go."""
_LINK = re.compile(r"\]\(([^)\s]+?\.md)(?=[#)])")


@dataclass(frozen=True, slots=True)
class _Begun:
    """What is to become pages: Markdown and the key of its article by path, and the articles that are being made."""

    texts: Mapping[str, str]
    keys: Mapping[str, str]
    make: Callable[[str], Article]
    unknown: Sequence[str]
    fresh: Numbered[Article]


class PageBuilder:
    """Builds the difference pages; what stands from an earlier build, it leaves alone."""

    def __init__(self, store: Store, standing: Standing) -> None:
        self._store, self._standing = store, standing
        self._made: dict[str, tuple[str, Article]] = {}
        """Of each page the article's key, and the article without its text: only what must be checked."""
        self._begun: _Begun | None = None
        self._keyed: dict[str, tuple[str, str]] = {}
        self._surroundings = ""
        self._changed = False

    def begin(self, texts: Mapping[str, str], site_key: str, around: Surroundings) -> None:
        """Has a second process begin with the articles that nobody made yet, of texts by their path below ``docs_dir``."""
        keys = self._keys_of(texts, site_key, around.files)
        earlier = self._made or self._earlier(around.config)
        self._made = {uri: made for uri, made in earlier.items() if made[0] == keys.get(uri)}
        stored = self._store.known([keys[uri] for uri in texts if uri not in self._made])
        unknown = [uri for uri in texts if uri not in self._made and keys[uri] not in stored]
        maker = ArticleMaker(around.env, around.config, around.files, around.nav)

        def make(uri: str) -> Article:
            return maker.make(around.files.src_uris[uri], texts[uri])

        with set_up_once():
            self._begun = _Begun(texts, keys, make, unknown, begin(make, unknown))

    def _keys_of(self, texts: Mapping[str, str], site_key: str, files: Files) -> dict[str, str]:
        """The key of each article. That of a text which is the very same as before stays, as long as there are the same files."""
        surroundings = key_of(site_key, *files.src_uris)
        before = self._keyed if surroundings == self._surroundings else {}
        self._surroundings, self._keyed = surroundings, {}
        for uri, text in texts.items():
            known = before.get(uri, ("", ""))
            key = known[1] if known[0] is text else key_of(site_key, uri, text, _found_links(text, uri, files))
            self._keyed[uri] = text, key
        return {uri: key for uri, (_, key) in self._keyed.items()}

    def finish(self, around: Surroundings, shell: Shell) -> None:
        """Writes every page that does not stand as it should, in its ``shell``, and says what is wrong with the links.

        Raises:
            jinja2.TemplateError: a template of the theme cannot be used.
            OSError: a page cannot be written.
        """
        begun, self._begun = self._begun, None
        if begun is None:
            return
        shell_key = shell.key
        page_keys = {uri: key_of(shell_key, key) for uri, key in begun.keys.items()}
        files = {uri: around.files.src_uris[uri] for uri in begun.texts}
        with set_up_once():
            for uri, article in chain(self._fresh(begun), self._others(begun, files, page_keys)):
                target = Path(files[uri].abs_dest_path)
                target.parent.mkdir(parents=True, exist_ok=True)
                html = squeezed(shell.fill(article.fields))
                target.write_bytes(html.encode("utf-8", errors="xmlcharrefreplace"))
                self._standing.know({files[uri].dest_uri: page_keys[uri]})
                self._made[uri] = begun.keys[uri], replace(article, fields={})
                self._changed = True
        check_links({uri: article for uri, (_, article) in self._made.items()}, around)

    def _fresh(self, begun: _Begun) -> Iterator[tuple[str, Article]]:
        """The new articles as they are made. They are kept, but for those with a warning, which the next build has to say again."""
        kept: dict[str, Any] = {}
        for number, article in begun.fresh:
            uri = begun.unknown[number]
            yield uri, article
            if not article.warnings:
                kept[begun.keys[uri]] = article.to_json()
            if len(kept) == _AT_ONCE:
                self._store.put(kept)
                kept.clear()
        self._store.put(kept)

    def _others(
        self, begun: _Begun, files: Mapping[str, File], page_keys: Mapping[str, str]
    ) -> Iterator[tuple[str, Article]]:
        """The articles of the other pages that do not stand, from the store."""
        wanted = [
            uri
            for uri, file in files.items()
            if uri not in self._made or not self._standing.stands(file.dest_uri, page_keys[uri])
        ]
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            stored = self._store.get([begun.keys[uri] for uri in some])
            for uri in some:
                value = stored.get(begun.keys[uri])
                yield uri, begun.make(uri) if value is None else Article.from_json(value)

    def save(self, config: MkDocsConfig) -> None:
        """Keeps for a later process what must be checked of the pages that stand, but for those with a warning."""
        if not self._changed:
            return
        kept = {uri: (key, article) for uri, (key, article) in self._made.items() if not article.warnings}
        self._store.put({_made_key(config): {uri: [key, article.to_json()] for uri, (key, article) in kept.items()}})

    def _earlier(self, config: MkDocsConfig) -> dict[str, tuple[str, Article]]:
        key = _made_key(config)
        value = self._store.get([key]).get(key, {})
        return {uri: (key, Article.from_json(article)) for uri, (key, article) in value.items()}


def _made_key(config: MkDocsConfig) -> str:
    return key_of("made", str(Path(config.site_dir).resolve()))


def _found_links(text: str, uri: str, files: Files) -> str:
    """Which of a text's links lead to a file: the others stay as they are written, with a warning."""
    folder = posixpath.dirname(uri)
    targets = {link for link in _LINK.findall(text) if ":" not in link}
    found = (link for link in targets if files.get_file_from_path(posixpath.normpath(posixpath.join(folder, link))))
    return " ".join(sorted(found))

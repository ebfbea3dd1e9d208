"""Says what is wrong with the links of difference pages, as MkDocs does of the pages that it makes itself."""

from __future__ import annotations

from collections.abc import Mapping

from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from generator.site.articles import Article
from generator.site.hearing import LOG
from generator.site.surroundings import Surroundings


def check_links(articles: Mapping[str, Article], around: Surroundings) -> None:
    """Logs what came with the articles, by their path, and every anchor that they name and no page has.

    MkDocs looks at its own pages later: it is given the anchors of those difference pages that they lead to.
    """
    for file in around.files.documentation_pages():
        for target in (file.page.links_to_anchors or {}) if file.page is not None else ():
            _give_anchors(target, articles, around)
    for uri, article in articles.items():
        for level, message in article.warnings:
            LOG.log(level, message)
        if not all(_is_there(target, anchor, articles, around) for target, anchor, _ in article.links):
            _check_anchors(around.files.src_uris[uri], articles, around)


def _is_there(uri: str, anchor: str, articles: Mapping[str, Article], around: Surroundings) -> bool:
    """Whether a page has an anchor: mostly it has, and MkDocs need not be asked for the words to say that it has not."""
    if uri in articles:
        return anchor in articles[uri].anchors
    file = around.files.src_uris.get(uri)
    return file is not None and file.page is not None and anchor in (file.page.present_anchor_ids or ())


def _check_anchors(file: File, articles: Mapping[str, Article], around: Surroundings) -> None:
    links: dict[File, dict[str, str]] = {}
    for uri, anchor, link in articles[file.src_uri].links:
        if (target := around.files.src_uris.get(uri)) is not None:
            _give_anchors(target, articles, around)
            links.setdefault(target, {})[anchor] = link
    _give_anchors(file, articles, around)
    assert isinstance(file.page, Page)
    file.page.links_to_anchors = links
    file.page.validate_anchor_links(files=around.files, log_level=around.config.validation.links.anchors)


def _give_anchors(file: File, articles: Mapping[str, Article], around: Surroundings) -> None:
    if file.src_uri in articles:
        page = file.page if isinstance(file.page, Page) else Page(None, file, around.config)
        page.present_anchor_ids = set(articles[file.src_uri].anchors)

"""All difference pages: one whose record, findings and links to others are as before is not rendered again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import jinja2

from generator.catalog.catalog import Catalog
from generator.model.finding import Finding
from generator.pages.addresses import page_link
from generator.pages.difference import difference_page
from generator.pages.neighbours import Neighbours, neighbours
from generator.pages.paths import page_path
from generator.pages.templates import GENERATED
from generator.parallel import Spread
from generator.storage.yaml_file import RecordSource

Seen = tuple[RecordSource, tuple[object, ...]]
"""What a page is rendered from: the record's source; its findings, and what the page shows of other records."""


class DifferencePages:
    """The pages by path below ``site_src/``, rendered again and again; good as long as nothing but records changes."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Seen, str]] = {}
        self._names: list[tuple[object, ...]] = []
        self._same_names = False
        self._beside: Mapping[str, Neighbours] = {}

    def render(
        self,
        catalog: Catalog,
        environment: jinja2.Environment,
        by_file: Mapping[str, Sequence[Finding]],
        spread: Spread,
    ) -> dict[str, str]:
        """Every page as text; those that changed are rendered by ``spread``. ``by_file`` are the findings.

        Raises:
            jinja2.TemplateError: the template is missing, does not parse, or names a value that does not exist.
        """
        template = environment.get_template("difference.md.j2")
        self._learn_names(catalog)
        seen = self._seen(catalog, by_file)

        def render(path: str) -> str:
            source = seen[path][0]
            page = difference_page(catalog, source, by_file.get(source.file, ()), self._between(source))
            return template.render(page=page, generated=GENERATED)

        changed = [path for path, now in seen.items() if path not in self._known or self._known[path][0] != now]
        texts = spread(render, changed)
        self._known |= {path: (seen[path], text) for path, text in zip(changed, texts, strict=True)}
        return {path: self._known[path][1] for path in seen}

    def _learn_names(self, catalog: Catalog) -> None:
        """Which records there are, which of them have a page, and the neighbours that follow from that."""
        names = [_named(source) for source in catalog.sources]
        self._same_names = names == self._names
        if not self._same_names:
            self._names, self._beside = names, neighbours(catalog)

    def _seen(self, catalog: Catalog, by_file: Mapping[str, Sequence[Finding]]) -> dict[str, Seen]:
        """What each page is rendered from."""
        seen: dict[str, Seen] = {}
        taken: set[str] = set()
        for source in catalog.sources:
            path = page_path(source)
            # Of two files with the same page the first by path counts; lint reports the other.
            if _has_page(source, by_file) and path.casefold() not in taken:
                taken.add(path.casefold())
                found = tuple(by_file.get(source.file, ()))
                seen[path] = source, (found, *self._around(catalog, source, path))
        return seen

    def _around(self, catalog: Catalog, source: RecordSource, path: str) -> tuple[object, ...]:
        """What the page shows of other records: while their names stay, that of the same source does too."""
        if self._same_names and path in self._known and self._known[path][0][0] is source:
            return self._known[path][0][1][1:]
        return self._between(source), *_linked(catalog, source, self._between(source))

    def _between(self, source: RecordSource) -> Neighbours:
        return self._beside.get(source.record.torch, Neighbours()) if source.record is not None else Neighbours()


def _named(source: RecordSource) -> tuple[object, ...]:
    """What other pages may say of a record."""
    record = source.record
    return (source.file,) if record is None else (source.file, record.torch, record.category.has_page)


def _linked(catalog: Catalog, source: RecordSource, between: Neighbours) -> Iterator[str]:
    """The links of a difference page to others: they follow the other records, and not its own."""
    related = source.record.related if source.record is not None else ()
    yield from (page_link(catalog, api) for api in (*related, between.before, between.after) if api)


def _has_page(source: RecordSource, by_file: Mapping[str, Sequence[Finding]]) -> bool:
    return source.record is None or source.record.category.has_page or source.file in by_file

"""Catalogue → every generated page, as text by path. Nothing is written here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import jinja2

from generator.catalog.catalog import Catalog
from generator.model.finding import Finding
from generator.pages import (
    aliases,
    category_pages,
    coverage_charts,
    families,
    finder,
    home,
    missing,
    notes,
    paddle_table,
    paths,
    rules,
    table,
    topics,
    verification,
)
from generator.pages.difference_pages import DifferencePages
from generator.pages.listed import Known as KnownListed
from generator.pages.listed import listed
from generator.pages.paths import NOTES
from generator.pages.templates import GENERATED, template_environment, template_errors
from generator.parallel import Spread, on_one_core


@dataclass
class Known:
    """Pages of an earlier call, good as long as nothing but records changed."""

    difference: DifferencePages = field(default_factory=DifferencePages)
    listed: KnownListed = field(default_factory=dict)
    others: tuple[object, dict[str, str]] = (None, {})
    """What the other pages were made of, and they themselves."""


def render_pages(
    catalog: Catalog,
    findings: Sequence[Finding],
    folders: Sequence[Path],
    known: Known | None = None,
    spread: Spread = on_one_core,
) -> dict[str, str]:
    """Every generated page by its path below ``site_src/``. The same input gives the same text.

    A record with findings shows them on its own page, and leaves all other pages as they are. ``known`` holds pages of
    an earlier call, and is told of the new ones; it is good as long as nothing but records changed.

    Raises:
        TemplateError: a template is missing, does not parse, or names a value that does not exist.
    """
    environment, known = template_environment(tuple(folders)), known or Known()
    by_file: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_file[finding.file].append(finding)

    def render_others() -> None:
        about = listed(catalog, known.listed)
        records = {source.file for source in catalog.sources}
        shown = [finding for finding in findings if finding.file not in records]
        if known.others[0] != (about.sources, shown):
            known.others = (about.sources, shown), _other_pages(about, environment, shown)

    with template_errors(folders):
        pages = known.difference.render(catalog, environment, by_file, partial(spread, meanwhile=render_others))
    return pages | known.others[1]


def _other_pages(catalog: Catalog, environment: jinja2.Environment, findings: Sequence[Finding]) -> dict[str, str]:
    """All pages but those of records; ``findings`` are those of all files but records."""
    return {
        **_overview_pages(catalog, environment),
        **_list_pages(catalog, environment),
        **_reading_pages(catalog, environment, findings),
        **_family_pages(catalog, environment, findings),
        paths.FINDER: finder.finder_list(catalog, GENERATED),
    }


def _overview_pages(catalog: Catalog, environment: jinja2.Environment) -> dict[str, str]:
    common = {"versions": catalog.settings.versions, "generated": GENERATED}
    overview = coverage_charts.overview_of(catalog)
    home_page = environment.get_template("home.md.j2").render(page=home.home_page(catalog, overview), **common)
    status_page = environment.get_template("verification.md.j2").render(
        page=verification.verification(catalog, overview), **common
    )
    rules_page = environment.get_template("rules.md.j2").render(
        families=rules.families(), sentences=list(rules.sentences()), **common
    )
    return {paths.HOME: home_page, paths.VERIFICATION: status_page, paths.RULES: rules_page}


def _list_pages(catalog: Catalog, environment: jinja2.Environment) -> dict[str, str]:
    """The master table, and the lists that show the same rows from other sides."""
    sections = tuple(table.table_sections(catalog))
    categories = category_pages.category_pages(catalog)
    values: dict[str, tuple[str, dict[str, object]]] = {
        paths.TABLE: ("table.md.j2", {"sections": sections}),
        paths.PADDLE_TABLE: ("paddle.md.j2", {"sections": paddle_table.paddle_sections(catalog)}),
        paths.MISSING: ("missing.md.j2", {"sections": missing.missing_sections(sections)}),
        paths.ALIASES: ("aliases.md.j2", {"rows": aliases.alias_rows(catalog)}),
        category_pages.INDEX: ("categories.md.j2", {"pages": categories}),
        **{page.path: ("category.md.j2", {"page": page}) for page in categories},
    }
    common = {"versions": catalog.settings.versions, "generated": GENERATED}
    return {path: environment.get_template(name).render(**own, **common) for path, (name, own) in values.items()}


def _reading_pages(catalog: Catalog, environment: jinja2.Environment, findings: Sequence[Finding]) -> dict[str, str]:
    """The pages that are made of other files than records."""
    common = {"versions": catalog.settings.versions, "generated": GENERATED}
    notes_page, topics_page = notes.notes_page(catalog, findings), topics.topics_page(catalog, findings)
    return {
        NOTES: environment.get_template("notes.md.j2").render(page=notes_page, **common),
        paths.TOPICS: environment.get_template("topics.md.j2").render(page=topics_page, **common),
    }


def _family_pages(catalog: Catalog, environment: jinja2.Environment, findings: Sequence[Finding]) -> dict[str, str]:
    common = {"versions": catalog.settings.versions, "generated": GENERATED}
    template = environment.get_template("family.md.j2")
    return {
        families.family_path(source): template.render(
            page=families.family_page(catalog, source, [it for it in findings if it.file == source.file]), **common
        )
        for source in catalog.families
    }

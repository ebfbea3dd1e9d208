"""Catalogue → every generated page, as text by path. Nothing is written here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import jinja2

from generator.catalog import Catalog
from generator.model.finding import Finding
from generator.pages import difference, notes, rules, table, topics, verification
from generator.pages.addresses import NOTES_PAGE, page_path
from generator.yaml_file import RecordSource

GENERATED = "由 apimap 生成，请勿直接编辑"
"""Stands in every generated page; the writer removes no file without it."""

_PACKAGED = Path(__file__).parents[1] / "templates"
_CHECKOUT = Path(__file__).parents[2] / "templates"


class TemplateError(Exception):
    """A template cannot be used; the message says which, on which line, and why."""


def template_folders(root: Path) -> tuple[Path, ...]:
    """Where templates are looked for: the project's own, then those that came with apimap."""
    own = root / "templates"
    shipped = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    return tuple(dict.fromkeys(folder.resolve() for folder in (own, shipped) if folder.is_dir()))


def render_pages(catalog: Catalog, findings: Sequence[Finding], folders: Sequence[Path]) -> dict[str, str]:
    """Every generated page by its path below ``site_src/``. The same input gives the same text.

    A record with findings shows them on its own page, and leaves all other pages as they are.

    Raises:
        TemplateError: a template is missing, does not parse, or names a value that does not exist.
    """
    environment = _environment(tuple(folders))
    by_file: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_file[finding.file].append(finding)
    try:
        pages = _difference_pages(catalog, environment, by_file)
        pages |= _overview_pages(catalog, environment)
        pages |= _reading_pages(catalog, environment, findings)
    except jinja2.TemplateSyntaxError as error:
        raise TemplateError(
            f"模板 {error.filename or error.name} 第 {error.lineno} 行有语法错误：{error.message}"
        ) from error
    except jinja2.TemplateNotFound as error:
        raise TemplateError(f"找不到模板 {error.name}；在这些文件夹里找过：{'、'.join(map(str, folders))}") from error
    except jinja2.TemplateError as error:
        raise TemplateError(f"模板{_line_in_template(error)}出错：{error.message}") from error
    return pages


def _overview_pages(catalog: Catalog, environment: jinja2.Environment) -> dict[str, str]:
    common = {"versions": catalog.settings.versions, "generated": GENERATED}
    table_page = environment.get_template("table.md.j2").render(sections=list(table.table_sections(catalog)), **common)
    status_page = environment.get_template("verification.md.j2").render(
        page=verification.verification(catalog), **common
    )
    rules_page = environment.get_template("rules.md.j2").render(
        families=rules.families(), sentences=list(rules.sentences()), **common
    )
    return {table.PATH: table_page, verification.PATH: status_page, rules.PATH: rules_page}


def _reading_pages(catalog: Catalog, environment: jinja2.Environment, findings: Sequence[Finding]) -> dict[str, str]:
    """The pages that are made of other files than records."""
    common = {"versions": catalog.settings.versions, "generated": GENERATED}
    notes_page, topics_page = notes.notes_page(catalog, findings), topics.topics_page(catalog, findings)
    return {
        NOTES_PAGE: environment.get_template("notes.md.j2").render(page=notes_page, **common),
        topics.PATH: environment.get_template("topics.md.j2").render(page=topics_page, **common),
    }


def _difference_pages(
    catalog: Catalog, environment: jinja2.Environment, by_file: Mapping[str, Sequence[Finding]]
) -> dict[str, str]:
    template = environment.get_template("difference.md.j2")
    pages: dict[str, str] = {}
    taken: set[str] = set()
    for source in catalog.sources:
        path = page_path(source)
        # Of two files with the same page the first by path counts; lint reports the other.
        if not _has_page(source, by_file) or path.casefold() in taken:
            continue
        taken.add(path.casefold())
        page = difference.difference_page(catalog, source, by_file.get(source.file, ()))
        pages[path] = template.render(page=page, generated=GENERATED)
    return pages


def _has_page(source: RecordSource, by_file: Mapping[str, Sequence[Finding]]) -> bool:
    return source.record is None or source.record.category.has_page or source.file in by_file


@cache
def _environment(folders: tuple[Path, ...]) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # noqa: S701  (the output is Markdown: generator.pages.markdown escapes every value)
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _line_in_template(error: jinja2.TemplateError) -> str:
    """File and line of the template that raised, from the traceback that Jinja rewrites."""
    traceback, place = error.__traceback__, ""
    while traceback is not None:
        filename = traceback.tb_frame.f_code.co_filename
        if filename.endswith(".j2"):
            place = f" {filename} 第 {traceback.tb_lineno} 行"
        traceback = traceback.tb_next
    return place

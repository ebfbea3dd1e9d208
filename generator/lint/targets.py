"""What ``apimap lint`` is asked about, a project or single files → findings, mended first where that is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.catalog import DATA, RECORDS, Catalog, load_catalog, load_surroundings, record_paths
from generator.lint.run import Linted, lint_catalog, lint_files
from generator.parallel import Spread

if TYPE_CHECKING:
    from generator.lint.selection import Choice
    from generator.model.finding import Finding
    from generator.storage.yaml_file import RecordSource


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, in how many files it was looked for, and which of them were mended."""

    linted: Linted
    files: int
    changed: tuple[RecordSource, ...] = ()


def lint_project(root: Path, choice: Choice, spread: Spread) -> Answer:
    """The findings of a whole project folder, none of whose records is kept in memory.

    Raises:
        CatalogError: the folder cannot be read at all.
    """
    paths = record_paths(root)
    linted = lint_files(load_surroundings(root), paths, spread)
    return Answer(Linted(choice.of(linted.findings), linted.texts), len(paths))


def lint_asked(root: Path, paths: Sequence[Path], choice: Choice, spread: Spread, *, fix: bool) -> Iterator[Answer]:
    """The findings of the named files, or of all where none is named, after mending them where that is wanted.

    The project's catalogue is read whole, since some rules need it; what was named beside it is another one.

    Raises:
        CatalogError: the folder cannot be read at all.
    """
    for catalog in _catalogs(root, paths):
        yield _answer(catalog, paths, choice, spread, fix=fix)


def _catalogs(root: Path, paths: Sequence[Path]) -> Iterator[Catalog]:
    records, data = root / RECORDS, root / DATA
    if not paths:
        yield load_catalog(root)
        return
    from generator.importing.document import read_difference_document
    from generator.lint.sources import foreign_catalog, foreign_sources

    foreign = list(foreign_sources(paths, data, read_difference_document))
    catalog = load_catalog(root) if records.is_dir() else None
    inside = any(_is_below(data, path) or _is_below(path, data) for path in paths)
    if catalog is not None and (inside or not foreign):
        yield catalog
    if foreign:
        yield foreign_catalog(catalog, foreign)
    elif catalog is None:
        yield load_catalog(root)  # says what is missing


def _is_below(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _answer(catalog: Catalog, paths: Sequence[Path], choice: Choice, spread: Spread, *, fix: bool) -> Answer:
    among = frozenset(_below(paths, catalog)) if paths else None

    def wanted(catalog: Catalog) -> list[Finding]:
        return choice.of(lint_catalog(catalog, spread, among))

    changed: tuple[RecordSource, ...] = ()
    if fix:
        from generator.lint.fix import fix_catalog

        fixed = fix_catalog(catalog, wanted)
        catalog, findings, changed = fixed.catalog, fixed.findings, fixed.changed
    else:
        findings = wanted(catalog)
    texts = {source.file: source.document.text for source in catalog.all_sources}
    files = len(catalog.sources if among is None else among)
    return Answer(Linted(findings, texts), files, changed)


def _below(paths: Sequence[Path], catalog: Catalog) -> Iterator[str]:
    """The catalogue's files that are among the paths or below one of them."""
    asked = [path.resolve() for path in paths]
    for source in catalog.all_sources:
        file = Path(source.file).resolve()
        if any(file.is_relative_to(path) for path in asked):
            yield source.file

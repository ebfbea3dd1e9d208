"""Lints the targets of ``apimap lint``, a project or single files, after mending them where that is requested."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.catalog import DATA, RECORDS, Catalog, load_catalog, load_without_records, record_paths
from generator.lint.run import Linted, lint_catalog, lint_files
from generator.parallel import Spread
from generator.storage.yaml_file import shown_path

if TYPE_CHECKING:
    from generator.lint.selection import Choice
    from generator.model.finding import Finding
    from generator.storage.yaml_file import RecordSource


@dataclass(frozen=True, slots=True)
class LintResult:
    """Findings, the number of files examined, the sources that were mended, and what was found before."""

    linted: Linted
    files: int
    changed: tuple[RecordSource, ...] = ()
    before: Sequence[Finding] = ()


def lint_project(root: Path, choice: Choice, spread: Spread) -> LintResult:
    """Returns the findings of a whole project folder, without keeping its records in memory.

    Raises:
        CatalogError: the folder cannot be read at all.
    """
    paths = record_paths(root)
    linted = lint_files(load_without_records(root), paths, spread)
    return LintResult(Linted(choice.of(linted.findings), linted.texts), len(paths))


def lint_targets(
    root: Path, paths: Sequence[Path], choice: Choice, spread: Spread, *, fix: bool
) -> Iterator[LintResult]:
    """Yields the findings of the named files, or of all where none is named, after mending them with ``fix``.

    The project's catalogue is read whole, since some rules need it; files outside it are a second catalogue.

    Raises:
        CatalogError: the folder cannot be read at all.
    """
    for catalog in _catalogs(root, paths):
        yield _result(catalog, paths, choice, spread, fix=fix)


def _catalogs(root: Path, paths: Sequence[Path]) -> Iterator[Catalog]:
    records, data = root / RECORDS, root / DATA
    if not paths:
        yield load_catalog(root)
        return
    from generator.importing.document import read_difference_document
    from generator.lint.foreign_files import foreign_catalog, foreign_sources

    foreign = list(foreign_sources(paths, data, read_difference_document))
    catalog = load_catalog(root) if records.is_dir() else None
    inside = any(_is_below(data, path) or _is_below(path, data) for path in paths)
    if catalog is not None and (inside or not foreign):
        yield catalog
    if foreign:
        yield foreign_catalog(catalog, foreign)
    elif catalog is None:
        yield load_catalog(root)  # raises the error about what is missing


def _is_below(path: Path, folder: Path) -> bool:
    return _real(path).is_relative_to(_real(folder))


def _real(path: Path) -> Path:
    """Returns the path that a source has, without links; ``resolve`` fails for links in a circle."""
    return Path(os.path.realpath(shown_path(path)))


def _result(catalog: Catalog, paths: Sequence[Path], choice: Choice, spread: Spread, *, fix: bool) -> LintResult:
    among = frozenset(_below(paths, catalog)) if paths else None

    def selected(catalog: Catalog) -> list[Finding]:
        return choice.of(lint_catalog(catalog, spread, among, proof=True))

    changed: tuple[RecordSource, ...] = ()
    before: Sequence[Finding] = ()
    if fix:
        from generator.lint.fix import fix_catalog

        fixed = fix_catalog(catalog, selected)
        catalog, findings, changed, before = fixed.catalog, fixed.findings, fixed.changed, fixed.before
    else:
        findings = selected(catalog)
    texts = {source.file: source.document.text for source in catalog.all_sources}
    files = len(catalog.sources if among is None else among)
    return LintResult(Linted(findings, texts), files, changed, before)


def _below(paths: Sequence[Path], catalog: Catalog) -> Iterator[str]:
    """Yields the catalogue's files that are among the paths or below one of them."""
    real_paths = [_real(path) for path in paths]
    for source in catalog.all_sources:
        file = _real(Path(source.file))
        if any(file.is_relative_to(path) for path in real_paths):
            yield source.file

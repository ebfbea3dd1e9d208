"""Reads files named on the command line that are outside the catalogue: records elsewhere, Markdown documents."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from generator.catalog.catalog import Catalog
from generator.catalog.files import read_source
from generator.importing.decoding import MAX_DOCUMENT
from generator.model.settings import LinkRule, Section, Selection, Settings
from generator.storage.file_bytes import read_bytes
from generator.storage.yaml_file import RecordSource, read_path

YAML_ENDINGS = frozenset({".yml", ".yaml"})
MARKDOWN_ENDING = ".md"

_TITLE = re.compile(rb"^\s{0,3}#{1,6}\s*\[", re.MULTILINE)
"""The title of a difference document; other Markdown in a folder is left alone."""

DEFAULT_SETTINGS = Settings(
    versions={},
    links=(
        LinkRule(prefix="torch.", url="https://pytorch.org/docs/stable/generated/{api}.html"),
        LinkRule(
            prefix="paddle.", url="https://www.paddlepaddle.org.cn/documentation/docs/zh/api/{path}_cn.html#{anchor}"
        ),
    ),
    sections=(Section(title="全部", intro="全部 API。", select=(Selection(prefix="torch"),)),),
)
"""For documents outside any project: they have their links themselves, and no master table is made."""

ReadMarkdown = Callable[[str, bytes], RecordSource]


def foreign_sources(paths: Iterable[Path], records: Path, read_markdown: ReadMarkdown) -> Iterator[RecordSource]:
    """Yields the sources among or below the paths that are not below ``records``, in the order of the paths."""
    inside = Path(os.path.realpath(records))
    seen: set[Path] = set()
    for path in paths:
        folder = path if path.is_dir() else None
        for file in [path] if folder is None else _below(folder, inside):
            real = Path(os.path.realpath(file))
            if real in seen or real.is_relative_to(inside):
                continue
            seen.add(real)
            yield _read(file, read_markdown, folder)


def _below(folder: Path, records: Path) -> Iterator[Path]:
    """Yields difference documents below a folder; record files too, unless the folder contains a whole project."""
    root = Path(os.path.realpath(folder))
    for file in sorted(folder.rglob("*")):
        if file.is_dir():
            continue
        if file.suffix == MARKDOWN_ENDING:
            if _is_difference_document(file, folder):
                yield file
        elif file.suffix in YAML_ENDINGS and not records.is_relative_to(root):
            yield file


def _is_difference_document(file: Path, folder: Path) -> bool:
    try:
        return _TITLE.search(read_bytes(file, MAX_DOCUMENT, folder)[:4096]) is not None
    except OSError:
        return True  # it cannot be read, which is a finding


def _read(file: Path, read_markdown: ReadMarkdown, folder: Path | None) -> RecordSource:
    """Reads a file that was named, or found below the named ``folder``; no link may lead out of the folder."""
    if file.suffix != MARKDOWN_ENDING:
        return read_source(file, folder)
    return read_path(file, read_markdown, within=folder, limit=MAX_DOCUMENT)


def foreign_catalog(catalog: Catalog | None, sources: Iterable[RecordSource]) -> Catalog:
    """Returns the sources as a catalogue, with a project's settings and inventories where there is one."""
    if catalog is None:
        return Catalog(DEFAULT_SETTINGS, tuple(sources))
    return Catalog(catalog.settings, tuple(sources), catalog.inventories)

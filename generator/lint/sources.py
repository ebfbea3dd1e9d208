"""Files named on the command line that are no part of the catalogue: records elsewhere, and Markdown documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from generator.catalog.catalog import Catalog
from generator.catalog.files import read_source
from generator.model.defect import Defect
from generator.model.finding import Span
from generator.model.settings import LinkRule, Section, Selection, Settings
from generator.storage.yaml_file import RecordSource
from generator.storage.yaml_text import Document

YAML_ENDINGS = frozenset({".yml", ".yaml"})
MARKDOWN_ENDING = ".md"

_TITLE = re.compile(rb"^\s{0,3}#{1,6}\s*\[", re.MULTILINE)
"""How a difference document begins; a folder also holds other Markdown, which is left alone."""

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
"""For documents outside any project: their links stand in them, and no master table is made."""

ReadMarkdown = Callable[[str, bytes], RecordSource]


def foreign_sources(paths: Iterable[Path], records: Path, read_markdown: ReadMarkdown) -> Iterator[RecordSource]:
    """The sources among the paths, or below them, that do not lie below ``records``, in the order of the paths."""
    inside = records.resolve()
    seen: set[Path] = set()
    for path in paths:
        for file in [path] if path.is_file() else _below(path, inside):
            if file.resolve() in seen or file.resolve().is_relative_to(inside):
                continue
            seen.add(file.resolve())
            yield _read(file, read_markdown)


def _below(folder: Path, records: Path) -> Iterator[Path]:
    """Difference documents below a folder; record files too, unless the folder holds a whole project."""
    root = folder.resolve()
    for file in sorted(folder.rglob("*")):
        if not file.is_file() or not file.resolve().is_relative_to(root):  # a link out of the folder is not followed
            continue
        if file.suffix == MARKDOWN_ENDING:
            if _is_difference_document(file):
                yield file
        elif file.suffix in YAML_ENDINGS and not records.is_relative_to(root):
            yield file


def _is_difference_document(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return _TITLE.search(stream.read(4096)) is not None
    except OSError:
        return True  # it cannot be read, and that is worth a finding


def _read(file: Path, read_markdown: ReadMarkdown) -> RecordSource:
    if file.suffix != MARKDOWN_ENDING:
        return read_source(file)
    try:
        return read_markdown(file.as_posix(), file.read_bytes())
    except OSError as error:
        defect = Defect("unreadable", Span(), {"problem": error.strerror or str(error)})
        return RecordSource(Document(file.as_posix(), ""), None, (defect,))


def foreign_catalog(catalog: Catalog | None, sources: Iterable[RecordSource]) -> Catalog:
    """The sources as a catalogue of their own, with a project's settings and inventories where there is one."""
    if catalog is None:
        return Catalog(DEFAULT_SETTINGS, tuple(sources))
    return Catalog(catalog.settings, tuple(sources), catalog.inventories)

"""The files of a project folder → the parts of a catalogue."""

from __future__ import annotations

from pathlib import Path

from generator.model.defect import Defect
from generator.model.finding import Span
from generator.model.inventory import Inventory
from generator.model.settings import Settings
from generator.storage.inventory_file import file_name, read_inventory
from generator.storage.yaml_file import ModelSource, RecordSource, read_record, validate
from generator.storage.yaml_text import Document, read_document


class UnusableError(Exception):
    """A file without which nothing can be done is not as it should be; the message says what, where and what to do."""


def read_source(path: Path) -> RecordSource:
    """One record file, read. A file that cannot be opened is a source with a defect."""
    try:
        return read_record(path.as_posix(), path.read_bytes())
    except OSError as error:
        defect = Defect("unreadable", Span(), {"problem": error.strerror or str(error)})
        return RecordSource(Document(path.as_posix(), ""), None, (defect,))


def read_settings(path: Path) -> tuple[Settings, ModelSource[Settings]]:
    """The project's settings, and the file that they stand in.

    Raises:
        UnusableError: the file cannot be read, or is not what it should be.
    """
    try:
        document = read_document(path.as_posix(), path.read_bytes())
    except OSError as error:
        raise UnusableError(f"无法读取 {path}：{error.strerror}。该文件声明版本、链接规则与总表的各节。") from error
    settings, defects = (None, document.defects) if document.defects else validate(Settings, document)
    if settings is None:
        lines = (f"{path}:{defect.span.line}:{defect.span.column} {_describe(defect)}" for defect in defects)
        raise UnusableError("\n".join(lines))
    return settings, ModelSource(document, settings)


def _describe(defect: Defect) -> str:
    key = ".".join(str(part) for part in defect.loc)
    return f"{key} {defect.values.get('problem', defect.kind)}".strip()


def read_inventories(folder: Path, settings: Settings) -> dict[str, Inventory]:
    """The inventories of the pinned versions that the folder has, by library.

    Raises:
        UnusableError: one of them cannot be read, or is no inventory.
    """
    found: dict[str, Inventory] = {}
    for library, version in settings.versions.items():
        path = folder / file_name(library, version)
        if path.exists():
            try:
                found[library] = read_inventory(path)
            except (OSError, ValueError) as error:
                raise UnusableError(f"无法使用 {path}：{error}。可用 apimap inventory 重新生成。") from error
    return found

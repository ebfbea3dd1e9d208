"""Reads the files of a project folder as parts of a catalogue."""

from __future__ import annotations

import os
from pathlib import Path

from generator.model.defect import Defect
from generator.model.demand import Demand
from generator.model.inventory import Inventory
from generator.model.settings import Settings
from generator.storage.demand_file import read_demand
from generator.storage.file_bytes import read_bytes
from generator.storage.inventory_file import file_name, read_inventory
from generator.storage.yaml_file import ModelSource, RecordSource, read_path, read_record, validate
from generator.storage.yaml_text import read_document


class UnusableError(Exception):
    """A required file is faulty; the message has the fault, its place and a hint."""


def read_source(path: Path, root: Path | None = None) -> RecordSource:
    """Reads a record file; one that cannot be opened, or is outside of ``root``, is a source with a defect."""
    return read_path(path, read_record, within=root)


def read_settings(path: Path, root: Path | None = None) -> tuple[Settings, ModelSource[Settings]]:
    """Reads the project's settings, and returns them with their file.

    Raises:
        UnusableError: the file cannot be read, or is not what it should be.
    """
    try:
        document = read_document(path.as_posix(), read_bytes(path, within=root))
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


def read_uses(path: Path, root: Path | None = None) -> Demand:
    """Reads the file of demand; without one nothing is in demand.

    Raises:
        UnusableError: it cannot be read, or is not what it should be.
    """
    if not os.path.lexists(path):
        return Demand()
    try:
        return read_demand(path, root)
    except (OSError, ValueError) as error:
        raise UnusableError(f"无法使用 {path}：{error}。改正它，或删去这个文件。") from error


def read_inventories(folder: Path, settings: Settings, root: Path | None = None) -> dict[str, Inventory]:
    """Reads the inventories of the pinned versions in the folder, by library; none may be outside of ``root``.

    Raises:
        UnusableError: one of them cannot be read, or is no inventory.
    """
    found: dict[str, Inventory] = {}
    for library, version in settings.versions.items():
        path = folder / file_name(library, version)
        if os.path.lexists(path):
            try:
                found[library] = read_inventory(path, root)
            except (OSError, ValueError) as error:
                raise UnusableError(f"无法使用 {path}：{error}。可用 apimap inventory 重新生成。") from error
    return found

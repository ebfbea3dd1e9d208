"""Reads the files of a project folder as parts of a catalogue."""

from __future__ import annotations

import os
from pathlib import Path

from generator.libraries.registry import FRAMEWORK_NAMES
from generator.model.defect import Defect
from generator.model.demand import Demand
from generator.model.glossary import Glossary
from generator.model.inventory import Inventory
from generator.model.promises import Promises
from generator.model.release import Release, releases_of
from generator.model.settings import Settings
from generator.storage.demand_file import read_demand
from generator.storage.file_bytes import read_bytes
from generator.storage.inventory_delta import delta_name, read_delta
from generator.storage.inventory_file import file_name, read_inventory
from generator.storage.promises_file import PROMISES, read_promises_file
from generator.storage.yaml_file import ModelSource, RecordSource, read_path, read_record, validate
from generator.storage.yaml_text import read_document


class UnusableError(Exception):
    """A required file is faulty; the message has the fault, its place and a hint.

    Of a file with ``defects``, ``file`` is its path; ``generator.lint.rules`` has the words for them.
    """

    def __init__(self, message: str, file: str = "", defects: tuple[Defect, ...] = ()) -> None:
        super().__init__(message)
        self.file, self.defects = file, defects


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
        raise _faulty(path, defects)
    missing = [name for name in FRAMEWORK_NAMES if name not in settings.versions]
    if missing:
        span, values = document.places.find(("versions",)), {"libraries": "、".join(missing)}
        raise _faulty(path, (Defect("versions_incomplete", span, values, ("versions",)),))
    return settings, ModelSource(document, settings)


def _faulty(path: Path, defects: tuple[Defect, ...]) -> UnusableError:
    return UnusableError(f"{path} 有错，共 {len(defects)} 处。", path.as_posix(), defects)


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


def read_promises(root: Path) -> Promises:
    """Reads what the last release promised; nothing where there was none.

    Raises:
        UnusableError: the file cannot be read, or is not whole.
    """
    try:
        return read_promises_file(root)
    except (OSError, ValueError) as error:
        raise UnusableError(f"无法使用 {root / PROMISES}：{error}。由 git 取回它，不要手改。") from error


def read_glossary(path: Path, root: Path | None = None) -> Glossary:
    """Reads the glossary; an empty one where there is none.

    Raises:
        UnusableError: it cannot be read, or is no valid glossary.
    """
    if not os.path.lexists(path):
        return Glossary()
    try:
        document = read_document(path.as_posix(), read_bytes(path, within=root))
    except OSError as error:
        raise UnusableError(f"无法读取 {path}：{error.strerror}。") from error
    glossary, defects = (None, document.defects) if document.defects else validate(Glossary, document)
    if glossary is None:
        raise _faulty(path, defects)
    return glossary


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


def read_earlier(folder: Path, settings: Settings, root: Path | None = None) -> dict[Release, Inventory]:
    """Reads the inventories of earlier releases in the folder, none outside of ``root``.

    Raises:
        UnusableError: one of them cannot be read, or is none.
    """
    found: dict[Release, Inventory] = {}
    for release in releases_of(settings.earlier):
        path = folder / delta_name(release.library, release.version)
        pinned = settings.versions.get(release.library, "")
        if os.path.lexists(path):
            try:
                found[release] = read_delta(folder, release.library, release.version, pinned, root)
            except (OSError, ValueError) as error:
                raise UnusableError(f"无法使用 {path}：{error}。可用 apimap versions inventory 重新生成。") from error
    return found

"""Reads a YAML file as a record or another model, with the place of every field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from generator.model.category import CATEGORIES
from generator.model.defect import Defect
from generator.model.derive import derive_category
from generator.model.finding import Loc, Span
from generator.model.record import Record
from generator.model.spelling import nearest
from generator.storage.file_bytes import MAX_TEXT, RefusedFileError, TooLargeError, read_bytes
from generator.storage.yaml_text import Document, read_document

ModelT = TypeVar("ModelT", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Source:
    """A file as it was read, with the places of its values."""

    document: Document

    @property
    def file(self) -> str:
        """The path that findings show."""
        return self.document.file

    @property
    def key(self) -> str:
        """What tells this source from all others."""
        return self.file

    @property
    def stem(self) -> str:
        """The file's name without its ending; a record's is the name of its page."""
        return self.file.rpartition("/")[2].rpartition(".")[0]

    def span(self, loc: Loc, *, at_key: bool = False) -> Span:
        """Returns the place of ``loc`` in the text."""
        return self.document.places.find(loc, at_key=at_key)


@dataclass(frozen=True, slots=True)
class RecordSource(Source):
    """A record file as it was read: the record, if there is one, and its defects.

    A record with a misspelt key or an unknown category is built from the rest, so that every other rule can check it
    at the same time; ``defects`` has the fault.
    """

    record: Record | None
    defects: tuple[Defect, ...] = ()

    @property
    def form_of(self) -> str:
        """The API whose record this one was derived from; empty where it was written."""
        return ""


@dataclass(frozen=True, slots=True)
class ModelSource(Source, Generic[ModelT]):
    """A file that holds something other than a record, as it was read."""

    model: ModelT | None
    defects: tuple[Defect, ...] = ()


_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Characters that a file name must not have: they cannot be printed, or are printed as something else."""


def read_path(
    path: Path, read: Callable[[str, bytes], RecordSource], *, within: Path | None, limit: int = MAX_TEXT
) -> RecordSource:
    """Applies ``read`` to a record file's path and bytes. Never raises: a file that is not read is a defect."""
    opened = _open(path, within, limit)
    if isinstance(opened, bytes):
        return read(path.as_posix(), opened)
    return RecordSource(opened, None, opened.defects)


def read_model(model: type[ModelT], path: Path, within: Path | None = None) -> ModelSource[ModelT]:
    """Reads a file as a model. Never raises: faults become defects with their places."""
    opened = _open(path, within, MAX_TEXT)
    document = read_document(path.as_posix(), opened) if isinstance(opened, bytes) else opened
    if document.data is None:
        return ModelSource(document, None, document.defects or (Defect("empty", Span()),))
    found, defects = validate(model, document)
    return ModelSource(document, found, (*document.defects, *defects))


def shown_path(path: Path) -> str:
    """Returns a source's name for a path: with slashes, and with escapes for characters that cannot be printed."""
    return _UNPRINTED.sub(lambda match: match[0].encode("unicode_escape").decode(), path.as_posix())


def _open(path: Path, within: Path | None, limit: int) -> bytes | Document:
    """Returns the file's bytes, or an empty document with the defect that prevents reading it."""
    file = shown_path(path)
    if file != path.as_posix():
        values = {"problem": "文件名含有控制字符，或不是 UTF-8", "hint": "改用 API 的全名作为文件名。"}
        return Document(file, "", defects=(Defect("unreadable", Span(), values),))
    try:
        return read_bytes(path, limit, within)
    except TooLargeError as error:
        defect = Defect("too-large", Span(), {"size": error.size, "limit": f"{limit / 1e3:.0f}"})
    except RefusedFileError as error:
        defect = Defect("unreadable", Span(), {"problem": error.problem, "hint": error.hint})
    except OSError as error:
        defect = Defect("unreadable", Span(), {"problem": error.strerror or str(error)})
    return Document(file, "", defects=(defect,))


def read_record(file: str, raw: bytes) -> RecordSource:
    """Reads one record. Never raises: faults become defects with their places."""
    return build_record(read_document(file, raw))


def build_record(document: Document) -> RecordSource:
    """Builds a record from a document's data. Never raises: faults become defects."""
    if document.data is None:
        return RecordSource(document, None, document.defects or (Defect("empty", Span()),))
    record, defects = validate(Record, document)
    if record is None:
        record = _salvage(document.data, defects)
    return RecordSource(document, record, (*document.defects, *defects))


def validate(model: type[ModelT], document: Document) -> tuple[ModelT | None, tuple[Defect, ...]]:
    """Builds a model from the document's data, or returns its defects."""
    if not isinstance(document.data, dict):
        return None, (Defect("not-a-mapping", document.places.find(())),)
    try:
        return model.model_validate(document.data), ()
    except ValidationError as error:
        return None, tuple(_defect(model, document, item) for item in error.errors(include_url=False))


def _defect(model: type[BaseModel], document: Document, error: Mapping[str, Any]) -> Defect:
    """Returns one of Pydantic's errors, with the key's place instead of its path, and the likely key."""
    loc: Loc = tuple(error["loc"])
    kind = error["type"]
    values = {"key": str(loc[-1]) if loc else "", "problem": error["msg"], "value": _shorten(error["input"])}
    values |= {name: str(value) for name, value in error.get("ctx", {}).items()}
    if kind == "extra_forbidden":
        known = _keys_at(model, loc[:-1])
        values |= {"nearest": nearest(str(loc[-1]), known), "known": ", ".join(known)}
    return Defect(kind, document.places.find(loc, at_key=kind == "extra_forbidden"), values, loc)


_LONGEST_VALUE = 60
"""Longest value that a message quotes whole, in characters."""


def _shorten(value: object) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


def _keys_at(model: type[BaseModel], loc: Loc) -> tuple[str, ...]:
    """Returns the keys that the model accepts at ``loc``."""
    current: type[BaseModel] = model
    for part in loc:
        if isinstance(part, str) and part in current.model_fields:  # and not the key of a dict
            current = _model_inside(current.model_fields[part].annotation) or current
    return tuple(current.model_fields)


def _model_inside(annotation: Any) -> type[BaseModel] | None:
    """Returns the model that a field's type holds: ``Row`` for ``tuple[Row, ...]`` and for ``Row | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_model_inside(argument) for argument in getattr(annotation, "__args__", ()))
    return next((found for found in inner if found is not None), None)


def _salvage(data: Any, defects: tuple[Defect, ...]) -> Record | None:
    """Returns the record without its unknown keys, its unknown category replaced by the derived one."""
    salvageable = {"extra_forbidden", "category_unknown"}
    if not isinstance(data, dict) or any(defect.kind not in salvageable for defect in defects):
        return None
    for defect in defects:
        parent: Any = data
        for part in defect.loc[:-1]:
            parent = parent[part]
        parent.pop(defect.loc[-1]) if defect.kind == "extra_forbidden" else parent.update(category=CATEGORIES[0])
    try:
        record = Record.model_validate(data)
    except ValidationError:
        return None
    if any(defect.kind == "category_unknown" for defect in defects):
        record = record.model_copy(update={"category": derive_category(record).category})
    return record

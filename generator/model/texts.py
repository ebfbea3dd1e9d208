"""The texts of a model that people read: the fields whose type is ``Words``, and the remarks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args

from pydantic import BaseModel

from generator.model.finding import Loc
from generator.model.parameter import WORDS
from generator.model.remark import TEXT_KEY, Remark


def texts_of(model: BaseModel, loc: Loc = ()) -> Iterator[tuple[Loc, str]]:
    """Yields every text that is not empty, with its place; a remark that is a block of code is none."""
    read = read_fields(type(model))
    for name in type(model).model_fields:
        yield from _texts_in(getattr(model, name), (*loc, name), is_read=name in read)


@cache
def read_fields(model: type[BaseModel]) -> frozenset[str]:
    """Returns the fields of a class that hold text for people."""
    return frozenset(
        name
        for name, field in model.model_fields.items()
        if WORDS in field.metadata or any(WORDS in get_args(part) for part in get_args(field.annotation))
    )


def _texts_in(value: object, loc: Loc, *, is_read: bool) -> Iterator[tuple[Loc, str]]:
    match value:
        case Remark():
            if not value.is_code:
                yield (*loc, TEXT_KEY) if value.has_keys else loc, value
        case str():
            if is_read and value:
                yield loc, value
        case BaseModel():
            yield from texts_of(value, loc)
        case tuple() | dict():
            for key, item in value.items() if isinstance(value, dict) else enumerate(value):
                yield from _texts_in(item, (*loc, key), is_read=is_read)

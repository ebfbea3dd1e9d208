"""Migration 2: one piece of code of each mapping is marked as the usual call."""

from __future__ import annotations

from collections.abc import Iterator

from generator.authoring.migrations.step import Change, Migration
from generator.catalog.index import Libraries
from generator.model.finding import Loc, Put
from generator.model.record import Mapping, Record
from generator.model.usual_call import choose_usual
from generator.storage.yaml_file import RecordSource


class UsualCall(Migration):
    """Adds ``usual: true`` to the likeliest snippet of each mapping, those included that a form writes for itself."""

    number = 2
    title = "每组参数的代码中，最平常的一次调用标上 `usual: true`"

    def changes(self, source: RecordSource, libraries: Libraries) -> Iterator[Change]:  # noqa: ARG002
        """Finds the mappings without a mark."""
        record = source.record
        for loc, api, mapping in _written(record) if record is not None else ():
            if any(snippet.usual for _, snippet in mapping.own_snippets()):
                continue
            if (place := choose_usual(api, mapping)) is not None:
                yield Change((*loc, *place), f"`{api}`：标上 usual: true", (Put((*loc, *place, "usual"), "true"),))


def _written(record: Record) -> Iterator[tuple[Loc, str, Mapping]]:
    """Yields the mappings whose code stands in the file: the record's, and what its forms have of their own."""
    yield from ((loc, record.torch, mapping) for loc, mapping in record.mappings())
    for index, form in enumerate(record.forms):
        place = ("forms", index)
        yield (*place,), form.torch, Mapping(examples=form.examples or (), checks=form.checks or ())
        for at, overload in enumerate(form.overloads):
            yield (*place, "overloads", at), form.torch, overload

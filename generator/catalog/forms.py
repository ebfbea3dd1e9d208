"""The forms of a record as sources of their own: each has a record, derived from that of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from generator.model.finding import Loc, Span
from generator.model.form_record import Entries, form_record
from generator.model.inventory import ApiEntry
from generator.storage.yaml_file import RecordSource

EntryOf = Callable[[str], ApiEntry | None]
"""The inventory's entry of a name."""


@dataclass(frozen=True, slots=True)
class FormSource(RecordSource):
    """One form of a file's record, whose API is ``base``.

    ``index`` is its place among the forms, ``origins`` are the places of its snippets.
    """

    base: str = ""
    index: int = 0
    origins: Mapping[Loc, Loc] = field(default_factory=dict)

    @property
    def form_of(self) -> str:
        """The API whose record this one was derived from."""
        return self.base

    @property
    def key(self) -> str:
        """What tells it from the file's record and other forms."""
        return f"{self.file}#{self.index}"

    @property
    def stem(self) -> str:
        """The name of its page."""
        assert self.record is not None
        return self.record.torch

    def span(self, loc: Loc, *, at_key: bool = False) -> Span:
        """Returns the place of a snippet, or of what it was made from; that of the form for all else."""
        place = next((origin for at, origin in self.origins.items() if loc[: len(at)] == at), None)
        return self.document.places.find(place or ("forms", self.index, "torch"), at_key=at_key)


def form_sources(source: RecordSource, entry_of: EntryOf) -> Iterator[FormSource]:
    """Yields the forms of a file's record, in its order."""
    record = source.record
    if record is None:
        return
    for index, form in enumerate(record.forms):
        names = (record.torch, record.paddle, form.torch, form.paddle)
        derived = form_record(record, index, Entries(*(entry_of(name) if name else None for name in names)))
        yield FormSource(source.document, derived.record, (), record.torch, index, derived.origins)

"""What a difference page shows of a record that says nothing: addresses, signatures and summaries."""

from __future__ import annotations

from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.derive import own_category
from generator.model.record import Mapping, Record
from generator.publishing.views.signatures import shown_signature
from generator.publishing.views.summary import summarize


@dataclass(frozen=True)
class PageDefaults:
    """The defaults of a project's pages; ``generator.importing.remove_derived`` leaves out what they say already."""

    catalog: Catalog

    def address(self, api: str) -> str:
        """Returns the documentation address that follows from the name."""
        return self.catalog.settings.address(api)

    def signature(self, api: str, mapping: Mapping, side: str) -> str:
        """Returns the signature that the inventory offers."""
        return shown_signature(self.catalog, api, mapping, side).text

    def summary(self, record: Record, mapping: Mapping) -> str:
        """Returns the sentence of the mapping's category."""
        return summarize(mapping, own_category(record, mapping))

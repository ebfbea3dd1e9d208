"""The registry of all migrations, in the order in which they run, and what applies them to a catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.authoring.migrations.step import Migrated, Migration, migrate_record
from generator.authoring.migrations.usual_call import UsualCall
from generator.authoring.migrations.when_passed import WhenPassed
from generator.catalog.catalog import Catalog

MIGRATIONS: tuple[Migration, ...] = (WhenPassed(), UsualCall())


def migrate(catalog: Catalog) -> Iterator[tuple[Migration, tuple[Migrated, ...]]]:
    """Yields each migration with the records that it concerns; it sees them as those before it left them."""
    for step in MIGRATIONS:
        changes = ((source, tuple(step.changes(source, catalog))) for source in catalog.sources)
        found = tuple(migrate_record(source, of_source) for source, of_source in changes if of_source)
        yield step, found
        after = {one.before.file: one.after for one in found}
        catalog = replace(catalog, sources=tuple(after.get(source.file, source) for source in catalog.sources))

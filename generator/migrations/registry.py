"""The registry of all migrations, in the order in which they run."""

from __future__ import annotations

from generator.migrations.step import Migration
from generator.migrations.usual_call import UsualCall
from generator.migrations.when_passed import WhenPassed

MIGRATIONS: tuple[Migration, ...] = (WhenPassed(), UsualCall())

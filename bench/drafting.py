"""Drafts records of names drawn from real code, by names alone and with the probe, and prints what each draft is worth.

    python bench/drafting.py DEMAND.tsv [NUMBER] [SEED]

DEMAND.tsv has a name in the first column of each line below the first.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

from generator.authoring.drafting.complete_draft import is_carried
from generator.authoring.drafting.draft import Draft, draft_record
from generator.authoring.drafting.probe_drafts import Tried, holds_of, try_drafts
from generator.catalog.catalog import RECORDS, Catalog, load_catalog
from generator.commands.new import draft_of, tasks_of
from generator.evidence.probe.variants import Aspect
from generator.evidence.verify.worker import Worker
from generator.lint.run import lint_catalog
from generator.model.glossary import TO_WRITE
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.record import Check, Record
from generator.storage.record_path import record_path
from generator.storage.yaml_file import read_record

KINDS = frozenset({ApiKind.FUNCTION, ApiKind.CLASS, ApiKind.METHOD})
COLUMNS = (
    *("API", "record", "category before", "category after", "differences found", "carried"),
    *("code before", "code after", "待写 before", "待写 after", "green before", "green after"),
)


def main(demand: str, number: str = "20", seed: str = "11") -> None:
    """Prints a row of the table for each name, and the sums."""
    catalog = load_catalog(Path(__file__).parents[1], results=False)
    names = [line.partition("\t")[0] for line in Path(demand).read_text(encoding="utf-8").splitlines()[1:]]
    offered = [name for name in names if (entry := catalog.entry(name)) is not None and entry.kind in KINDS]
    chosen = random.Random(int(seed)).sample(offered, int(number))  # noqa: S311  (draws, and keeps no secret)
    drafts = {name: _draft(catalog, name) for name in chosen}
    completed = {name: draft_of(catalog, _entry(catalog, name)) for name in chosen}
    tasks = tasks_of(catalog, list(completed.values()))
    tried = {one.draft.record.torch: one for one in try_drafts(tasks, 1, isolated=True)}
    worker = Worker()
    print("|", " | ".join(COLUMNS), "|")
    print("|", " | ".join("---" for _ in COLUMNS), "|")
    for name in chosen:
        print(
            "|",
            " | ".join(_row(catalog, name, (drafts[name], completed[name]), tried.get(name), worker)),
            "|",
            flush=True,
        )
    worker.stop()


def _entry(catalog: Catalog, name: str) -> ApiEntry:
    entry = catalog.entry(name)
    assert entry is not None
    return entry


def _draft(catalog: Catalog, name: str) -> Draft:
    return draft_record(_entry(catalog, name), None, catalog.inventories["paddle"], catalog.glossary)


def _row(catalog: Catalog, name: str, drafts: tuple[Draft, Draft], tried: Tried | None, worker: Worker) -> list[str]:
    before, after = drafts
    source = catalog.source_of(name)
    known = source.record.category.name if source is not None and source.record is not None else "—"
    after = tried.draft if tried is not None else after
    found = [one for one in tried.probe.found if one.aspect is not Aspect.CALL] if tried is not None else []
    carried = sum(tried is not None and is_carried(one, tried.probe.tensors) for one in found)
    return [
        name,
        known,
        before.record.category.name,
        after.record.category.name,
        str(len(found)),
        str(carried),
        _code(before.record, worker),
        _code(after.record, worker),
        str(before.text.count(TO_WRITE) - 1),
        str(after.text.count(TO_WRITE) - 1),
        _green(catalog, before, worker, marked=False),
        _green(catalog, after, worker, marked=True),
    ]


def _holds(record: Record, worker: Worker) -> list[bool]:
    checks = [
        Check(given=one.given, torch=one.torch, paddle=one.paddle, compare=one.compare, random=one.random)
        for _, one in record.snippets()
        if not (one.skip or one.paddle.startswith(f"# {TO_WRITE}"))
    ]
    return list(holds_of(worker, random=False)(checks))


def _code(record: Record, worker: Worker) -> str:
    holds = _holds(record, worker)
    return f"{sum(holds)}/{len(holds)}"


def _green(catalog: Catalog, draft: Draft, worker: Worker, *, marked: bool) -> str:
    """Whether lint and verify accept the draft untouched; what was drafted before had no mark."""
    text = draft.text if marked else replace(draft, record=draft.record.model_copy(update={"draft": False})).text
    source = read_record(f"{RECORDS}/{record_path(draft.record.torch)}", text.encode())
    findings = lint_catalog(replace(catalog, sources=(source,)))
    codes = sorted({one.code for one in findings if not one.fixable})  # --fix mends these, so they stop nobody
    return "yes" if not codes and all(_holds(draft.record, worker)) else f"no {' '.join(codes)}"


if __name__ == "__main__":
    main(*sys.argv[1:])

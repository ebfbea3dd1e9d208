"""How much verification costs beside the bare work: both libraries imported, and every snippet run once on either.

The shipped records are repeated until there are 200. What verification does beyond the bare run: worker processes with
limits, a child for each record, inputs observed before and after, results compared, and every torch snippet once more
on Paddle with the prefix changed. Budget: twice the bare time.

    python -m bench.verify [RECORDS]
"""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from generator.catalog.catalog import load_catalog
from generator.evidence.verify.libraries import libraries_of, load_side, preloads
from generator.evidence.verify.side import run_side
from generator.evidence.verify.verdict import Setting
from generator.evidence.verify.worker_pool import verify_all
from generator.libraries.installed import installed_version
from generator.libraries.registry import LIBRARIES
from generator.model.record import Record

ROOT = Path(__file__).parents[1]
BUDGET = 2.0


def records(count: int) -> list[Record]:
    """The shipped records that have something to run, repeated."""
    found = [record for record in load_catalog(ROOT).records() if any(record.snippets()) and not _waits(record)]
    return list(itertools.islice(itertools.cycle(found), count))


def _waits(record: Record) -> bool:
    """Whether it starts data loaders' processes: ended late, they stall the bare run for five seconds each time."""
    return any("num_workers=" in snippet.torch for _, snippet in record.snippets())


def run_bare(count: int) -> None:
    """What a person would do by hand, in one process."""
    chosen = records(count)
    snippets = [snippet for record in chosen for _, snippet in record.snippets() if not snippet.skip]
    for side, modules in preloads(snippets).items():
        load_side(side, [module for module in modules if module in LIBRARIES])
    for snippet in snippets:
        for library, code in (("torch", snippet.torch), ("paddle", snippet.paddle)):
            with contextlib.suppress(Exception):  # what a failing claim costs belongs to both times
                run_side(library, code, snippet.given, snippet.compare)


def run_verified(count: int) -> None:
    """What ``apimap verify`` does."""
    chosen = records(count)
    names = libraries_of(snippet for record in chosen for _, snippet in record.snippets())
    versions = {name: version for name in names if (version := installed_version(name))}
    for _ in verify_all(chosen, Setting(versions, "2026-01-01"), os.cpu_count() or 1):
        pass


def timed(what: str, count: int) -> float:
    """Seconds that a fresh process takes, in a folder of its own: snippets that save something write where they stand."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run([sys.executable, Path(__file__).resolve(), str(count), what], check=True, cwd=folder)
        return time.perf_counter() - start


def main() -> int:
    """Prints both times and their ratio, the better of two runs each; 1 where the ratio is over the budget."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    bare, verified = (min(timed(what, count) for _ in range(2)) for what in ("bare", "verified"))
    print(
        f"{count} records: bare {bare:.1f} s, verified {verified:.1f} s, ratio {verified / bare:.2f} (at most {BUDGET})"
    )
    return 1 if verified > BUDGET * bare else 0


if __name__ == "__main__":
    if len(sys.argv) > 2:  # noqa: PLR2004  (the child that does the work)
        {"bare": run_bare, "verified": run_verified}[sys.argv[2]](int(sys.argv[1]))
        sys.exit()
    sys.exit(main())

"""Measures how long reading, checking and rendering take, on the shipped records repeated to a catalogue's size."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from generator.catalog import DATA, RECORDS, load_catalog
from generator.lint.run import lint_catalog
from generator.pages.render import render_pages, template_folders
from generator.pages.writer import write_pages

REPOSITORY = Path(__file__).parents[1]
Result = TypeVar("Result")


def repeated_records(root: Path, count: int) -> None:
    """Fills ``root`` with ``count`` records: copies of the shipped ones, each under a name of its own."""
    for entry in (REPOSITORY / DATA).iterdir():
        copy = shutil.copytree if entry.is_dir() else shutil.copy
        if entry.name != Path(RECORDS).name:
            copy(entry, root / DATA / entry.name)
    shipped = sorted((REPOSITORY / RECORDS).rglob("*.yml"))
    for number in range(count):
        source = shipped[number % len(shipped)]
        api = f"{source.stem}_{number}"
        text = source.read_text(encoding="utf-8").replace(f"torch: {source.stem}\n", f"torch: {api}\n", 1)
        kept = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("aliases:"))
        target = root / RECORDS / source.parent.name / f"{api}.yml"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(kept, encoding="utf-8")


def timed(name: str, work: Callable[[], Result]) -> Result:
    """Runs a stage and prints its line of the table."""
    start = time.perf_counter()
    result = work()
    print(f"{name:<8}{time.perf_counter() - start:8.2f} s")
    return result


def main() -> None:
    """Prints one line for each stage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1640, help="how many records (default: %(default)s)")
    count = parser.parse_args().count
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / DATA).mkdir()
        repeated_records(root, count)
        print(f"{count} records")
        catalog = timed("read", lambda: load_catalog(root))
        findings = timed("lint", lambda: lint_catalog(catalog))
        pages = timed("render", lambda: render_pages(catalog, findings, template_folders(REPOSITORY)))
        timed("write", lambda: write_pages(root / "site_src", pages))
        timed("rewrite", lambda: write_pages(root / "site_src", pages))
        print(f"{len(findings)} findings, {len(pages)} pages")


if __name__ == "__main__":
    main()

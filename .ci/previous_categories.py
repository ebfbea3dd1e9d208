"""Writes the categories of the records at a commit, the last release: ``python .ci/previous_categories.py COMMIT``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from generator.catalog.catalog import RECORDS, load_catalog
from generator.storage.previous_categories import write_previous_categories
from generator.storage.yaml_file import read_record

ROOT = Path(__file__).parents[1]


def git(*arguments: str) -> bytes:
    """What git prints."""
    arguments = ("git", "-C", str(ROOT), *arguments)
    return subprocess.run(arguments, check=True, capture_output=True).stdout  # noqa: S603  (the commit of who runs it)


def main(commit: str) -> None:
    """Compares each record with the file that it had; without one, or under another name, nothing is said of it."""
    found = {}
    commit = git("rev-parse", "--short", commit).decode().strip()
    for file in git("ls-tree", "-r", "--name-only", commit, RECORDS).decode().splitlines():
        record = read_record(file, git("show", f"{commit}:{file}")).record
        if record is not None:
            found[record.torch] = record.category.name
    records = list(load_catalog(ROOT).records())
    changed = {
        one.torch: found[one.torch] for one in records if found.get(one.torch, "") not in {"", one.category.name}
    }
    write_previous_categories(ROOT, commit, changed)
    print(f"{len(changed)} 条记录的分类变了。")


main(*sys.argv[1:])

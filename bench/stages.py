"""What each command takes, beside the least that it could take: reading its input with a bare parser.

    python -m bench.stages [--records 1640] [--rounds 3] [--corpus DIR]

    lint, render  the whole command in a process of its own, over clean records: the shipped ones, repeated under other
                  names; beside it a process that loads the same files with yaml's CSafeLoader
    import        all difference documents of the corpus; beside it a process that tokenises them with markdown-it-py
    verify        200 records where torch and paddle are installed; beside it their code run once on either side

Commands and their bare counterparts are run in turn. The site and an edit in `mkdocs serve` have a table of their own:
`python -m bench.site`.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from bench.lint import APIMAP, LIMIT, make_project, seconds
from bench.verify import BUDGET
from bench.verify import timed as verify_seconds

LOAD = """
import pathlib, sys, yaml
for file in pathlib.Path(sys.argv[1]).rglob("*.yml"):
    yaml.load(file.read_bytes(), yaml.CSafeLoader)
"""
TOKENISE = """
import pathlib, sys
from markdown_it import MarkdownIt
parser = MarkdownIt("commonmark").enable("table")
for file in pathlib.Path(sys.argv[1]).rglob("*.md"):
    parser.parse(file.read_text(encoding="utf-8-sig"))
"""
VERIFIED = 200
"""Records that verification runs."""

Row = tuple[str, Callable[[], float], Callable[[], float], float | None]
"""A command's name, its seconds, those of the bare work, and how many times as many it may take, if that is agreed."""


def main() -> int:
    """Prints a table in Markdown; 1 if a command takes longer than is agreed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=1640)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--corpus", type=Path)
    arguments = parser.parse_args()
    over = False
    with tempfile.TemporaryDirectory() as folder:
        print("| command | time | bare parser | ratio | limit |\n| --- | --- | --- | --- | --- |")
        for name, command, bare, limit in rows(Path(folder), arguments.records, arguments.corpus):
            command()  # compiles the modules
            pairs = [(command(), bare()) for _ in range(arguments.rounds)]
            ours, least = (statistics.median(times) for times in zip(*pairs, strict=True))
            over |= limit is not None and ours / least > limit
            print(f"| {name} | {ours:.2f} s | {least:.2f} s | {ours / least:.2f} | {limit or ''} |", flush=True)
    return int(over)


def rows(folder: Path, records: int, corpus: Path | None) -> Iterator[Row]:
    """What can be measured here: importing needs a corpus, verifying both libraries."""
    root = folder / "project"
    make_project(root, records)
    data = str(root / "mapping_data/records")
    yield "lint", lambda: _apimap(root, "lint"), lambda: seconds(LOAD, data), LIMIT
    yield "render", lambda: _rendered(root), lambda: seconds(LOAD, data), None
    if corpus is not None:
        found = folder / "imported"
        yield "import", lambda: _imported(root, corpus, found), lambda: seconds(TOKENISE, str(corpus)), None
    if find_spec("torch") and find_spec("paddle"):
        yield "verify", lambda: verify_seconds("verified", VERIFIED), lambda: verify_seconds("bare", VERIFIED), BUDGET


def _apimap(root: Path, *arguments: str) -> float:
    return seconds(APIMAP, "--root", str(root), *arguments)


def _rendered(root: Path) -> float:
    """Rendering where nothing stands yet."""
    shutil.rmtree(root / "site_src", ignore_errors=True)
    (root / "site_src").mkdir()
    return _apimap(root, "render")


def _imported(root: Path, corpus: Path, target: Path) -> float:
    shutil.rmtree(target, ignore_errors=True)
    return _apimap(root, "import", str(corpus), "--to", str(target))


if __name__ == "__main__":
    sys.exit(main())

"""What each command takes, beside the least that it could take: reading its input with a bare parser.

    python -m bench.stages [--records 1640] [--rounds 3] [--corpus DIR]

    help          `apimap --help`; beside it an interpreter that does nothing
    lint, render  the whole command in a process of its own, over clean records: the shipped ones, repeated under other
                  names; beside it a process that loads the same files with yaml's CSafeLoader
    import        all difference documents of the corpus; beside it a process that tokenises them with markdown-it-py
    verify        200 records where torch and paddle are installed; beside it their code run once on either side

Commands and their bare counterparts are run in turn, each in a process of its own. Modules are compiled before the first
one, as an installation does: a shell that forbids Python to keep what it compiles would measure the compiler. The site and
an edit in `mkdocs serve` have a table of their own: `python -m bench.site`.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from bench.measured import compiling
from bench.repeated import REPOSITORY, make_project
from bench.verify import BUDGET
from bench.verify import timed as verify_seconds

APIMAP = "from generator.cli import main; main()"
LINT_LIMIT = 2.5
"""Most times that linting may take what loading takes."""
HELP_LIMIT = 0.1
"""Most seconds that ``--help`` may take beyond a start of the interpreter."""
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
            if name == "help":
                over |= ours - least > HELP_LIMIT
                print(f"help takes {ours - least:+.3f} s (limit {HELP_LIMIT:+})", file=sys.stderr)
    return int(over)


def rows(folder: Path, records: int, corpus: Path | None) -> Iterator[Row]:
    """What can be measured here: importing needs a corpus, verifying both libraries."""
    root = folder / "project"
    make_project(root, records)
    data = str(root / "mapping_data/records")
    yield "help", lambda: seconds(APIMAP, "--help"), lambda: seconds("pass"), None
    yield "lint", lambda: _apimap(root, "lint"), lambda: seconds(LOAD, data), LINT_LIMIT
    yield "render", lambda: _rendered(root), lambda: seconds(LOAD, data), None
    if corpus is not None:
        found = folder / "imported"
        yield "import", lambda: _imported(root, corpus, found), lambda: seconds(TOKENISE, str(corpus)), None
    if find_spec("torch") and find_spec("paddle"):
        yield "verify", lambda: verify_seconds("verified", VERIFIED), lambda: verify_seconds("bare", VERIFIED), BUDGET


def seconds(*command: str, finds: bool = False) -> float:
    """Seconds from starting Python with some code and its arguments to its end.

    Raises:
        subprocess.CalledProcessError: it failed, or found something, unless it always ``finds`` something in this input.
    """
    before = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", *command], cwd=REPOSITORY, env=compiling(), capture_output=True, check=False
    )
    taken = time.perf_counter() - before
    if done.returncode > finds:
        done.check_returncode()
    return taken


def _apimap(root: Path, *arguments: str, finds: bool = False) -> float:
    return seconds(APIMAP, "--root", str(root), *arguments, finds=finds)


def _rendered(root: Path) -> float:
    """Rendering where nothing stands yet."""
    shutil.rmtree(root / "site_src", ignore_errors=True)
    (root / "site_src").mkdir()
    return _apimap(root, "render")


def _imported(root: Path, corpus: Path, target: Path) -> float:
    shutil.rmtree(target, ignore_errors=True)
    return _apimap(root, "import", str(corpus), "--to", str(target), finds=True)


if __name__ == "__main__":
    sys.exit(main())

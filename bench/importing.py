"""How long it takes to lint a collection of Markdown documents, in multiples of markdown-it-py's tokenising alone.

Usage: MAPPING_CORPUS=…/paddle-docs-2024-12 python -m bench.importing [RUNS]
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from markdown_it import MarkdownIt

from generator.catalog.catalog import Catalog, load_catalog
from generator.importing.document import read_difference_document
from generator.lint.foreign_files import foreign_catalog
from generator.lint.run import lint_catalog

ROOT = Path(__file__).parents[1]
BUDGET = 3.0
"""The whole lint in multiples of tokenising."""


def main() -> None:
    """Prints the best of several runs of each, taken in turn in one process."""
    corpus = Path(os.environ["MAPPING_CORPUS"])
    files = [
        path for folder in ("api_difference", "api_difference_third_party") for path in corpus.glob(f"{folder}/**/*.md")
    ]
    raws = {path.as_posix(): path.read_bytes() for path in sorted(files)}
    catalog = load_catalog(ROOT)
    timings: dict[str, list[float]] = {"tokenise": [], "read": [], "lint": []}
    found = 0
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 5):
        timings["tokenise"].append(_time(lambda: _tokenise(raws)))
        timings["read"].append(_time(lambda: [read_difference_document(*item) for item in raws.items()]))
        timings["lint"].append(_time(lambda: _lint(catalog, raws)))
        found = len(_lint(catalog, raws))
    best = {name: min(values) for name, values in timings.items()}
    print(f"{len(raws)} documents, {sum(map(len, raws.values())) / 1e6:.2f} MB, {found} findings")
    for name, seconds in best.items():
        print(f"{name:9} {seconds:6.3f} s  {seconds / best['tokenise']:5.2f} ×")
    sys.exit(best["lint"] > BUDGET * best["tokenise"])


def _tokenise(raws: dict[str, bytes]) -> None:
    parser = MarkdownIt("commonmark").enable("table")
    for raw in raws.values():
        parser.parse(raw.decode("utf-8-sig"))


def _lint(catalog: Catalog, raws: dict[str, bytes]) -> list[object]:
    sources = tuple(read_difference_document(file, raw) for file, raw in raws.items())
    return list(lint_catalog(foreign_catalog(catalog, sources)))


def _time(run: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()

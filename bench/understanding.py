"""What understanding and converting code takes, beside what Python itself takes to parse and compile it.

    python -m bench.understanding DIR … [--rounds 5]

``DIR`` are folders with code that uses torch, such as checkouts of pytorch/examples and facebookresearch/detr. Every
round measures the CPU seconds of one process, in which all is loaded, for each step over all files; the table has the
medians by 1,000 lines. The collector of garbage is off, as in the commands. 1 if converting takes more than is agreed.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bench.repeated import REPOSITORY
from generator.calls.analyse import analyse
from generator.calls.convert import convert
from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.calls.site import SourceError
from generator.calls.text.syntax import parse_source
from generator.catalog.catalog import load_catalog

LIMIT = 10.0
"""Most times that converting may take what parsing and compiling take."""


def main() -> int:
    """Prints a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", metavar="DIR", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    texts = [text for folder in arguments.folders for text in read(folder)]
    lines = sum(text.count("\n") for text in texts)
    if not lines:
        raise SystemExit("no Python files")
    knowledge = Knowledge.parse(json.dumps(compile_knowledge(load_catalog(REPOSITORY))))
    steps: Mapping[str, Callable[[str], object]] = {
        "parse and compile": lambda text: (ast.parse(text), compile(text, "<text>", "exec")),
        "analyse": lambda text: analyse(text, knowledge),
        "convert": lambda text: convert(text, knowledge),
    }
    gc.collect()
    gc.disable()
    for step in steps.values():
        seconds(step, texts)  # fills the caches
    taken = [{name: seconds(step, texts) for name, step in steps.items()} for _ in range(arguments.rounds)]
    found = {name: statistics.median(each[name] for each in taken) * 1000 / lines for name in steps}
    print(f"{len(texts)} files, {lines:,} lines\n\n| step | CPU by 1,000 lines | ratio |\n| --- | --- | --- |")
    for name, one in found.items():
        print(f"| {name} | {one:.3f} s | {one / found['parse and compile']:.1f} |")
    return int(found["convert"] > LIMIT * found["parse and compile"])


def read(folder: Path) -> list[str]:
    """The files that this interpreter can parse."""
    found = []
    for file in sorted(folder.rglob("*.py")):
        text = file.read_text(encoding="utf-8", errors="replace")
        try:
            parse_source(text)
        except SourceError:
            continue
        found.append(text)
    return found


def seconds(step: Callable[[str], object], texts: Sequence[str]) -> float:
    """CPU seconds of this process for a step over all texts."""
    before = time.process_time()
    for text in texts:
        step(text)
    return time.process_time() - before


if __name__ == "__main__":
    sys.exit(main())

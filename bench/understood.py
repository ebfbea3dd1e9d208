"""How often the browser's core gives what ``generator.calls`` gives: both run over the same files.

    python -m bench.understood FILE_OR_FOLDER … [--most 200]

Compared are every use with its place, verdict, reason, assumptions and warnings, and the converted text.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from generator.calls.convert import convert
from generator.calls.knowledge.knowledge import Knowledge
from generator.calls.site import CallSite, SourceError
from generator.commands import Invocation
from generator.commands.known_calls import CALLS, open_knowledge
from generator.storage.checksum import CHECKSUM_LENGTH

SCRIPT = Path(__file__).with_name("understand.mjs")


def understand(calls: Path, sources: Iterable[str]) -> list[dict[str, Any]]:
    """What the browser's core makes of source texts with a ``calls.json``, in node."""
    lines = "".join(f"{json.dumps(source)}\n" for source in sources)
    done = subprocess.run(["node", str(SCRIPT), str(calls)], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def python_files(places: Iterable[Path]) -> list[Path]:
    """The Python files at places, in the order of their names."""
    return [file for place in places for file in (sorted(place.rglob("*.py")) if place.is_dir() else [place])]


def compare(source: str, knowledge: Knowledge, found: dict[str, Any]) -> tuple[int, str]:
    """How many uses a text has, and in what the two differ: empty where they do not."""
    try:
        conversion = convert(source, knowledge)
    except SourceError as error:
        return 0, "" if "error" in found else f"only the browser reads it: {error}"
    if "error" in found:
        return 0, f"only Python reads it: {found['error']}, line {found['line']}"
    sites = [_fields(site) for site in conversion.analysis.sites]
    others = [{name: each[name] for name in _NAMES.values()} for each in found["sites"]]
    different = next((pair for pair in zip(sites, others, strict=False) if pair[0] != pair[1]), None)
    if different or len(sites) != len(others):
        return len(sites), f"uses: {different or (len(sites), len(others))}"
    return len(sites), "" if conversion.text == found["text"] else "converted text"


_NAMES = {
    "api": "api",
    "written": "written",
    "line": "line",
    "column": "column",
    "verdict": "verdict",
    "reason": "reason",
    "paddle": "paddle",
    "record": "record",
    "guess": "isGuess",
    "part_of": "partOf",
    "assumptions": "assumptions",
    "warnings": "warnings",
}
"""The fields of a site in Python and in JavaScript."""


def _fields(site: CallSite) -> dict[str, Any]:
    return {other: _plain(getattr(site, name)) for name, other in _NAMES.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | dict):  # of what a use warns of, the words
        return list(value)
    return str(value) if isinstance(value, str) else value


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints what differs, and how many files are equal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=200)
    options = parser.parse_args(arguments)
    knowledge = open_knowledge(Invocation(Path()))
    files = python_files(options.places)[: options.most]
    sources = [file.read_bytes().decode() for file in files]
    with tempfile.TemporaryDirectory() as folder:
        calls = Path(folder, "calls.json")
        calls.write_bytes(CALLS.cache(Path()).read_bytes()[CHECKSUM_LENGTH:])
        found = understand(calls, sources)
    uses = equal = 0
    for file, source, one in zip(files, sources, found, strict=True):
        count, difference = compare(source, knowledge, one)
        uses += count
        equal += not difference
        if difference:
            print(f"{file}: {difference}")
    print(f"{equal} of {len(files)} files are equal, with {uses} uses of torch")


if __name__ == "__main__":
    main()

"""Knowledge of a few calls, which needs neither inventories nor evidence, and reports made of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from known_signatures import INVENTORIES
from samples import ABS, DROPOUT, catalog_of

from generator.calls.analyse import analyse
from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.calls.site import CallSite
from generator.projects.scan.file_scan import FileScan, Use, scan_file
from generator.projects.scan.summary import Summary
from generator.projects.sources.find import find_files
from generator.projects.sources.source_file import Part

CATALOG = replace(catalog_of(ABS, DROPOUT), inventories=INVENTORIES)
KNOWLEDGE = Knowledge.of(json.loads(json.dumps(compile_knowledge(CATALOG, proven_only=False))))
"""``torch.abs`` is converted, ``torch.add`` is known to torch and has no record."""


def summary_of(folder: Path, files: Mapping[str, str | bytes] = {}) -> Summary:
    """What a scan finds in a folder, after these files are written into it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    found = find_files([folder])
    scans = [scan_file(file, partial(analyse, knowledge=KNOWLEDGE)) for file in found.code]
    return Summary(tuple(scans), found.problems)


def scan_of(name: str, text: str, *sites: CallSite, cell: int = 0) -> FileScan:
    """One file with these uses, whatever they say."""
    part = Part(text, cell)
    uses = [
        Use(site, 0, cell, *part.position(site.start), *part.position(site.end), site.start, site.end) for site in sites
    ]
    return FileScan(name, (part,), tuple(uses), ())


def address(record: str) -> str:
    """The page of a record."""
    return f"https://example.org/api/{record}/"

"""A project folder of any size for figures: the shipped records, each many times over under names of its own.

The inventories know those names too, so that lint finds nothing.
"""

from __future__ import annotations

import re
import shutil
from itertools import cycle, islice
from pathlib import Path

import yaml

REPOSITORY = Path(__file__).parents[1]


def make_project(root: Path, count: int) -> None:
    """A project folder with ``count`` records and inventories that know their APIs."""
    data = root / "mapping_data"
    data.mkdir(parents=True, exist_ok=True)
    shutil.copy(REPOSITORY / "mapping_data/catalog.yml", data)
    shutil.copytree(REPOSITORY / "mapping_data/inventory", data / "inventory", dirs_exist_ok=True)
    shipped = sorted(path for path in (REPOSITORY / "mapping_data/records").rglob("*.yml") if is_record(path))
    lines: list[str] = []
    for number, file in enumerate(islice(cycle(shipped), count)):
        text = file.read_text(encoding="utf-8")
        new = {name: f"{name}_{number:04}" for name in names_of(text)}
        lines += [f"{name}\t{replacement}" for name, replacement in new.items()]
        text = renamed(text, new)
        target = data / "records" / file.parent.name / f"{next(iter(new.values()))}.yml"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    extend_inventories(data / "inventory", lines)


def renamed(text: str, new: dict[str, str]) -> str:
    """The record's text with new names for its own API and its aliases; one of them may begin with another."""
    longest_first = sorted(new, key=len, reverse=True)
    whole = rf"(?<![\w.])(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    text = re.sub(whole, lambda match: new[match.group()], text)
    for name, replacement in new.items():
        last, instead = name.rpartition(".")[2], replacement.rpartition(".")[2]
        called = rf"(?<=\.){last}(?=\()|(?<=import ){last}$|(?<= ){last}(?=\()"
        text = re.sub(called, instead, text, flags=re.MULTILINE)
    return text


def is_record(path: Path) -> bool:
    """Whether a file is a record; one that is being written may not be."""
    try:
        return "torch" in yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, TypeError):
        return False


def names_of(text: str) -> list[str]:
    """The record's torch API and its aliases."""
    record = yaml.safe_load(text)
    return [record["torch"], *record.get("aliases", [])]


def extend_inventories(folder: Path, pairs: list[str]) -> None:
    """Adds a line for each new name, equal to that of the API that it was made from.

    The inventories of earlier releases go: they are differences to these as they were.
    """
    for delta in folder.glob("*.delta"):
        delta.unlink()
    for path in folder.glob("*.txt"):
        head, rest = (
            path.read_text(encoding="utf-8").split("\n", 2)[:2],
            path.read_text(encoding="utf-8").split("\n", 2)[2],
        )
        known = {line.partition("\t")[0]: line for line in rest.splitlines()}
        for pair in pairs:
            name, new = pair.split("\t")
            if name in known:
                known[new] = known[name].replace(name, new, 1)
        body = "\n".join(known[name] for name in sorted(known))
        path.write_text("\n".join([*head, body, ""]), encoding="utf-8")

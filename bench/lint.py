"""Cold `apimap lint` over 1,640 records, against yaml.load with CSafeLoader over the same files, in one run.

    python bench/lint.py [--records 1640] [--rounds 5] [--keep DIR]

The records are the shipped ones, each many times over under names of its own; the inventories know those names too.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

import yaml

REPOSITORY = Path(__file__).parents[1]
LIMIT = 2.5
"""Most times that linting may take what loading takes."""


def main() -> int:
    """Prints both times and their ratio; 1 if it is above the limit, or if lint found anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1640)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = arguments.keep or Path(folder)
        make_project(root, arguments.records)
        files = sorted((root / "mapping_data/records").rglob("*.yml"))
        pairs = [(load(files), lint(root)) for _ in range(arguments.rounds)]
        loading, linting = (statistics.median(times) for times in zip(*pairs, strict=True))
    size = sum(len(file.read_bytes()) for file in files) if arguments.keep else 0
    print(f"{len(files)} records {f'({size / 1e6:.1f} MB)' if size else ''}")
    print(f"yaml.load with CSafeLoader  {loading:6.3f} s")
    print(f"apimap lint, cold           {linting:6.3f} s   {linting / loading:.2f} times (limit {LIMIT})")
    return int(linting / loading > LIMIT)


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
        names = names_of(text)
        new = {name: f"{name}_{number:04}" for name in names}
        for name, replacement in new.items():
            lines.append(f"{name}\t{replacement}")
            text = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w])", replacement, text)
            last, replaced = name.rpartition(".")[2], replacement.rpartition(".")[2]
            text = re.sub(
                rf"(?<=\.){last}(?=\()|(?<=import ){last}$|(?<= ){last}(?=\()", replaced, text, flags=re.MULTILINE
            )
        target = data / "records" / file.parent.name / f"{new[names[0]]}.yml"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    extend_inventories(data / "inventory", lines)


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
    """Adds a line for each new name, equal to that of the API that it was made from."""
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


def load(files: list[Path]) -> float:
    """Seconds that yaml.load takes for all files."""
    start = time.perf_counter()
    for file in files:
        yaml.load(file.read_bytes(), yaml.CSafeLoader)
    return time.perf_counter() - start


def lint(root: Path) -> float:
    """Seconds from starting the command to its end."""
    command = [sys.executable, "-c", "from generator.cli import main; main()", "--root", str(root), "lint"]
    start = time.perf_counter()
    result = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if result.returncode:
        print("\n".join(result.stdout.splitlines()[:8]), result.stderr[-300:])
    return seconds


if __name__ == "__main__":
    sys.exit(main())

"""Cold `apimap lint` over 1,640 records, against yaml.load with CSafeLoader over the same files, in one run.

    python -m bench.lint [--records 1640] [--rounds 5] [--keep DIR]

The records are the shipped ones, each many times over under names of its own; the inventories know those names too.
Beside it, `apimap --help` against an interpreter that does nothing.

Cold means a process of its own for each round. Modules are compiled before the first one, as an installation does:
a shell that forbids Python to keep what it compiles would measure the compiler.
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

from bench.measured import compiling

REPOSITORY = Path(__file__).parents[1]
LIMIT = 2.5
"""Most times that linting may take what loading takes."""
HELP_LIMIT = 0.1
"""Most seconds that ``--help`` may take beyond a start of the interpreter."""

APIMAP = "from generator.cli import main; main()"


def main() -> int:
    """Prints all times; 1 if one is above its limit, or if lint found anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1640)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = arguments.keep or Path(folder)
        make_project(root, arguments.records)
        files = sorted((root / "mapping_data/records").rglob("*.yml"))
        lint = [APIMAP, "--root", str(root), "lint"]
        clean = is_clean(start(*lint))  # compiles the modules, too
        pairs = [(load(files), seconds(*lint)) for _ in range(arguments.rounds)]
    loading, linting = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"{len(files)} records")
    print(f"yaml.load with CSafeLoader  {loading:6.3f} s")
    print(f"apimap lint, cold           {linting:6.3f} s   {linting / loading:.2f} times (limit {LIMIT})")
    pairs = [(seconds("pass"), seconds(APIMAP, "--help")) for _ in range(arguments.rounds)]
    nothing, helping = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"python -c pass              {nothing:6.3f} s")
    print(f"apimap --help               {helping:6.3f} s   {helping - nothing:+.3f} s (limit {HELP_LIMIT:+})")
    return int(not clean or linting / loading > LIMIT or helping - nothing > HELP_LIMIT)


def is_clean(result: subprocess.CompletedProcess[str]) -> bool:
    """Whether lint found nothing; what it found is printed, since it takes time that a clean run does not."""
    if result.returncode:
        print("\n".join(result.stdout.splitlines()[:8]), result.stderr[-300:])
    return not result.returncode


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
    before = time.perf_counter()
    for file in files:
        yaml.load(file.read_bytes(), yaml.CSafeLoader)
    return time.perf_counter() - before


def seconds(*command: str) -> float:
    """Seconds from starting Python to its end."""
    before = time.perf_counter()
    start(*command)
    return time.perf_counter() - before


def start(*command: str) -> subprocess.CompletedProcess[str]:
    """Runs Python code with arguments in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", *command], cwd=REPOSITORY, env=compiling(), capture_output=True, text=True, check=False
    )


if __name__ == "__main__":
    sys.exit(main())

"""Builds of the same pages by this project, by Hugo, Material and Zensical, in turn, with time, memory and size.

    python -m bench.site --corpus DIR [--records 1640] [--rounds 3] [--without all-in-nav pruned …] [--keep DIR]

    cold          this project, nothing made before: pages, search, finder, lists, files for machines
    warm          the same again, nothing changed
    edit          from saving a record to its new page, in a running `mkdocs serve`; the table and the search included
    plain         this project with `fast: false`: MkDocs makes every page
    hugo          Hugo with templates that print title and content alone; it has to be installed
    pruned        plain Material, every page in `nav`, with `navigation.prune`
    all-in-nav    plain Material, every page in `nav`
    zensical-nav  Zensical on the project of `pruned`
    zensical      Zensical on this project, with its theme and its Markdown extension

The Markdown is the same for all. Ratios are of medians; the limits are those that the project sets itself. CPU is that of
all processes of a build, peak memory that of its largest process.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which

from bench.measured import Run, measured_run
from bench.served import seconds_to_new_page
from bench.site_projects import APIMAP, make_catalogue, make_hugo, make_material, without_shortcut

MKDOCS = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
ZENSICAL = [sys.executable, "-m", "zensical", "build"]
HUGO = ["hugo"]
LIMITS = (
    ("cold", "hugo", 2.0),
    ("warm", "cold", 0.15),
    ("edit", "cold", 0.08),
)
"""Whose time is compared with whose, and the limit at 1,640 records."""
MANY, EDIT_LIMIT_OF_MANY = 16_400, 0.05
"""From so many records on an edit has to take less of a cold build."""
SIZE_LIMIT = 0.2
"""How large our site may be beside that of plain Material, pruned."""


@dataclass
class Variant:
    """One way of building: how to make ready, what to run, and where the site stands then."""

    prepare: Callable[[], None]
    run: Callable[[], Run]
    site: Path | None
    runs: list[Run] = field(default_factory=list)
    size: int = 0
    """Bytes of the site after the last run."""
    page: float = 0
    """Bytes of its median difference page."""

    @property
    def seconds(self) -> float:
        """The median of the runs."""
        return statistics.median(run.seconds for run in self.runs)

    def measure(self) -> None:
        """Runs once more. The site is measured at once: another variant may build into the same folder."""
        self.prepare()
        self.runs.append(self.run())
        if self.site is not None:
            self.size = sum(path.stat().st_size for path in self.site.rglob("*") if path.is_file())
            self.page = statistics.median(path.stat().st_size for path in self.site.glob("api/*/index.html"))


def main() -> int:
    """Prints a table of all variants and the ratios; 1 if a ratio is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--records", type=int, default=1640)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        variants = make_variants(folder, arguments.records, arguments.corpus)
        for name in arguments.without:
            variants.pop(name)
        if which(HUGO[0]) is None and variants.pop("hugo", None) is not None:
            print("hugo is not installed, and left out", file=sys.stderr)
        for number in range(arguments.rounds):
            for name, variant in variants.items():
                variant.measure()
                print(f"round {number + 1}: {name} {variant.runs[-1].seconds:.2f} s", file=sys.stderr, flush=True)
        print_table(arguments.records, variants)
    return int(print_ratios(arguments.records, variants))


def make_variants(folder: Path, records: int, corpus: Path) -> dict[str, Variant]:
    """All variants over one catalogue, in the order in which they are run."""
    ours, hugo, pruned, full = (folder / name for name in ("ours", "hugo", "pruned", "full"))
    if not ours.exists():
        make_catalogue(ours, records, corpus)
    measured_run([*APIMAP, "render"], ours)
    if not hugo.exists():
        make_hugo(hugo, ours / "site_src")
    for root, prune in ((pruned, True), (full, False)):
        if not root.exists():
            make_material(root, ours / "site_src", prune=prune)
    plain = [*MKDOCS, "--config-file", without_shortcut(ours)]
    return {
        "cold": Variant(lambda: _forget(ours), lambda: measured_run(MKDOCS, ours), ours / "site"),
        "warm": Variant(_nothing, lambda: measured_run(MKDOCS, ours), ours / "site"),
        "edit": Variant(_nothing, lambda: seconds_to_new_page(ours), None),
        "plain": Variant(lambda: _forget(ours), lambda: measured_run(plain, ours), ours / "site"),
        "hugo": Variant(lambda: _forget(hugo), lambda: measured_run(HUGO, hugo), hugo / "public"),
        "pruned": Variant(lambda: _forget(pruned), lambda: measured_run(MKDOCS, pruned), pruned / "site"),
        "all-in-nav": Variant(lambda: _forget(full), lambda: measured_run(MKDOCS, full), full / "site"),
        "zensical": Variant(lambda: _render_anew(ours), lambda: measured_run(ZENSICAL, ours), ours / "site"),
        "zensical-nav": Variant(lambda: _forget(pruned), lambda: measured_run(ZENSICAL, pruned), pruned / "site"),
    }


def _nothing() -> None:
    """What was made before stays."""


def _forget(root: Path) -> None:
    """Puts aside all that an earlier build left, but for the Markdown of plain sites.

    It is not removed: for some minutes ext4 is several times as slow at making files where thousands were removed.
    """
    aside = Path(tempfile.mkdtemp(prefix="forgotten-", dir=root.parent))
    for name in ("site", "public", ".cache"):
        if (root / name).exists():
            (root / name).rename(aside / name)


def _render_anew(root: Path) -> None:
    """Puts aside all that an earlier build left, and makes the bodies that an engine without plugins reads."""
    _forget(root)
    measured_run([*APIMAP, "render"], root)


def print_table(records: int, variants: dict[str, Variant]) -> None:
    """A line for each variant, in Markdown."""
    print(f"\n{records} records, medians of {len(next(iter(variants.values())).runs)} rounds\n")
    print("| build | wall | CPU | peak memory | site on disk | median page |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, variant in variants.items():
        cpu = statistics.median(run.cpu for run in variant.runs)
        memory = max(run.memory for run in variant.runs)
        sizes = f"{variant.size / 1e6:.1f} MB | {variant.page / 1e3:.1f} kB" if variant.size else " | "
        print(f"| {name} | {variant.seconds:.2f} s | {cpu:.2f} s | {memory / 1e6:.0f} MB | {sizes} |")


def print_ratios(records: int, variants: dict[str, Variant]) -> bool:
    """A line for each ratio; whether one is over its limit."""
    over = False
    print()
    for name, other, usual in LIMITS:
        limit = EDIT_LIMIT_OF_MANY if name == "edit" and records >= MANY else usual
        if name in variants and other in variants:
            ratio = variants[name].seconds / variants[other].seconds
            over |= ratio > limit
            print(f"{name} / {other}: {ratio:.3f} (limit {limit})")
    if {"cold", "pruned"} <= variants.keys():
        ratio = variants["cold"].size / variants["pruned"].size
        over |= ratio > SIZE_LIMIT
        print(f"site on disk, cold / pruned: {ratio:.3f} (limit {SIZE_LIMIT})")
    return over


if __name__ == "__main__":
    sys.exit(main())

"""How much of PaConvert's own tests our conversion does, and how much of that is right: a table, and JSON with details.

    python -m bench.converting --corpus DIR [--part development|evaluation|all] [--only NAME …] [--sample N [--seed S]]
                               [--recorded] [--with rows|unproven|prefix] [--demand FILE] [--output FILE.json]

``DIR`` is a checkout of PaConvert; nothing of it is copied. Its test modules run with our conversion in place of its own:
their code, their comparison; ``bench/judged_case.py`` says what is judged how. torch and Paddle are imported once, and each
test function runs in a process forked from that, which is not shut in: it can do whatever you can.

The development part are the files of whose name the digest is below 60 of 100. Of the evaluation part the output tells
numbers and API names only, so that nobody learns its cases; of the development part also what was wrong and what was left
to a person.

    right / run         of the cases whose torch side runs here: converted and right, or rightly left
    right / converted   of the cases that were converted as a whole: right
    recorded            the cases all of whose torch names are answered by records
    by use              the mean over the tested APIs, each as often as ``--demand`` (mapping_data/demand.tsv) counts its uses

``--with unproven`` converts by records without current evidence too: what they would do once they are verified again.
``--with prefix`` measures instead what replacing the libraries' names alone gives, for comparison.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from bench.judged_case import Converted, Converter, Outcome, Todo
from bench.judged_corpus import DEVELOPMENT, EVALUATION, Case, Result, Terms, cases_of, judge_all, part_of, test_files
from generator.calls.convert import convert
from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import load_catalog
from generator.evidence.verify.libraries import load_side
from generator.libraries.installed import installed_version
from generator.libraries.registry import LIBRARIES
from generator.model.call_verdict import CallVerdict
from generator.model.prefix import change_prefix
from generator.storage.atomic import write_text
from generator.storage.demand_file import DEMAND, read_demand

ROOT = Path(__file__).parents[1]
LISTED = 25
"""How many rows of a list are printed; the JSON has all."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How many cases had each outcome; ``only_run`` of the right ones name nothing to compare."""

    outcomes: Mapping[Outcome, int]
    only_run: int

    @property
    def run(self) -> int:
        """The cases that say something."""
        return sum(self.outcomes.values()) - self.outcomes[Outcome.NOT_RUN]

    @property
    def right_of_run(self) -> float | None:
        """The share that is done as it should be, rightly left included."""
        return _share(self.outcomes[Outcome.RIGHT] + self.outcomes[Outcome.LEFT], self.run)

    @property
    def right_of_converted(self) -> float | None:
        """The share that is right of what was converted as a whole."""
        right = self.outcomes[Outcome.RIGHT]
        return _share(right, right + self.outcomes[Outcome.WRONG])

    def as_data(self) -> dict[str, Any]:
        """The figures for JSON."""
        return {
            **{outcome.replace(" ", "_"): self.outcomes[outcome] for outcome in Outcome},
            "run": self.run,
            "only_run": self.only_run,
            "right_of_run": self.right_of_run,
            "right_of_converted": self.right_of_converted,
        }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def count(results: Iterable[Result]) -> Figures:
    """Counts the outcomes."""
    listed = list(results)
    outcomes = Counter(dict.fromkeys(Outcome, 0))
    outcomes.update(result.outcome for result in listed)
    return Figures(outcomes, sum(result.outcome is Outcome.RIGHT and not result.compared for result in listed))


def count_by_api(results: Iterable[Result]) -> dict[str, Figures]:
    """Counts the outcomes for each API that is tested, in the order of names."""
    grouped = defaultdict[str, list[Result]](list)
    for result in results:
        grouped[result.api].append(result)
    return {api: count(grouped[api]) for api in sorted(grouped)}


@dataclass(frozen=True, slots=True)
class Weighted:
    """Means over APIs by how often people use them: of ``apis`` APIs with ``share`` of all uses that were counted."""

    apis: int
    share: float
    right_of_run: float | None
    right_of_converted: float | None


def weigh(by_api: Mapping[str, Figures], uses: Mapping[str, int]) -> Weighted:
    """Weighs each API's shares by its uses."""
    known = {api: figures for api, figures in by_api.items() if figures.run and uses.get(api)}

    def mean(share: Callable[[Figures], float | None]) -> float | None:
        pairs = [(uses[api], found) for api, figures in known.items() if (found := share(figures)) is not None]
        return sum(weight * found for weight, found in pairs) / sum(weight for weight, _ in pairs) if pairs else None

    return Weighted(
        len(known),
        sum(uses[api] for api in known) / max(sum(uses.values()), 1),
        mean(lambda figures: figures.right_of_run),
        mean(lambda figures: figures.right_of_converted),
    )


def convert_by_rows(*, proven_only: bool = True) -> Converter:
    """What ``apimap convert`` does, with the records of this project; or with those as well that nothing proves."""
    data = compile_knowledge(load_catalog(ROOT), proven_only=proven_only)
    knowledge = Knowledge.parse(json.dumps(data))

    def convert_by(source: str) -> Converted:
        made = convert(source, knowledge)
        sites = made.analysis.sites
        left = tuple(Todo(site.api, str(site.verdict), site.reason) for site in sites if site.verdict.is_todo)
        return Converted(
            made.text,
            all(site.record or site.verdict is CallVerdict.FOREIGN for site in sites),
            (left or (Todo("", "", ""),)) if made.todos else (),
            tuple(dict.fromkeys(assumption for site in sites for assumption in site.assumptions)),
        )

    return convert_by


def convert_prefix() -> Converter:
    """What replacing the names of the libraries does, and nothing else; it knows of no records."""
    return lambda source: Converted(change_prefix(source) or source, recorded=False)


CONVERTERS: Mapping[str, Callable[[], Converter]] = {
    "rows": convert_by_rows,
    "unproven": partial(convert_by_rows, proven_only=False),
    "prefix": convert_prefix,
}


def load_libraries() -> None:
    """Imports what cases use, so that each case's process has it from the start."""
    importlib.import_module("pytest")
    for known in LIBRARIES.values():
        if installed_version(known.name) is not None:
            load_side(known.side, [known.name, *known.preloads.values()])
    paddle = importlib.import_module("paddle")
    paddle.disable_signal_handler()  # in a process that a signal ends, it can wait for ever for a lock
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


def select(files: Sequence[Path], arguments: argparse.Namespace) -> list[Case]:
    """The cases that the arguments ask for.

    Raises:
        SystemExit: a name is that of no test file.
    """
    chosen = [file for file in files if arguments.part in {"all", part_of(file.name)}]
    if arguments.only:
        wanted = {f"{name.removesuffix('.py')}.py" for name in arguments.only}
        chosen = [file for file in files if file.name in wanted]
        if missing := wanted - {file.name for file in chosen}:
            raise SystemExit(f"no test file {', '.join(sorted(missing))} in {arguments.corpus}")
    if arguments.sample and arguments.sample < len(chosen):
        chosen = sorted(random.Random(arguments.seed).sample(chosen, arguments.sample))  # noqa: S311  (no secret)
    return [case for file in chosen for case in cases_of(file)]


def main() -> int:
    """Prints the table; 1 where the conversion itself failed."""
    arguments = _parse()
    uses = {use.name: use.uses for use in read_demand(arguments.demand).uses}
    cases = select(test_files(arguments.corpus), arguments)
    if not cases:
        raise SystemExit(f"no test cases in {arguments.corpus}")
    convert = CONVERTERS[arguments.converter]()
    load_libraries()
    start = time.monotonic()
    terms = Terms(arguments.jobs, arguments.limit, only_recorded=arguments.recorded)
    with click.progressbar(length=len(cases), label="cases", show_pos=True, file=sys.stderr) as bar:
        results = judge_all(cases, convert, terms, lambda: _advance(bar))
    print(
        f"{_commit(arguments.corpus)}, {arguments.part}: {len({case.file for case in cases})} files, {len(cases)} cases"
        f" in {time.monotonic() - start:.0f} s, converted by {arguments.converter}"
    )
    print_table(results, uses)
    if arguments.output:
        text = json.dumps(as_data(results, uses), ensure_ascii=False, indent=1)
        write_text(arguments.output, text + "\n")
    return int(any(result.outcome is Outcome.ERROR for result in results))


def _advance(bar: Any) -> None:
    """Counts a case; where no terminal shows the bar, tells each twentieth of all on a line."""
    bar.update(1)
    if not sys.stderr.isatty() and bar.pos * 20 // bar.length > (bar.pos - 1) * 20 // bar.length:
        print(f"{bar.pos}/{bar.length}", file=sys.stderr, flush=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="a checkout of PaConvert")
    parser.add_argument("--part", choices=(DEVELOPMENT, EVALUATION, "all"), default=DEVELOPMENT)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these test files only, of whatever part")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of the files, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--recorded", action="store_true", help="run only cases all of whose names have records")
    parser.add_argument("--with", dest="converter", choices=CONVERTERS, default="rows", help="what converts")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cases at a time")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="for one case")
    parser.add_argument("--demand", type=Path, default=ROOT / DEMAND, metavar="FILE", help="uses of each name")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the figures and details as JSON")
    arguments = parser.parse_args()
    arguments.corpus = arguments.corpus.resolve()
    return arguments


def _commit(corpus: Path) -> str:
    done = subprocess.run(["git", "-C", corpus, "rev-parse", "--short", "HEAD"], capture_output=True, check=False)
    return f"{corpus.name} {done.stdout.decode().strip()}".strip()


def _scopes(results: Sequence[Result]) -> dict[str, list[Result]]:
    return {"recorded": [result for result in results if result.recorded], "all": list(results)}


def print_table(results: Sequence[Result], uses: Mapping[str, int]) -> None:
    """Prints the figures, then what was wrong and left, of evaluation cases by API only."""
    heads = ("cases", *Outcome, "only run", "right/run", "right/converted")
    print(f"{'':10}" + "".join(f"{head:>{max(len(head) + 2, 8)}}" for head in heads))
    for name, chosen in _scopes(results).items():
        found = count(chosen)
        shares = (_percent(found.right_of_run), _percent(found.right_of_converted))
        cells = (len(chosen), *(found.outcomes[outcome] for outcome in Outcome), found.only_run, *shares)
        row = zip(heads, cells, strict=True)
        print(f"{name:10}" + "".join(f"{cell:>{max(len(head) + 2, 8)}}" for head, cell in row))
    for name, chosen in _scopes(results).items() if uses else ():
        if not chosen:
            continue
        mean = weigh(count_by_api(chosen), uses)
        print(
            f"{name}, by use: right/run {_percent(mean.right_of_run)}, right/converted"
            f" {_percent(mean.right_of_converted)}; {mean.apis} APIs with {mean.share:.1%} of all uses"
        )
    _print_apis(results, uses)
    developed = [result for result in results if result.case.part == DEVELOPMENT]
    reasons = Counter(f"{todo.api}  {todo.verdict}  {todo.reason}" for one in developed for todo in one.todos)
    _print_list("development, left to a person", reasons)
    for outcome in (Outcome.ERROR, Outcome.WRONG):
        found_so = [one for one in developed if one.outcome is outcome]
        print(f"\ndevelopment, {outcome}: {len(found_so)}" if found_so else "", end="\n" if found_so else "")
        for one in found_so:
            print(f"  {one.case.file.name}::{one.case.name} {one.api}: {one.message}")


def _print_apis(results: Sequence[Result], uses: Mapping[str, int]) -> None:
    """Prints the APIs that the most cases are wrong of, or left of, the most used first."""
    found = count_by_api(result for result in results if result.outcome is not Outcome.NOT_RUN)
    kept = {api: one for api, one in found.items() if one.right_of_run != 1}
    listed = sorted(kept, key=lambda api: (-uses.get(api, 0), kept[api].right_of_run or 0, api))
    print(f"\nAPIs that are not wholly right: {len(listed)} of {len(found)}")
    for api in listed[:LISTED]:
        one = kept[api]
        told = ", ".join(f"{outcome} {number}" for outcome, number in one.outcomes.items() if number)
        print(f"{uses.get(api, 0):6}  {api}: {told}" if uses else f"  {api}: {told}")


def _print_list(title: str, counted: Counter[str]) -> None:
    if counted:
        print(f"\n{title}: {counted.total()}")
    for name, number in counted.most_common(LISTED):
        print(f"{number:6}  {name}")


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def as_data(results: Sequence[Result], uses: Mapping[str, int]) -> dict[str, Any]:
    """The figures, and the details of each development case."""
    data: dict[str, Any] = {}
    for name, chosen in _scopes(results).items():
        by_api = count_by_api(chosen)
        mean = weigh(by_api, uses)
        data[name] = {
            **count(chosen).as_data(),
            "by_use": {field: getattr(mean, field) for field in Weighted.__dataclass_fields__} if uses else None,
            "by_api": {api: figures.as_data() for api, figures in by_api.items()},
        }
    developed = [result for result in results if result.case.part == DEVELOPMENT]
    data["development"] = [
        {
            "file": result.case.file.name,
            "case": result.case.name,
            "api": result.api,
            "outcome": result.outcome,
            "message": result.message,
            "recorded": result.recorded,
            "compared": result.compared,
            "todos": [{"api": todo.api, "verdict": todo.verdict, "reason": todo.reason} for todo in result.todos],
            "assumptions": result.assumptions,
        }
        for result in developed
    ]
    return data


if __name__ == "__main__":
    sys.exit(main())

"""Whether small public training scripts train alike after conversion: a table of the losses on both sides.

    python -m bench.training FOLDER [--only NAME …] [--keep DIR]

``FOLDER`` has checkouts of the repositories that ``bench/training.yml`` names; nothing of them is copied here. It also
says for each script which files at which commit, how to run it on data made up on the spot (``run``, in torch, converted
like the rest), and which lines of the converted files a person has to change (``hand``). Both sides run in processes of
their own as ``bench/training_side.py`` says: from the same weights, with the same data and draws, without dropout.

1 where the losses differ by more than the tolerance, or a script needs more lines by hand than are allowed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
TOLERANCE = 1e-3
LINES = 5
HEADS = ("脚本", "行", "手改的行", "留下的 TODO", "损失的个数", "首个损失", "末个损失", "最大相对差")


class Failed(Exception):  # noqa: N818  (a sentence reads better)
    """A script cannot be had, converted or run; the message says why."""


@dataclass(frozen=True, slots=True)
class Script:
    """What ``training.yml`` says of one script; ``folder`` is where in the repository its files are."""

    name: str
    repository: str
    commit: str
    files: list[str]
    run: str
    folder: str = "."
    losses: int = 20
    hand: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one script."""

    lines: int
    by_hand: int
    todos: int
    torch: list[float]
    paddle: list[float]

    @property
    def difference(self) -> float:
        """The largest relative difference of two losses."""
        pairs = zip(self.torch, self.paddle, strict=True)
        return max(abs(one - other) / max(abs(one), 1e-12) for one, other in pairs)

    @property
    def is_right(self) -> bool:
        """Whether all is within what is allowed; a loss that is no number is not."""
        return self.by_hand <= LINES and self.difference <= TOLERANCE


def missing(scripts: Sequence[Script], checkouts: Path) -> Iterator[str]:
    """Says for each repository that is not there how to get it."""
    for repository, commit in dict.fromkeys((script.repository, script.commit) for script in scripts):
        place = checkouts / repository.rpartition("/")[2]
        if not place.is_dir():
            yield f"缺少 {repository}：git clone https://github.com/{repository} {place}"
        elif _git(place, "cat-file", "-e", f"{commit}^{{commit}}") is None:
            yield f"{place} 中没有提交 {commit}：git -C {place} fetch origin {commit}"


def _git(place: Path, *arguments: str) -> bytes | None:
    done = subprocess.run(["git", "-C", place, *arguments], capture_output=True, check=False)
    return None if done.returncode else done.stdout


def try_script(script: Script, checkouts: Path, folder: Path) -> Outcome:
    """Converts a script in a folder and runs both sides.

    Raises:
        Failed: a step did not work.
    """
    torch, paddle = folder / "torch", folder / "paddle"
    lines = 0
    for file in script.files:
        place = checkouts / script.repository.rpartition("/")[2]
        text = _git(place, "show", f"{script.commit}:{Path(script.folder, file).as_posix()}")
        if text is None:
            raise Failed(f"{place} 的提交 {script.commit} 中没有 {script.folder}/{file}")
        (torch / file).parent.mkdir(parents=True, exist_ok=True)
        (torch / file).write_bytes(text)
        lines += len(text.splitlines())
    (torch / "run.py").write_text(script.run, encoding="utf-8")
    convert = [
        sys.executable,
        "-c",
        "from generator.cli import main; main()",
        "convert",
        "--to",
        str(paddle),
        str(torch),
    ]
    _run(convert, ROOT, "转换", allowed=(0, 1))
    by_hand = sum(change_by_hand(paddle / change["file"], change["find"], change["replace"]) for change in script.hand)
    todos = sum(file.read_text("utf-8").count("# TODO(apimap)") for file in paddle.rglob("*.py"))
    losses = []
    for side in (torch, paddle):
        _run([sys.executable, "-m", "bench.training_side", side.name, str(folder), str(script.losses)], side, side.name)
        losses.append(json.loads((folder / f"{side.name}.json").read_text("utf-8")))
    if len(losses[0]) != script.losses or len(losses[1]) != script.losses:
        raise Failed(
            f"要 {script.losses} 个损失，PyTorch 一侧有 {len(losses[0])} 个，Paddle 一侧有 {len(losses[1])} 个"
        )
    return Outcome(lines, by_hand, todos, *losses)


def change_by_hand(file: Path, find: str, replace: str) -> int:
    """Changes lines wherever they are in a converted file, and counts them.

    Raises:
        Failed: they are not there.
    """
    text = file.read_text("utf-8")
    if not (times := text.count(find)):
        raise Failed(f"转换后的 {file.name} 中没有要手改的“{find}”，请更新 training.yml")
    file.write_text(text.replace(find, replace), encoding="utf-8")
    before, after = find.splitlines(), replace.splitlines()
    return times * max(sum(line not in after for line in before), sum(line not in before for line in after))


def _run(command: list[str], folder: Path, what: str, allowed: tuple[int, ...] = (0,)) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in allowed:
        raise Failed(f"{what}：退出码 {done.returncode}\n{done.stderr[-2000:]}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; 1 where something is not within what is allowed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path, metavar="FOLDER", help="where the checkouts are")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these scripts only")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave both sides in this folder, which is new")
    parser.add_argument("--scripts", type=Path, default=Path(__file__).with_suffix(".yml"), metavar="FILE")
    options = parser.parse_args(arguments)
    listed: list[dict[str, Any]] = yaml.safe_load(options.scripts.read_text("utf-8"))
    scripts = [Script(**each) for each in listed if not options.only or each["name"] in options.only]
    if problems := list(missing(scripts, options.checkouts)):
        raise SystemExit("\n".join(problems))
    print(f"| {' | '.join(HEADS)} |\n|{' --- |' * len(HEADS)}")
    right = True
    with tempfile.TemporaryDirectory() as temporary:
        for script in scripts:
            try:
                found = try_script(script, options.checkouts, (options.keep or Path(temporary)).resolve() / script.name)
            except Failed as failed:
                print(f"{script.name}：{failed}", flush=True)
                right = False
                continue
            ends = (f"{found.torch[end]:.6f} / {found.paddle[end]:.6f}" for end in (0, -1))
            cells = (
                script.name,
                found.lines,
                found.by_hand,
                found.todos,
                script.losses,
                *ends,
                f"{found.difference:.1e}",
            )
            print(f"| {' | '.join(map(str, cells))} |", flush=True)
            right = right and found.is_right
    print(
        f"\n损失写作 PyTorch / Paddle。允许手改 {LINES} 行，相对差 {TOLERANCE}：{'都在其内' if right else '有超出的'}。"
    )
    return int(not right)


if __name__ == "__main__":
    sys.exit(main())

"""Judges the test cases of a checkout of PaConvert, each in a process of its own that is forked from this one."""

from __future__ import annotations

import ast
import contextlib
import gc
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from bench.judged_case import Converter, Outcome, Stage, Todo, judge

DEVELOPMENT = "development"
EVALUATION = "evaluation"
_DEVELOPMENT_SHARE = 60
_POLL = 0.01


def part_of(file_name: str) -> str:
    """The part that a test file belongs to: 60 of 100, by the digest of its name, are for development."""
    number = int(sha256(f"convert-1:{file_name}".encode()).hexdigest(), 16) % 100
    return DEVELOPMENT if number < _DEVELOPMENT_SHARE else EVALUATION


@dataclass(frozen=True, slots=True)
class Case:
    """A test function: its file, its name, and the torch API that the file says it tests."""

    file: Path
    name: str
    api: str

    @property
    def part(self) -> str:
        """The part that its file belongs to."""
        return part_of(self.file.name)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a case.

    ``recorded`` is None where it was never converted, ``compared`` false where the case names nothing to compare.
    """

    case: Case
    outcome: Outcome
    message: str
    api: str
    recorded: bool | None
    compared: bool
    todos: tuple[Todo, ...]
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """How cases are run: so many at once, each for so many seconds, and only recorded ones or all."""

    jobs: int
    seconds: float
    only_recorded: bool = False


def test_files(corpus: Path) -> list[Path]:
    """The test modules of a checkout that need nothing but the libraries, also those in folders of their own."""
    return sorted((corpus / "tests").rglob("test_*.py"))


def cases_of(file: Path) -> list[Case]:
    """The test functions of a module, each name once, as pytest sees them."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    return [Case(file, name, _tested(tree)) for name in dict.fromkeys(names)]


def _tested(tree: ast.Module) -> str:
    """The name in ``obj = APIBase("torch.abs")``, or nothing."""
    for node in tree.body:
        match node:
            case ast.Assign(value=ast.Call(args=[ast.Constant(value=str() as api), *_])):
                return api
    return ""


def judge_all(
    cases: Sequence[Case], convert: Converter, terms: Terms, done: Callable[[], None] = lambda: None
) -> list[Result]:
    """Judges the cases in their order, several at a time; ``done`` is called after each.

    The code of the cases is not shut in: it can do whatever the user can.
    """
    waiting = iter(enumerate(cases))
    running: dict[int, _Process] = {}
    found: dict[int, Result] = {}
    gc.freeze()  # else each child's collector would touch, and so copy, all that it shares with this process
    with tempfile.TemporaryDirectory(prefix="converting-") as folder:
        try:
            while len(found) < len(cases):
                for number, case in _take(waiting, terms.jobs - len(running)):
                    running[number] = _Process(case, convert, terms, Path(folder, str(number)))
                for number, process in list(running.items()):
                    if (result := process.result()) is not None:
                        found[number] = result
                        del running[number]
                        done()
                time.sleep(_POLL)
        finally:
            for process in running.values():
                process.kill()
            gc.unfreeze()
    return [found[number] for number in range(len(cases))]


def _take(waiting: Iterator[tuple[int, Case]], count: int) -> Iterator[tuple[int, Case]]:
    for _ in range(count):
        with contextlib.suppress(StopIteration):
            yield next(waiting)
            continue
        return


class _Process:
    """A forked process with one case: it stands in a folder of its own and writes what it finds into a file."""

    def __init__(self, case: Case, convert: Converter, terms: Terms, folder: Path) -> None:
        self._case = case
        self._seconds = terms.seconds
        self._ends = time.monotonic() + terms.seconds
        self._folder = folder
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the result)
        folder.mkdir()
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if not self._pid:
            _run_and_exit(case, convert, terms, folder, self._file)

    def result(self) -> Result | None:
        """What came of the case, once the process has ended; one whose time is over is ended."""
        ended = os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        late = not ended and time.monotonic() > self._ends
        if not ended and not late:
            return None
        status = self.kill()
        self._file.seek(0)
        known: dict[str, Any] = {"stage": Stage.IMPORTED}
        for line in self._file.read().splitlines():
            known |= json.loads(line)
        self._file.close()
        if "outcome" not in known:
            reason = f"no end in {self._seconds:g} s" if late else f"ended by {_reason(status)}"
            known |= {"outcome": Stage(known["stage"]).outcome, "message": reason}
        return Result(
            self._case,
            Outcome(known["outcome"]),
            known["message"],
            known.get("api", self._case.api),
            known.get("recorded"),
            known.get("compared", False),
            tuple(Todo(**todo) for todo in known.get("todos", ())),
            tuple(known.get("assumptions", ())),
        )

    def kill(self) -> int:
        """Ends the process with all that it started, and removes its folder; its status, as ``os.waitpid`` tells it.

        The process is waited for after the signals: until then, its number belongs to nobody else.
        """
        for end in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError):
                end(self._pid, signal.SIGKILL)
        _, status = os.waitpid(self._pid, 0)
        shutil.rmtree(self._folder, ignore_errors=True)
        return status


def _reason(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _run_and_exit(case: Case, convert: Converter, terms: Terms, folder: Path, file: IO[bytes]) -> None:
    """Judges the case in this process, which nobody needs afterwards."""
    try:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.alarm(int(terms.seconds) + 2)  # ends it even where this program was killed
        os.chdir(folder)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        write = file.fileno()

        def report(news: Mapping[str, Any]) -> None:
            os.write(write, json.dumps(news, ensure_ascii=False).encode() + b"\n")

        judge(case.file, case.name, convert, report, only_recorded=terms.only_recorded)
    finally:
        os._exit(0)

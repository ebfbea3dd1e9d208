"""Runs one test case of PaConvert with another conversion in place of its own, and says what came of it.

Runs in a process of its own, which the case may change or end as it likes. What their ``APIBase`` does stays theirs: it
executes both sides and compares them. Only ``convert`` gives our text, and ``run`` is watched:

- a case is judged once its torch side has run here; one whose torch side fails is not run, whatever we made of it;
- a case whose conversion leaves something to a person is a TODO, and nothing of it is executed on Paddle;
- a case that expects a certain Paddle text expects theirs, which says nothing of ours: both sides are executed instead,
  and the variables that it names are compared. Where it names none, it is right if both sides run, as in their own cases
  without variables; such cases are counted apart as well (``compared`` is false);
- a case that they call unsupported is rightly left where we leave a TODO or change nothing, else judged as any other.

A case with several runs has the first outcome that is not right.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from generator.evidence.verify.libraries import HiddenPackages
from generator.libraries.registry import PACKAGES


class Outcome(StrEnum):
    """What came of a case."""

    NOT_RUN = "not run"
    """Skipped by its authors, or its torch side fails here: it says nothing."""
    RIGHT = "right"
    """All of it was converted, and their comparison holds."""
    LEFT = "rightly left"
    """They call it unsupported, and so do we."""
    TODO = "todo"
    """Some of it is left to a person."""
    WRONG = "wrong"
    """All of it was converted, and it fails on Paddle or gives something else."""
    ERROR = "error"
    """The conversion itself failed, or gave no Python."""


class Stage(StrEnum):
    """How far a case has come; the outcome of one that does not come further follows from it."""

    IMPORTED = "imported"
    CONVERTED = "converted"
    TORCH = "torch"
    PADDLE = "paddle"

    @property
    def outcome(self) -> Outcome:
        """What a case is that ends within this stage, by an exception, a crash or its time limit."""
        return {Stage.CONVERTED: Outcome.ERROR, Stage.PADDLE: Outcome.WRONG}.get(self, Outcome.NOT_RUN)


@dataclass(frozen=True, slots=True)
class Todo:
    """One use of a torch name that is left to a person: its name, the verdict on it and the reason."""

    api: str
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class Converted:
    """What a converter made of a source text; ``recorded`` says whether records answer all torch names in it."""

    text: str
    recorded: bool
    todos: tuple[Todo, ...] = ()
    assumptions: tuple[str, ...] = ()


Converter = Callable[[str], Converted]
"""Converts the text of one module; whatever it raises is an error of its own."""

Report = Callable[[Mapping[str, Any]], None]
"""Takes what is newly known of the case; what was told before holds on."""


class _Judged(BaseException):
    """Ends a case: no ``except Exception`` of theirs takes it for a failure of the code."""


def judge(file: Path, case: str, convert: Converter, report: Report, *, only_recorded: bool = False) -> None:
    """Runs the function ``case`` of a test module, and reports its ``outcome`` last, unless the process ends before.

    With ``only_recorded``, a case with a torch name that no record answers is not run.
    """
    trial = _Trial(convert, report, only_recorded=only_recorded)
    trial.enter(Stage.IMPORTED)
    try:
        function = _load(file, case, trial)
        if reason := _skipped(function):
            trial.end(Outcome.NOT_RUN, reason)
        function()
        trial.end(Outcome.RIGHT if trial.ran else Outcome.NOT_RUN, "" if trial.ran else "it runs nothing")
    except _Judged:
        pass
    except BaseException as error:  # noqa: BLE001  (whatever the code raises is its outcome)
        report({"outcome": trial.stage.outcome, "message": _words(error)})


class _Trial:
    """A case on its way: how far it has come, and what is reported of it."""

    def __init__(self, convert: Converter, report: Report, *, only_recorded: bool) -> None:
        self.stage = Stage.IMPORTED
        self.ran = False
        self._convert = convert
        self._report = report
        self._only_recorded = only_recorded
        self._text = ""
        self._executed = False

    def enter(self, stage: Stage) -> None:
        """Notes how far the case has come, so that this is known even if the process is killed."""
        self.stage = stage
        self._report({"stage": stage})

    def end(self, outcome: Outcome, message: str = "") -> None:
        """Reports the outcome, and leaves the case."""
        self._report({"outcome": outcome, "message": message})
        raise _Judged

    def text(self, _code: str) -> str:
        """What ``APIBase.convert`` gives: the text that was made before."""
        return self._text

    def execute(self, code: str, namespace: dict[str, Any]) -> None:
        """What ``exec`` is in their module: the first execution of a run is torch's, the second Paddle's.

        The second finds no torch, as with somebody who has left it: what stays torch code must not pass.
        """
        if self._executed:
            self.enter(Stage.PADDLE)
        self._executed = True
        with _without_torch() if self.stage is Stage.PADDLE else nullcontext():
            exec(code, namespace)  # noqa: S102  (running the corpus is this module's work)

    def run(self, original: Callable[..., None], api: str, asked: inspect.BoundArguments) -> None:
        """What ``APIBase.run`` is: converts, decides what can be judged, and has theirs do the rest."""
        self.enter(Stage.CONVERTED)
        self._report({"api": api, "compared": bool(asked.arguments["compared_tensor_names"])})
        code = asked.arguments["pytorch_code"]
        made = self._convert(code)
        self._report({key: value for key, value in asdict(made).items() if key != "text"})
        if self._only_recorded and not made.recorded:
            self.end(Outcome.NOT_RUN, "a name without a record")
        left = asked.arguments["unsupport"] and (bool(made.todos) or made.text == code)
        if not made.todos and not left:
            compile(made.text, "<converted>", "exec")
            self._text = made.text
            asked.arguments |= {"expect_paddle_code": None, "unsupport": False}
        else:  # the torch side alone: theirs executes no Paddle code that is empty
            asked.arguments |= {"expect_paddle_code": None, "unsupport": False, "compared_tensor_names": None}
        self._executed = False
        self.enter(Stage.TORCH)
        original(*asked.args, **asked.kwargs)
        if left or made.todos:
            self.end(Outcome.LEFT if left else Outcome.TODO)
        self.ran = True


@contextmanager
def _without_torch() -> Iterator[None]:
    """Context manager in which the source side's libraries cannot be imported."""
    hidden = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in PACKAGES["torch"]}
    finder = HiddenPackages("paddle")
    for name in hidden:
        del sys.modules[name]
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        sys.modules.update(hidden)


def _load(file: Path, case: str, trial: _Trial) -> Any:
    """The function of the test module, which finds our conversion where it looks for its own."""
    converter = ModuleType("paconvert.converter")
    vars(converter)["Converter"] = None
    sys.modules |= {"paconvert": ModuleType("paconvert"), converter.__name__: converter}
    tests = next(folder for folder in file.parents if (folder / "apibase.py").exists())
    sys.path[:0] = [str(file.parent), str(tests)]
    base = importlib.import_module("apibase")
    vars(base)["exec"] = trial.execute
    original: FunctionType = base.APIBase.run
    signature = inspect.signature(original)

    def run(self: Any, *args: Any, **kwargs: Any) -> None:
        asked = signature.bind(self, *args, **kwargs)
        asked.apply_defaults()
        trial.run(original, self.pytorch_api, asked)

    base.APIBase.run = run
    base.APIBase.convert = trial.text
    return getattr(importlib.import_module(file.stem), case)


def _skipped(function: Any) -> str:
    """Why pytest would skip the function, or nothing."""
    for mark in getattr(function, "pytestmark", ()):
        conditions = (*mark.args, *(mark.kwargs[name] for name in ("condition",) if name in mark.kwargs))
        holds = [
            eval(one, function.__globals__) if isinstance(one, str) else one  # noqa: S307  (as pytest does)
            for one in conditions
        ]
        if mark.name == "skip" or (mark.name == "skipif" and any(holds)):
            return str(mark.kwargs.get("reason", "skipped by its authors"))
    return ""


def _words(error: BaseException) -> str:
    """The exception on one line, and where in the project it was raised, if it was."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f" ({Path(last.filename).name}:{last.lineno})" if f"{os.sep}generator{os.sep}" in last.filename else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:400]}{where}"

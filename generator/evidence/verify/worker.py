"""Starts worker processes, sends them jobs, and replaces those that end."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import generator
from generator.evidence.verify.folders import make_folder
from generator.evidence.verify.frames import FrameError, read_frame, write_frame
from generator.evidence.verify.observation import Observation, Place, printable
from generator.evidence.verify.sandbox import SCRATCH
from generator.libraries.registry import FRAMEWORKS
from generator.model.evidence import FailureKind

_SOURCE = Path(generator.__file__).parent.parent
_START = "import sys; from generator.evidence.verify.worker_process import main; main(*sys.argv[1:])"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one side of a snippet may use: ``seconds`` of wall time, and ``memory`` in bytes beyond the libraries'."""

    seconds: float = 30.0
    memory: int = 2 * 1024**3


USUAL_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Step:
    """One side of a snippet to run: ``code`` on ``library`` with the inputs ``given``, looking at ``compare``."""

    library: str
    code: str
    given: dict[str, Any]
    compare: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """A side that gave no result; ``output`` is the end of what it printed, for the terminal only.

    ``place`` is the expression that raised, where Python says which.
    """

    kind: FailureKind
    message: str
    output: str = ""
    place: Place | None = None


StepResult = Observation | Failed


class WorkerError(Exception):
    """A worker cannot start; the message says why."""


class NotIsolatedError(WorkerError):
    """The system does not allow to isolate a worker; the message, in Chinese, says what is missing."""


class Worker:
    """A process for each library, which runs the steps on it. Not for use from two threads at once.

    They import a side's ``modules`` besides its library, and run with the side's interpreter of ``pythons``, which has
    another release of it, or with ours. ``isolated=False`` does without the kernel's help.
    """

    def __init__(
        self,
        modules: Mapping[str, Sequence[str]] = MappingProxyType({}),
        pythons: Mapping[str, str] = MappingProxyType({}),
        *,
        isolated: bool = True,
    ) -> None:
        self.isolated = isolated
        self._processes = {
            library: _Process(
                library, modules.get(library, ()), pythons.get(library, sys.executable), isolated=isolated
            )
            for library in FRAMEWORKS
        }

    def run(self, steps: Sequence[Step], limits: Limits = USUAL_LIMITS) -> list[StepResult]:
        """Runs the steps of one record, on each library in order: a result for each.

        Raises:
            WorkerError: the worker cannot be started.
        """
        of_library = {library: [step for step in steps if step.library == library] for library in FRAMEWORKS}
        self.start(library for library, found in of_library.items() if found)
        for library, found in of_library.items():
            if found:
                self._processes[library].send(found, limits)
        results = {
            library: iter(self._processes[library].receive(len(found), limits) if found else ())
            for library, found in of_library.items()
        }
        return [next(results[step.library]) for step in steps]

    def start(self, libraries: Iterable[str] = FRAMEWORKS) -> None:
        """Starts the processes unless they run, and waits until they are ready; raises as ``run`` does."""
        processes = [self._processes[library] for library in libraries]
        for process in processes:
            process.spawn()
        for process in processes:
            process.wait()

    def spawn(self) -> None:
        """Starts the processes unless they run, and waits for nothing."""
        for process in self._processes.values():
            process.spawn()

    def kill(self) -> None:
        """Ends the processes, whatever they are doing; the only method that another thread may call."""
        for process in self._processes.values():
            process.kill()

    def stop(self) -> None:
        """Ends the processes, and removes what they left."""
        for process in self._processes.values():
            process.stop()


class _Process:
    """A process that has loaded one library."""

    def __init__(self, library: str, modules: Sequence[str], python: str, *, isolated: bool) -> None:
        self._library = library
        self._modules = modules
        self._python = python
        self._isolated = isolated
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: Path | None = None
        self._ready = False

    def send(self, steps: Sequence[Step], limits: Limits) -> None:
        """Sends a job; where the process has ended, ``receive`` says so."""
        job = {
            "library": self._library,
            "steps": [{"code": step.code, "given": step.given, "compare": step.compare} for step in steps],
            "seconds": limits.seconds,
            "memory": limits.memory,
        }
        with contextlib.suppress(OSError):
            write_frame(self._requests, job)

    def receive(self, count: int, limits: Limits) -> list[StepResult]:
        """Waits for the results of a job of ``count`` steps, but not for a worker that a step has stopped."""
        try:
            return [_result(reply) for reply in read_frame(self._replies, bytearray(), count * limits.seconds + _GRACE)]
        except (OSError, EOFError, FrameError):
            self.stop()
            return [Failed(FailureKind.CRASH, "工作进程被终止")] * count

    def spawn(self) -> None:
        """Starts the process unless it runs."""
        if self._process is not None:
            return
        request_end, self._requests = os.pipe()
        self._replies, reply_end = os.pipe()
        self._folder = None if self._isolated else make_folder()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the process)
        self._ready = False
        self._process = subprocess.Popen(  # noqa: S603  (an interpreter of ours, our own module)
            [
                self._python,
                "-c",
                _START,
                str(request_end),
                str(reply_end),
                self._library,
                str(self._folder or ""),
                *self._modules,
            ],
            env=_environment(self._folder or SCRATCH / "home"),
            stdin=subprocess.DEVNULL,
            stdout=self._errors,
            stderr=self._errors,
            pass_fds=(request_end, reply_end),
            start_new_session=True,
        )
        os.close(request_end)
        os.close(reply_end)

    def wait(self) -> None:
        """Waits until the library is loaded.

        Raises:
            WorkerError: it cannot be.
        """
        if self._ready:
            return
        try:
            hello = read_frame(self._replies, bytearray())
        except (EOFError, FrameError):
            hello = {"error": self._last_words(), "isolation": False}
        if "error" in hello:
            self.stop()
            raise (NotIsolatedError if hello["isolation"] else WorkerError)(hello["error"])
        self._ready = True

    def kill(self) -> None:
        """Ends the process; another thread may call it."""
        process = self._process
        if process is not None:
            process.kill()

    def stop(self) -> None:
        """Ends the process and removes its folder."""
        if self._process is None:
            return
        self._process.kill()  # whatever it started ends with it: see sandbox.enter_namespaces
        self._process.wait()
        for descriptor in (self._requests, self._replies):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self._errors.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._process = None

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "没有说明原因"


def _environment(folder: Path) -> dict[str, str]:
    """Returns the environment variables of a worker: no secrets, one thread, no GPU."""
    return {
        "PATH": os.defpath,
        "PYTHONPATH": str(_SOURCE),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONSAFEPATH": "1",
        "LANG": "C.UTF-8",
        "HOME": str(folder),
        "LOGNAME": "apimap",
        "TMPDIR": str(folder),
        "CUDA_VISIBLE_DEVICES": "",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


_LONGEST_MESSAGE = 400
_GRACE = 60.0
"""How long a worker may take besides what its steps take, in seconds: to fork, to end processes, to send results."""


def _result(reply: dict[str, Any]) -> StepResult:
    """Reads a worker's reply; the process ran a record's code, so the observation in it may be forged."""
    try:
        if "failure" in reply:
            kind, message = reply["failure"]
            line, column, end_line, end_column = map(int, reply.get("place") or (0, 0, 0, 0))
            place = (line, column, end_line, end_column) if line else None
            return Failed(FailureKind(kind), printable(str(message)[:_LONGEST_MESSAGE]), str(reply["output"]), place)
        return Observation.from_json(reply["observation"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return Failed(FailureKind.TAMPERED, "代码改动了验证程序的结果")

"""Workers as the command sees them: started, given jobs, replaced when they die."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import generator
from generator.model.evidence import FailureKind
from generator.verify.frames import FrameError, read_frame, write_frame
from generator.verify.observation import Observation
from generator.verify.sandbox import Isolation

_SOURCE = Path(generator.__file__).parent.parent
_START = "import sys; from generator.verify.worker import main; main(*sys.argv[1:])"


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
    """A side that gave no result; ``output`` is the end of what it printed, for the terminal only."""

    kind: FailureKind
    message: str
    output: str = ""


StepResult = Observation | Failed


class WorkerError(Exception):
    """A worker cannot start; the message says why."""


class Worker:
    """One worker process that imports ``modules`` besides the libraries. Not for use from two threads at once.

    ``namespaces=False`` does without the kernel's help, as on a machine that forbids it.
    """

    def __init__(self, modules: Sequence[str] = (), *, namespaces: bool = True) -> None:
        self._modules = modules
        self._namespaces = namespaces
        self._process: subprocess.Popen[bytes] | None = None
        self.isolation: Isolation | None = None
        """How well it is shut in; None before the first job."""

    def run(self, steps: Sequence[Step], limits: Limits = USUAL_LIMITS) -> list[StepResult]:
        """Runs the steps of one record in order: a result for each.

        Raises:
            WorkerError: the worker cannot be started.
        """
        self.start()
        job = {
            "steps": [
                {"library": step.library, "code": step.code, "given": step.given, "compare": step.compare}
                for step in steps
            ],
            "seconds": limits.seconds,
            "memory": limits.memory,
        }
        try:
            write_frame(self._requests, job)
            replies = read_frame(self._replies, bytearray())
            return [_result(reply) for reply in replies]
        except (OSError, EOFError, FrameError):
            self.stop()
            return [Failed(FailureKind.CRASH, "工作进程被终止")] * len(steps)

    def start(self) -> None:
        """Starts the process unless it runs, and waits until both libraries are loaded; raises as ``run`` does."""
        if self._process is not None:
            return
        self._process = self._spawn()
        try:
            hello = read_frame(self._replies, bytearray())
        except (EOFError, FrameError):
            hello = {"error": self._last_words()}
        if "error" in hello:
            self.stop()
            raise WorkerError(hello["error"])
        self.isolation = Isolation(hello["isolation"])

    def _spawn(self) -> subprocess.Popen[bytes]:
        request_end, self._requests = os.pipe()
        self._replies, reply_end = os.pipe()
        self._folder = Path(tempfile.mkdtemp(prefix="apimap-verify-"))
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the process)
        process = subprocess.Popen(  # noqa: S603  (our own interpreter, our own module)
            [
                sys.executable,
                "-c",
                _START,
                str(request_end),
                str(reply_end),
                str(self._folder),
                "namespaces" if self._namespaces else "weak",
                *self._modules,
            ],
            env=_environment(self._folder),
            stdin=subprocess.DEVNULL,
            stdout=self._errors,
            stderr=self._errors,
            pass_fds=(request_end, reply_end),
            start_new_session=True,
        )
        os.close(request_end)
        os.close(reply_end)
        return process

    def kill(self) -> None:
        """Ends the process, whatever it is doing; the only method that another thread may call."""
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
        shutil.rmtree(self._folder, ignore_errors=True)
        self._process = None

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "没有说明原因"


def _environment(folder: Path) -> dict[str, str]:
    """All that a worker knows of its surroundings: no secrets, one thread, no GPU."""
    return {
        "PATH": os.defpath,
        "PYTHONPATH": str(_SOURCE),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONSAFEPATH": "1",
        "LANG": "C.UTF-8",
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "CUDA_VISIBLE_DEVICES": "",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def _result(reply: dict[str, Any]) -> StepResult:
    """A reply of a worker, of which the observation was made in a process that runs a stranger's code."""
    try:
        if "failure" in reply:
            kind, message = reply["failure"]
            return Failed(FailureKind(kind), str(message), str(reply["output"]))
        return Observation.from_json(reply["observation"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return Failed(FailureKind.TAMPERED, "代码改动了验证程序的结果")

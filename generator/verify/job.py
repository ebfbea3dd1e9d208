"""One record's job inside a worker: its sides run in forked children, which may die, hang, and lie about themselves."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import IO, Any

from generator.model.evidence import FailureKind
from generator.verify.failure import NO_CHANNEL, Failure, of_exception, of_status
from generator.verify.frames import FrameError, write_frame
from generator.verify.reports import read_results
from generator.verify.sandbox import Isolation, confine
from generator.verify.side import run_side

_TOKEN_BYTES = 16
_OUTPUT_SHOWN = 2000
"""How much of what a failed snippet printed is kept, in bytes."""


class Job:
    """The steps of one record: each a side of a snippet."""

    def __init__(self, job: dict[str, Any], private: tuple[int, ...], isolation: Isolation) -> None:
        self._steps: list[dict[str, Any]] = job["steps"]
        self._seconds: float = job["seconds"]
        self._memory: int = job["memory"]
        self._private = private
        self._isolation = isolation

    def run(self) -> list[dict[str, Any]]:
        """A result for each step. After a child's death another one takes up the steps that are left."""
        results: list[dict[str, Any]] = []
        while len(results) < len(self._steps):
            results += self._run_child(self._steps[len(results) :])
        return results

    def _run_child(self, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
        token = os.urandom(_TOKEN_BYTES)
        read_end, write_end = os.pipe()
        folder = Path(tempfile.mkdtemp(dir="."))
        with tempfile.TemporaryFile(dir=".") as output:
            child = os.fork()
            if child == 0:
                for descriptor in (*self._private, read_end):
                    os.close(descriptor)
                self._be_child(steps, folder, output, write_end, token)
            os.close(write_end)
            try:
                return self._collect(child, read_end, len(steps), token, output)
            finally:
                os.close(read_end)
                shutil.rmtree(folder, ignore_errors=True)

    def _be_child(self, steps: list[dict[str, Any]], folder: Path, output: IO[bytes], pipe: int, token: bytes) -> None:
        """Runs the steps and never returns."""
        try:
            os.setsid()
            nothing = os.open(os.devnull, os.O_RDONLY)
            os.dup2(nothing, 0)
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            os.chdir(folder)
            os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = str(Path.cwd())
            confine(self._memory, self._isolation)
            warnings.simplefilter("ignore")
            for step in steps:
                result = _run_step(step)
                try:
                    write_frame(pipe, result, token)
                except OSError:
                    os._exit(NO_CHANNEL)
            os._exit(0)
        except BaseException:  # noqa: BLE001  (nothing may get back into the worker's own code)
            traceback.print_exc()
        finally:
            os._exit(1)

    def _collect(self, child: int, pipe: int, count: int, token: bytes, output: IO[bytes]) -> list[dict[str, Any]]:
        """Reads results until all are there, or the child ends, or takes too long over one."""
        results: list[dict[str, Any]] = []
        failure: Failure | None = None
        try:
            for result in read_results(pipe, child, token, self._seconds):
                results.append(result)
                if len(results) == count:
                    break
        except TimeoutError:
            failure = FailureKind.TIMEOUT, f"{self._seconds:g} 秒内没有结束"
        except FrameError:
            failure = FailureKind.TAMPERED, "代码动用了验证程序的通道"
        status = self._end(child, finished=failure is None)
        if len(results) < count:
            said = _tail(output)
            results.append(_failed(failure or of_status(status, said), said))
        return results

    def _end(self, child: int, *, finished: bool) -> int:
        """Ends the child and all it started."""
        if not finished:
            _kill_group(child)
        _, status = os.waitpid(child, 0)
        if self._isolation is Isolation.FULL:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)  # everything but this process, which is number 1 of its namespace
        else:
            _kill_group(child)
            _kill_adopted()
        _reap()
        return status


def _kill_group(child: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(child, signal.SIGKILL)
        os.killpg(child, signal.SIGKILL)


def _kill_adopted() -> None:
    """Ends what a child left behind in sessions of its own; see ``sandbox.adopt_orphans``."""
    listing = Path(f"/proc/self/task/{os.getpid()}/children")
    with contextlib.suppress(OSError):
        while orphans := listing.read_text(encoding="ascii").split():
            for orphan in orphans:
                os.kill(int(orphan), signal.SIGKILL)
                os.waitpid(int(orphan), 0)


def _reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _run_step(step: dict[str, Any]) -> dict[str, Any]:
    try:
        seen = run_side(step["library"], step["code"], step["given"], tuple(step["compare"]))
        return {"observation": seen.as_json()}
    except BaseException as error:  # noqa: BLE001  (whatever a snippet raises is its result)
        return _failed(of_exception(error), "")


def _failed(failure: Failure, output: str) -> dict[str, Any]:
    kind, message = failure
    return {"failure": [str(kind), message], "output": output}


def _tail(output: IO[bytes]) -> str:
    size = output.seek(0, os.SEEK_END)
    output.seek(max(size - _OUTPUT_SHOWN, 0))
    return output.read().decode("utf-8", "replace")

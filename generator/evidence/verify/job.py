"""Runs one record's steps on one library in children of the worker, which may crash, hang or report falsely."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from generator.evidence.verify.failure import NO_CHANNEL, Failure, of_exception, of_status, own_words, place_of
from generator.evidence.verify.frames import FrameError, take_frame, write_frame
from generator.evidence.verify.resource_limits import address_space, find_excess
from generator.evidence.verify.sandbox import confine, enter_private_mounts
from generator.evidence.verify.side import run_side
from generator.evidence.verify.tampering import CHANGED_NAME, Originals, changed_name, originals_of, watch_pickles
from generator.model.evidence import FailureKind

_TOKEN_BYTES = 16
_OUTPUT_SHOWN = 2000
"""How much of what a failed snippet printed is kept, in bytes."""
_POLL = 0.05
"""How often a silent child and its usage are checked, in seconds."""
_GRACE = 2.0
"""How long a child may take to end after it closed its pipe, in seconds."""


class ExcessError(Exception):
    """A child and what it started use too much; ``failure`` says of what."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure


class Job:
    """The steps of one record on one library. ``private`` are the descriptors that no child may have."""

    def __init__(
        self, job: dict[str, Any], private: tuple[int, ...], known: Sequence[Originals], *, isolated: bool
    ) -> None:
        self._library: str = job["library"]
        self._steps: list[dict[str, Any]] = job["steps"]
        self._seconds: float = job["seconds"]
        self._memory: int = job["memory"]
        self._private = private
        self._isolated = isolated
        self._originals = (*known, *originals_of([step["code"] for step in self._steps], self._library))

    def run(self) -> list[dict[str, Any]]:
        """Returns a result for each step. When a child ends early, another one runs the remaining steps."""
        results: list[dict[str, Any]] = []
        while len(results) < len(self._steps):
            results += self._run_child(self._steps[len(results) :])
        return results

    def _run_child(self, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
        token = os.urandom(_TOKEN_BYTES)
        read_end, write_end = os.pipe()
        folder = None if self._isolated else Path(tempfile.mkdtemp(dir=Path.cwd()))
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
                if folder is not None:
                    shutil.rmtree(folder, ignore_errors=True)

    def _be_child(
        self, steps: list[dict[str, Any]], folder: Path | None, output: IO[bytes], pipe: int, token: bytes
    ) -> None:
        """Runs the steps in the child; never returns."""
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            os.setsid()
            nothing = os.open(os.devnull, os.O_RDONLY)
            os.dup2(nothing, 0)
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            space = address_space()
            folder = folder or enter_private_mounts()
            os.chdir(folder)
            os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
            confine(space + self._memory)
            warnings.simplefilter("ignore")
            watch_pickles(self._library)
            for step in steps:
                result = self._run_step(step)
                if name := changed_name(self._originals):
                    os.write(2, f"代码改动了 {name}\n".encode())
                    os._exit(CHANGED_NAME)
                try:
                    write_frame(pipe, result, token)
                except OSError:
                    os._exit(NO_CHANNEL)
            os._exit(0)
        except BaseException:  # noqa: BLE001  (nothing may get back into the worker's own code)
            traceback.print_exc()
        finally:
            os._exit(1)

    def _run_step(self, step: dict[str, Any]) -> dict[str, Any]:
        try:
            seen = run_side(self._library, step["code"], step["given"], tuple(step["compare"]))
            return {"observation": seen.as_json()}
        except BaseException as error:  # noqa: BLE001  (whatever a snippet raises is its result)
            return {**_failed(of_exception(error), own_words(error)), "place": place_of(error)}

    def _collect(self, child: int, pipe: int, count: int, token: bytes, output: IO[bytes]) -> list[dict[str, Any]]:
        """Reads results until all are there, or the child ends, takes too long over one, or uses too much."""
        results: list[dict[str, Any]] = []
        failure: Failure | None = None
        try:
            for result in self._read_results(pipe, child, token):
                results.append(result)
                if len(results) == count:
                    break
        except TimeoutError:
            failure = FailureKind.TIMEOUT, f"{self._seconds:g} 秒内没有结束"
        except ExcessError as error:
            failure = error.failure
        except FrameError:
            failure = FailureKind.TAMPERED, "代码动用了验证程序的通道"
        status = self._end(child, finished=failure is None)
        if len(results) < count:
            said = _tail(output)
            results.append(_failed(failure or of_status(status, said), said))
        return results

    def _read_results(self, pipe: int, child: int, token: bytes) -> Iterator[dict[str, Any]]:
        """Yields the child's results as they arrive, until it has ended.

        Raises:
            TimeoutError: it took too long over one.
            ExcessError: it and what it started use too much.
            FrameError: something other than a result was written, or the pipe was closed and the child still runs.
        """
        buffer = bytearray()
        deadline, next_look = time.monotonic() + self._seconds, time.monotonic() + _POLL
        while True:
            ended = _has_ended(child)  # asked first: all that it wrote is then in the pipe
            if select.select([pipe], [], [], 0 if ended else _POLL)[0]:
                chunk = os.read(pipe, 1 << 20)
                if not chunk and not _ends_soon(child):
                    raise FrameError("closed")
                if not chunk:
                    return
                buffer += chunk
                while (result := take_frame(buffer, token)) is not None:
                    yield result
                    deadline = time.monotonic() + self._seconds
            elif ended:  # and another process of the snippet still holds the pipe
                return
            now = time.monotonic()
            if now > deadline:
                raise TimeoutError
            if self._isolated and now > next_look:
                next_look = now + _POLL
                if excess := find_excess(self._memory):
                    raise ExcessError(excess)

    def _end(self, child: int, *, finished: bool) -> int:
        """Ends the child and all it started."""
        if not finished:
            os.kill(child, signal.SIGKILL)  # it is not waited for yet, so the number is still its own
        _, status = os.waitpid(child, 0)
        self._kill(child)
        _reap(wait=self._isolated)
        return status

    def _kill(self, child: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            if self._isolated:
                os.kill(-1, signal.SIGKILL)  # everything but this process, which is number 1 of its namespace
            else:
                os.killpg(child, signal.SIGKILL)
        if not self._isolated:
            _kill_adopted(child)


def _kill_adopted(child: int) -> None:
    """Ends what a child left behind in sessions of its own; see ``sandbox.adopt_orphans``."""
    listing = Path(f"/proc/self/task/{os.getpid()}/children")
    with contextlib.suppress(OSError):
        while orphans := set(map(int, listing.read_text(encoding="ascii").split())) - {child}:
            for orphan in orphans:
                os.kill(orphan, signal.SIGKILL)
                os.waitpid(orphan, 0)


def _reap(*, wait: bool) -> None:
    """Takes the statuses of all processes that ended; ``wait`` until none is left, where all were sent SIGKILL."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, 0 if wait else os.WNOHANG) != (0, 0):
            pass


def _has_ended(child: int) -> bool:
    """Tells whether the child is no more; leaves its status to be waited for."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _ends_soon(child: int) -> bool:
    deadline = time.monotonic() + _GRACE
    while not _has_ended(child):
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL / 100)
    return True


def _failed(failure: Failure, output: str) -> dict[str, Any]:
    kind, message = failure
    return {"failure": [str(kind), message], "output": output}


def _tail(output: IO[bytes]) -> str:
    size = output.seek(0, os.SEEK_END)
    output.seek(max(size - _OUTPUT_SHOWN, 0))
    return output.read().decode("utf-8", "replace")

"""Runs snippets in two processes that talk over gloo, on one library, as ``torchrun`` would: ``main`` in a process of its own.

Each snippet gets a pair of forked processes and a process group. They know ranks and addresses by the variables that both
libraries read. Nothing is shut in: only for the records of this repository.
"""

from __future__ import annotations

import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from generator.evidence.verify.observation import Observation
from generator.evidence.verify.side import load, run_side

RANKS = (0, 1)
SECONDS = 60
"""How long a pair may take: Paddle alone waits some seconds for its own group."""
AT_ONCE = 6
"""How many pairs run side by side: most of the time each waits for its group."""
JOIN = {"torch": "torch.distributed.init_process_group('gloo')", "paddle": "paddle.distributed.init_parallel_env()"}
LATE = {"torch": "torch.distributed.tensor.parallel", "paddle": "paddle.distributed"}
"""What the jobs would import, each for a second."""

PORT_TAKEN = "EADDRINUSE"
"""What the error says when another process took a free port before the pair did: then the pair is started once more."""

Job = tuple[str, Sequence[Mapping[str, Any]], Sequence[str]]
"""The code, its inputs in each process, and the names to compare."""
Pair = list[tuple[int, int]]
"""The processes of one job, each with the end of the pipe that its answer comes through."""


def observations(jobs: Mapping[str, Sequence[Job]]) -> dict[str, list[list[Observation | str]]]:
    """What each rank saw of each library's jobs, or why it saw nothing; the libraries run side by side."""
    command = [sys.executable, "-W", "ignore", "-m", "two_processes"]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    running = {
        library: subprocess.Popen(
            [*command, library], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        for library in jobs
    }
    for library, process in running.items():
        assert process.stdin is not None
        json.dump(jobs[library], process.stdin)
        process.stdin.close()
    answers = {library: json.loads(_all_of(process)) for library, process in running.items()}
    return {library: [[_seen(one) for one in pair] for pair in found] for library, found in answers.items()}


def _all_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    with process:
        return process.stdout.read()


def _seen(answer: Any) -> Observation | str:
    return answer if isinstance(answer, str) else Observation.from_json(answer)


def main(library: str) -> None:
    """Runs the jobs on the standard input, and prints for each what both ranks saw."""
    load(library)
    importlib.import_module(LATE[library])
    jobs: list[Job] = json.load(sys.stdin)
    answers: list[Any] = []
    for first in range(0, len(jobs), AT_ONCE):
        some = jobs[first : first + AT_ONCE]
        pairs = [_start(library, job) for job in some]
        for job, found in zip(some, [_finish(pair) for pair in pairs], strict=True):
            is_taken = any(PORT_TAKEN in answer for answer in found if isinstance(answer, str))
            answers.append(_finish(_start(library, job)) if is_taken else found)
    json.dump(answers, sys.stdout)


def _start(library: str, job: Job) -> Pair:
    ports, pair = _free_ports(3), []
    for rank in RANKS:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            _work(library, rank, ports, job, writing)
        os.close(writing)
        pair.append((child, reading))
    return pair


def _finish(pair: Pair) -> list[Any]:
    end = time.monotonic() + SECONDS
    answers = [_answer(reading, end) for _, reading in pair]
    for child, _ in pair:  # alive until both have answered: who ends early takes the other's connection away
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return answers


def _work(library: str, rank: int, ports: Sequence[int], job: Job, writing: int) -> None:
    """The life of a forked process: joins the group, runs the code, answers, and waits for its end."""
    first, *ends = (f"127.0.0.1:{port}" for port in ports)
    of_torch = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": first.rpartition(":")[2], "RANK": rank, "WORLD_SIZE": 2}
    of_paddle = {
        "PADDLE_TRAINER_ID": rank,
        "PADDLE_TRAINERS_NUM": 2,
        "PADDLE_TRAINER_ENDPOINTS": ",".join(ends),
        "PADDLE_CURRENT_ENDPOINT": ends[rank],
        "PADDLE_DISTRI_BACKEND": "gloo",
    }
    os.environ.update({name: str(value) for name, value in (of_torch | of_paddle).items()})
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    code, given, compare = job
    try:
        exec(JOIN[library], {library: load(library)})  # noqa: S102  (a line of our own, above)
        answer: Any = run_side(library, code, given[rank], tuple(compare)).as_json()
    except BaseException as error:  # noqa: BLE001  (whatever the code raises is the answer)
        answer = f"{type(error).__name__}: {error}"
    with os.fdopen(writing, "w") as stream:
        json.dump(answer, stream)
    signal.pause()


def _answer(reading: int, end: float) -> Any:
    """What a process wrote; a sentence where it ended or the time was over first."""
    with os.fdopen(reading) as stream:
        is_there = select.select([stream], [], [], max(0.0, end - time.monotonic()))[0]
        text = stream.read() if is_there else ""
    return json.loads(text) if text else "no answer"


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


if __name__ == "__main__":
    main(sys.argv[1])

"""The worker process: imports both libraries once, and forks a child for each record. Runs no record's code itself."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

from generator.verify.frames import read_frame, write_frame
from generator.verify.job import Job
from generator.verify.libraries import load_libraries
from generator.verify.sandbox import enter_namespaces
from generator.verify.weights import fix_paddle_weights, fix_torch_weights


def main(requests: int, replies: int, folder: str, modules: list[str]) -> None:
    """Serves jobs from one pipe and answers on another, until the first closes."""
    isolation = enter_namespaces(Path(folder))
    os.chdir(folder)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            load_libraries(modules)
            fix_torch_weights()
            fix_paddle_weights()
    except Exception as error:  # noqa: BLE001  (whatever an import raises, the command has to say so)
        write_frame(replies, {"error": f"{type(error).__name__}: {error}"})
        return
    write_frame(replies, {"ready": True, "isolation": isolation})
    buffer = bytearray()
    while True:
        try:
            job = read_frame(requests, buffer)
        except EOFError:
            return
        write_frame(replies, Job(job, (requests, replies), isolation).run())

"""The worker process: imports both libraries once, and forks a child for each record. Runs no record's code itself."""

from __future__ import annotations

import gc
import os
import warnings
from pathlib import Path

from generator.verify.frames import read_frame, write_frame
from generator.verify.job import Job
from generator.verify.libraries import load_libraries
from generator.verify.sandbox import Isolation, adopt_orphans, enter_namespaces
from generator.verify.side import run_side
from generator.verify.weights import fix_paddle_weights, fix_torch_weights

_FIRST_STEPS = {
    "torch": "torch.nn.Linear(3, 2)(torch.abs(x)).sum().backward()",
    "paddle": "paddle.nn.Linear(3, 2)(paddle.abs(x)).sum().backward()",
}
"""Code that makes a library set up what it sets up when it is first used."""


def main(request_end: str, reply_end: str, folder: str, wanted: str, *modules: str) -> None:
    """Serves jobs from one pipe and answers on another, until the first closes."""
    requests, replies = int(request_end), int(reply_end)
    isolation = enter_namespaces(Path(folder)) if wanted == "namespaces" else Isolation.WEAK
    adopt_orphans()
    os.chdir(folder)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            load_libraries(modules)
            fix_torch_weights()
            fix_paddle_weights()
            _warm_up()
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


def _warm_up() -> None:
    """Uses each library once, so that not every child has to be the first: a child then takes a quarter of the time."""
    for library, code in _FIRST_STEPS.items():
        run_side(library, code, {"x": "float32[2, 3] grad", "i": "int64[2]", "b": "bool[2]"}, ())
    gc.collect()
    gc.freeze()  # a child that never scans these objects never has to copy them

"""The worker process: imports one library once, and forks a child for each record. Runs no record's code itself."""

from __future__ import annotations

import ctypes
import gc
import os
import shutil
import signal
import sys
import warnings
from pathlib import Path

import generator
from generator.evidence.verify.frames import read_frame, write_frame
from generator.evidence.verify.job import Job
from generator.evidence.verify.libraries import HiddenPackages, load_side, other_packages
from generator.evidence.verify.numbers import make_weight
from generator.evidence.verify.sandbox import SCRATCH, IsolationError, adopt_orphans, enter_namespaces
from generator.evidence.verify.side import run_side
from generator.evidence.verify.tampering import originals_always
from generator.libraries.registry import FRAMEWORKS, LAYERS

_HUGE_PAGE = 2 * 1024**2
_MADV_COLLAPSE = 25


def main(request_end: str, reply_end: str, library: str, folder: str, *modules: str) -> None:
    """Serves jobs from one pipe and answers on another, until the first closes.

    With a ``folder`` it is not isolated, and removes the folder when it ends.
    """
    requests, replies = int(request_end), int(reply_end)
    signal.pthread_sigmask(
        signal.SIG_BLOCK, signal.valid_signals()
    )  # a snippet may send any, and libraries handle some
    try:
        _prepare(requests, library, folder, modules)
    except Exception as error:  # noqa: BLE001  (whatever an import raises, the command has to say so)
        message = str(error) if isinstance(error, IsolationError) else f"{type(error).__name__}: {error}"
        write_frame(replies, {"error": message, "isolation": isinstance(error, IsolationError)})
        return
    known = originals_always(library)
    gc.collect()
    gc.freeze()  # a child that never scans these objects never has to copy them
    _use_huge_pages()
    buffer = bytearray()
    try:
        write_frame(replies, {"ready": True})
        while True:
            job = read_frame(requests, buffer)
            write_frame(replies, Job(job, (requests, replies), known, isolated=not folder).run())
    except (EOFError, BrokenPipeError):  # the command has ended, perhaps by a signal
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _prepare(requests: int, library: str, folder: str, modules: tuple[str, ...]) -> None:
    """Isolates this process, and loads the library.

    Raises:
        IsolationError: the system does not allow the first.
        Exception: whatever the import raises.
    """
    if not folder:
        enter_namespaces(requests, other_packages(library))
    adopt_orphans()
    os.chdir(folder or SCRATCH / "home")
    del os.environ["PYTHONPATH"]
    source = str(Path(generator.__file__).parents[1])
    if not source.endswith("-packages"):
        sys.path[:] = [path for path in sys.path if path != source]
    sys.meta_path.insert(0, HiddenPackages(library))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        load_side(library, modules)
        framework = FRAMEWORKS[library]
        framework.fix_weights(make_weight, LAYERS[library])
        # Used once, so that not every child has to be the first: a child then takes a quarter of the time.
        run_side(library, framework.first_step, {"x": "float32[2, 3] grad", "i": "int64[2]", "b": "bool[2]"}, ())


def _use_huge_pages() -> None:
    """Moves this process's memory to huge pages, where Linux does that (6.1): a fork then takes a third of the time."""
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return
    libc = ctypes.CDLL(None)
    for line in maps.read_text(encoding="utf-8").splitlines():
        addresses, rights, _, _, inode, *name = line.split(maxsplit=5)
        if rights == "rw-p" and inode == "0" and name in ([], ["[heap]"]):
            start, end = (int(address, 16) for address in addresses.split("-"))
            start, end = -(-start // _HUGE_PAGE) * _HUGE_PAGE, end // _HUGE_PAGE * _HUGE_PAGE
            if start < end:
                libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _MADV_COLLAPSE)

"""A running ``mkdocs serve``, for the tests."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from samples import Project


class Server:
    """A running ``mkdocs serve``."""

    def __init__(self, project: Project) -> None:
        self.project = project
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._log = (project.root / "serve.log").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{self.port}"],
            cwd=project.root,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )

    @property
    def log(self) -> str:
        """All that it has printed."""
        return Path(self._log.name).read_text(encoding="utf-8")

    @property
    def builds(self) -> int:
        """How many builds it has started."""
        return self.log.count("Building documentation")

    def page(self, path: str) -> str:
        """A page as the browser gets it; empty while there is none."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=5) as response:
                body: bytes = response.read()
                return body.decode()
        except OSError:
            return ""

    def wait(self, condition: Callable[[], bool], seconds: float = 60) -> None:
        """Waits until a condition holds, and fails with the log if it never does."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, self.log
            assert self.process.poll() is None, self.log
            time.sleep(0.1)

    def settle(self) -> None:
        """Waits for a build that a write of ours could have started: polling takes half a second."""
        time.sleep(2)

    def stop(self) -> None:
        """Ends the server."""
        self.process.terminate()
        self.process.wait(timeout=30)
        self._log.close()


@contextmanager
def running_server(project: Project) -> Iterator[Server]:
    """A server whose first build is done."""
    running = Server(project)
    try:
        running.wait(lambda: "torch.abs" in running.page("api/torch.abs/"))
        running.settle()
        yield running
    finally:
        running.stop()

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from generator.model.evidence import FailureKind
from generator.verify.observation import Observation
from generator.verify.pool import Failed, Limits, Step, StepResult, Worker
from generator.verify.sandbox import Isolation

LIMITS = Limits(seconds=5, memory=512 * 1024**2)

pytestmark = pytest.mark.libraries


def run(worker: Worker, code: str, limits: Limits = LIMITS) -> StepResult:
    """What comes of a torch snippet that is nothing but hostile."""
    return worker.run([Step("torch", code, {})], limits)[0]


def value_of(worker: Worker, code: str) -> str:
    """The value of the code's last line, as Python writes it."""
    result = run(worker, code)
    assert isinstance(result, Observation), result
    assert result.value is not None
    return result.value.text


def full(worker: Worker) -> Worker:
    """The worker, if this machine lets it shut itself in."""
    worker.start()
    if worker.isolation is not Isolation.FULL and not os.environ.get("CI"):
        pytest.skip("no user namespaces here")
    return worker


@pytest.mark.usefixtures("worker")
def test_secrets_of_the_environment_are_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snippet sees nothing of the environment that the command was started in."""
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    other = Worker()
    try:
        assert value_of(other, "import os\n'GITHUB_TOKEN' in os.environ") == "False"
    finally:
        other.stop()


def test_the_working_folder_is_empty_and_its_own(worker: Worker, weak_worker: Worker) -> None:
    """Each record starts in an empty folder, and what it writes there is gone for the next."""
    for chosen in (worker, weak_worker):
        for _ in range(2):
            assert value_of(chosen, "import os\nopen('a', 'w').close()\nlen(os.listdir())") == "1"


def test_the_disk_is_read_only(worker: Worker, tmp_path: Path) -> None:
    """A snippet can write to no file outside its folder."""
    result = run(full(worker), f"open({str(tmp_path / 'x')!r}, 'w')")
    assert isinstance(result, Failed)
    assert "Read-only" in result.message
    assert not (tmp_path / "x").exists()


def test_no_mount_can_be_undone(worker: Worker) -> None:
    """A snippet has no rights over the namespaces it is in."""
    code = "import ctypes\nctypes.CDLL(None).mount(None, b'/', None, 32 | 4096, None)"
    assert value_of(full(worker), code) == "-1"


def test_no_process_outside_is_in_sight(worker: Worker) -> None:
    """A snippet sees, besides itself, only the worker, which it cannot end: no environment of another process either."""
    assert value_of(worker, "import glob\nlen(glob.glob('/proc/[0-9]*'))") == "2"
    assert value_of(full(worker), "import os\nos.kill(1, 9)\nos.getppid()") == "1"


def test_a_dead_worker_is_replaced(weak_worker: Worker) -> None:
    """A snippet that does end its worker costs itself; the next job gets another worker."""
    result = run(weak_worker, "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nimport time\ntime.sleep(9)")
    assert isinstance(result, Failed)
    assert result.kind is FailureKind.CRASH
    assert value_of(weak_worker, "1 + 1") == "2"


def test_what_a_snippet_prints_stays_out_of_the_protocol(worker: Worker) -> None:
    """Output in any amount changes no result."""
    assert value_of(worker, "import os, sys\nprint('{}' * 10_000)\nos.write(2, b'x' * 100_000)\n7") == "7"


def test_output_of_a_crash_is_kept_for_the_terminal(worker: Worker) -> None:
    """The last words of a process that died are shown to whoever wrote the record."""
    result = run(worker, "import os\nos.write(2, b'last words')\nos.abort()")
    assert isinstance(result, Failed)
    assert result.kind is FailureKind.CRASH
    assert result.output.startswith("last words")


def test_a_tampered_runner_yields_no_pass(worker: Worker) -> None:
    """Code that replaces what reports its result is told as such."""
    code = "import generator.verify.observation as o\no.Observation.as_json = lambda self: {'outcome': 'passed'}\n1"
    result = run(worker, code)
    assert isinstance(result, Failed)
    assert result.kind is FailureKind.TAMPERED


def test_messages_hold_nothing_of_this_machine(worker: Worker) -> None:
    """Addresses and paths in a message would change from run to run."""
    result = run(worker, "raise ValueError(f'{object()} at {torch.__file__}')")
    assert isinstance(result, Failed)
    assert result.message == "第 1 行 ValueError：<object object at 0x…> at …/__init__.py"


@pytest.mark.usefixtures("worker")
def test_the_worker_ends_with_the_command() -> None:
    """No process is left when a worker is stopped, not even one that a snippet started."""
    for namespaces in (True, False):
        other = Worker(namespaces=namespaces)
        run(other, "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(100)\n1")
        folder = other._folder
        other.stop()
        deadline = time.monotonic() + 10
        while (left := processes_in(folder)) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert left == []
        assert not folder.exists()


def processes_in(folder: Path) -> list[str]:
    """The processes whose command line names a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if bytes(folder) in path.read_bytes():
                found.append(path.parent.name)
        except OSError:  # it ended meanwhile
            continue
    return found

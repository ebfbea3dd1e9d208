from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from generator.evidence.verify.folders import make_folder, remove_left_folders
from generator.evidence.verify.observation import Observation
from generator.evidence.verify.worker import Failed, Limits, Step, StepResult, Worker
from generator.model.evidence import FailureKind

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


@pytest.mark.usefixtures("worker")
def test_secrets_of_the_environment_are_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snippet sees nothing of the environment that the command was started in."""
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    other = Worker()
    try:
        assert "secret" not in value_of(other, "import os\nstr(os.environ)")
    finally:
        other.stop()


def test_the_working_folder_is_empty_and_its_own(worker: Worker, weak_worker: Worker) -> None:
    """Each record starts in an empty folder, and what it writes there is gone for the next."""
    for chosen in (worker, weak_worker):
        for _ in range(2):
            assert value_of(chosen, "import os\nopen('a', 'w').close()\nlen(os.listdir())") == "1"


def test_nothing_of_the_disk_is_seen_but_the_libraries(worker: Worker, tmp_path: Path) -> None:
    """Home, the project, the temporary folder and the system's settings are not there, whoever asks."""
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    project = Path(__file__).parents[3]
    for path in (
        tmp_path / "secret",
        Path.home() / ".profile",
        project / "README.md",
        Path("/etc/passwd"),
        Path("/var"),
    ):
        assert value_of(worker, f"import os\nos.path.exists({str(path)!r})") == "False", path
    seen = set(value_of(worker, "import os\n' '.join(os.listdir('/etc') + os.listdir('/dev'))")[1:-1].split())
    assert seen <= {"ld.so.cache", "localtime", "alternatives", "null", "zero", "full", "random", "urandom", "shm"}


def test_each_side_has_only_its_own_library(worker: Worker) -> None:
    """The other library's folder is empty on its side's disk, and none of it is in memory."""
    code = "import glob, sys\nsum(len(glob.glob(f'{path}/OTHER/*')) for path in sys.path)"
    loaded = "import sys\nlen([name for name in sys.modules if name.partition('.')[0] == 'OTHER'])"
    for library, other in (("torch", "paddle"), ("paddle", "torch")):
        for text in (code, loaded):
            (found,) = worker.run([Step(library, text.replace("OTHER", other), {})], LIMITS)
            assert isinstance(found, Observation)
            assert found.value is not None
            assert found.value.text == "0"


@pytest.mark.parametrize(
    "call",
    [
        "libc.unshare(0x10000000)",
        "libc.memfd_create(b'a', 0)",
        "libc.shmget(0, 4096, 0o1600)",
        "libc.mq_open(b'/a', 0o102, 0o600, None)",
        "libc.syscall(425, 8, ctypes.create_string_buffer(256))",
        "libc.ptrace(16, os.getppid(), None, None)",
        "libc.socket(40, 1, 0)",
        "libc.socket(16, 3, 0)",
        "libc.socket(38, 5, 0)",
    ],
)
def test_calls_past_the_namespaces_are_refused(worker: Worker, call: str) -> None:
    """No user namespace, no memory of no process, no requests that nothing counts, no socket but of the namespace."""
    refused = "ctypes.get_errno() in (1, 97)"
    assert (
        value_of(worker, f"import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n{call} == -1 and {refused}")
        == "True"
    )


def test_usual_calls_are_not_refused(worker: Worker) -> None:
    """Threads, processes, local sockets and the folder's files are a snippet's to use."""
    code = (
        "import os, socket, threading\na, b = socket.socketpair()\n"
        "thread = threading.Thread(target=a.send, args=(b'1',))\nthread.start()\nthread.join()\n"
        "child = os.fork()\nif child == 0: os._exit(7)\n"
        "os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) + len(b.recv(1)) + bool(socket.socket())"
    )
    assert value_of(worker, code) == "9"


def test_empty_files_are_counted(worker: Worker) -> None:
    """Files without content cannot fill the kernel's memory."""
    code = "import os\ncount = 0\ntry:\n    while True:\n        os.mknod(str(count))\n        count += 1\nexcept OSError: pass\ncount < 20_000"
    assert value_of(worker, code) == "True"


def test_signals_do_not_reach_the_worker(worker: Worker) -> None:
    """Whatever signal a snippet sends to its worker, the command does not wait without end."""
    code = "import os\nfor number in range(1, 65): os.kill(1, number)\n5"
    assert [value_of(worker, text) for text in (code, "6")] == ["5", "6"]
    (found,) = worker.run([Step("paddle", code, {})], LIMITS)
    assert isinstance(found, Observation)


def test_a_worker_that_is_stopped_is_not_waited_for(weak_worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without namespaces a snippet can stop its worker: the record fails, and the next one gets another."""
    monkeypatch.setattr("generator.evidence.verify.worker._GRACE", 1.0)
    result = run(
        weak_worker, "import os\nos.kill(os.getppid(), 19)\nimport time\ntime.sleep(9)", Limits(2, LIMITS.memory)
    )
    assert isinstance(result, Failed)
    assert result.kind is FailureKind.CRASH
    assert value_of(weak_worker, "1 + 1") == "2"


FORGED = """\
import json, os, struct, sys
frame = sys._getframe()
while 'token' not in frame.f_locals: frame = frame.f_back
body = BODY
left = memoryview(frame.f_locals['token'] + struct.pack('<Q', len(body)) + body)
while left: left = left[os.write(frame.f_locals['pipe'], left) :]
os._exit(0)
"""


@pytest.mark.parametrize(
    "body",
    [
        "b'[' * 3_000_000 + b']' * 3_000_000",
        "b'[' + b'[],' * 20_000_000 + b'[]]'",
        (
            "json.dumps({'observation': {'names': [['y', {'kind': 'Tensor', 'type': 'float32', 'data': '',"
            " 'shape': [10**4000] * 900}]], 'value': None, 'inputs': []}}).encode()"
        ),
        (
            "json.dumps({'observation': {'names': [['y', {'kind': 'Tensor', 'type': 'float32', 'data': '',"
            " 'shape': [2**62] * 9000}]], 'value': None, 'inputs': []}}).encode()"
        ),
    ],
)
def test_a_forged_result_costs_no_time_and_memory(worker: Worker, body: str) -> None:
    """Nesting, millions of parts and shapes without end are refused before anybody works on them."""
    result = run(worker, FORGED.replace("BODY", body))
    assert isinstance(result, Failed)
    assert result.kind is FailureKind.TAMPERED


def test_the_disk_is_read_only(worker: Worker) -> None:
    """A snippet can write to no file outside its folder, the libraries' least of all."""
    for place in ("'/usr/x'", "torch.__file__"):
        result = run(worker, f"open({place}, 'a')")
        assert isinstance(result, Failed)
        assert "Read-only" in result.message


def test_no_mount_can_be_undone(worker: Worker) -> None:
    """A snippet has no rights over the namespaces it is in."""
    code = "import ctypes\nctypes.CDLL(None).mount(None, b'/', None, 32 | 4096, None)"
    assert value_of(worker, code) == "-1"


def test_no_process_outside_is_in_sight(worker: Worker) -> None:
    """A snippet sees no process, its worker included, which it cannot end, and not the name of the machine."""
    assert value_of(worker, "import os\nlen(os.listdir('/proc'))") == "0"
    assert value_of(worker, "import os\nos.kill(1, 9)\nos.getppid()") == "1"
    assert value_of(worker, "import os\nos.uname().nodename") == "'sandbox'"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("if os.fork() == 0:\n        kept = bytearray(90_000_000)\n        time.sleep(99)", FailureKind.MEMORY),
        ("if os.fork() == 0:\n        time.sleep(99)", FailureKind.PROCESSES),
        ("subprocess.Popen(['/bin/sleep', '99'])", FailureKind.PROCESSES),
    ],
)
def test_processes_together_keep_to_the_limits(worker: Worker, code: str, kind: FailureKind) -> None:
    """Memory and processes are limited for all that a snippet starts, for root too, and all of it ends."""
    result = run(worker, f"import os, subprocess, time\nfor _ in range(100):\n    {code}\ntime.sleep(99)")
    assert isinstance(result, Failed)
    assert result.kind is kind
    assert value_of(worker, "import os\nos.getppid()") == "1"


def test_threads_count_as_processes(worker: Worker) -> None:
    """Threads without end end the snippet."""
    code = "threading.Thread(target=time.sleep, args=(99,)).start()"
    result = run(
        worker, f"import threading, time\nthreading.stack_size(65536)\nfor _ in range(100):\n    {code}\ntime.sleep(99)"
    )
    assert isinstance(result, Failed)
    assert result.kind is FailureKind.PROCESSES


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
    code = "import generator.evidence.verify.observation as o\no.Observation.as_json = lambda self: {'outcome': 'passed'}\n1"
    result = run(worker, code)
    assert isinstance(result, Failed)
    assert result.kind is FailureKind.TAMPERED


def test_messages_hold_nothing_of_this_machine(worker: Worker) -> None:
    """Addresses and paths in a message would change from run to run."""
    result = run(worker, "torch.zeros(object())")
    assert isinstance(result, Failed)
    assert "0x" not in result.message
    result = run(worker, "from torch import absent")
    assert isinstance(result, Failed)
    assert result.message == "第 1 行 ImportError：cannot import name 'absent' from 'torch' (…/__init__.py)"


@pytest.mark.parametrize(
    "code",
    [
        "raise ValueError(text)",
        "assert False, text",
        "class Own(Exception): pass\nraise Own(text)",
        "class Own(ValueError):\n    def __str__(self): return text\ntorch.no_grad()(lambda: (_ for _ in ()).throw(Own()))()",
        "raise type(text, (ValueError,), {})()",
        "raise SystemExit(text)",
        "import sys\nsys.exit(text)",
        "{}[text]",
        "int(text)",
        "open(text)",
    ],
)
def test_messages_hold_no_text_of_a_file(worker: Worker, code: str) -> None:
    """What a snippet read does not get into evidence by way of an exception: see ``SECURITY.md``."""
    text = "the first words of a file that the snippet has read, which go on for longer than any name"
    result = run(worker, f"text = {text!r}\n{code}")
    assert isinstance(result, Failed)
    assert "words of a file" not in result.message


def test_folders_of_ended_processes_are_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What a killed run and its killed workers left goes with the next run; a running one's, and others', stay."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    (tmp_path / f"apimap-verify-{ended.pid}-abc/deeper").mkdir(parents=True)
    (tmp_path / "apimap-verify-of-mine").mkdir()
    kept = make_folder()
    remove_left_folders()
    assert {path.name for path in tmp_path.iterdir()} == {kept.name, "apimap-verify-of-mine"}


@pytest.mark.usefixtures("worker")
def test_the_worker_ends_with_the_command() -> None:
    """No process and no folder is left when a worker is stopped, not even a process that a snippet started."""
    for isolated in (True, False):
        other = Worker({"torch": [STOPPED]}, isolated=isolated)
        other.start()
        run(other, "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(100)\n1")
        folders = [process._folder for process in other._processes.values()]
        assert processes_with(STOPPED)
        other.stop()
        assert left_after(lambda: processes_with(STOPPED)) == []
        assert not any(folder.exists() for folder in folders if folder)


@pytest.mark.usefixtures("worker")
def test_nothing_is_left_when_the_command_is_killed(tmp_path: Path) -> None:
    """After SIGKILL of the command, in the middle of a snippet, its workers end, and no folder stays."""
    for isolated in (True, False):
        code = (
            "from generator.evidence.verify.worker import Limits, Step, Worker\n"
            f"worker = Worker({{'torch': [{KILLED!r}]}}, isolated={isolated})\n"
            "worker.start()\nprint('ready', flush=True)\n"
            "worker.run([Step('torch', 'import time; time.sleep(99)', {})], Limits(seconds=2))"
        )
        environment = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as command:
            assert command.stdout is not None
            assert command.stdout.readline() == b"ready\n"
            assert processes_with(KILLED)
            command.kill()
        assert left_after(lambda: processes_with(KILLED)) == []
        assert left_after(lambda: list(tmp_path.iterdir())) == []


STOPPED, KILLED = "tabnanny", "colorsys"
"""Modules that nobody needs: the workers of two tests, which may run at the same time, can be told by them."""


def processes_with(module: str) -> list[str]:
    """The processes whose command line ends with this module."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().endswith(f"\0{module}\0".encode()):
                found.append(path.parent.name)
        except OSError:  # it ended meanwhile
            continue
    return found


def left_after(look: Callable[[], Sequence[object]]) -> Sequence[object]:
    """What ``look`` still finds when it has had time to go."""
    deadline = time.monotonic() + 15
    while (found := look()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found

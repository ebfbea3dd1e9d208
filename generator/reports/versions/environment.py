"""Makes a Python environment that has one release of a library, and what runs a record's code on it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from generator.libraries.library import Library

ENVIRONMENTS = ".cache/versions"
"""Where the environments stand: a folder that git ignores."""
PINS = "requirements/releases"
_OWN = ("pydantic",)
"""What our own code needs that runs there."""
_RELEASE = re.compile(r"\d+(?:\.\d+)*(?:(?:a|b|rc|\.post|\.dev)\d+)*")
_PROBE = "import importlib.metadata as m; print(m.version({!r}))"


class EnvironmentMissingError(Exception):
    """An environment cannot be made, or is not there; the message says why, and what to do."""


def find_python(root: Path, library: Library, version: str) -> Path:
    """Returns the interpreter of the environment that has this release.

    Raises:
        EnvironmentMissingError: there is none, or it has another release.
    """
    python = _folder(root, library, version) / "bin/python"
    if not python.exists():
        raise EnvironmentMissingError(
            f"还没有 {library.name} {version} 的环境：请先运行 apimap versions env {version}。"
        )
    if (found := _installed(python, library)) != version:
        raise EnvironmentMissingError(
            f"{python} 中的 {library.name} 是 {found or '没有安装的'}，不是 {version}：请删去这个环境，再运行 apimap versions env {version}。"
        )
    return python


def make_environment(root: Path, library: Library, version: str) -> Path:
    """Installs a release, with the pinned packages where ``requirements/releases/`` has them. Returns its interpreter.

    It is put together beside its place and moved there when it is whole.

    Raises:
        EnvironmentMissingError: the index has no such release for this Python, or pip fails for another reason.
        OSError: the folder cannot be written to.
    """
    if not _RELEASE.fullmatch(version):
        raise EnvironmentMissingError(f"{version} 不是版本号，应写成 3.2.2。")
    folder = _folder(root, library, version)
    folder.parent.mkdir(parents=True, exist_ok=True)
    pins = root / PINS / f"{library.name}-{version}.txt"
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as temporary:
        made = Path(temporary, "made")
        _run([sys.executable, "-m", "venv", str(made)], "不能建立虚拟环境")
        wanted = (f"{library.distributions[0]}=={version}", *_OWN)
        listed = ("-r", str(pins)) if pins.exists() else ()
        pip = (str(made / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        _run([*pip, *listed, *wanted], f"不能安装 {library.distributions[0]} {version}")
        shutil.rmtree(folder, ignore_errors=True)
        made.rename(folder)
    return find_python(root, library, version)


def _folder(root: Path, library: Library, version: str) -> Path:
    return (root / ENVIRONMENTS / f"{library.name}-{version}").resolve()


def _installed(python: Path, library: Library) -> str:
    """Returns the release in an environment, empty where there is none."""
    command = [str(python), "-c", _PROBE.format(library.distributions[0])]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603  (our interpreter)


def _run(command: list[str], failed: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603  (our own)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR:")] or done.stderr.splitlines()
        raise EnvironmentMissingError(f"{failed}：{lines[-1].removeprefix('ERROR: ') if lines else '没有说明原因'}")

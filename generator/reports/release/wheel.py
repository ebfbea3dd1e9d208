"""Builds the wheel of the program with a release of the data in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path

_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_TIMEOUT = 300
_PACKAGE = "generator"
_SOURCES = ("pyproject.toml", "README_EN.md", "LICENSE", _PACKAGE)
"""What every build needs; ``pyproject.toml`` names what else the wheel carries."""


class WheelError(Exception):
    """The wheel cannot be built; the message has the fault and a hint."""


def build_wheel(root: Path, version: str, moment: int, export: Callable[[str], bytes]) -> tuple[str, bytes]:
    """Returns the name of the wheel and its bytes, which are the same wherever it is built.

    Its version is that of the program, with the day of the data as its post-release. ``export`` makes the file of the
    site with a name: those that ``pyproject.toml`` lists as artifacts are carried.

    Raises:
        WheelError: ``root`` is not the program's repository, or the build fails.
        OSError: a file cannot be read or written.
    """
    missing = [name for name in _SOURCES if not (root / name).exists()]
    if missing:
        raise WheelError(f"{root} 中没有 {'、'.join(missing)}：发布要在 apimap 的仓库中做。")
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    target = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    with tempfile.TemporaryDirectory(prefix="apimap-") as temporary:
        copy, wheels = Path(temporary, "source"), Path(temporary, "wheels")
        ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
        for name in (*_SOURCES, *target["force-include"]):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            if (root / name).is_dir():
                shutil.copytree(root / name, copy / name, ignore=ignored, dirs_exist_ok=True)
            else:
                shutil.copy(root / name, copy / name)
        for artifact in target["artifacts"]:
            (copy / artifact).write_bytes(export(Path(artifact).name))
        _set_version(copy / _PACKAGE / "__init__.py", version)
        _run_pip(copy, wheels, moment)
        (wheel,) = wheels.glob("*.whl")
        return wheel.name, wheel.read_bytes()


def _set_version(file: Path, version: str) -> None:
    year, month, day = version.split(".")
    text, number = _VERSION.subn(
        rf'__version__ = "\1.post{year}{int(month):02}{int(day):02}"', file.read_text(encoding="utf-8")
    )
    if number != 1:
        raise WheelError(f"{_PACKAGE}/__init__.py 中没有 __version__。")
    file.write_text(text, encoding="utf-8")


def _run_pip(source: Path, wheels: Path, moment: int) -> None:
    options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    command = (sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(wheels), str(source))
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(moment)}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, timeout=_TIMEOUT, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise WheelError(f"无法打包：{error}。") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise WheelError(f"打包失败，先运行 make .venv/base.stamp 装好打包的工具：{said[-1] if said else '没有说明'}")

"""Holds that the environment is the pinned one, and that the pins suit every Python that we promise.

Everything installed stands in a requirement file in the version that it has, and nothing asks for a later Python than
``requires-python`` of ``pyproject.toml`` does: a Debian has 3.11.2 where an image has 3.11.9.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

from packaging.specifiers import SpecifierSet

NOT_OURS = {"pip", "apimap"}
"""What came with the virtual environment, and the project itself."""


def normalized(name: str) -> str:
    """A distribution's name as package tools compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def problems() -> Iterator[str]:
    """What is wrong, one line each."""
    pins = {
        (normalized(name), version)
        for file in Path("requirements").glob("*.txt")
        for name, version in re.findall(r"^([^#\s]+)==(\S+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    lowest = project["requires-python"].removeprefix(">=") + ".0"
    for found in distributions():
        # The local part of a version (+cpu) names a build, and not another release.
        name, version = normalized(found.name), found.version.partition("+")[0]
        if name not in NOT_OURS and (name, version) not in pins:
            yield f"{name}=={version} 没有写在 requirements/ 中"
        if not SpecifierSet(found.metadata["Requires-Python"] or "").contains(lowest):
            yield f"{name}=={version} 不支持 Python {lowest}：{found.metadata['Requires-Python']}"


def main() -> None:
    """Prints what is wrong, and exits with 1 where anything is."""
    found = sorted(problems())
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()

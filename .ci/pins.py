"""Holds that everything in the environment stands in a requirement file, in the version that it has."""

from __future__ import annotations

import re
import sys
from importlib.metadata import distributions
from pathlib import Path

NOT_OURS = {"pip", "apimap"}
"""What came with the virtual environment, and the project itself."""


def normalized(name: str) -> str:
    """A distribution's name as package tools compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> None:
    """Prints every installed distribution that no requirement file pins, and exits with 1 where there is one."""
    pins = {
        (normalized(name), version)
        for file in Path("requirements").glob("*.txt")
        for name, version in re.findall(r"^([^#\s]+)==(\S+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    # The local part of a version (+cpu) names a build, and not another release.
    installed = {(normalized(found.name), found.version.partition("+")[0]) for found in distributions()}
    loose = sorted((name, version) for name, version in installed - pins if name not in NOT_OURS)
    for name, version in loose:
        print(f"{name}=={version} 没有写在 requirements/ 中", file=sys.stderr)
    sys.exit(bool(loose))


if __name__ == "__main__":
    main()

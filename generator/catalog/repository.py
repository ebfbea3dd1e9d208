"""Finds where the project is hosted, so that pages can lead to a file's editor and to a report."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

_ORIGIN = re.compile(r"(?:https://(?:[^@/\s]+@)?|ssh://git@|git@)(github\.com)[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?")
"""An origin whose web addresses are known. Of another host, only ``catalog.yml`` can say them."""


def find_repository(root: Path, environment: Mapping[str, str]) -> str | None:
    """Returns the web address of the repository whose root is ``root``: from GitHub's workflow, or git's ``origin``.

    None where neither is an address that a browser can open, such as another folder of this machine.
    """
    server, name = environment.get("GITHUB_SERVER_URL"), environment.get("GITHUB_REPOSITORY")
    if server and name:
        return f"{server}/{name}"
    if not (root / ".git").exists():
        return None
    command = ["git", "config", "--get", "remote.origin.url"]
    try:
        result = subprocess.run(command, cwd=root, capture_output=True, timeout=10, check=False, text=True)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    match = _ORIGIN.fullmatch(result.stdout.strip())
    return f"https://{match[1]}/{match[2]}" if match is not None else None

"""Git repositories of small projects."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from samples import Project

_ME = {
    f"GIT_{role}_{key}": value
    for role in ("AUTHOR", "COMMITTER")
    for key, value in (("NAME", "Somebody"), ("EMAIL", "somebody@example.org"), ("DATE", "2026-11-20T12:00:00Z"))
}


class Repository:
    """A project in a repository whose branch ``main`` has it as it is at first."""

    def __init__(self, project: Project) -> None:
        self.project, self.root = project, project.root
        (self.root / ".gitignore").write_text(".cache\n/site/\n/build/\n/.venv\n", encoding="utf-8")
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit("base")

    def git(self, *arguments: str) -> str:
        """What git prints."""
        command = ("git", "-C", str(self.root), *arguments)
        done = subprocess.run(command, env={**os.environ, **_ME}, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def commit(self, message: str = "change") -> str:
        """Commits all files, and returns the commit."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")

    def files(self) -> dict[Path, bytes]:
        """All files, those of git itself among them."""
        return {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()}

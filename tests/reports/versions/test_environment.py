from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from generator.libraries.registry import LIBRARIES
from generator.reports.versions import environment
from generator.reports.versions.environment import ENVIRONMENTS, EnvironmentMissingError, find_python, make_environment

PADDLE = LIBRARIES["paddle"]


@pytest.mark.parametrize("version", ["../x", "3.2.2 --upgrade", "latest", "", "3.2.2;rm"])
def test_what_is_no_release_is_refused(tmp_path: Path, version: str) -> None:
    """Nothing is installed, and no folder made, for what is no number of a release."""
    with pytest.raises(EnvironmentMissingError, match="版本号"):
        make_environment(tmp_path, PADDLE, version)
    assert list(tmp_path.iterdir()) == []


def test_a_release_that_pip_cannot_install_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last error of pip is the message, and neither the environment nor a part of it is left."""

    def fail(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        said = "ERROR: No matching distribution found for paddlepaddle==9.9.9\n" if "pip" in command else ""
        return subprocess.CompletedProcess(command, int("pip" in command), "", said)

    monkeypatch.setattr(environment.subprocess, "run", fail)
    with pytest.raises(EnvironmentMissingError, match=r"9\.9\.9：No matching distribution"):
        make_environment(tmp_path, PADDLE, "9.9.9")
    assert list((tmp_path / ENVIRONMENTS).iterdir()) == []


def test_a_missing_environment_names_the_command(tmp_path: Path) -> None:
    """Whoever has not made the environment is told how to."""
    with pytest.raises(EnvironmentMissingError, match=r"apimap versions env 3\.2\.2"):
        find_python(tmp_path, PADDLE, "3.2.2")


def test_an_environment_with_another_release_is_refused(tmp_path: Path) -> None:
    """An environment whose library is not the release that its name says counts for nothing."""
    python = tmp_path / ENVIRONMENTS / "paddle-3.2.2/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\necho 3.1.1\n", encoding="utf-8")
    python.chmod(0o755)
    with pytest.raises(EnvironmentMissingError, match=r"是 3\.1\.1，不是 3\.2\.2"):
        find_python(tmp_path, PADDLE, "3.2.2")

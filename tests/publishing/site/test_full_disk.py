from __future__ import annotations

import os
import resource
import subprocess
import sys

import pytest
from samples import Project
from sampling import sample
from site_builds import BuildSite, changed

from generator.mkdocs_plugin import ApimapPlugin


@pytest.mark.parametrize("room", sample([0, 1_000, 20_000, 60_000, 100_000, 120_000], 2))
@pytest.mark.slow
def test_build_that_cannot_write_says_so_and_the_next_is_right(
    project: Project, build_site: BuildSite, room: int
) -> None:
    """A file that cannot be written, ours or the theme's, ends the build with one line; a build with room mends all."""
    good = build_site()
    for kept in ((project.root / ".cache/site.json"), (project.root / "site/data.json")):
        kept.unlink()
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q"],
        cwd=project.root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    (line,) = (line for line in done.stderr.splitlines() if "ERROR" in line)
    assert "无法读写" in line
    assert "File too large" in line
    assert "Traceback" not in done.stderr + done.stdout
    assert changed(good, build_site()) == set()


def test_error_of_another_kind_stays_what_it_is() -> None:
    """What is no trouble with files is MkDocs' to report."""
    ApimapPlugin().on_build_error(error=ValueError("a fault of ours"))
    with pytest.raises(SystemExit):
        ApimapPlugin().on_build_error(error=OSError(28, "No space left on device"))

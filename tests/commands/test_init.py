from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from command_line import run
from samples import REPOSITORY

from generator.commands import init
from generator.model.settings import Settings
from generator.publishing.views.paths import SCRIPT_LISTS
from generator.storage import atomic
from generator.storage.yaml_data import read_data


@pytest.fixture(scope="module")
def new_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new project, in a folder whose parent is not there either."""
    folder = tmp_path_factory.mktemp("team") / "some/where"
    assert run("init", folder) == 0
    return folder


@pytest.mark.slow
def test_new_project_works_at_once(new_project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lint finds nothing, a record can be drafted with the glossary, and a strict build makes a site with its finder."""
    assert run("--root", new_project, "lint") == 0
    capsys.readouterr()
    assert run("--root", new_project, "new", "torch.heaviside", "--no-run", "--stdout") == 0
    drafted = capsys.readouterr()
    assert "paddle: paddle.heaviside" in drafted.out
    assert drafted.err == ""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f", str(new_project / "mkdocs.yml")]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    site = new_project / "site"
    page = (site / "api/torch.abs/index.html").read_text(encoding="utf-8")
    assert "data-finder" in page
    scripts = re.findall(r'<script[^>]+src="([^":]+)"', page)
    assert any("finder" in script for script in scripts)
    for script in scripts:
        assert (site / "api/torch.abs" / script.partition("?")[0]).resolve().is_file(), script
    assert '"torch.abs"' in (site / "assets/finder.json").read_text(encoding="utf-8")


def test_folder_that_is_not_empty_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is there stays as it is, a file of that name too, and nothing is added."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a/b").write_text("x", encoding="utf-8")
    for folder in (tmp_path / "a", tmp_path / "a/b"):
        assert run("init", folder) == 2
        assert "已经存在，而且不是空的文件夹" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "b"]


def test_empty_folder_stays_the_same_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who stands in an empty folder finds the project there."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert run("init", ".") == 0
    assert Path("mkdocs.yml").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


def test_full_disk_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a file cannot be written there is no folder, and the message names the one that was wanted."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic.Path, "write_bytes", fail)
    assert run("init", tmp_path / "new") == 2
    assert f"无法写入 {tmp_path / 'new'}：No space left" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_minimal_settings_are_enough(new_project: Path, tmp_path: Path) -> None:
    """The least ``catalog.yml`` that the guide shows works, and its table names every key there is."""
    guide = (new_project / "site_src/contributing.md").read_text(encoding="utf-8")
    (minimal,) = re.findall(r"^```yaml\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    table = guide[guide.index("## catalog.yml") :]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == Settings.model_fields.keys()
    least = {name for name, field in Settings.model_fields.items() if field.is_required()}
    assert read_data(minimal).keys() == least
    (tmp_path / "mapping_data/records").mkdir(parents=True)
    (tmp_path / "mapping_data/catalog.yml").write_text(minimal, encoding="utf-8")
    assert run("--root", tmp_path, "lint") == 0
    assert run("--root", tmp_path, "render") == 0


def test_generated_files_are_ignored(new_project: Path) -> None:
    """Of all Markdown in ``site_src`` git sees what is written by hand, and it sees no list of the scripts."""
    lines = (new_project / ".gitignore").read_text(encoding="utf-8").splitlines()
    by_hand = {f"!/{path}" for path in init.project_files() if path.endswith(".md")}
    assert {line for line in lines if line.startswith("!")} == by_hand
    assert {f"/site_src/{path}" for path in SCRIPT_LISTS} <= set(lines)


def test_wheel_carries_what_is_copied() -> None:
    """Every file of a new project has a place in the wheel, below the folder where the command looks for it."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    carried = {path for path, place in included.items() if place == f"generator/scaffold/{path}"}
    own = set(init._OWN.values())
    missing = [
        path
        for path in init.project_files()
        if path not in own and not any(path == one or path.startswith(f"{one}/") for one in carried)
    ]
    assert missing == []
    assert all(
        any(place.startswith(one) for one in ("generator/scaffold/", "generator/templates"))
        for place in included.values()
    )

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
from command_line import run
from repositories import Repository
from samples import ABS, REPOSITORY, Project

from generator import __version__
from generator.catalog.catalog import INVENTORY
from generator.model.promises import Promises
from generator.storage.promises_file import PROMISES, dump_promises, read_promises_file


@pytest.fixture
def repository(project: Project) -> Repository:
    """A small project in a repository, with what a wheel is built from."""
    for name in ("pyproject.toml", "README_EN.md", "LICENSE"):
        shutil.copy(REPOSITORY / name, project.root / name)
    wheel = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    for name in ("generator", *wheel["force-include"]):
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        if name == INVENTORY:  # the project's records are of signatures of their own
            (project.root / name).mkdir(exist_ok=True)
            (project.root / name / ".gitkeep").touch()
        if (REPOSITORY / name).is_file() and not (project.root / name).exists():
            shutil.copy(REPOSITORY / name, project.root / name)
        elif not (project.root / name).exists():
            shutil.copytree(REPOSITORY / name, project.root / name, ignore=shutil.ignore_patterns("__pycache__"))
    return Repository(project)


def release(repository: Repository, folder: str, *arguments: str) -> int:
    """The exit code of the command."""
    return run("--root", repository.root, "release", repository.root.parent / folder, *arguments)


def data_in(folder: Path) -> dict[str, object]:
    """``data.json`` of the archive."""
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        file = opened.extractfile(f"{archive.name.removesuffix('.tar.gz')}/data.json")
        assert file is not None
        found: dict[str, object] = json.load(file)
    return found


@pytest.mark.slow
def test_two_releases_follow_each_other(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """The first has everything, whole, and the same bytes when made again; the second tells what changed since."""
    folder = repository.root.parent
    assert release(repository, "first", "--version", "2026.11.22") == 0
    names = {path.name for path in (folder / "first").iterdir()}
    wheel = f"apimap-{__version__}.post20261122-py3-none-any.whl"
    assert names == {"apimap-data-2026.11.22.tar.gz", wheel, "CHANGES.md", "SHA256SUMS"}
    meta = data_in(folder / "first")["_meta"]
    assert isinstance(meta, dict)
    assert (meta["version"], meta["generator"]) == ("2026.11.22", f"apimap {__version__}")
    assert run("release", folder / "first", "--check") == 0

    (repository.root / PROMISES).unlink()
    assert release(repository, "again", "--version", "2026.11.22") == 0
    for name in names:
        assert (folder / "first" / name).read_bytes() == (folder / "again" / name).read_bytes()

    promised = read_promises_file(repository.root)
    assert (promised.version, promised.commit) == ("2026.11.22", repository.git("rev-parse", "HEAD"))
    repository.project.add(ABS.replace("abs", "sqrt").replace("aliases: [torch.sqrtolute]\n", ""))
    repository.commit()
    capsys.readouterr()
    assert release(repository, "second", "--version", "2026.11.22") == 2
    assert "不比它新" in capsys.readouterr().err
    assert release(repository, "second", "--version", "2026.12.1") == 0
    notes = (folder / "second/CHANGES.md").read_text(encoding="utf-8")
    assert "新增 1 条、去掉 0 条、改动 0 条记录" in notes
    assert "# 数据 2026.12.1" in notes


@pytest.mark.slow
def test_wheel_knows_the_data_anywhere(repository: Repository) -> None:
    """The wheel alone, outside of any repository, judges code by the data of the release."""
    assert release(repository, "made", "--version", "2026.11.22") == 0
    (wheel,) = (repository.root.parent / "made").glob("*.whl")
    target, place = repository.root.parent / "installed", repository.root.parent / "elsewhere"
    place.mkdir()
    (place / "code.py").write_text("import torch\ny = torch.abs(x)\nz = torch.zeros(2)\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(target)]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    code = f"import sys; sys.path.insert(0, {str(target)!r}); from generator.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "scan", "code.py", "--format", "json"],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(done.stdout)
    assert "torch.abs" in json.dumps(found)
    assert done.returncode == 1  # this small map does not answer torch.zeros


@pytest.mark.slow
def test_what_must_not_be_released_is_told(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that exists, a wrong date, files that are not committed: one error each, and nothing is written."""
    folder = repository.root.parent
    before = sorted(folder.rglob("*"))
    (folder / "there").mkdir()
    asked = [("there", "2026.11.22", "已经存在"), ("new", "2026.2.30", "应是日期"), ("new", "1.0", "应是日期")]
    for name, version, words in asked:
        assert release(repository, name, "--version", version) == 2
        assert words in capsys.readouterr().err
    (folder / "there").rmdir()
    assert sorted(folder.rglob("*")) == before
    file = repository.project.add(ABS.replace("Tensor。", "张量。"))
    assert release(repository, "new") == 2
    assert "没有提交的改动（mapping_data/records/torch/torch.abs.yml 等 1 个文件）" in capsys.readouterr().err
    file.write_text(ABS.replace("Tensor。", "Tensor"), encoding="utf-8")
    repository.commit()
    assert release(repository, "new") == 1
    assert "PAR002" in capsys.readouterr().out
    assert not (folder / "new").exists()
    assert read_promises_file(repository.root) == Promises()


@pytest.mark.slow
def test_broken_promise_is_not_released(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that the last release answered and that is gone without a redirect stops the next release."""
    old = Promises(
        "2026.11.21", repository.git("rev-parse", "HEAD"), "1.4", names=frozenset({"torch.nowhere_to_be_found"})
    )
    (repository.root / PROMISES).write_text(dump_promises(old), encoding="utf-8")
    repository.commit()
    assert release(repository, "new", "--version", "2026.11.22") == 1
    assert "torch.nowhere_to_be_found 不再有答案" in capsys.readouterr().out
    assert read_promises_file(repository.root) == old


def test_wheel_that_cannot_be_built_leaves_nothing(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """Outside of the program's repository there is one error, no folder, and no promise."""
    repository.git("rm", "--quiet", "pyproject.toml")
    repository.commit()
    assert release(repository, "new", "--version", "2026.11.22") == 2
    assert "没有 pyproject.toml" in capsys.readouterr().err
    assert not (repository.root.parent / "new").exists()
    assert not (repository.root / PROMISES).exists()


def test_release_that_was_cut_off_is_one_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--check`` of a folder that is no release says so, and exits with 1."""
    assert run("release", tmp_path, "--check") == 1
    assert "没有 SHA256SUMS" in capsys.readouterr().out

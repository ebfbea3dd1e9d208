from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.projects.convert.converted_file import ConvertedFile
from generator.projects.convert.tree import TargetError, check_target, write_tree
from generator.projects.sources.find import find_files


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A project with code, data and a script."""
    folder = tmp_path / "project"
    for name in ("a.py", "b/c.py", "b/data.bin"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"old")
    (folder / "a.py").chmod(0o755)
    return folder


def test_copy_has_every_file_with_its_permissions(source: Path, tmp_path: Path) -> None:
    """Converted files are new, all others as they were, and the source is untouched; a second copy is the same."""
    found = find_files([source])
    new = {file.path: ConvertedFile(file, b"old", b"new") for file in found.code if file.relative == "a.py"}
    for _ in range(2):
        assert write_tree(found, new, tmp_path / "out") == ()
        copies = {
            path.relative_to(tmp_path / "out").as_posix(): path.read_bytes() for path in (tmp_path / "out").rglob("*.*")
        }
        assert copies == {"a.py": b"new", "b/c.py": b"old", "b/data.bin": b"old"}
    assert (tmp_path / "out/a.py").stat().st_mode & 0o777 == 0o755
    assert (source / "a.py").read_bytes() == b"old"


@pytest.mark.parametrize("to", ["project", "project/", "project/../project", ".", "link", "project/a.py", "over"])
def test_target_that_could_meet_the_source_is_refused(source: Path, tmp_path: Path, to: str) -> None:
    """The source itself, a folder around it, a link to either, and a file are no targets."""
    (tmp_path / "link").symlink_to(source)
    (tmp_path / "over").symlink_to(tmp_path)
    with pytest.raises(TargetError, match="--to"):
        check_target(source, tmp_path / to)


def test_folder_inside_of_the_source_is_taken(source: Path) -> None:
    """``--to out`` in the project's own folder is what people write."""
    check_target(source, source / "out")


def test_links_below_the_target_lead_nowhere(source: Path, tmp_path: Path) -> None:
    """Neither a linked folder nor a linked file in the target is written through; the other files are written."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_bytes(b"kept")
    out = tmp_path / "out"
    out.mkdir()
    (out / "b").symlink_to(outside)
    (out / "a.py").symlink_to(outside / "kept")
    problems = write_tree(find_files([source]), {}, out)
    assert len(problems) == 3
    assert sorted(path.name for path in outside.iterdir()) == ["kept"]
    assert (outside / "kept").read_bytes() == b"kept"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO on this system")
def test_pipe_is_not_copied(source: Path, tmp_path: Path) -> None:
    """A FIFO among the other files is a problem at once, and not waited for."""
    os.mkfifo(source / "pipe")
    (problem,) = write_tree(find_files([source]), {}, tmp_path / "out")
    assert "普通文件" in problem.message

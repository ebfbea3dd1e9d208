from __future__ import annotations

import os
from pathlib import Path

from generator.projects.sources.find import find_files


def touch(path: Path) -> Path:
    """An empty file, in folders that are made for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_code_and_other_files_are_told_apart(tmp_path: Path) -> None:
    """Files come by name, hidden and installed folders are passed over, and a file is found once."""
    wanted = ["a.py", "b/c.IPYNB", "b/d.pyi", "z.py"]
    others = [".flake8", "b/data.txt"]
    for name in (
        *wanted,
        *others,
        ".git/x.py",
        "b/__pycache__/x.py",
        "node_modules/x.py",
        "env/pyvenv.cfg",
        "env/x.py",
    ):
        touch(tmp_path / name)
    found = find_files([tmp_path, tmp_path / "a.py", tmp_path / "b"])
    assert sorted(file.relative for file in found.code) == wanted
    assert [file.relative for file in found.others] == others
    assert found.problems == ()


def test_named_file_is_code_whatever_its_name(tmp_path: Path) -> None:
    """A script without an ending is read where it is named."""
    script = touch(tmp_path / "train")
    assert [file.path for file in find_files([script]).code] == [script]


def test_links_are_not_followed(tmp_path: Path) -> None:
    """A link out of the folder, a broken one and a loop are one line each; one that stays inside is silent."""
    inside, outside = tmp_path / "project", touch(tmp_path / "secret/s.py")
    touch(inside / "a.py")
    (inside / "b.py").symlink_to("a.py")
    (inside / "folder").symlink_to(".")
    (inside / "loop.py").symlink_to("loop.py")
    (inside / "broken.py").symlink_to("nothing.py")
    (inside / "out.py").symlink_to(outside)
    (inside / "out").symlink_to(outside.parent)
    found = find_files([inside])
    assert [file.relative for file in found.code] == ["a.py"]
    assert {Path(problem.file).name for problem in found.problems} == {"loop.py", "broken.py", "out.py", "out"}


def test_deep_folders_are_walked_without_recursion(tmp_path: Path) -> None:
    """A thousand nested folders end neither the search nor the program."""
    here = os.getcwd()  # noqa: PTH109  (the path is too long to name)
    os.chdir(tmp_path)
    try:
        for _ in range(1200):
            os.mkdir("d")  # noqa: PTH102
            os.chdir("d")
        Path("deep.py").touch()
        os.chdir(tmp_path)
        Path("a.py").touch()
        found = find_files([Path()])
        assert found.code[0].relative == "a.py"
        assert len(found.code) + len(found.problems) == 2
    finally:
        os.chdir(tmp_path)
        os.system("rm -rf d")  # noqa: S605  (shutil recurses)
        os.chdir(here)


def test_folder_of_the_copy_is_left_out(tmp_path: Path) -> None:
    """What an earlier conversion wrote inside of the project is not converted again."""
    touch(tmp_path / "a.py")
    touch(tmp_path / "out/a.py")
    assert [file.relative for file in find_files([tmp_path], tmp_path / "out").code] == ["a.py"]

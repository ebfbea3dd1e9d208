from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from generator.storage.file_bytes import RefusedFileError, TooLargeError, check_folder, read_bytes


def test_what_stands_in_a_file_is_read(tmp_path: Path) -> None:
    """An ordinary file is read whole, up to the last byte that is allowed."""
    file = tmp_path / "file"
    file.write_bytes(b"x" * 10)
    assert read_bytes(file, limit=10) == b"x" * 10
    with pytest.raises(TooLargeError, match="上限"):
        read_bytes(file, limit=9)


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    """A pipe without a writer, a device without an end, a folder and a socket are refused, also behind a link."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "to-pipe").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(tmp_path / "socket"))
        for name in ("pipe", "folder", "zero", "to-pipe", "socket"):
            with pytest.raises(RefusedFileError, match="不是普通文件"):
                read_bytes(tmp_path / name)


def test_file_that_hides_its_size_is_bounded() -> None:
    """What a file system calls empty, and is not, is read up to the limit."""
    assert read_bytes(Path("/proc/self/status")).startswith(b"Name:")
    with pytest.raises(TooLargeError):
        read_bytes(Path("/proc/self/status"), limit=100)


def test_link_may_lead_anywhere_inside_and_nowhere_else(tmp_path: Path) -> None:
    """A link inside the folder is followed; one that leaves it, in one step or in two, is refused."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    (inside / "deep").mkdir(parents=True)
    outside.write_bytes(b"secret")
    (inside / "deep/file").write_bytes(b"text")
    (inside / "good").symlink_to("deep/file")
    (inside / "bad").symlink_to("../outside")
    (inside / "twice").symlink_to("bad")
    assert read_bytes(inside / "good", within=inside) == b"text"
    for name in ("bad", "twice"):
        with pytest.raises(RefusedFileError, match="文件夹之外"):
            read_bytes(inside / name, within=inside)


def test_link_in_a_circle_is_an_ordinary_error(tmp_path: Path) -> None:
    """Links that lead to each other end in an error of the operating system."""
    (tmp_path / "circle").symlink_to("circle")
    for within in (None, tmp_path):
        with pytest.raises(OSError, match="circle"):
            read_bytes(tmp_path / "circle", within=within)


def test_folder_that_leads_out_is_refused(tmp_path: Path) -> None:
    """A folder of the project may be a link inside it, and none out of it."""
    (tmp_path / "project/real").mkdir(parents=True)
    (tmp_path / "project/good").symlink_to("real")
    (tmp_path / "project/bad").symlink_to(tmp_path)
    check_folder(tmp_path / "project/good", tmp_path / "project")
    with pytest.raises(RefusedFileError):
        check_folder(tmp_path / "project/bad", tmp_path / "project")

from __future__ import annotations

from pathlib import Path

import pytest

from generator.storage.atomic import new_folder


def test_folder_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    """A folder that is filled without an error is there; after an error nothing is, not even the files before it."""
    with new_folder(tmp_path / "a/new") as folder:
        (folder / "file").write_text("x", encoding="utf-8")
        assert not (tmp_path / "a/new").exists()
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["new"]

    def fail() -> None:
        with new_folder(tmp_path / "a/other") as folder:
            (folder / "file").touch()
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        fail()
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["new"]


def test_folder_that_exists_is_refused(tmp_path: Path) -> None:
    """What stands at the place stays as it is, were it only a broken link."""
    (tmp_path / "link").symlink_to("nowhere")
    for name in (".", "link"):
        with pytest.raises(FileExistsError), new_folder(tmp_path / name):
            pass
    assert [path.name for path in tmp_path.iterdir()] == ["link"]

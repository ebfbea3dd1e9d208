from __future__ import annotations

from pathlib import Path

from generator.publishing.site.site_folder import SiteFolder


def written(folder: Path) -> SiteFolder:
    """A site with two files of ours."""
    site = SiteFolder(folder)
    paths = ("api/a/index.html", "data.json")
    site.keep({path: site.write(path, f"content of {path}", "1") for path in paths})
    return site


def test_files_that_stand_are_not_written_again(tmp_path: Path) -> None:
    """A file with the same digest keeps its time; one that was touched, removed or is wanted otherwise is written."""
    site = written(tmp_path)
    file = tmp_path / "data.json"
    before = file.stat().st_mtime_ns
    assert site.write("data.json", "ignored", "1") == site.stamps["data.json"]
    assert file.stat().st_mtime_ns == before
    file.write_text("touched", encoding="utf-8")
    assert not site.all_stand()
    site.keep({"data.json": site.write("data.json", "again", "1")})
    assert file.read_text(encoding="utf-8") == "again"
    site.keep({"data.json": site.write("data.json", "new", "2")})
    assert file.read_text(encoding="utf-8") == "new"


def test_ours_survive_a_cleaning_and_nothing_else(tmp_path: Path) -> None:
    """Files of ours come back after the folder was emptied; what a stranger put among them does not."""
    site = written(tmp_path)
    (tmp_path / "api/a/stranger.html").write_text("not ours", encoding="utf-8")
    site.put_aside()
    assert not (tmp_path / "data.json").exists()
    site.bring_back()
    assert site.all_stand()
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["data.json", "index.html"]


def test_what_a_killed_build_left_aside_is_not_taken(tmp_path: Path) -> None:
    """Files that an earlier build had put aside are removed, and are not those of this one."""
    written(tmp_path).put_aside()
    site = SiteFolder(tmp_path)
    site.put_aside()
    site.bring_back()
    assert not any(tmp_path.iterdir())


def test_unwanted_files_go(tmp_path: Path) -> None:
    """A file of ours that is no longer wanted is removed, and its folder where nothing is left in it."""
    site = written(tmp_path)
    site.keep({"data.json": site.stamps["data.json"]})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["api", "data.json"]
    assert list(site.stamps) == ["data.json"]

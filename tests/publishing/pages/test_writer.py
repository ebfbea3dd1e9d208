from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.publishing.pages.writer import pending_changes, write_pages
from generator.publishing.views.words import GENERATED

PAGES = {"api/torch.abs.md": f"abs {GENERATED}", "api/torch.add.md": f"add {GENERATED}"}


def test_unchanged_page_keeps_its_time(tmp_path: Path) -> None:
    """A second run with the same pages writes nothing; a run with one change writes that one."""
    write_pages(tmp_path, PAGES)
    for path in PAGES:
        os.utime(tmp_path / path, (1, 1))
    assert not write_pages(tmp_path, PAGES)
    assert write_pages(tmp_path, {**PAGES, "api/torch.add.md": f"new {GENERATED}"}).written == ("api/torch.add.md",)
    assert (tmp_path / "api/torch.abs.md").stat().st_mtime == 1


def test_stale_page_goes_and_foreign_files_stay(tmp_path: Path) -> None:
    """A generated page that nobody wants is removed; a file that we did not write is never touched."""
    write_pages(tmp_path, PAGES)
    (tmp_path / "api/mine.md").write_text("hand-written", encoding="utf-8")
    changes = write_pages(tmp_path, {"api/torch.abs.md": PAGES["api/torch.abs.md"]})
    assert changes.removed == ("api/torch.add.md",)
    assert {path.name for path in (tmp_path / "api").iterdir()} == {"torch.abs.md", "mine.md"}


def test_stale_list_and_category_page_go(tmp_path: Path) -> None:
    """Generated pages are removed wherever they stand: at the top, and in the folder of the categories."""
    write_pages(tmp_path, dict.fromkeys(("paddle.md", "category/1.2.md", "category/index.md"), GENERATED))
    assert write_pages(tmp_path, {"paddle.md": GENERATED}).removed == ("category/1.2.md", "category/index.md")


def test_home_page_of_a_project_s_own_is_kept(tmp_path: Path) -> None:
    """A generated home page is brought up to date; one that somebody wrote by hand stays as it is."""
    assert write_pages(tmp_path, {"index.md": f"1 {GENERATED}"}).written == ("index.md",)
    assert write_pages(tmp_path, {"index.md": f"2 {GENERATED}"}).written == ("index.md",)
    (tmp_path / "index.md").write_text("mine", encoding="utf-8")
    assert not write_pages(tmp_path, {"index.md": f"3 {GENERATED}"})
    assert (tmp_path / "index.md").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("what", ["pipe", "device", "loop", "no text"])
def test_what_is_no_page_is_replaced(tmp_path: Path, what: str) -> None:
    """Something else in a page's place is neither waited for nor read without end; the page takes its place."""
    write_pages(tmp_path, PAGES)
    page = tmp_path / "api/torch.abs.md"
    page.unlink()
    if what == "pipe":
        os.mkfifo(page)
    elif what == "no text":
        page.write_bytes(b"\xff")
    else:
        page.symlink_to("/dev/zero" if what == "device" else page.name)
    assert write_pages(tmp_path, PAGES).written == ("api/torch.abs.md",)
    assert not page.is_symlink()
    assert page.read_text(encoding="utf-8") == PAGES["api/torch.abs.md"]


def test_pending_changes_write_nothing(tmp_path: Path) -> None:
    """Asking what would change leaves the folder as it is."""
    assert pending_changes(tmp_path, PAGES).written == tuple(PAGES)
    assert list(tmp_path.iterdir()) == []


def test_killed_write_leaves_the_old_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that dies while it writes leaves whole pages and no leftovers, and the next one finishes the work."""
    write_pages(tmp_path, PAGES)
    new = {path: text.replace("a", "b") for path, text in PAGES.items()}
    replace = Path.replace

    def die_at_the_second(self: Path, target: Path) -> Path:
        if Path(target).name == "torch.add.md":
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", die_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        write_pages(tmp_path, new)
    monkeypatch.undo()
    assert (tmp_path / "api/torch.add.md").read_text(encoding="utf-8") == PAGES["api/torch.add.md"]
    assert {path.name for path in (tmp_path / "api").iterdir()} == {"torch.abs.md", "torch.add.md"}
    assert write_pages(tmp_path, new).written == ("api/torch.add.md",)

from __future__ import annotations

import os
from pathlib import Path

from samples import ABS, DROPOUT, catalog_of, rendered

from generator.pages.bodies import FOLDER, read_body, write_bodies

PATH = "api/torch.abs.md"


def test_body_comes_back_as_it_was_rendered(tmp_path: Path) -> None:
    """An engine without plugins is given the body, the contents and what the theme must know of each page."""
    pages = rendered(catalog_of(ABS))
    write_bodies(tmp_path, pages)
    for path, page in pages.items():
        found = read_body(tmp_path, path)
        assert found is not None
        assert (found["body"], found["meta"]) == (page.body, page.meta)
        assert [entry["anchor"] for entry in found["toc"]] == [entry.anchor for entry in page.toc]


def test_bodies_follow_the_pages(tmp_path: Path) -> None:
    """A second run leaves what is right as it was, and takes away what belongs to no page."""
    write_bodies(tmp_path, rendered(catalog_of(ABS, DROPOUT)))
    files = {path: tmp_path / FOLDER / f"{path}.json" for path in ("missing.md", "api/torch.nn.functional.dropout.md")}
    os.utime(files["missing.md"], (1, 1))
    write_bodies(tmp_path, rendered(catalog_of(ABS)))
    assert files["missing.md"].stat().st_mtime == 1
    assert not files["api/torch.nn.functional.dropout.md"].exists()


def test_body_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    """A body that is missing or broken is as if there were none: the page's Markdown is there."""
    assert read_body(tmp_path, PATH) is None
    write_bodies(tmp_path, rendered(catalog_of(ABS)))
    for broken in ("{", "[]", ""):
        (tmp_path / FOLDER / f"{PATH}.json").write_text(broken, encoding="utf-8")
        assert read_body(tmp_path, PATH) is None

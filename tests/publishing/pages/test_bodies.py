from __future__ import annotations

import os
from pathlib import Path

from samples import ABS, DROPOUT, catalog_of, rendered

from generator.publishing.pages.bodies import FOLDER, read_body, write_bodies

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
    files = {path: tmp_path / FOLDER / path for path in ("missing.md", "api/torch.nn.functional.dropout.md")}
    os.utime(files["missing.md"], (1, 1))
    write_bodies(tmp_path, rendered(catalog_of(ABS)))
    assert files["missing.md"].stat().st_mtime == 1
    assert not files["api/torch.nn.functional.dropout.md"].exists()


def test_body_that_is_damaged_is_none(tmp_path: Path) -> None:
    """A body that is missing, or of which a single byte differs, is as if there were none: the page's Markdown is there."""
    assert read_body(tmp_path, PATH) is None
    write_bodies(tmp_path, rendered(catalog_of(ABS)))
    file = tmp_path / FOLDER / PATH
    good = file.read_bytes()
    for broken in (b"{", b"[]", b"", good[:-1], good + b" ", good.replace("表示输入".encode(), "表示输出".encode())):
        assert broken != good
        file.write_bytes(broken)
        assert read_body(tmp_path, PATH) is None
    write_bodies(tmp_path, rendered(catalog_of(ABS)))
    assert file.read_bytes() == good

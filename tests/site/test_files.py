from __future__ import annotations

from mkdocs.structure.files import File

from generator.site.files import unloaded

NAMES = (
    "assets/javascripts/lunr/wordcut.js",
    "assets/javascripts/lunr/tinyseg.js",
    "assets/javascripts/bundle.min.js",
    "assets/javascripts/bundle.min.js.map",
    "data/treasure.map",
)


def test_only_files_that_no_page_loads_are_left_out() -> None:
    """Source maps of the theme go, and the dictionaries of languages that the search does not know; nothing of a reader's."""
    files = [File(name, "docs", "site", use_directory_urls=True) for name in NAMES]
    assert [file.src_uri for file in unloaded(files, ["zh"])] == [NAMES[0], NAMES[1], NAMES[3]]
    assert [file.src_uri for file in unloaded(files, ["zh", "ja"])] == [NAMES[0], NAMES[3]]

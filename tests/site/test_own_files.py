from __future__ import annotations

from mkdocs.structure.files import File, Files

from generator.site.own_files import remove_unloaded

NAMES = (
    "assets/javascripts/lunr/wordcut.js",
    "assets/javascripts/lunr/tinyseg.js",
    "assets/javascripts/bundle.min.js",
    "assets/javascripts/bundle.min.js.map",
    "data/treasure.map",
)


def test_only_files_that_no_page_loads_are_left_out() -> None:
    """Source maps of the theme go, and the dictionaries of languages that the search does not know; nothing of a reader's."""
    for languages, left in ((["zh"], [NAMES[2], NAMES[4]]), (["zh", "ja"], [NAMES[1], NAMES[2], NAMES[4]])):
        files = Files(File(name, "docs", "site", use_directory_urls=True) for name in NAMES)
        remove_unloaded(files, languages)
        assert [file.src_uri for file in files] == left

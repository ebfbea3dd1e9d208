from __future__ import annotations

from mkdocs.structure.files import File, Files

from generator.publishing.site.mkdocs_files import remove_unloaded, without_comments

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


SCRIPT = """\
// What it is for.

/**
 * Tells more.
 */
export const address = "https://example.org"; // kept: code stands before it
  /** One line. */
  const division = a / b;
"""


def test_comments_on_lines_of_their_own_go() -> None:
    """Code stays as it is, with what stands behind it and what only looks like a comment."""
    assert without_comments(SCRIPT) == (
        '\nexport const address = "https://example.org"; // kept: code stands before it\n  const division = a / b;\n'
    )

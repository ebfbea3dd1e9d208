"""Scripts are published without the comments that are for those who read the source."""

from __future__ import annotations

from generator.site.scripts import without_comments

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

"""Makes the site's own scripts smaller: comments are for those who read the source."""

from __future__ import annotations

import re

from mkdocs.structure.files import Files

_OWN = "assets/js/"
_COMMENT = re.compile(r"(?m)^[ \t]*(?://.*\n|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n)")
"""A comment on lines of its own; the house style has no other kind that is long."""


def strip_comments(files: Files) -> None:
    """Has MkDocs publish our scripts without the comments that stand on lines of their own."""
    for file in files.javascript_files():
        if file.src_uri.startswith(_OWN):
            file.content_string = without_comments(file.content_string)


def without_comments(text: str) -> str:
    """A script without its comments, but for those behind code."""
    return _COMMENT.sub("", text)

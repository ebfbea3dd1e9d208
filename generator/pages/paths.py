"""The paths of the pages, below ``site_src/``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a build that finds nothing changed knows paths, but reads no record
    from generator.storage.yaml_file import RecordSource

HOME = "index.md"
TABLE = "pytorch_api_mapping_cn.md"
PADDLE_TABLE = "paddle.md"
MISSING = "missing.md"
ALIASES = "aliases.md"
NOTES = "notes.md"
TOPICS = "topics.md"
VERIFICATION = "verification.md"
RULES = "rules.md"
FOLDER = "api"
"""Folder of the difference pages, in ``site_src/`` and in the site's addresses."""
CATEGORY_FOLDER = "category"
"""Folder of the pages for each category."""
ASSETS = "assets"
"""Folder of what pages load: scripts, styles, and the lists that scripts read."""
FINDER = f"{ASSETS}/finder.json"


def page_path(source: RecordSource) -> str:
    """The page of a record file: its name is the file's."""
    return f"{FOLDER}/{source.stem}.md"

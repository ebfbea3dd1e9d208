"""The paths of the pages, below ``site_src/``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a build that finds nothing changed knows paths, but reads no record
    from generator.model.release import Release
    from generator.storage.yaml_file import ModelSource, RecordSource

HOME = "index.md"
TABLE = "pytorch_api_mapping_cn.md"
PADDLE_TABLE = "paddle.md"
MISSING = "missing.md"
ALIASES = "aliases.md"
NOTES = "notes.md"
TOPICS = "topics.md"
CONSTANTS = "constants.md"
WORKBENCH = "workbench.md"
VERIFICATION = "verification.md"
RULES = "rules.md"
FOLDER = "api"
"""Folder of the difference pages, in ``site_src/`` and in the site's addresses."""
PADDLE_FOLDER = "paddle"
"""Folder of the pages of Paddle's APIs."""
CATEGORY_FOLDER = "category"
"""Folder of the pages for each category."""
CATEGORIES = f"{CATEGORY_FOLDER}/index.md"
VERSIONS_FOLDER = "versions"
"""Folder of the pages of releases."""
VERSIONS = f"{VERSIONS_FOLDER}/index.md"
UNANSWERED_FOLDER = "unanswered"
"""Folder of the pages of names without a record."""
UNANSWERED = f"{UNANSWERED_FOLDER}/index.md"
ASSETS = "assets"
"""Folder of what pages load: scripts, styles, and the lists that scripts read."""
FINDER = f"{ASSETS}/finder.json"
UNANSWERED_LIST = f"{ASSETS}/unanswered.json"
SCRIPT_LISTS = (FINDER, UNANSWERED_LIST)
"""What the scripts of the finder and of the lists read."""


def page_path(source: RecordSource | ModelSource[Any]) -> str:
    """Returns the page of a file with a record or a family: its name is the file's."""
    return f"{FOLDER}/{source.stem}.md"


def paddle_path(name: str) -> str:
    """Returns the page of a Paddle API, below the table of all of them."""
    return f"{PADDLE_FOLDER}/{name}.md"


def category_path(number: str) -> str:
    """Returns the page of a category."""
    return f"{CATEGORY_FOLDER}/{number}.md"


def release_path(release: Release) -> str:
    """Returns the page of a release."""
    return f"{VERSIONS_FOLDER}/{release.library}-{release.version}.md"


def unanswered_path(module: str) -> str:
    """Returns the page of a module's names without a record."""
    return f"{UNANSWERED_FOLDER}/{module}.md"


def folder_of(page: str) -> str:
    """Returns the folder in the site that holds a page: ``api/torch.abs/``; empty for the home page."""
    path = page.removesuffix(".md")
    name = path.rpartition("/")[2]
    return path.removesuffix("index") if name == "index" else f"{path}/"


def relative_path(folder: str, path: str) -> str:
    """Returns the relative path from a folder, unlike ``posixpath.relpath`` without asking for the current folder."""
    ours, theirs, shared = folder.split("/")[:-1], path.split("/"), 0
    while shared < min(len(ours), len(theirs)) and ours[shared] == theirs[shared]:
        shared += 1
    return "/".join([*[".."] * (len(ours) - shared), *theirs[shared:]])

"""The categories of the last release that have changed since; ``.ci/previous_categories.py`` writes the file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from generator.storage.atomic import write_text
from generator.storage.file_bytes import MAX_DATA, read_bytes
from generator.storage.json_lines import text_of

FILE = "mapping_data/previous_categories.json"
_COMMAND = ".ci/previous_categories.py"


class PreviousCategoriesError(Exception):
    """The file cannot be read; the message says how to make it again."""


def read_previous_categories(root: Path) -> dict[str, str]:
    """Returns the earlier categories by torch API; none where there is no file.

    Raises:
        PreviousCategoriesError: the file is damaged.
    """
    path = root / FILE
    try:
        data = json.loads(read_bytes(path, MAX_DATA, root))
        return {text_of(api): text_of(name) for api, name in data["categories"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise PreviousCategoriesError(f"无法读取 {path}：{error}。可用 {_COMMAND} 重新生成。") from error


def write_previous_categories(root: Path, commit: str, categories: Mapping[str, str]) -> None:
    """Writes the categories that the records had at ``commit``.

    Raises:
        OSError: the file cannot be written.
    """
    about = f"由 {_COMMAND} {commit} 生成，请勿手改：那次提交中的分类，与现在的不同的才列出。"
    content = {"generated": about, "commit": commit, "categories": dict(sorted(categories.items()))}
    write_text(root / FILE, json.dumps(content, ensure_ascii=False, indent=2) + "\n")

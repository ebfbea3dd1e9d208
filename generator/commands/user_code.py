"""What ``scan`` and ``convert`` have in common: the files of a user's project, what is known of calls, and progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands import CannotRunError, Invocation
from generator.sources.find import Found, find_files

if TYPE_CHECKING:
    from generator.calls.knowledge import Knowledge

CALLS = Path(__file__).parents[1] / "calls.json"
"""What the wheel carries of the catalogue; there is none in a checkout."""


def find_code(paths: Sequence[Path], leave_out: Path | None = None) -> Found:
    """The files at and below the paths.

    Raises:
        CannotRunError: a path does not exist.
    """
    missing = [path for path in paths if not os.path.lexists(path)]
    if missing:
        raise CannotRunError(f"{'、'.join(map(str, missing))} 不存在。")
    return find_files(paths, leave_out)


def open_knowledge(invocation: Invocation) -> Knowledge:
    """What is known of calls: from the project folder, or else what came with the installed package.

    Raises:
        CannotRunError: there is neither.
    """
    import json

    from generator.calls.knowledge import Knowledge
    from generator.catalog.catalog import RECORDS

    if (invocation.root / RECORDS).is_dir() or invocation.root != Path() or not CALLS.is_file():
        from generator.calls.compile import compile_knowledge

        return Knowledge.parse(json.dumps(compile_knowledge(invocation.open_catalog())))
    try:
        return Knowledge.parse(CALLS.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotRunError(f"无法使用 {CALLS}：{error}。请重新安装 apimap，或用 --root 指定含有数据的目录。") from error


def address_of(site_url: str) -> Callable[[str], str]:
    """The page of a record in the site, by the address of the home page; without that, the way from the home page."""
    base = f"{site_url.rstrip('/')}/" if site_url else "/"
    return lambda record: f"{base}api/{record}/"


@contextmanager
def progress(label: str, number: int) -> Iterator[Callable[[], object]]:
    """Context manager that shows a bar on a terminal; what it gives is called after each piece of work."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=number, label=label, show_pos=True, file=sys.stderr) as bar:
        yield lambda: bar.update(1)

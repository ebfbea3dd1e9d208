"""What ``scan`` and ``convert`` have in common: the files of a user's project, and progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from generator.commands import CannotRunError
from generator.projects.sources.find import Found, find_files


def find_code(paths: Sequence[Path], leave_out: Path | None = None) -> Found:
    """Returns the files at and below the paths.

    Raises:
        CannotRunError: a path does not exist.
    """
    missing = [path for path in paths if not os.path.lexists(path)]
    if missing:
        raise CannotRunError(f"{'、'.join(map(str, missing))} 不存在。")
    return find_files(paths, leave_out)


def address_of(site_url: str, pages: Mapping[str, str]) -> Callable[[str], str]:
    """Returns a function from a record to its page's address, below ``site_url`` or, without one, below ``/``.

    ``pages`` are the names of those that are not called by their record.
    """
    base = f"{site_url.rstrip('/')}/" if site_url else "/"
    return lambda record: f"{base}api/{pages.get(record, record)}/"


@contextmanager
def progress(label: str, number: int) -> Iterator[Callable[[], object]]:
    """Context manager that shows a bar on a terminal; what it gives is called after each piece of work."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=number, label=label, show_pos=True, file=sys.stderr) as bar:
        yield lambda: bar.update(1)

"""Building a project's site in the process of the tests, as often as they want."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from unittest import mock

import jinja2
from jinja2 import FileSystemLoader
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from samples import Project

Site = Mapping[str, bytes]
FAST = {"search": {"lang": "zh"}, "apimap": {"fast": True}}
SERVE = "http://127.0.0.1:8000/"
PLUGINS = vars(MkDocsConfig)["plugins"]
"""Keeps the plugins of a build for the next one in the same process, as serving needs it."""
PLAIN = {"search": {"lang": "zh"}, "apimap": {"fast": False}}


def build_once(
    project: Project, *, fast: bool = True, serve: str | None = None, folder: str = "site", **settings: object
) -> Site:
    """Builds the site, with what the plugin keeps from a build before it in this process."""
    config = load_config(
        config_file=str(project.root / "mkdocs.yml"),
        site_dir=str(project.root / folder),
        **{"plugins": FAST if fast else PLAIN, **settings},
    )
    config.plugins.on_startup(command="serve" if serve else "build", dirty=False)
    with mock.patch.object(FileSystemLoader, "list_templates", _templates):
        build(config, serve_url=serve)
    return {
        path.relative_to(config.site_dir).as_posix(): path.read_bytes()
        for path in sorted(Path(config.site_dir).rglob("*"))
        if path.is_file() and path.suffix != ".gz"
    }


_LIST = FileSystemLoader.list_templates


@cache
def _installed(folder: str) -> list[str]:
    """The files of an installed theme, but those of which MkDocs takes none: Material has 14,000 icons in ``.icons``."""
    return [name for name in _LIST(FileSystemLoader(folder)) if not name.startswith(".")]


def _templates(loader: FileSystemLoader) -> list[str]:
    """What a theme has, looked for once where it is installed: a fifth of the time that a small site takes."""
    packages = f"{Path(jinja2.__file__).parents[1]}/"
    lists = (
        _installed(path) if path.startswith(packages) else _LIST(FileSystemLoader(path)) for path in loader.searchpath
    )
    return sorted({name for names in lists for name in names})


def changed(before: Site, after: Site) -> set[str]:
    """The files that differ, or that only one of two sites has."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


class BuildSite(Protocol):
    """Builds the project's site, as a fresh run of MkDocs would."""

    def __call__(self, *, fast: bool = True, **settings: object) -> Site:
        """What is in the site's folder then."""


@contextmanager
def fresh_builds(project: Project) -> Iterator[BuildSite]:
    """Builds the project's site in this process, each time as a fresh run of MkDocs would."""

    def run(*, fast: bool = True, **settings: Any) -> Site:
        PLUGINS.plugin_cache.clear()
        return build_once(project, fast=fast, **settings)

    yield run
    PLUGINS.plugin_cache.clear()

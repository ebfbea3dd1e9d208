"""Digests of everything that decides what a site becomes: programs, settings, the theme, templates and data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

import generator
from generator.storage.digest import digest_of, file_parts

PROGRAMS = (
    *("mkdocs", "mkdocs-material", "Markdown", "pymdown-extensions", "Pygments", "Jinja2", "MarkupSafe", "jieba"),
    *("PyYAML", "pydantic", "markdown-it-py"),
)
"""Distributions that take part in making pages; the generator's own code counts by its text."""
_PLACES = frozenset({"config_file_path", "docs_dir", "site_dir", "dev_addr", "strict", "hooks", "watch"})
"""Settings that no page depends on: serving builds into another temporary folder each time."""
_PACKAGE = Path(generator.__file__).parent


def theme_digest(config: MkDocsConfig) -> str:
    """Returns the digest of programs, ``mkdocs.yml`` and options, hooks, and the files of the project's own theme."""
    custom = [Path(folder) for folder in config.theme.dirs if Path(config.docs_dir).parent in Path(folder).parents]
    settings = {
        **{name: value for name, value in config.items() if name not in _PLACES},
        "theme": [config.theme.name, str(config.theme.locale), dict(config.theme)],
        "plugins": {name: dict(getattr(plugin, "config", {})) for name, plugin in config.plugins.items()},
    }
    hooks = (Path(str(plugin.__file__)) for plugin in config.plugins.values() if isinstance(plugin, ModuleType))
    return digest_of(
        _code_digest(),
        json.dumps(settings, default=_name, sort_keys=True, ensure_ascii=False),
        str(config.site_url or ""),
        *file_parts(file for folder in custom for file in sorted(folder.rglob("*")) if file.is_file()),
        *file_parts(hooks),
    )


@cache
def _code_digest() -> str:
    versions = []
    for program in PROGRAMS:
        try:
            versions.append(version(program))
        except PackageNotFoundError:
            versions.append("")
    return digest_of(*versions, *file_parts(sorted(_PACKAGE.rglob("*.py"))))


def _name(value: Any) -> Any:
    """Returns a JSON value for a value of ``mkdocs.yml`` that JSON lacks: a part of the settings, or a function."""
    if isinstance(value, Mapping):
        return dict(value)
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__qualname__)}"

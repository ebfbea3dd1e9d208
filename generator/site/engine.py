"""Everything besides the text of a page that decides what becomes of it: programs, settings and the theme."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

import jinja2
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.theme import Theme

from generator.site.store import key_of

PROGRAMS = ("mkdocs", "mkdocs-material", "Markdown", "pymdown-extensions", "Pygments", "Jinja2", "MarkupSafe", "jieba")
"""Distributions that make HTML of Markdown; the generator's own code counts by its text."""
RECORD_PROGRAMS = ("Jinja2", "PyYAML", "pydantic", "markdown-it-py")
"""Distributions that make Markdown of records."""
_PLACES = frozenset({"config_file_path", "docs_dir", "site_dir", "dev_addr", "strict", "hooks", "watch"})
"""Settings that no page depends on: serving builds into another temporary folder each time."""
_PAGE_EVENTS = ("pre_page", "page_read_source", "page_markdown", "page_content", "page_context", "post_page")
_PACKAGE = Path(__file__).parents[1]


def site_key(config: MkDocsConfig) -> str:
    """The key of what makes HTML of Markdown: programs, ``mkdocs.yml`` and options, and the files of the theme."""
    custom = [Path(folder) for folder in config.theme.dirs if Path(config.docs_dir).parent in Path(folder).parents]
    settings = {
        **{name: value for name, value in config.items() if name not in _PLACES},
        "theme": [config.theme.name, str(config.theme.locale), dict(config.theme)],
        "plugins": {name: dict(getattr(plugin, "config", {})) for name, plugin in config.plugins.items()},
    }
    return key_of(
        *_versions(PROGRAMS),
        _own_code(),
        json.dumps(settings, default=_name, sort_keys=True, ensure_ascii=False),
        str(config.site_url or ""),
        *files_key(file for folder in custom for file in sorted(folder.rglob("*")) if file.is_file()),
        *files_key(Path(str(plugin.__file__)) for plugin in config.plugins.values() if isinstance(plugin, ModuleType)),
    )


def others_see_pages(config: MkDocsConfig, ours: Collection[object]) -> bool:
    """Whether a plugin or hook that is none of ``ours`` wants to be told of each page: then MkDocs has to make all of them."""
    handlers = (handler for event in _PAGE_EVENTS for handler in config.plugins.events[event])
    return any(getattr(handler, "__self__", None) not in ours for handler in handlers)


def records_key(root: Path, folders: Iterable[Path]) -> str:
    """The key of what makes Markdown of a project folder: programs, its data, and the templates in ``folders``."""
    data = (path for path in sorted((root / "mapping_data").rglob("*")) if path.is_file())
    templates = (path for folder in folders for path in sorted(folder.glob("*.j2")))
    return key_of(*_versions(RECORD_PROGRAMS), _own_code(), *files_key(data), *files_key(templates))


def files_key(files: Iterable[Path]) -> Iterable[str]:
    """Names and contents of files."""
    for file in files:
        yield str(file)
        yield file.read_bytes().decode("latin-1")


class _VisibleTemplates(jinja2.FileSystemLoader):
    """Does not list what lies in hidden folders. MkDocs leaves that out too, but first looks at Material's ten thousand icons."""

    def list_templates(self) -> list[str]:
        """The names of all other templates."""
        found = set[str]()
        for root in self.searchpath:
            for folder, below, names in os.walk(root, followlinks=self.followlinks):
                below[:] = [name for name in below if not name.startswith(".")]
                found |= {Path(folder, name).relative_to(root).as_posix() for name in names}
        return sorted(found)


def speed_up_templates(theme: Theme, cache: Path) -> None:
    """Has the environments of a theme keep what they compile: a build compiles seventy templates, some of them thrice.

    And has them list what is visible only.
    """
    folder = cache / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    make = theme.get_env

    def get_env() -> jinja2.Environment:
        env = make()
        env.bytecode_cache = jinja2.FileSystemBytecodeCache(str(folder))
        if type(env.loader) is jinja2.FileSystemLoader:
            env.loader = _VisibleTemplates(env.loader.searchpath, env.loader.encoding, env.loader.followlinks)
        return env

    theme.get_env = get_env  # type: ignore[method-assign]


def _versions(programs: Iterable[str]) -> Iterable[str]:
    for program in programs:
        try:
            yield version(program)
        except PackageNotFoundError:
            yield ""


@cache
def _own_code() -> str:
    return key_of(*files_key(sorted(_PACKAGE.rglob("*.py"))))


def _name(value: Any) -> Any:
    """What stands for a value of ``mkdocs.yml`` that JSON does not know: a part of the settings, or a function."""
    if isinstance(value, Mapping):
        return dict(value)
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__qualname__)}"

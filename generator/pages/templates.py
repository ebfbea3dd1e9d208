"""The templates of pages: where they are found, how they are read, and what is said of one that cannot be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import jinja2

GENERATED = "由 apimap 生成，请勿直接编辑"
"""Stands in every generated page; the writer removes no file without it."""

_PACKAGED = Path(__file__).parents[1] / "templates"
_CHECKOUT = Path(__file__).parents[2] / "templates"


class TemplateError(Exception):
    """A template cannot be used; the message says which, on which line, and why."""


def template_folders(root: Path) -> tuple[Path, ...]:
    """Where templates are looked for: the project's own, then those that came with apimap."""
    own = root / "templates"
    shipped = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    return tuple(dict.fromkeys(folder.resolve() for folder in (own, shipped) if folder.is_dir()))


@cache
def template_environment(folders: tuple[Path, ...]) -> jinja2.Environment:
    """The environment in which the templates of these folders are read: a name that does not exist is an error."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # noqa: S701  (the output is Markdown: generator.pages.markdown escapes every value)
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@contextmanager
def template_errors(folders: Sequence[Path]) -> Iterator[None]:
    """Within it, what Jinja raises becomes a ``TemplateError`` that says what, where and why."""
    try:
        yield
    except jinja2.TemplateSyntaxError as error:
        raise TemplateError(
            f"模板 {error.filename or error.name} 第 {error.lineno} 行有语法错误：{error.message}"
        ) from error
    except jinja2.TemplateNotFound as error:
        raise TemplateError(f"找不到模板 {error.name}；在这些文件夹里找过：{'、'.join(map(str, folders))}") from error
    except jinja2.TemplateError as error:
        raise TemplateError(f"模板{_line_in_template(error)}出错：{error.message}") from error


def _line_in_template(error: jinja2.TemplateError) -> str:
    """File and line of the template that raised, from the traceback that Jinja rewrites."""
    traceback, place = error.__traceback__, ""
    while traceback is not None:
        filename = traceback.tb_frame.f_code.co_filename
        if filename.endswith(".j2"):
            place = f" {filename} 第 {traceback.tb_lineno} 行"
        traceback = traceback.tb_next
    return place

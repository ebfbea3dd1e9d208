"""The templates of pages: where they are found, how they are read, and what is said of one that cannot be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import jinja2.runtime

from generator.publishing.pages import html, markdown
from generator.publishing.pages.highlight import highlight
from generator.publishing.views import paths
from generator.publishing.views.lists import NONE
from generator.publishing.views.prose import Place
from generator.publishing.views.words import GENERATED, PADDLE_CODE, SCROLL_TABLE, TORCH_CODE


class TemplateError(Exception):
    """A template cannot be used; the message says which, on which line, and why."""


class _Context(jinja2.runtime.Context):
    """Calls functions and macros directly: none takes the context, and Jinja's check costs as much as the call."""

    def call(self, function: Any, /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **kwargs: Any) -> Any:
        """Returns what the function or macro returns."""
        return function(*args, **kwargs)


class _Environment(jinja2.Environment):
    """Jinja's environment with the words of pages, which each process reads once."""

    context_class = _Context

    def __init__(self, folders: tuple[Path, ...], **options: Any) -> None:
        loader = jinja2.FileSystemLoader(folders)
        super().__init__(
            loader=loader, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined, **options
        )
        self.globals |= {"generated": GENERATED, "scroll_table": SCROLL_TABLE}
        self.globals |= {"torch_code": TORCH_CODE, "paddle_code": PADDLE_CODE}
        self.globals["words"] = self.get_template("words.j2").module


@cache
def markdown_environment(folders: tuple[Path, ...]) -> jinja2.Environment:
    """Returns the environment of the Markdown templates, which escapes text that is not Markdown when printing it."""
    # ``autoescape`` is for HTML; here ``finalize`` escapes.
    environment = _Environment(folders, finalize=markdown.printed, autoescape=False, keep_trailing_newline=True)
    environment.filters |= {
        "markdown": markdown.Markdown,
        "anchor": markdown.anchor,
        "attribute": markdown.attribute,
        "address": lambda url: markdown.Markdown(markdown.address(url)),
        "code": lambda text: markdown.Markdown(markdown.code(text)),
        "fence": markdown.fence,
        "pair": markdown.pair,
    }
    return environment


@cache
def html_environment(folders: tuple[Path, ...]) -> jinja2.Environment:
    """Returns the environment of the HTML templates: text that is not markup yet is escaped when it is printed."""
    environment = _Environment(folders, autoescape=True)
    environment.filters |= {"highlight": highlight, "parameter_name": html.parameter_name, "dotted": html.dotted}
    environment.globals |= {"home_page": Place(paths.HOME), "table_page": Place(paths.TABLE), "no_cell": NONE}
    return environment


@contextmanager
def template_errors(folders: Sequence[Path]) -> Iterator[None]:
    """Context manager that turns what Jinja raises into a ``TemplateError`` that says what, where and why."""
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
    """Returns file and line of the template that raised, from the traceback that Jinja rewrites."""
    traceback, place = error.__traceback__, ""
    while traceback is not None:
        filename = traceback.tb_frame.f_code.co_filename
        if filename.endswith(".j2"):
            place = f" {filename} 第 {traceback.tb_lineno} 行"
        traceback = traceback.tb_next
    return place

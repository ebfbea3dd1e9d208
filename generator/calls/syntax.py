"""Parses source texts."""

from __future__ import annotations

import ast
import warnings

from generator.calls.site import SourceError


def parse_source(source: str) -> ast.Module:
    """Parses a source text.

    Raises:
        SourceError: it is no Python of this interpreter's version.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except SyntaxError as error:
        raise SourceError(error.msg or "语法错误", error.lineno or 1) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise SourceError(str(error) or "嵌套太深，无法分析", 1) from None

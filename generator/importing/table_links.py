"""Checks whether an address in a mapping table leads to the API beside it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from generator.libraries.registry import LIBRARIES
from generator.model.defect import Defect
from generator.model.document_defect import TableKind
from generator.model.finding import Span
from generator.model.spelling import nearest

_PACKAGES = (*LIBRARIES, "paddlenlp", "paddlehub", "numpy")
"""The packages whose APIs a table may name."""


def link_defects(side: str, name: str, url: str, span: Span) -> Iterator[Defect]:
    """Yields the defects of an API's name and its address; ``side`` is ``torch`` or ``paddle``."""
    library = name.partition(".")[0]
    if "." in name and library not in _PACKAGES and (likely := nearest(library, _PACKAGES)):
        yield Defect(TableKind.LIBRARY.value, span, {"text": name, "likely": f"{likely}.{name.partition('.')[2]}"})
        name = f"{likely}.{name.partition('.')[2]}"
    if not url:
        return
    try:
        parts = urlsplit(url)
    except ValueError:  # brackets that are no IPv6 address
        yield _other(span, name, url)
        return
    if "highlight=" in parts.query:
        yield Defect(TableKind.LINK_QUERY.value, span, {"text": url, "query": f"?{parts.query}"})
    if any(known.host and known.side != side and parts.netloc.endswith(known.host) for known in LIBRARIES.values()):
        yield _other(span, name, url)
        return
    target = _target(parts.path, parts.fragment)
    if "/fluid/" in parts.path or (target and target != name and target.rpartition(".")[2] == name.rpartition(".")[2]):
        yield Defect(TableKind.LINK_MOVED.value, span, {"text": name, "url": url})
    elif target and target != name and "." in name:
        yield _other(span, name, url)


def _other(span: Span, name: str, url: str) -> Defect:
    return Defect(TableKind.LINK_OTHER.value, span, {"text": name, "url": url})


def _target(path: str, fragment: str) -> str:
    """Returns the API that an address names; empty where it names none."""
    for known in LIBRARIES.values():
        if known.page is not None and (page := known.page.search(path)) is not None:
            return page.group(1).replace("/", ".")
    return fragment if "." in fragment and not fragment.startswith("module-") else ""

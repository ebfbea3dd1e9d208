"""Whether an address in a mapping table leads to the API that stands beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from generator.model.defect import Defect
from generator.model.document_defect import TableKind
from generator.model.finding import Span
from generator.model.spelling import nearest

_LIBRARIES = ("torch", "torchvision", "paddle", "paddlenlp", "paddlehub", "numpy")
_HOSTS = {"torch": "pytorch.org", "paddle": "paddlepaddle.org.cn"}
_GENERATED = re.compile(r"/generated/([\w.]+)\.html$")
_PADDLE_PAGE = re.compile(r"/api/(paddle[\w/]*?)(?:_cn|_en)?\.html$")


def link_defects(side: str, name: str, url: str, span: Span) -> Iterator[Defect]:
    """What is wrong with an API's name or its address. ``side`` says whose API it is, ``torch`` or ``paddle``."""
    library = name.partition(".")[0]
    if "." in name and library not in _LIBRARIES and (likely := nearest(library, _LIBRARIES)):
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
    other = "paddle" if side == "torch" else "torch"
    if parts.netloc.endswith(_HOSTS[other]):
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
    """The API that an address names; empty where it names none."""
    if (generated := _GENERATED.search(path)) is not None:
        return generated.group(1)
    if (page := _PADDLE_PAGE.search(path)) is not None:
        return page.group(1).replace("/", ".")
    return fragment if "." in fragment and not fragment.startswith("module-") else ""

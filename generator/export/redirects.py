"""Pages that lead on: from an alias to its record, from what is missing to the list, from an old name to the new one."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from urllib.parse import quote

from generator.export.exporting import ExportedRecord
from generator.export.places import REDIRECT_MARK
from generator.views.paths import FOLDER, folder_of
from generator.views.paths import MISSING as MISSING_PAGE

_MISSING = folder_of(MISSING_PAGE)


def redirect_pages(
    exported: Iterable[ExportedRecord], redirects: Mapping[str, str], pages: Collection[str], site: str = ""
) -> dict[str, str]:
    """Each leading page by its path in the site.

    ``redirects`` are old names with the new ones. ``pages`` are the Markdown pages of the site: where there is one,
    nothing leads on. Names are told apart without case, as the file systems of macOS and Windows do. ``site`` is the
    address of the home page, if it is known.
    """
    taken = {folder_of(page).casefold() for page in pages}
    found: dict[str, str] = {}
    for api, target in _leading(exported, redirects):
        folder = f"{FOLDER}/{api}/"
        if folder.casefold() not in taken:
            taken.add(folder.casefold())
            found[f"{folder}index.html"] = redirect_page(api, folder, target, site)
    return found


def _leading(exported: Iterable[ExportedRecord], redirects: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each name that has no page of its own, with the address that speaks of it."""
    addresses: dict[str, str] = {}
    for record in exported:
        is_row = "#" in record.page
        if is_row:
            yield record.api, record.page
        of_aliases = {alias: f"{_MISSING}#{alias}" if is_row else record.page for alias in record.aliases}
        yield from of_aliases.items()
        addresses |= of_aliases | {record.api: record.page}
    yield from ((old, addresses[new]) for old, new in redirects.items() if new in addresses)


def redirect_page(name: str, folder: str, target: str, site: str = "") -> str:
    """A page in ``folder`` that leads to ``target``, both seen from the home page; it needs no script."""
    path, _, row = target.partition("#")
    relative = posixpath.relpath(path, folder) + "/" + (f"#{quote(row)}" if row else "")
    href = escape(quote(relative, safe="/#%"))
    canonical = escape(site.rstrip("/") + "/" + quote(path)) if site else href
    return f"""\
<!doctype html>
<html lang="zh-CN">
<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'">
<meta charset="utf-8">
<title>{escape(name)} 已转到另一页</title>
{REDIRECT_MARK}
<meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="{canonical}">
<meta http-equiv="refresh" content="0; url={href}">
</head>
<body>
<main>
<h1>{escape(name)}</h1>
<p>它的说明在<a href="{href}">{escape(_label(path, row))}</a>，页面正在转过去。</p>
</main>
</body>
</html>
"""


def _label(path: str, row: str) -> str:
    return "功能缺失的列表" if row else f" {path.rstrip('/').rpartition('/')[2]} 的页面"

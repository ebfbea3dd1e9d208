"""Copies pages of a built site so that they open from any folder, without server, scripts and the rest of the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable
from html import escape, unescape
from pathlib import Path
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt

from generator.publishing.views.paths import relative_path
from generator.storage.atomic import copy_file, new_folder, write_text

_SCRIPT = re.compile(r"<script\b.*?</script>\s*|<link rel=\"(?:expect|modulepreload)\"[^>]*>\s*", re.DOTALL)
"""Scripts, and what a page says of them to the browser."""
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="[^"]*">')
_OFFLINE_POLICY = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src file: 'self' 'unsafe-inline'; img-src file: 'self' data:\">"
)
"""No page of a change runs a script or loads anything from elsewhere, whatever its data holds."""
_TARGET = re.compile(r'\b(href|src|action)="([^"]*)"')
_STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
_ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|#|$")
_INDEX, _OTHERS = "index.html", "others"


class OfflineError(Exception):
    """The pages cannot be copied; the message has the fault and a hint."""


def write_offline(site: Path, target: Path, addresses: Iterable[str], markdown: str, online: str = "") -> None:
    """Writes the pages at ``addresses`` of a built ``site``, and first the page ``markdown``, into a new folder.

    Links to other pages lead to the site ``online``, or where it is not known to a word on the first page.

    Raises:
        OfflineError: the folder exists, or the site lacks one of the pages.
        OSError: something cannot be read or written.
    """
    folders = sorted({address.partition("#")[0] for address in addresses})
    try:
        pages = {folder: (site / folder / _INDEX).read_text(encoding="utf-8") for folder in folders}
        home = (site / _INDEX).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        said = f"{site} 中没有 {Path(str(error.filename)).relative_to(site)}"
        raise OfflineError(f"{said}：先由改动之后的数据生成网站，再写 --pages。") from error
    # Of the whole site only what the pages show is copied.
    texts = {"": first_page(markdown, home), **pages}
    files = {file for folder, text in texts.items() for file in _shown(text, folder) if (site / file).is_file()}
    try:
        with new_folder(target) as place:
            for folder, text in texts.items():
                write_text(place / folder / _INDEX, offline_page(text, folder, texts, files, online))
            for file in sorted(files):
                copy_file(site / file, place / file)
    except FileExistsError as error:
        raise OfflineError(f"{target} 已经存在：换一个目录，或先删去它。") from error


def first_page(markdown: str, home: str) -> str:
    """Returns what changed as a page, in the style of the ``home`` page of the site."""
    styles = "\n".join(f'<link rel="stylesheet" href="{href}">' for href in _STYLES.findall(home))
    text = MarkdownIt("commonmark").enable("table").render(markdown)
    return f"""\
<!doctype html>
<html lang="zh">
<head>
{_OFFLINE_POLICY}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>数据的改动</title>
{styles}
</head>
<body dir="ltr" data-md-color-scheme="default" data-md-color-primary="white" data-md-color-accent="indigo">
<main class="md-main__inner md-grid">
<article class="md-content__inner md-typeset">
{text}
<p id="{_OTHERS}">这里只有改动的页面；链接所指的其他页面在网站上。</p>
</article>
</main>
</body>
</html>
"""


def offline_page(html: str, folder: str, pages: Collection[str], files: Collection[str], online: str = "") -> str:
    """Returns a page of the site as it is in the same ``folder`` of the copy, which has only these pages and files."""

    def turned(match: re.Match[str]) -> str:
        name, target = match[1], unescape(match[2])
        if _ELSEWHERE.match(target):
            return match[0]
        path, rest = _resolved(target, folder), re.sub(r"^[^?#]*", "", target)
        if path in files:
            return match[0]
        if f"{path}/" in pages or not path:
            to = relative_path(folder, f"{path}/{_INDEX}" if path else _INDEX) + rest
        elif online:
            is_file = "." in path.rpartition("/")[2] and not path.startswith(("api/", "paddle/"))
            to = f"{online.rstrip('/')}/{quote(path)}{'' if is_file else '/'}{rest}"
        else:
            to = f"{relative_path(folder, _INDEX)}#{_OTHERS}"
        return f'{name}="{escape(to)}"'

    return _TARGET.sub(turned, _POLICY.sub(lambda _: _OFFLINE_POLICY, _SCRIPT.sub("", html)))


def _resolved(target: str, folder: str) -> str:
    """Returns the path from the home page of what a page in ``folder`` links to; empty for the home page."""
    path = posixpath.normpath(posixpath.join(folder or ".", unquote(re.split(r"[?#]", target, maxsplit=1)[0])))
    return "" if path == "." else path


def _shown(html: str, folder: str) -> Iterable[str]:
    """Returns the files that a page shows: its styles and images."""
    targets = (unescape(target) for _, target in _TARGET.findall(_SCRIPT.sub("", html)))
    paths = (_resolved(target, folder) for target in targets if not _ELSEWHERE.match(target))
    return (path for path in paths if path.endswith((".css", ".svg", ".png", ".ico")))

"""The foot of a difference page: where to edit and report, and the pages before and after."""

from __future__ import annotations

import re

_EDIT = re.compile(r'<p>(<a href="[^"]*">编辑此记录</a> · <a href="[^"]*">报告错误</a>)</p>')
_NEIGHBOURS = re.compile(r'<p>((?:(?:上一个|下一个)：<a href="[^"]*">[^<]*</a>(?: · )?)+)</p>')
_NEIGHBOUR = re.compile(r'(上一个|下一个)：<a href="([^"]*)">([^<]*)</a>')
_RELATIONS = {"上一个": "prev", "下一个": "next"}


def dress_foot(html: str) -> str:
    """Gives the lines of links at the end the shape of a foot."""
    html = _EDIT.sub(r'<p class="apimap-foot">\1</p>', html)
    return _NEIGHBOURS.sub(_neighbours, html)


def _neighbours(match: re.Match[str]) -> str:
    links = "".join(
        f'<a rel="{_RELATIONS[word]}" href="{url}"><span>{word}</span> {name.replace(".", ".<wbr>")}</a>'
        for word, url, name in _NEIGHBOUR.findall(match.group(1))
    )
    return f'<nav class="apimap-neighbours" aria-label="总表中的前后">{links}</nav>'

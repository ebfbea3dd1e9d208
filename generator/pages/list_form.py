"""The form above a page's lists, by which the script filters them (``site_src/assets/js/list/``).

It is part of the page, not made by the script: the lists would move down when it comes. Which controls it has follows
from the lists' columns and words; the script adds the options, counted from the rows.
"""

from __future__ import annotations

import re

from generator.pages.statuses import DROP_IN, STATUS_NAMES

_LIST = re.compile(r"<table[^>]*>\s*<thead>\s*<tr>\s*<th>(?:序号|规则)</th>")
_HEADING = re.compile(r"<th>(.*?)</th>")
_STATUS = re.compile(f"，({'|'.join(STATUS_NAMES.values())})(?=[，<])")
_SELECTS = {"section": "类别", "module": "模块", "category": "分类", "family": "族", "status": "验证"}
_BOXES = {"dropin": DROP_IN, "fixable": "可修正"}


def with_form(text: str) -> str:
    """A page's HTML with the form before what it filters: its lists, and an overview of them if there is one.

    To do it twice changes nothing.
    """
    lists = [match.start() for match in _LIST.finditer(text)]
    if not lists or '<form class="apimap-filter"' in text:
        return text
    heading = text.rfind("<h2", 0, lists[0]) if len(lists) > 1 else -1
    place = lists[0] if heading < 0 else _before_overview(text, heading)
    form = _form(_controls(text[lists[0] :], sections=heading >= 0))
    return f"{text[:place]}{form}\n{text[place:]}"


def _before_overview(text: str, heading: int) -> int:
    """The place of the first section's heading, or of the table right above it: an overview of the sections."""
    above = text[:heading].rstrip()
    return above.rindex("<table") if above.endswith("</table>") else heading


def _controls(lists: str, *, sections: bool) -> list[str]:
    """The names of the controls that have something to tell apart."""
    headings = _HEADING.findall(lists[: lists.index("</thead>")])
    has = {
        # On Paddle's side a section is a package, which the module says more exactly.
        "section": sections and headings[1] != "PaddlePaddle API",
        "module": headings[0] == "序号",
        "category": "映射分类" in headings,
        "family": "族" in headings,
        "status": len(set(_STATUS.findall(lists))) > 1,
        "dropin": f"，{DROP_IN}</td>" in lists,
        "fixable": "可修正" in headings,
    }
    return [name for name in has if has[name]]


def _form(names: list[str]) -> str:
    controls = "\n".join(_control(name) for name in names)
    return (
        '<form class="apimap-filter" role="search" aria-label="筛选" autocomplete="off" data-search-exclude="true">\n'
        '<label class="apimap-filter-text">筛选 <input name="text" type="search" spellcheck="false" autocapitalize="off"></label>\n'
        f"{controls}\n"
        '<span class="apimap-filter-end"><output role="status"></output> <button type="button" hidden>清除条件</button></span>\n'
        "</form>"
    )


def _control(name: str) -> str:
    if name in _BOXES:
        return f'<label><input name="{name}" type="checkbox" value="1"> {_BOXES[name]}</label>'
    return f'<label>{_SELECTS[name]} <select name="{name}"><option value="">全部</option></select></label>'

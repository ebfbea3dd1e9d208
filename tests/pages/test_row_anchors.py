from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from generator.pages.row_anchors import TAKEN_OUT, add_row_anchors, dress_lists

HEAD = "<table>\n<thead>\n<tr>\n<th>{first}</th>\n<th>API</th>\n</tr>\n</thead>\n<tbody>\n"
ROW = '<tr>\n<td>{number}</td>\n<td><a href="https://example.org">{api}</a></td>\n</tr>\n'


def table(*apis: str, first: str = "序号") -> str:
    """A table with a row for each API, as Python-Markdown writes it."""
    rows = "".join(ROW.format(number=number, api=api) for number, api in enumerate(apis, start=1))
    return f"{HEAD.format(first=first)}{rows}</tbody>\n</table>"


def ids(text: str) -> list[str]:
    """The ids of a page in their order."""
    return re.findall(r'<tr id="([^"]*)"', text)


def test_row_is_found_by_its_api() -> None:
    """Every row of a numbered table has its API as id, in each table of a page."""
    assert ids(add_row_anchors(table("torch.abs", "torch.add") + table("torch.nn.ReLU"))) == [
        "torch.abs",
        "torch.add",
        "torch.nn.ReLU",
    ]


def test_id_stands_once_on_a_page() -> None:
    """Of several rows for one API the first is found, and a heading keeps its id."""
    page = '<h2 id="torch.add">x</h2>' + table("torch.abs", "torch.abs", "torch.add")
    assert ids(add_row_anchors(page)) == ["torch.abs"]


def test_other_tables_and_words_stay_as_they_are() -> None:
    """A table that is not numbered gets no ids, nor does a row that names no API."""
    for text in (table("torch.abs", first="规则"), "<p>torch.abs</p>"):
        assert add_row_anchors(text) == text
    assert ids(add_row_anchors(table("torchvision 的模型", "torch.abs"))) == ["torch.abs"]


@given(st.lists(st.text(alphabet=".a<>&\"';_ {}|", max_size=12), max_size=4))
def test_nothing_but_ids_is_added(apis: list[str]) -> None:
    """Whatever a cell says, taking ids and marks away gives the page back."""
    page = table(*apis)
    marked = (
        add_row_anchors(page)
        .replace(' class="apimap-table apimap-list" role="table"', "")
        .replace("</table >", "</table>")
    )
    assert re.sub(r' id="[\w.]+"', "", marked) == page


def test_long_names_may_be_broken_after_a_dot() -> None:
    """A long name in a cell wraps at its dots, a short one does not, and doing it twice adds nothing."""
    page = dress_lists(table("torch.optim.lr_scheduler.StepLR", "torch.abs"))
    assert "torch.<wbr>optim.<wbr>lr_scheduler.<wbr>StepLR</a>" in page
    assert ">torch.abs</a>" in page
    assert dress_lists(page) == page


def test_page_whose_tables_are_put_in_later_waits() -> None:
    """Which of several rows comes first shows only when all tables are there."""
    page = table("torch.abs") + f"\n<p>{TAKEN_OUT}0</p>"
    assert dress_lists(page) == page

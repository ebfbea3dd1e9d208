"""The workbench: pasted code is understood in the browser, in place, and nothing leaves it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from viewports import LOOKS

OpenPage = Callable[..., Any]
pytestmark = [pytest.mark.browser]

CODE = """import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    y = torch.gather(x, 1, x.argmax(1, keepdim=True))
    return F.relu(y, inplace=True), torch.abs(input=x), torch.futures.wait_all("a", "b")
"""
SHIFTS = """() => new Promise(done => {
    let found = 0;
    new PerformanceObserver(list => list.getEntries().forEach(({value}) => { found += value; }))
        .observe({type: 'layout-shift', buffered: true});
    setTimeout(() => done(found), 300);
})"""
SUMMARY = "[data-part=summary]"
PASTE = """code => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", code);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def pasted(page: Any, code: str = CODE) -> Any:
    """The page with code pasted into its box, and understood."""
    page.locator("#apimap-code").focus()
    page.evaluate(PASTE, code)
    page.locator(SUMMARY, has_text="处").wait_for()
    return page


def test_each_call_is_answered_in_place(site: str, open_page: OpenPage) -> None:
    """The summary counts the uses, each is marked with its verdict in words, and the Paddle code stands beside."""
    page = pasted(open_page(f"{site}workbench/"))
    calls = page.locator(".apimap-workbench__call")
    assert page.inner_text(SUMMARY).startswith(f"{calls.count()} 处调用：")
    labels = [calls.nth(at).get_attribute("aria-label") for at in range(calls.count())]
    assert "torch.abs，改参数" in labels
    assert "torch.futures.wait_all，未整理" in labels
    converted = page.inner_text("[data-part=converted]")
    assert "paddle.abs(x=x)" in converted
    assert "# TODO(apimap): torch.futures.wait_all 未整理" in converted


def test_piece_without_its_imports_is_understood(site: str, open_page: OpenPage) -> None:
    """The imports that a pasted piece of code leaves out are written before it; those that it has are not."""
    page = pasted(open_page(f"{site}workbench/"), "y = F.relu(nn.Linear(2, 3)(x))\n")
    assert page.input_value("#apimap-code").splitlines()[:2] == [
        "import torch.nn as nn",
        "import torch.nn.functional as F",
    ]
    assert "paddle.nn.functional.relu(" in page.inner_text("[data-part=converted]")
    page = pasted(open_page(f"{site}workbench/"), "from torch import nn\nlayer = nn.Linear(2, 3)\n")
    assert page.input_value("#apimap-code").startswith("from torch import nn\n")


def test_what_a_person_has_to_see_is_listed_first(site: str, open_page: OpenPage) -> None:
    """Of the list of uses, what is left to a person stands before what is converted."""
    page = pasted(open_page(f"{site}workbench/"))
    words = page.locator("[data-part=list] .apimap-effort").all_text_contents()
    converted = [word in {"照抄", "只改名称", "改参数"} for word in words if word != "猜测"]
    assert False in converted
    assert converted == sorted(converted)


def test_click_and_keys_open_answers(site: str, open_page: OpenPage) -> None:
    """A click on a call says what becomes of it and leads to its page; arrows go from one call to the next."""
    page = pasted(open_page(f"{site}workbench/"))
    page.locator(".apimap-workbench__call", has_text="torch.gather").click()
    answer = page.locator("[data-part=answer]")
    answer.locator("a").wait_for()
    assert "torch.gather" in answer.inner_text()
    assert answer.locator("a").get_attribute("href") == f"{site}api/torch.gather/"
    before = answer.inner_text()
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(200)
    assert answer.inner_text() != before


def test_assumptions_are_listed_once(site: str, open_page: OpenPage) -> None:
    """What the conversion assumes is one list: each assumption once, with the lines that rest on it, which lead to them."""
    code = "import torch\nx = torch.relu(a)\ny = torch.relu(b)\n"
    page = pasted(open_page(f"{site}workbench/"), code)
    page.click("summary[data-part=assumed]")
    items = page.locator("[data-part=assumptions] > li")
    assert f"{items.count()} 条" in page.inner_text("summary[data-part=assumed]")
    assert items.count() == len(set(items.all_inner_texts())) > 0
    lines = items.first.locator("button")
    assert lines.all_inner_texts() == ["2", "3"]
    lines.nth(1).click()
    page.locator("[data-part=answer]", has_text="第 3 行").wait_for()


def test_going_back_keeps_the_code(site: str, open_page: OpenPage) -> None:
    """Who follows an answer and goes back finds the code and what was said of it."""
    page = pasted(open_page(f"{site}workbench/"))
    summary = page.inner_text(SUMMARY)
    page.goto(f"{site}notes/")
    page.go_back()
    page.locator(SUMMARY, has_text="处").wait_for()
    assert page.inner_text(SUMMARY) == summary
    assert page.input_value("#apimap-code") == CODE


def test_link_carries_the_code(site: str, open_page: OpenPage) -> None:
    """A link has the code in its fragment, which no server sees, and opens with it."""
    page = pasted(open_page(f"{site}workbench/"))
    page.click("button[name=share]")
    page.wait_for_function("() => location.hash.startsWith('#code=')")
    other = open_page(page.url)
    other.locator(SUMMARY, has_text="处").wait_for()
    assert other.input_value("#apimap-code") == CODE


def test_nothing_is_sent(site: str, open_page: OpenPage) -> None:
    """All requests are for files of the site, and none tells of the code."""
    page = open_page(f"{site}workbench/")
    asked: list[tuple[str, str]] = []
    page.on("request", lambda request: asked.append((request.method, request.url)))
    pasted(page, CODE.replace("hub", "secret_name"))
    page.wait_for_timeout(300)
    assert all(method == "GET" and url.startswith(site) and "secret_name" not in url for method, url in asked)


def test_file_and_notebook_are_read(site: str, open_page: OpenPage, tmp_path: Path) -> None:
    """Of a notebook the code of its cells is taken, with its commands as comments."""
    cells = [{"cell_type": "code", "source": ["%matplotlib inline\n", "import torch\n", "y = torch.abs(x)"]}]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    page = open_page(f"{site}workbench/")
    page.set_input_files("input[name=file]", str(tmp_path / "a.ipynb"))
    page.locator(SUMMARY, has_text="1 处调用").wait_for()
    assert "# %matplotlib inline" in page.inner_text("[data-part=converted]")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import torch\nx = torch.abs(\n", "不是合法的 Python"),
        ("import numpy as np\nnp.abs(x)\n", "没有找到 PyTorch 的调用。"),
        (">>> import torch\n>>> y = torch.abs(x)\ntensor([1.])\n", "1 处调用：1 处只改名称"),
        ("    y = torch.abs(x)\n    z = torch.abs(y)\n", "2 处调用：2 处只改名称"),
    ],
)
def test_any_text_is_answered(code: str, says: str, site: str, open_page: OpenPage) -> None:
    """A text that is no code, or has nothing of torch, is told so; sessions and indented pieces are read."""
    page = open_page(f"{site}workbench/")
    page.locator("#apimap-code").focus()
    page.evaluate(PASTE, code)
    page.locator(SUMMARY, has_text=says).wait_for()


@pytest.mark.parametrize("look", LOOKS)
def test_workbench_is_accessible_and_still(
    look: str, site: str, open_page: OpenPage, violations: Callable[[Any], list[tuple[str, str]]]
) -> None:
    """Axe finds nothing wrong with the page, empty or full, and nothing moves when the kept code comes back."""
    page = open_page(f"{site}workbench/", **LOOKS[look])
    assert violations(page) == []
    pasted(page)
    page.locator(".apimap-workbench__call").first.click()
    page.click("summary[data-part=assumed]")
    page.wait_for_timeout(200)
    assert violations(page) == []
    page.reload(wait_until="networkidle")
    page.locator(SUMMARY, has_text="处").wait_for()
    assert page.evaluate(SHIFTS) < 0.01

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from samples import REPOSITORY, shipped_catalog
from viewports import PHONE

from generator.catalog.unanswered.entries import Unanswered, page_of
from generator.publishing.views.paths import FINDER, SCRIPT_LISTS, UNANSWERED_LIST
from generator.publishing.views.statuses import STATUS_NAMES

CALLS = REPOSITORY / "tests/data/finder/calls.txt"
BUDGET = 80_000
"""Most bytes that the finder's list may have, compressed."""

BOX = "form[data-finder=header] input"
OPTION = "[role=option]"

OpenPage = Callable[..., Any]
pytestmark = [pytest.mark.browser]

MATCH = """async ([base, questions]) => {
  const { find } = await import(`${base}assets/js/finder/match.js`);
  const { prepare, prepareUnanswered } = await import(`${base}assets/js/finder/names.js`);
  const read = async (file) => (await fetch(`${base}assets/${file}.json`)).json();
  const recorded = prepare(await read("finder"));
  const names = [...recorded, ...prepareUnanswered(await read("unanswered"))];
  const ask = questions ?? [...new Set(recorded.map((name) => name.record.torch))].flatMap((api) => [api, api.split(".").pop()]);
  return ask.map((text) => [text, find(names, text).map(({ record, via }) => [record.torch, via, ...record.paddle])]);
}"""
"""Asks the finder's own functions; without questions, for the full name and the last component of every record."""


def answers(page: Any, site: str, questions: list[str] | None = None) -> list[tuple[str, list[list[str]]]]:
    """What the finder answers to each question: the results, each with its torch name, the name that fits, and Paddle's."""
    return [(text, results) for text, results in page.evaluate(MATCH, [site, questions])]


def test_every_record_is_found_by_its_names(site: str, open_page: OpenPage) -> None:
    """The full name gives the record first, always; the last component first or among equals, in 99 %."""
    found = answers(open_page(site), site)
    full, last = found[::2], found[1::2]
    assert len(full) >= 2000
    assert [api for api, results in full if results[0][0] != api] == []
    missed = [api for (api, _), (_, results) in zip(full, last, strict=True) if not among_equals(api, results)]
    assert len(missed) <= len(full) / 100, missed


def test_member_without_an_entry_leads_to_its_class(site: str, open_page: OpenPage) -> None:
    """Rather than to a member of another class that is called alike; a typing error still leads to the member meant."""
    names = ["torch.nn.ConvTranspose1d.forward", "torch.Size.index", "torch.Tensor.unsqeeze"]
    first = [results[0][0] for _, results in answers(open_page(site), site, names)]
    assert first == ["torch.nn.ConvTranspose1d", "torch.Size", "torch.Tensor.unsqueeze"]


def among_equals(api: str, results: list[list[str]]) -> bool:
    """Whether nothing stands before the API in the results but what has the same last component."""
    component = api.rpartition(".")[2]
    torch = [result[0] for result in results]
    return api in torch and all(result[1].rpartition(".")[2] == component for result in results[: torch.index(api)])


def test_every_counterpart_is_found(site: str, site_folder: Path, open_page: OpenPage) -> None:
    """Paddle's name, in full, gives a record with this counterpart first."""
    records = json.loads((site_folder / FINDER).read_text(encoding="utf-8"))["records"]
    names = sorted({name for _, paddle, *_ in (row for row in records if len(row) > 1) for name in paddle.split()})
    assert len(names) > 1500
    wrong = [name for name, results in answers(open_page(site), site, names) if name not in results[0][1:]]
    assert wrong == []


def test_pasted_calls_are_understood(site: str, open_page: OpenPage) -> None:
    """Of 200 pasted pieces of code, the finder puts the API that was called first in 95 %."""
    lines = [line for line in CALLS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    calls = [line.split("\t") for line in lines]
    assert len(calls) >= 200
    found = answers(open_page(site), site, [call.replace("\\n", "; ") for call, _ in calls])
    wrong = [
        call for (call, api), (_, results) in zip(calls, found, strict=True) if not results or api not in results[0][:2]
    ]
    assert len(wrong) <= len(calls) * 0.05, wrong


def test_list_is_small(site_folder: Path) -> None:
    """The finder's list has less than 80 KB compressed."""
    content = (site_folder / FINDER).read_bytes()
    assert content.count(b"\n[") >= 2000
    assert len(gzip.compress(content, 9)) < BUDGET


def test_first_visit_is_small(site_folder: Path) -> None:
    """Both lists together have less than 100 KB compressed, with every public name in them."""
    contents = [(site_folder / path).read_bytes() for path in SCRIPT_LISTS]
    assert sum(content.count(b"[") for content in contents) > 6000
    assert sum(len(gzip.compress(content, 9)) for content in contents) < 100_000


def test_name_without_a_record_is_found_and_marked(site: str, guessed: Unanswered, open_page: OpenPage) -> None:
    """What no record answers is told as a guess, in words, and leads to its entry; it wears nothing that a record wears."""
    page = open_page(site)
    page.locator("form[data-finder=page] input").fill(guessed.name)
    shown = page.locator(OPTION).first
    shown.wait_for()
    assert guessed.guess is not None
    assert f"可能是{guessed.guess.entry.name}（同名）" in re.sub(r"\s", "", shown.inner_text())
    assert shown.locator(".apimap-category").count() == 0
    assert shown.locator(".apimap-badge").inner_text() == "未整理"
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}unanswered/{page_of(shipped_catalog(), guessed.name)}/#{guessed.name}")
    assert page.locator(f"[id='{guessed.name}']").inner_text().startswith(guessed.name)


def test_answered_name_stands_before_guessed_ones_that_fit_as_well(site: str, open_page: OpenPage) -> None:
    """Of names that end alike, what has a record comes first."""
    (found,) = answers(open_page(site), site, ["scatter"])
    answered = [name in shipped_catalog().answered for name, *_ in found[1] if name.endswith(".scatter")]
    assert True in answered
    assert answered == sorted(answered, reverse=True)


@pytest.mark.parametrize(
    ("typed", "leads"),
    [
        (
            "torch.nn.functional",
            ("pytorch_api_mapping_cn/?module=torch.nn.functional", "unanswered/torch.nn.functional/"),
        ),
        ("nn.functional.", ("pytorch_api_mapping_cn/?module=torch.nn.functional", "unanswered/torch.nn.functional/")),
        ("torch.optim", ("pytorch_api_mapping_cn/?module=torch.optim", "unanswered/torch.optim/")),
        ("torch.func", ("pytorch_api_mapping_cn/?module=torch.func", "unanswered/torch.func/")),
    ],
)
def test_module_opens_its_lists(typed: str, leads: tuple[str, ...], site: str, open_page: OpenPage) -> None:
    """A module's name leads to the list of its records and to that of what is not recorded, before anything else."""
    page = open_page(site)
    page.locator("form[data-finder=page] input").fill(typed)
    page.wait_for_function(
        "() => [...document.querySelectorAll('[role=option]')].some((it) => it.href.includes('unanswered/'))"
    )
    found = [page.locator(OPTION).nth(at).get_attribute("href") for at in range(len(leads))]
    assert found == [site + lead for lead in leads]
    page.keyboard.press("Enter")
    page.wait_for_url(site + leads[0])


@pytest.mark.parametrize(
    ("typed", "leads"),
    [
        ("AdamW", "api/torch.optim.AdamW/"),
        ("nn.MultiheadAttention", "api/torch.nn.MultiheadAttention/"),
        ("torch.load map_location", "api/torch.load/"),
        ("torch.softmx", "api/torch.softmax/"),
        ("paddle.gather", "paddle/paddle.gather/"),
        ("paddle.nn.Layer", "paddle/paddle.nn.Module/"),
        ("梯度裁剪", "notes/#clip-grad-norm"),
    ],
)
def test_the_first_result_is_what_was_meant(typed: str, leads: str, site: str, open_page: OpenPage) -> None:
    """A class stands before the list of its members, and a page of a name before what is only called alike."""
    page = open_page(site)
    page.locator("form[data-finder=page] input").fill(typed)
    page.wait_for_function("() => [...document.querySelectorAll('[role=option]')].length > 0")
    page.wait_for_load_state("networkidle")
    assert page.locator(OPTION).first.get_attribute("href") == site + leads


def test_lists_are_loaded_when_they_are_used(site: str, open_page: OpenPage) -> None:
    """A page loads neither the finder's lists nor the index of the full-text search; the first use of each does, once."""
    page = open_page(site + "api/torch.abs/")
    loaded = (
        "performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => name.endsWith('.json'))"
    )
    assert page.evaluate(loaded) == []
    page.locator(BOX).press_sequentially("gather")
    page.wait_for_selector(OPTION)
    page.wait_for_function(f"() => {loaded}.length > 1")
    assert page.evaluate(loaded) == [site + FINDER, site + UNANSWERED_LIST]


def test_keyboard_alone_is_enough(site: str, open_page: OpenPage) -> None:
    """A slash reaches the finder and not the theme's search; arrows choose, Escape closes, Enter goes."""
    page = open_page(site + "format/")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "text"
    assert not page.locator("#__search").is_checked()
    page.keyboard.type("BatchNorm")
    page.wait_for_selector(OPTION)
    first, second = (page.locator(OPTION).nth(index).get_attribute("id") for index in (0, 1))
    box = page.locator(BOX)
    assert (box.get_attribute("aria-expanded"), box.get_attribute("aria-activedescendant")) == ("true", first)
    page.keyboard.press("ArrowDown")
    assert box.get_attribute("aria-activedescendant") == second
    page.keyboard.press("Escape")
    assert box.get_attribute("aria-expanded") == "false"
    page.keyboard.press("Control+A")
    page.keyboard.type("torch.gather(x, 1, idx)")
    page.keyboard.press("Enter")
    page.wait_for_url(site + "api/torch.gather/")


def test_control_and_enter_open_a_new_tab(site: str, open_page: OpenPage) -> None:
    """With Control the page that one came from stays, and the result opens beside it."""
    page = open_page(site + "format/")
    page.locator(BOX).press_sequentially("torch.gather")
    page.wait_for_selector(OPTION)
    with page.context.expect_page() as opened:
        page.keyboard.press("Control+Enter")
    opened.value.wait_for_url(site + "api/torch.gather/")
    assert page.url == site + "format/"


def mark_of(api: str) -> str:
    """What a reader is told of the verification of a shipped record."""
    catalog = shipped_catalog()
    source = catalog.by_api[api]
    assert source.record is not None
    return STATUS_NAMES[catalog.status(source.record)]


def test_result_says_it_all(site: str, open_page: OpenPage) -> None:
    """A result shows both names, the category and what was verified."""
    page = open_page(site)
    page.locator("form[data-finder=page] input").fill("torch.gather")
    shown = page.locator(OPTION).first
    shown.wait_for()
    assert "torch.gather" in shown.inner_text()
    assert "paddle.take_along_axis" in shown.inner_text()
    assert shown.locator(".apimap-category").inner_text() == "torch 参数更多"
    assert shown.locator(".apimap-badge").first.inner_text() == mark_of("torch.gather")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("torch.linalg.max", "没有以它为名的记录，"),
        ("torch.gahter", "没有以它为名的记录，"),
        ("torch.gather", "1 个结果"),
        ("x.view(4)", "1 个结果"),
    ],
)
def test_similar_names_are_not_taken_for_the_one_that_was_typed(
    typed: str, says: str, site: str, open_page: OpenPage
) -> None:
    """Where nothing has the name, or no record, the finder says so before somebody follows another one."""
    page = open_page(site)
    page.locator("form[data-finder=page] input").fill(typed)
    page.locator(OPTION).first.wait_for()
    assert page.locator("form[data-finder=page] [role=status]").inner_text().startswith(says)


def test_what_was_typed_before_the_finder_was_loaded_is_answered(site: str, open_page: OpenPage) -> None:
    """On a slow line somebody types before the script has come; the box answers without another key."""
    page = open_page("about:blank")
    box = page.locator("form[data-finder=page] input")

    def type_first(route: Any) -> None:
        box.fill("torch.gather")
        route.continue_()

    page.route("**/finder.js", type_first)
    page.goto(site)
    page.locator(OPTION).first.wait_for()
    assert page.locator("form[data-finder=page] [role=status]").inner_text() == "1 个结果"


def test_name_without_a_record_is_the_only_result(site: str, guessed: Unanswered, open_page: OpenPage) -> None:
    """A public name that no record answers is found by its whole name, and the finder says what its mark means."""
    page = open_page(site)
    page.locator("form[data-finder=page] input").fill(guessed.name)
    page.locator(OPTION).first.wait_for()
    shown = page.locator("form[data-finder=page] [role=status]").inner_text()
    assert shown.startswith("1 个结果；标“未整理”的没有记录")


def test_each_call_of_a_pasted_piece_is_answered(site: str, open_page: OpenPage) -> None:
    """Of several pasted lines, the calls' APIs come first, in their order."""
    page = open_page(site)
    page.locator("form[data-finder=page] input").focus()
    text = "import torch.nn.functional as F  # short\\nx = torch.cat([a, b])\\ny = F.relu(x)\\ntorch.gather(y, 1, i)"
    page.evaluate(
        f"""() => {{
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", "{text}");
          document.activeElement.dispatchEvent(new ClipboardEvent("paste", {{ clipboardData, bubbles: true, cancelable: true }}));
        }}"""
    )
    page.wait_for_selector(OPTION)
    names = page.locator(f"{OPTION} code:first-child").all_inner_texts()
    assert names[:3] == ["torch.cat", "torch.nn.functional.relu", "torch.gather"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["header", "page"])
def test_open_list_is_accessible(
    place: str, scheme: str, site: str, open_page: OpenPage, violations: Callable[[Any], list[Any]]
) -> None:
    """Axe finds nothing wrong with the finder while it shows results."""
    page = open_page(site, color_scheme=scheme)
    page.locator(f"form[data-finder={place}] input").press_sequentially("norm")
    page.wait_for_selector(OPTION)
    assert violations(page) == []


def test_finder_is_in_reach_on_a_phone(site: str, open_page: OpenPage) -> None:
    """On a phone a tap on the header's magnifier opens a box as wide as the screen, with its results inside the screen."""
    page = open_page(site + "api/torch.abs/", viewport=PHONE, has_touch=True)
    page.locator(BOX).tap()
    page.keyboard.type("gather")
    page.wait_for_selector(OPTION)
    box, panel = page.locator(BOX).bounding_box(), page.locator(".apimap-finder__panel:not([hidden])").bounding_box()
    assert box["width"] > PHONE["width"] * 0.9
    assert 0 <= panel["x"] <= panel["x"] + panel["width"] <= PHONE["width"]


def test_box_leads_to_the_table_without_script(site: str, open_page: OpenPage) -> None:
    """Without JavaScript the box is a form that leads to the master table."""
    page = open_page(site, java_script_enabled=False)
    page.locator("form[data-finder=page] input").fill("gather")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/pytorch_api_mapping_cn/"))


def test_missing_page_knows_what_was_looked_for(
    site: str, open_page: OpenPage, violations: Callable[[Any], list[Any]]
) -> None:
    """Who comes to an address that does not exist is shown the APIs that its name is nearest to."""
    page = open_page(site + "api/torch.nn.Linaer/")
    shown = page.locator(f"form[data-finder=missing] {OPTION}").first
    shown.wait_for()
    assert page.locator("form[data-finder=missing] input").input_value() == "torch.nn.Linaer"
    assert shown.get_attribute("href") == site + "api/torch.nn.Linear/"
    assert violations(page) == []


@pytest.mark.parametrize(
    ("typed", "leads", "says"),
    [
        ("AttributeError: module 'paddle' has no attribute 'cat'", "api/torch.cat/", ""),
        ("AttributeError: 'Tensor' object has no attribute 'view'", "api/torch.Tensor.view/", ""),
        ("TypeError: argmax() got an unexpected keyword argument 'dim'", "api/torch.argmax/", ""),
        ("TypeError: unexpected keyword argument 'dim'", "", "报错说的是参数 dim"),
        ("math.sqrt(x)", "", "1 个不是 PyTorch 的，不用改：math.sqrt"),
        ("min(a, b)", "", "1 个不是 PyTorch 的，不用改：min"),
        ("YML009", "rules/#yml009", ""),
        ("构造函数要看传入的是什么", "notes/#typed-tensor-constructors", ""),
        ("x = torch.abs(y) + torch.nothing_such(z)", "api/torch.abs/", "1 个没有认出：torch.nothing_such"),
    ],
)
def test_finder_understands_more_than_names(typed: str, leads: str, says: str, site: str, open_page: OpenPage) -> None:
    """Error messages, notes and rules are found; other libraries are left alone, and nothing is dropped without a word."""
    page = open_page(site)
    page.locator("form[data-finder=page] input").fill(typed)
    status = page.locator("form[data-finder=page] [role=status]", has_text=says or "结果")
    if leads:
        page.locator(f'form[data-finder=page] {OPTION}[href="{site}{leads}"]').first.wait_for()
        assert page.locator(f"form[data-finder=page] {OPTION}").first.get_attribute("href") == f"{site}{leads}"
    if says:
        status.wait_for()


def test_call_with_arguments_leads_to_the_workbench(site: str, open_page: OpenPage) -> None:
    """After the record of a call stands the workbench, which says what becomes of just these arguments."""
    page = open_page(site)
    box = page.locator("form[data-finder=page] input")
    box.fill("F.interpolate(x, scale_factor=2, mode='bilinear', align_corners=False)")
    page.locator(OPTION, has_text="在工作台中看这一处").wait_for()
    assert "interpolate" in (page.locator(OPTION).first.get_attribute("href") or "")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/workbench/")
    page.locator("[data-part=summary]", has_text="1 处调用").wait_for()
    page.goto(site)
    page.locator("form[data-finder=page] input").fill("F.relu(x)")
    page.wait_for_selector(OPTION)
    assert page.locator(OPTION, has_text="工作台").count() == 0


def test_pasted_code_leads_to_the_workbench(site: str, open_page: OpenPage) -> None:
    """Of several pasted lines the first result is the workbench, which opens with them."""
    page = open_page(site)
    page.locator("form[data-finder=page] input").focus()
    page.evaluate(
        """() => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", "import torch\\ny = torch.abs(x)\\n");
          document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }"""
    )
    page.locator(OPTION, has_text="工作台").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/workbench/")
    page.locator("[data-part=summary]", has_text="1 处调用").wait_for()
    assert page.input_value("#apimap-code") == "import torch\ny = torch.abs(x)\n"

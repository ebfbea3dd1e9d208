from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from html_tree import read_body
from pydantic import ValidationError
from samples import ABS, catalog_of, rendered

from generator.catalog.catalog import Catalog
from generator.model.constant import Constant
from generator.publishing.pages.rendered import RenderedPage

CONSTANTS = {
    "torch.float32": "paddle.float32",
    "torch.channels_last": {"reason": "没有内存格式，去掉 `memory_format`。"},
    "torch.backends.cudnn.benchmark": {
        "paddle": "paddle.is_on() and paddle.get_flags('f')['f']",
        "assign": "paddle.set_flags({{'f': {value}}})",
        "note": "只有 GPU 版才有。",
    },
}


def catalog_with(constants: dict[str, Any]) -> Catalog:
    """A catalogue with these constants."""
    catalog = catalog_of(ABS)
    found = {name: Constant.model_validate(constant) for name, constant in constants.items()}
    return replace(catalog, settings=catalog.settings.model_copy(update={"constants": found}))


def page() -> RenderedPage:
    """The page of the constants."""
    return rendered(catalog_with(CONSTANTS), [])["constants.md"]


def test_each_constant_has_its_row() -> None:
    """With what it becomes, what stands for an assignment, and the reason where there is nothing."""
    text = page().markdown
    assert "| 1 | torch.float32 | `paddle.float32` | - |" in text
    assert "| 2 | torch.channels_last | - | 没有内存格式，去掉 `memory_format`。 |" in text
    assert "赋值：`paddle.set_flags({'f': 值})` | 只有 GPU 版才有。 |" in text
    assert "## torch.backends\n" in text


def test_rows_can_be_linked_to() -> None:
    """The finder leads to the row of each name."""
    rows = read_body(page().body).iter("tr")
    assert {row.get("id") for row in rows} == {None, *CONSTANTS}


@pytest.mark.parametrize(
    "constant",
    [{}, {"note": "只有说明。"}, {"paddle": "paddle.f({value})"}, {"paddle": "x", "assign": "y"}, {"paddle": "1 +"}],
)
def test_what_says_nothing_is_refused(constant: dict[str, str]) -> None:
    """A constant without an answer, one with a placeholder, and an assignment without the value are no constants."""
    with pytest.raises(ValidationError):
        Constant.model_validate(constant)

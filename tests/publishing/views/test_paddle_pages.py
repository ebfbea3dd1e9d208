"""The pages of Paddle's APIs."""

from __future__ import annotations

from dataclasses import replace

from known_signatures import INVENTORIES
from samples import ABS, catalog_of, rendered, shipped_catalog

from generator.publishing.pages.registry import is_generated
from generator.publishing.views.paths import paddle_path


def test_counterpart_has_a_page_with_the_torch_names_that_lead_to_it() -> None:
    """A Paddle API's page names the torch API, and reads the differences from its own side."""
    page = rendered(replace(catalog_of(ABS), inventories=INVENTORIES))[paddle_path("paddle.abs")].markdown
    assert "[torch.abs](../api/torch.abs.md)" in page
    assert "| `x` | `input` | 仅参数名不一致。 |" in page


def test_shadow_name_says_that_it_is_something_else() -> None:
    """``paddle.gather`` is called like a torch API and is not its counterpart."""
    catalog = shipped_catalog()
    assert catalog.shadows["paddle.gather"].torch == "torch.gather"
    assert "paddle.gather" in catalog.paddle_stems


def test_every_counterpart_has_one_page() -> None:
    """No two of them share a file, also where a disk takes names that differ by case for one."""
    catalog = shipped_catalog()
    named = {api for record in catalog.records() for api in record.paddle_apis}
    stems = [stem.casefold() for stem in catalog.paddle_stems.values()]
    assert named <= set(catalog.paddle_stems)
    assert len(set(stems)) == len(stems)
    assert all(is_generated(paddle_path(stem)) for stem in catalog.paddle_stems.values())

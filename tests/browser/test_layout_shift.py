"""Nothing on a page moves while it arrives, however slowly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from built_site import SlowHandler, served
from sampling import sample
from viewports import DESKTOP, PHONE

PATHS = (
    "",
    "pytorch_api_mapping_cn/",
    "paddle/",
    "category/",
    "category/3/",
    "missing/",
    "aliases/",
    "rules/",
    "topics/",
    "verification/",
    "workbench/",
    "api/torch.nn.functional.dropout/",
    "api/torch.topk/",
    "api/torch.optim.lr_scheduler.StepLR/",
)
SEEN = 0.002
"""A score of layout shifts below which nobody sees anything: a good page has less than 0.1, one column that moves 0.002."""
SHIFTS = """() => new Promise(done => {
    const found = [];
    const tell = ({node}) => node ? (node.outerHTML || node.data).slice(0, 100) : '';
    new PerformanceObserver(list => list.getEntries().forEach(({value, sources}) => found.push([value, sources.map(tell)])))
        .observe({type: 'layout-shift', buffered: true});
    setTimeout(() => done(found), 300);
})"""

OpenPage = Callable[..., Any]

pytestmark = [pytest.mark.browser]


@pytest.fixture(scope="module")
def slow_site(site_folder: Path) -> Iterator[str]:
    """The address of the shipped site behind a slow line."""
    with served(site_folder, SlowHandler) as address:
        yield address


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", sample(PATHS, 5))
def test_page_that_comes_in_pieces_does_not_move(path: str, viewport: Any, slow_site: str, open_page: OpenPage) -> None:
    """Tables do not change their columns when more rows come, nor move down when scripts start."""
    shifts = open_page(slow_site + path, viewport=viewport).evaluate(SHIFTS)
    assert sum(value for value, _ in shifts) < SEEN, shifts

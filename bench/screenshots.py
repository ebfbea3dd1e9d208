"""Takes the pictures of ``docs/tour.md`` and of the README again, from the site as it is now.

    python -m bench.screenshots [--output docs/images]

They are WebP, which Chromium writes by itself, and which GitHub and all browsers show.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.built_site import CHROMIUM, build, served
from tests.viewports import DESKTOP, PHONE

ROOT = Path(__file__).parents[1]
QUALITY = 80
LARGEST = 120_000
"""Bytes that no picture may exceed: all of them are in the repository, in every version."""
CODE = """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, classes: int = 10):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, padding="same")
        self.norm = nn.BatchNorm2d(8)
        self.head = nn.Linear(8, classes)
        nn.init.xavier_uniform_(self.head.weight.data)

    def forward(self, x):
        x = F.relu(self.norm(self.conv(x)), inplace=True)
        return self.head(x.mean(dim=(2, 3)))


def train(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
    for images, labels in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(images), labels)
        loss.backward()
        optimizer.step()
        scheduler.step()
"""
ERROR = "module 'paddle' has no attribute 'masked_fill_'"
PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def _nothing(page: Any) -> None:
    """Leaves the page as it opens."""


def _ask_of_error(page: Any) -> None:
    """The message of an error in the home page's finder."""
    page.locator("form[data-finder=page] input").focus()
    page.keyboard.insert_text(ERROR)
    page.wait_for_selector("[role=option]")


def _paste_code(page: Any) -> None:
    """Somebody's code in the workbench, with the answer of one call."""
    page.locator("#apimap-code").focus()
    page.evaluate(PASTE, CODE)
    page.locator("[data-part=summary]", has_text="处").wait_for()
    page.locator(".apimap-workbench__call", has_text="xavier_uniform_").click()
    page.locator("[data-part=answer] a").first.wait_for()


def _look_up(page: Any) -> None:
    """A name in the home page's finder, as on a phone."""
    page.locator("form[data-finder=page] input").focus()
    page.keyboard.type("batchnorm")
    page.wait_for_selector("[role=option]")


def _to_coverage(page: Any) -> None:
    """The charts of the modules at the top of the window."""
    page.evaluate("location.hash = '覆盖情况'")


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its file's name, the page's address and window, and what is done there first."""

    name: str
    address: str
    window: dict[str, int]
    scheme: str = "light"
    prepare: Callable[[Any], None] = _nothing


SHOTS = (
    Shot("home", "", DESKTOP),
    Shot("finder", "", DESKTOP, prepare=_ask_of_error),
    Shot("workbench", "workbench/", DESKTOP, prepare=_paste_code),
    Shot("difference", "api/torch.nn.BatchNorm2d/", DESKTOP),
    Shot("table", "pytorch_api_mapping_cn/?module=torch.optim.*&category=*2-7", DESKTOP),
    Shot("notes", "notes/", DESKTOP, "dark"),
    Shot("coverage", "verification/", DESKTOP, prepare=_to_coverage),
    Shot("phone-difference", "api/torch.gather/", PHONE),
    Shot("phone-finder", "", PHONE, "dark", _look_up),
)


def main() -> int:
    """Writes all pictures; 1 if one is too large."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "docs/images")
    output = parser.parse_args().output
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("mapping_data", "templates", "site_src"):
            shutil.copytree(ROOT / name, Path(folder) / name)
        shutil.copy(ROOT / "mkdocs.yml", folder)
        with served(build(Path(folder))) as site:
            pictures = _taken(site)
    for name, picture in pictures.items():
        (output / f"{name}.webp").write_bytes(picture)
        print(f"{name:<18} {len(picture) / 1000:6.1f} kB")
    return int(any(len(picture) > LARGEST for picture in pictures.values()))


def _taken(site: str) -> dict[str, bytes]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        pictures = {shot.name: _take(browser, site, shot) for shot in SHOTS}
        browser.close()
    return pictures


def _take(browser: Any, site: str, shot: Shot) -> bytes:
    """The picture at a resolution that stays sharp on today's screens."""
    options = {"viewport": shot.window, "color_scheme": shot.scheme, "reduced_motion": "reduce"}
    page = browser.new_page(**options, device_scale_factor=1.5)
    page.goto(site + shot.address, wait_until="networkidle")
    shot.prepare(page)
    page.wait_for_timeout(300)  # the theme hides and shows its header with the scroll position
    session = page.context.new_cdp_session(page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    page.close()
    return b64decode(answer["data"])


if __name__ == "__main__":
    sys.exit(main())

"""How quick the site is in real Chromium at 2,000 records: one row for each figure.

    python -m bench.browser [--records 2000] [--site FOLDER]

Times depend on the machine and on what else it does: look at them, but test nothing by them.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.large_project import make_large_project
from tests.built_site import CHROMIUM, build, served
from tests.viewports import FILLED

TYPED = (
    "torch.gather",
    "F.relu(x)",
    "batchnorm2d",
    "nn.Linaer",
    "all_reduce",
    "x.view(4)",
    "take_along_axis",
    "optim.Adam",
)


@dataclass(frozen=True, slots=True)
class Measure:
    """One row: what is measured in milliseconds, the most that its median may be, and how; it gets a new page."""

    name: str
    most: float
    run: Callable[[Any, str], Sequence[float]]


def keystrokes(page: Any, site: str) -> list[float]:
    """From each key event in the finder to the list that it shows, laid out."""
    page.goto(f"{site}format/", wait_until="networkidle")
    box = page.locator("form[data-finder=header] input")
    box.focus()
    page.keyboard.type("a")
    page.wait_for_selector("[role=option]")
    page.evaluate(
        """() => {
          window.times = [];
          const list = document.querySelector("form[data-finder=header] [role=listbox]");
          let start = 0;
          window.addEventListener("keydown", () => { start = performance.now(); }, { capture: true });
          new MutationObserver(() => {
            list.getBoundingClientRect();
            times.push(performance.now() - start);
          }).observe(list, { childList: true });
        }"""
    )
    for text in TYPED:
        page.keyboard.press("Control+A")
        page.keyboard.type(text, delay=40)
    times: list[float] = page.evaluate("times")
    return times


WORDS = ("conv", "relu", "gather", "nn.functional", "max_pool")
FILTERING = """words => {
  const form = document.querySelector(".apimap-filter");
  const times = [];
  const change = (name, value) => {
    const control = form.elements[name];
    const start = performance.now();
    control[control.type === "checkbox" ? "checked" : "value"] = value;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  };
  for (const word of words) {
    for (let length = 1; length <= word.length; length += 1) change("text", word.slice(0, length));
    change("text", "");
  }
  for (const name of ["category", "module", "status"]) {
    for (const { value } of [...form.elements[name].options].slice(1, 8)) change(name, value);
    change(name, "");
  }
  change("dropin", true);
  change("dropin", false);
  return times;
}"""


def filtering(page: Any, site: str) -> list[float]:
    """From each change of the master table's filter to the rows that it shows, laid out."""
    page.goto(f"{site}pytorch_api_mapping_cn/", wait_until="networkidle")
    page.wait_for_selector(FILLED)
    times: list[float] = page.evaluate(FILTERING, WORDS)
    return times


def filtering_on_a_phone(page: Any, site: str) -> list[float]:
    """The same on a phone's screen, with a processor four times as slow."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return filtering(page, site)


READ = ("torch.abs", "torch.nn.LSTM", "torch.max", "torch.gather", "torch.utils.data.DataLoader")


def opening(page: Any, site: str) -> list[float]:
    """From asking for a difference page to its scripts having run, with a processor four times as slow and no cache."""
    session = page.context.new_cdp_session(page)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    times = []
    for api in READ * 3:
        page.goto(f"{site}api/{api}/", wait_until="load")
        times.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
    return times


MEASURES = (
    Measure("finder, a keystroke", 16, keystrokes),
    Measure("master table, a change", 50, filtering),
    Measure("the same on a slow phone", 50, filtering_on_a_phone),
    Measure("difference page, interactive", 1000, opening),
)


def main() -> int:
    """Prints median, 95th percentile and figure of each row; 1 if a median is above its figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--site", type=Path, help="a site that is built already")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.site is None:
            make_large_project(Path(folder), arguments.records)
        return measured(arguments.site or build(Path(folder)))


def measured(folder: Path) -> int:
    """Measures the built site in ``folder``."""
    from playwright.sync_api import sync_playwright

    slow = 0
    with served(folder) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for measure in MEASURES:
            page = browser.new_page()
            times = sorted(measure.run(page, site))
            page.close()
            median, late = statistics.median(times), times[int(len(times) * 0.95)]
            slow += median > measure.most
            print(
                f"{measure.name:<28} {len(times):4} times  median {median:6.1f} ms  95 % {late:6.1f} ms  (figure {measure.most} ms)"
            )
        browser.close()
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())

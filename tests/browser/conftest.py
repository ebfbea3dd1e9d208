"""Fixtures of the browser tests: the shipped site behind a local server, the system's Chromium, and the axe checker."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from built_site import CHROMIUM, build_once, served
from samples import REPOSITORY, shipped_catalog
from sampling import NIGHTLY

from generator.catalog.unanswered.counterpart import Ground
from generator.catalog.unanswered.entries import Unanswered, page_of, unanswered

CONTRAST = "color-contrast"
"""Axe's rule about the colours of texts."""
CHOOSE_LOOKS = """() => {
    const styles = new Map();
    const behind = element => {
        if (!element) return '';
        if (!styles.has(element)) {
            const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
            const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
            styles.set(element, behind(element.parentElement) + (own === 'rgba(0, 0, 0, 0),none,1,none,normal' ? '' : `|${own}`));
        }
        return styles.get(element);
    };
    const looks = new Map();
    for (const element of document.body.querySelectorAll('*')) {
        delete element.dataset.look;
        const texts = [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!texts.length && !element.matches('input, select, textarea')) continue;
        const { color, fontSize, fontWeight, textShadow, visibility, position } = getComputedStyle(element);
        const sides = ['::before', '::after'].map(side => getComputedStyle(element, side).backgroundColor);
        const look = [element.tagName, color, fontSize, fontWeight, textShadow, visibility, position, ...sides, behind(element)].join();
        looks.set(look, [...(looks.get(look) ?? []), element]);
    }
    for (const alike of looks.values())
        for (const part of [0, 0.25, 0.5, 0.75, 1])
            alike[Math.floor(part * (alike.length - 1))].dataset.look = '';
}"""
"""Marks, of all texts that look alike (colour, size, and all that is painted behind), five from the first to the last.

Axe takes most of its time for the contrast of thousands of cells in a dozen looks.
"""

THIN_TABLES = """() => {
    const seen = new Map();
    for (const body of document.querySelectorAll('tbody'))
        for (const row of [...body.rows]) {
            const parts = [row, ...row.querySelectorAll('*')];
            const kinds = new Set(parts.map(part => [part.localName, part.className, ...part.getAttributeNames()].join(' ')));
            const shape = [...kinds].sort().join();
            seen.set(shape, (seen.get(shape) ?? 0) + 1);
            if (seen.get(shape) > 3 && body.rows.length > 1) row.remove();
        }
}"""
"""Leaves of a page's rows the first three of each shape, by their elements, classes and attributes, and of each table one."""

CHECK = """async contrast => {
    const structure = await axe.run({resultTypes: ['violations'], rules: {[contrast]: {enabled: false}}});
    const colours = await axe.run({include: [['[data-look]']]}, {resultTypes: ['violations'], runOnly: [contrast]});
    return [...structure.violations, ...colours.violations].map(({id, nodes}) => [id, nodes[0].html]);
}"""
"""What axe finds wrong: the contrast on the chosen texts, and all else on the whole page."""

Violations = Callable[[Any], list[tuple[str, str]]]


@pytest.fixture(scope="session")
def guessed() -> Unanswered:
    """A name without a record whose module has some, with Paddle's of the same name as the guess."""
    catalog = shipped_catalog()
    modules = {api.rpartition(".")[0] for api in catalog.answered} - {"torch", "torch.Tensor"}
    guesses = unanswered(catalog)
    names = [entry.name for entries in catalog.inventories.values() for entry in entries]
    return next(
        one
        for one in guesses
        if one.guess is not None and one.guess.ground is Ground.SAME and not one.others
        if one.name.rpartition(".")[0] in modules and page_of(catalog, one.name) in modules
        if sum(one.name in name for name in names) == 1  # else the finder has more than one result
    )


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The system's browser. Without it tests are skipped, but in CI they fail."""
    if "CI" not in os.environ:
        pytest.importorskip("playwright", reason="playwright is not installed")
        if CHROMIUM is None:
            pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site_folder(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001  (no browser, no site)
    """The shipped site on the disk: ``SITE`` if that names one, as ``make browser`` does, else built from a copy."""
    if "SITE" in os.environ:
        return REPOSITORY / os.environ["SITE"]
    return build_once(tmp_path_factory, "shipped", _copy_repository)


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The address of the shipped site, with its last slash."""
    with served(site_folder) as address:
        yield address


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a context of its own: ``open_page(url, viewport=…, color_scheme=…, java_script_enabled=…)``."""
    contexts: list[Any] = []

    def open_in_new_context(url: str, **options: Any) -> Any:
        contexts.append(chromium.new_context(**options))
        page = contexts[-1].new_page()
        page.goto(url, wait_until="networkidle" if options.get("java_script_enabled", True) else "load")
        return page

    yield open_in_new_context
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def violations() -> Violations:
    """What axe finds wrong on an open page: the rule and the first place, for each; an empty list is right.

    By day it sees some rows of each shape, and at night all; the page is without the others afterwards.
    """
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()

    def run(page: Any) -> list[tuple[str, str]]:
        if not NIGHTLY:
            page.evaluate(THIN_TABLES)
        page.evaluate(CHOOSE_LOOKS)
        page.evaluate(axe.axe_script)
        return [(rule, html) for rule, html in page.evaluate(CHECK, CONTRAST)]

    return run


def _copy_repository(root: Path) -> None:
    for name in ("mapping_data", "templates", "site_src"):
        shutil.copytree(REPOSITORY / name, root / name)
    shutil.copy(REPOSITORY / "mkdocs.yml", root)

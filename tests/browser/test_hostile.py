"""Text of strangers in a real browser: nothing of it runs, with the pages' policy and without."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml
from built_site import build_once, served
from hostile import FAMILY, NOTE, PAYLOADS, RECORDS_DATA, TOPIC, filled, name_of
from samples import REPOSITORY
from sampling import sample

from generator.catalog.catalog import FAMILIES, INVENTORY, NOTES, RECORDS, TOPICS
from generator.model.evidence import DropIn, Evidence, Gave, SnippetResult
from generator.model.evidence import tested_digest as digest_of
from generator.model.family import Family
from generator.model.migration_note import MigrationNote
from generator.model.record import Record
from generator.model.settings import Settings
from generator.model.status import Outcome
from generator.model.topics import Topics
from generator.publishing.site.content_policy import content_policy
from generator.storage.evidence_file import write_evidence

pytestmark = [pytest.mark.browser]

OUTCOMES = (Outcome.SKIPPED, Outcome.DIFFERS, Outcome.FAILED)
PROVOKE = """() => {
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    for (const { name } of element.attributes)
      if (/^on/i.test(name)) {
        found.push(`${element.localName} ${name}`);
        element.dispatchEvent(new Event(name.slice(2).toLowerCase()));
      }
    for (const name of ["href", "src", "action", "data", "formAction"]) {
      const value = element[name]?.baseVal ?? element[name];
      if (typeof value === "string" && /^\\s*(javascript|vbscript|data):/i.test(value)) {
        found.push(`${element.localName} ${name}`);
        element.click?.();
      }
    }
    if (element.matches("iframe, object, embed, base, style, marquee, math, video, [http-equiv=refresh i], svg script"))
      found.push(element.localName);
  }
  return found;
}"""
"""Fires every handler, follows every address that is code, and tells of these and of elements that no page has."""


class Watched:
    """A page of a browser that keeps what ran in it, what the policy forbade, and whom it asked for anything."""

    def __init__(self, browser: Any, site: str, **options: Any) -> None:
        self.seen: list[str] = []
        self._site = site
        self.context = browser.new_context(**options)
        self.context.expose_binding("tell", lambda _, what: self.seen.append(what))
        self.context.add_init_script(
            "window.alert = () => tell('ran');"
            "addEventListener('securitypolicyviolation', event => tell(`forbidden: ${event.effectiveDirective}`));"
        )
        self.context.on("request", lambda request: self._ask(request.url))
        self.page = self.context.new_page()

    def _ask(self, url: str) -> None:
        if not url.startswith((self._site, "data:", "blob:")):
            self.seen.append(f"asked {url}")

    def visit_in_new_page(self, path: str) -> list[str]:
        """What happens on a page that nothing left from the last one can end."""
        self.page = self.context.new_page()
        return self.visit(path)

    def visit(self, path: str) -> list[str]:
        """What happens on a page."""
        self.seen = []
        self.page.goto(self._site + path, wait_until="load")
        return self.look()

    def refuse_reloads(self) -> None:
        """Answers each address once only: the browser can't close a page that reloads itself for ever."""
        answered: set[str] = set()

        def answer(route: Any) -> None:
            url = route.request.url
            if url in answered:
                route.fulfill(status=204)
            else:
                answered.add(url)
                route.continue_()

        self.context.route("**/*", answer)

    def look(self) -> list[str]:
        """What happens on the page as it is now."""
        from playwright.sync_api import Error

        try:
            return [*self.page.evaluate(PROVOKE), *self.seen]
        except Error:
            return ["went elsewhere", *self.seen]


@contextmanager
def watched(browser: Any, site: str, **options: Any) -> Iterator[Watched]:
    """A watched page in a context of its own."""
    page = Watched(browser, site, **options)
    yield page
    page.context.close()


def write(path: Path, data: Any) -> None:
    """Writes a file as JSON, which is YAML too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, indent=0), encoding="utf-8")


def evidence_of(tested: Any, payload: str, outcome: Outcome) -> Evidence:
    """Evidence whose texts are the payload, but for the version, which has to be today's to be shown."""
    results = [
        SnippetResult(".".join(map(str, loc)), outcome, payload, payload, (payload,), gave=(Gave(*[payload] * 5),))
        for loc, _ in tested.snippets()
    ]
    versions = {"torch": "2.13.0", "paddle": "3.3.1"}
    return Evidence(tested.key, digest_of(tested), versions, payload, tuple(results), DropIn(None, payload))


def make_hostile_project(root: Path) -> None:
    """A project in which each payload stands in every text field of a file of every kind, and in names of files."""
    for name in ("templates", "site_src/assets"):
        shutil.copytree(REPOSITORY / name, root / name)
    for name in ("mkdocs.yml", "site_src/format.md", "site_src/data.md", "site_src/contributing.md"):
        shutil.copy(REPOSITORY / name, root / name)
    settings = yaml.safe_load((REPOSITORY / "mapping_data/catalog.yml").read_text(encoding="utf-8"))
    settings["repository"] = "https://e.org/" + "".join("".join(PAYLOADS).split())
    topics, evidence = [], []
    names = []
    for number, payload in enumerate(PAYLOADS):
        for api, outcome in (("torch.g", OUTCOMES[number % 3]), ("torch.nothing", None)):
            own = f"{api}{number}"
            data = {**filled(Record, RECORDS_DATA[api], payload), "torch": own, "related": [f"torch.g{number + 1}"]}
            write(root / RECORDS / f"torch/{own}.yml", data)
            if outcome is not None:
                evidence.append(evidence_of(Record.model_validate(data), payload, outcome))
        broken = {"torch": f"torch.h{number}", "category": payload, payload: payload, "parameters": payload}
        write(root / RECORDS / f"torch/{number} {name_of(payload)}.yml", broken)
        family = {**filled(Family, FAMILY, payload), "torch": f"torch.family{number}"}
        write(root / FAMILIES / f"{number} {name_of(payload)}.yml", family)
        note = {**filled(MigrationNote, NOTE, payload), "number": number + 1, "apis": [f"torch.g{number}"]}
        write(root / NOTES / f"{number} {name_of(payload)}.yml", note)
        evidence += [evidence_of(Family.model_validate(family), payload, Outcome.FAILED)]
        evidence += [evidence_of(MigrationNote.model_validate(note), payload, Outcome.FAILED)]
        topics += filled(Topics, TOPIC, payload)["topics"]
        section = {"title": payload, "intro": payload, "select": [{"apis": [f"torch.g{number}"]}]}
        settings["sections"].append(section)
        settings["links"].append({"prefix": f"torch.g{number}", "url": "https://e.org/" + "".join(payload.split())})
        names += [f"torch.x{number}{name_of(payload)}".replace("\t", " ")]
    Settings.model_validate(settings)
    write(root / "mapping_data/catalog.yml", settings)
    write(root / TOPICS, {"topics": topics})
    write_evidence(root, evidence)
    lines = [f"{name}\tfunction\tstub\t(a={name!r})" for name in sorted(set(names))]
    inventory = "\n".join(["# made", "# torch 2.13.0", *lines, ""])
    (root / INVENTORY).mkdir()
    (root / INVENTORY / "torch-2.13.0.txt").write_text(inventory, encoding="utf-8")


@pytest.fixture(scope="session")
def hostile_site(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001  (no browser, no site)
    """The site of that project."""
    return build_once(tmp_path_factory, "hostile", make_hostile_project)


def addresses(folder: Path) -> list[str]:
    """The addresses of a site's pages, but of those that lead on."""
    files = (path for path in folder.rglob("index.html") if '<meta http-equiv="refresh"' not in path.read_text("utf-8"))
    pages = (path.relative_to(folder).parent.as_posix() for path in files)
    return [quote(f"{page}/") if page != "." else "" for page in sorted(pages)]


def is_shared(address: str) -> bool:
    """Whether a page shows many payloads at once."""
    return not address.startswith("api/")


def chosen(folder: Path, count: int) -> list[str]:
    """The addresses of the pages that show many payloads at once, and by day of some of the others."""
    every = addresses(folder)
    assert len(every) > 3 * len(PAYLOADS)
    return [it for it in every if is_shared(it)] + sample([it for it in every if not is_shared(it)], count)


def test_nothing_of_a_stranger_runs(hostile_site: Path, chromium: Any) -> None:
    """Escaping alone, without the policy, keeps each payload in each field from running, and from what could run later."""
    with served(hostile_site) as site, watched(chromium, site, bypass_csp=True) as page:
        found = {address: page.visit(address) for address in chosen(hostile_site, 24)}
        assert {address: seen for address, seen in found.items() if seen} == {}


def test_policy_forbids_nothing_where_nothing_runs(hostile_site: Path, chromium: Any) -> None:
    """With the policy it is the same, and the browser reports nothing that the policy had to forbid."""
    with served(hostile_site) as site, watched(chromium, site) as page:
        found = {address: page.visit(address) for address in sample(addresses(hostile_site), 20)}
        assert {address: seen for address, seen in found.items() if seen} == {}


@pytest.mark.parametrize("bypass", [True, False])
def test_nothing_runs_of_what_is_searched_or_typed(hostile_site: Path, chromium: Any, *, bypass: bool) -> None:
    """Results of the search and of the finder, what a reader types, and what an address says stay text too."""
    with served(hostile_site) as site, watched(chromium, site, bypass_csp=bypass) as page:
        for query in sample(("script", "alert", "onerror", "javascript"), 2):
            assert page.visit(f"format/?q={query}") == []
            page.page.wait_for_selector(".md-search-result__item")
            for _ in range(6):
                page.page.locator(".md-search__scrollwrap").evaluate("box => box.scrollTo(0, box.scrollHeight)")
                page.page.wait_for_timeout(30)
            assert page.look() == []
        for payload in sample(PAYLOADS, 4):
            text = quote(payload, safe="")
            for address in (f"format/?q={text}", f"paddle/?text={text}&module={text}#{text}", f"{text}/{text}"):
                assert page.visit(address) == []
            page.visit("paddle/")
            page.page.locator("header [data-finder] input").fill(payload)
            page.page.locator(".apimap-filter input[name=text]").fill(payload)
            page.page.wait_for_timeout(30)
            assert page.look() == []


def test_what_is_not_escaped_is_seen_to_run(chromium: Any, tmp_path: Path) -> None:
    """The same payloads as a page's own markup are seen to run by the same means, and with the policy none does."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{content_policy([])}">'
    payloads = sample(PAYLOADS, 24)
    for number, payload in enumerate(payloads):
        (tmp_path / f"{number}.html").write_text(f"<!doctype html>{policy}<p>{payload}</p>", encoding="utf-8")
    ran, noticed = {}, {}
    with served(tmp_path) as site:
        for bypass in (True, False):
            with watched(chromium, site, bypass_csp=bypass) as page:
                page.refuse_reloads()
                seen = [page.visit_in_new_page(f"{number}.html") for number in range(len(payloads))]
            ran[bypass] = sum("ran" in it for it in seen)
            noticed[bypass] = sum(bool(it) for it in seen)
    assert ran[True] > len(payloads) / 5
    assert ran[False] == 0
    assert min(noticed.values()) > len(payloads) / 3

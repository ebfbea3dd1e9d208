"""Pages of what nobody has recorded, as their readers use them."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from samples import ABS, catalog_of, rendered_catalog, shipped_catalog

from generator.catalog.catalog import Catalog
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.sample_result import FactName, SampleFact, Samples, Source
from generator.model.signature import Signature
from generator.publishing.pages.finder import unanswered_list
from generator.publishing.views.page import Guesses
from generator.publishing.views.prose import Link, plain
from generator.publishing.views.unanswered import _probes, unanswered_pages


def catalog(repository: str | None) -> Catalog:
    """A catalogue without a record of ``torch.neg``, which both libraries have."""
    entries = {
        library: ApiEntry(f"{library}.neg", ApiKind.FUNCTION, (Signature.parse(f"{library}.neg(x)"),), "stub")
        for library in ("torch", "paddle")
    }
    made = catalog_of(ABS)
    found = {library: Inventory(library, "1", {entry.name: entry}) for library, entry in entries.items()}
    return replace(
        made, inventories=found, settings=made.settings.model_copy(update={"repository": repository}), beside_records={}
    )


def links(of: Catalog) -> dict[str, str]:
    """Where the lines of the only entry lead outside of the site, by the words of the link."""
    entries = [
        one
        for page in unanswered_pages(of)
        for block in page.blocks
        if isinstance(block, Guesses)
        for one in block.entries
    ]
    (only,) = entries
    spans = [span for _, prose in only.facts for span in prose if isinstance(span, Link)]
    return {str(link.text): str(link.to) for link in spans}


def test_only_what_was_tried_is_told() -> None:
    """Of the ways to run the samples those are told that were run; of a name without such a way there is no line."""
    none = Samples("torch.neg", "", {}, "2026-11-22", Source.OP_INFO, 0)
    assert _probes(none) == ()
    some = replace(none, facts={FactName.KEYWORDS: SampleFact(3)})
    assert plain(_probes(some)) == "实参全写成 PyTorch 的关键字，3 个样本都得到同样的结果。"


def test_entry_asks_for_a_record() -> None:
    """A report that asks for a record names the API, the likely counterpart and the versions, and asks how it is called."""
    found = links(catalog("https://example.org/map"))
    address = urlsplit(found["求一条记录"])
    assert address.path == "/map/issues/new"
    fields = parse_qs(address.query)
    assert fields["title"] == ["求一条记录：torch.neg"]
    for known in ("可能是 paddle.neg", "torch 2.13.0", "我这样调用它"):
        assert known in fields["body"][0]
    assert found["在网页上新建"].startswith("https://example.org/map/new/main/mapping_data/records/torch")


def test_entry_without_a_repository_leads_nowhere() -> None:
    """Where nobody knows the repository, no link is offered."""
    assert links(catalog(None)) == {}


def test_weak_guess_and_recorded_namesake_are_told_on_pages_and_in_the_finder() -> None:
    """A guess on a ground that is mostly wrong says so, and a recorded API of the same name is linked instead."""
    shipped = shipped_catalog()
    body = rendered_catalog()["unanswered/torch.md"].body
    assert "（签名相近，这样猜的多半不对）" in body
    assert "没有可靠的猜测；同名的" in body
    content = json.loads(unanswered_list(shipped, "由程序生成"))
    assert content["grounds"] == [
        "同名",
        "已知的改名",
        "同名，在另一个模块，这样猜的多半不对",
        "签名相近，这样猜的多半不对",
    ]
    (rows,) = (entries for module, entries in content["modules"] if module == "torch")
    assert ["adaptive_max_pool1d", "", 0, "", "", "torch.nn.functional.adaptive_max_pool1d"] in rows


def test_share_of_uses_says_that_the_repositories_are_only_counted() -> None:
    """Readers of the figures learn that the file of demand counts repositories and does not name them."""
    for page in ("index.md", "verification.md"):
        assert "没有写明是哪些仓库" in rendered_catalog()[page].body, page

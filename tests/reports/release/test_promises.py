from __future__ import annotations

from dataclasses import replace

import pytest
from export_samples import exporting
from samples import ABS, DROPOUT, SETTINGS, catalog_of, rendered

from generator.catalog.catalog import Catalog
from generator.model.promises import Promises
from generator.publishing.export.export_context import Exporting
from generator.publishing.export.files import catalogue_files
from generator.reports.release.promises import broken_promises, promises_of


def promised(catalog: Catalog) -> tuple[Promises, Exporting]:
    """What a small catalogue promises, and what its exports are made from."""
    pages = rendered(catalog)
    exported = exporting(catalog, {path: page.title for path, page in pages.items()})
    return promises_of(exported, pages, "2026.11.22", "c" * 40), exported


def test_promises_are_what_others_build_on() -> None:
    """Keys and closed values of the data, names with aliases, addresses and the headings of lists are promised."""
    found, _ = promised(catalog_of(ABS))
    assert {"records.*.mappings[].title", "records.*.category=仅参数名不一致", "_meta.format"} <= found.keys
    assert found.names == {"torch.abs", "torch.absolute"} | set(SETTINGS.constants)
    assert {"missing/", "paddle/paddle.abs/"} <= found.pages
    assert "api/torch.abs/" not in found.pages
    assert any(anchor.startswith("rules/#") for anchor in found.anchors)


OLD, _ = promised(catalog_of(ABS, DROPOUT))


@pytest.mark.parametrize(
    ("old", "words"),
    [
        (replace(OLD, keys=OLD.keys | {"records.*.gone"}), "data.json 不再有 records.*.gone"),
        (replace(OLD, names=OLD.names | {"torch.gone"}), "torch.gone 不再有答案"),
        (replace(OLD, pages=OLD.pages | {"gone/"}), "没有 gone/ 这个地址了"),
        (replace(OLD, anchors=OLD.anchors | {"rules/#gone"}), "没有 rules/#gone 这个锚点了"),
    ],
    ids=["key", "name", "page", "anchor"],
)
def test_promise_that_is_not_kept_is_told(old: Promises, words: str) -> None:
    """Each kind of promise is missed where it is gone, and what is kept is not."""
    catalog = replace(catalog_of(ABS, DROPOUT), promises=old)
    new, exported = promised(catalog)
    (said,) = broken_promises(old, new, exported)
    assert words in said


def test_another_major_format_may_drop_keys() -> None:
    """The first number of the format says that keys are gone: then they are no broken promise."""
    old = replace(OLD, keys=OLD.keys | {"records.*.gone"}, format="0.9")
    new, exported = promised(catalog_of(ABS, DROPOUT))
    assert list(broken_promises(old, new, exported)) == []


def test_what_moved_leads_on() -> None:
    """The address of a record that was renamed, and that of a Paddle API that no record names any more, lead on."""
    settings = SETTINGS.model_copy(update={"redirects": {"torch.nn.functional.dropout": "torch.abs"}})
    catalog = replace(catalog_of(ABS), promises=OLD, settings=settings)
    new, exported = promised(catalog)
    assert list(broken_promises(OLD, new, exported)) == []
    page = str(dict(catalogue_files(exported))["paddle/paddle.nn.functional.dropout/index.html"])
    assert 'content="0; url=../"' in page
    assert "由 Paddle 查 PyTorch 的列表" in page

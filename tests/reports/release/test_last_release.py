from __future__ import annotations

from export_samples import shipped
from samples import rendered_catalog, shipped_catalog

from generator.reports.release.promises import broken_promises, promises_of


def test_last_release_is_kept() -> None:
    """Every key, name, address and anchor that the last release promised is still there, or its address leads on."""
    catalog, (exported, _) = shipped_catalog(), shipped()
    assert catalog.promises.names
    new = promises_of(exported, rendered_catalog(), "", "")
    assert list(broken_promises(catalog.promises, new, exported)) == []

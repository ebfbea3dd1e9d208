from __future__ import annotations

from pathlib import Path

import pytest

from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature
from generator.storage.inventory_delta import ENDING, apply_delta, delta_name, dump_delta, read_delta
from generator.storage.inventory_file import dump_inventory, file_name

INVENTORIES = Path(__file__).parents[2] / "mapping_data/inventory"


def text_of(version: str, **signatures: str) -> str:
    """An inventory's text with these functions."""
    entries = (
        ApiEntry(f"paddle.{name}", ApiKind.FUNCTION, (Signature.parse(text),), "inspect", returns=("int",))
        for name, text in signatures.items()
    )
    return dump_inventory(Inventory("paddle", version, {entry.name: entry for entry in entries}))


NEW = text_of("3.3.1", abs="(x, out=None)", add="(x, y)", clip="(x)")
OLD = text_of("3.0.0", abs="(x)", add="(x, y)", cast="(x)")


def test_an_inventory_comes_back_from_its_differences() -> None:
    """What a release has other, what it lacks and what it alone has is all there is to it."""
    delta = dump_delta(OLD, NEW, "paddle-3.3.1.txt")
    assert delta.split("\n")[1:] == [
        "# paddle 3.0.0",
        "paddle.abs\t1\t2\t(x)\t4",
        "paddle.cast\tfunction\tinspect\t(x)\treturns int",
        "paddle.clip",
        "",
    ]
    assert apply_delta(delta, NEW, "paddle-3.3.1.txt") == OLD


def test_the_same_inventory_has_no_differences() -> None:
    """A release with the same APIs takes two lines."""
    assert dump_delta(NEW, NEW, "x").count("\n") == 2


@pytest.mark.parametrize(
    ("delta", "said"),
    [
        ("", "不是"),
        (OLD, "不是"),
        (dump_delta(OLD, NEW, "paddle-3.2.2.txt"), "3.2.2"),
        (dump_delta(OLD, NEW, "paddle-3.3.1.txt").removesuffix("\n"), "不是"),
        (dump_delta(OLD, NEW, "paddle-3.3.1.txt") + "paddle.zzz\n", "paddle.zzz"),
        (dump_delta(OLD, NEW, "paddle-3.3.1.txt") + "paddle.abs\t9\n", "paddle.abs"),
    ],
)
def test_differences_from_something_else_are_refused(delta: str, said: str) -> None:
    """A file of another format, cut off, or of another base is one error that says which."""
    with pytest.raises(ValueError, match=said):
        apply_delta(delta, NEW, "paddle-3.3.1.txt")


def test_the_folder_of_inventories_gives_the_other_release(tmp_path: Path) -> None:
    """The differences and the pinned release's inventory are read together."""
    (tmp_path / file_name("paddle", "3.3.1")).write_text(NEW, encoding="utf-8")
    (tmp_path / delta_name("paddle", "3.0.0")).write_text(dump_delta(OLD, NEW, "paddle-3.3.1.txt"), encoding="utf-8")
    assert dump_inventory(read_delta(tmp_path, "paddle", "3.0.0", "3.3.1")) == OLD


@pytest.mark.parametrize("path", sorted(INVENTORIES.glob(f"*{ENDING}")), ids=lambda path: path.name)
def test_shipped_releases_are_inventories(path: Path) -> None:
    """Each release in the repository gives an inventory that is as its own command writes one."""
    library, _, version = path.name.removesuffix(ENDING).partition("-")
    found = read_delta(path.parent, library, version, "3.3.1")
    assert (found.library, found.version) == (library, version)
    assert all(found.entries[name].name == name for name in found.entries)

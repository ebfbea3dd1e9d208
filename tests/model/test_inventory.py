from __future__ import annotations

import pytest

from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature

FORWARD = (Signature.parse("(input)"),)
ENTRIES = (
    ApiEntry("lib", ApiKind.MODULE),
    ApiEntry("lib.gone", ApiKind.MODULE, unreadable="无法导入"),
    ApiEntry("lib.inner", ApiKind.MODULE),
    ApiEntry("lib.other", ApiKind.MODULE, alias_of="lib.inner"),
    ApiEntry("lib.Base", ApiKind.CLASS),
    ApiEntry("lib.Base.forward", ApiKind.METHOD, FORWARD, "inspect"),
    ApiEntry("lib.Base.train", ApiKind.METHOD, FORWARD, "inspect", returns=("Self | None",)),
    ApiEntry("lib.Base.hidden", ApiKind.METHOD, inherited_from="lib._C.Root"),
    ApiEntry("lib.inner.Layer", ApiKind.CLASS, bases=("lib.Base",)),
    ApiEntry("lib.inner.Layer.own", ApiKind.METHOD),
    ApiEntry("lib.Alias", ApiKind.CLASS, alias_of="lib.inner.Layer"),
)
INVENTORY = Inventory("lib", "1.0", {entry.name: entry for entry in ENTRIES})


@pytest.mark.parametrize(
    ("name", "inherited_from", "alias_of"),
    [
        ("lib.inner.Layer.own", "", ""),
        ("lib.inner.Layer.forward", "lib.Base", ""),
        ("lib.inner.Layer.hidden", "lib._C.Root", ""),
        ("lib.Alias.own", "", "lib.inner.Layer.own"),
        ("lib.Alias.forward", "lib.Base", "lib.inner.Layer.forward"),
        ("lib.other.Layer.own", "", "lib.inner.Layer.own"),
    ],
)
def test_a_member_is_found_under_each_name_that_has_it(name: str, inherited_from: str, alias_of: str) -> None:
    """Inheritance and aliases of classes and modules are followed, and the entry says where it comes from."""
    entry = INVENTORY.find(name)
    assert entry is not None
    assert (entry.name, entry.inherited_from, entry.alias_of) == (name, inherited_from, alias_of)


def test_an_inherited_member_has_its_signature() -> None:
    """A member found under a descendant is as callable as under its own class."""
    entry = INVENTORY.find("lib.Alias.forward")
    assert entry is not None
    assert entry.signatures == FORWARD


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("lib.Base.train", "lib.Base"),
        ("lib.inner.Layer.train", "lib.inner.Layer"),
        ("lib.Alias.train", "lib.inner.Layer"),
    ],
)
def test_self_is_the_class_that_was_asked_for(name: str, owner: str) -> None:
    """An inherited method that returns what it was called on returns the descendant."""
    entry = INVENTORY.find(name)
    assert entry is not None
    assert entry.returns == (f"{owner} | None",)


@pytest.mark.parametrize("name", ["", "other", "lib.nothing", "lib.inner.Layer.nothing", "lib.nothing.at.all", "."])
def test_what_is_not_there_is_not_found(name: str) -> None:
    """A name that no class or module has is None, however it is spelled."""
    assert INVENTORY.find(name) is None


def test_nothing_is_known_below_a_module_that_could_not_be_imported() -> None:
    """What is missing below an unreadable module is unknown, and elsewhere it is missing."""
    entry = INVENTORY.unreadable_module("lib.gone.Writer.close")
    assert entry is not None
    assert entry.unreadable == "无法导入"
    assert INVENTORY.unreadable_module("lib.inner.Nothing") is None

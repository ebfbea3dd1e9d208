from __future__ import annotations

import pytest

from generator.catalog.inventory.changes import Change, Changes, compare_inventories
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature


def entry(*signatures: str, name: str = "lib.f", **other: object) -> ApiEntry:
    """A function with these signatures."""
    return ApiEntry(name, ApiKind.FUNCTION, tuple(map(Signature.parse, signatures)), **other)  # type: ignore[arg-type]


def compare(old: list[ApiEntry], new: list[ApiEntry]) -> Changes:
    """The changes between two versions that hold these entries."""
    before, after = (Inventory("lib", "1", {item.name: item for item in items}) for items in (old, new))
    return compare_inventories(before, after)


@pytest.mark.parametrize(
    ("old", "new", "details"),
    [
        ("(x)", "(x, *, out=None)", ("新增参数 out=None",)),
        ("(x, name=None)", "(x)", ("移除参数 name=None",)),
        ("(x, axis=None)", "(x, dim=None)", ("参数 axis 改名为 dim",)),
        ("(x, axis=None)", "(x, axis=-1)", ("参数 axis 的默认值由 None 变为 -1",)),
        ("(x, axis)", "(x, axis=0)", ("参数 axis 的默认值由 无 变为 0",)),
        ("(a, b)", "(b, a)", ("参数次序改变：b、a",)),
        ("(a, b=1)", "(a, *, b=1)", ("参数 b 的传入方式由 positional 变为 keyword",)),
        ("(a, b)", "(c, b=1)", ("参数 a 改名为 c", "参数 b 的默认值由 无 变为 1")),
    ],
)
def test_a_changed_parameter_is_named(old: str, new: str, details: tuple[str, ...]) -> None:
    """Each parameter that came, went, was renamed, moved or has another default is said by name."""
    assert compare([entry(old)], [entry(new)]).changed == (Change("lib.f", details),)


def test_appeared_and_vanished() -> None:
    """An API that only one version has is listed on its side."""
    changes = compare([entry("()", name="lib.old")], [entry("()", name="lib.new")])
    assert (changes.appeared, changes.vanished, changes.changed) == (("lib.new",), ("lib.old",), ())


def test_an_overload_that_came_is_shown_whole() -> None:
    """A new overload is no change of the ones that stay."""
    changes = compare([entry("(a)")], [entry("(a, b)", "(a)")])
    assert changes.changed == (Change("lib.f", ("新增重载 (a, b)",)),)


def test_deprecation_is_a_change() -> None:
    """A function that is deprecated now has changed, though its signature has not."""
    assert compare([entry("(a)")], [entry("(a)", deprecated=True)]).changed == (Change("lib.f", ("已弃用",)),)


def test_another_result_is_a_change() -> None:
    """What a call returns is part of an API; a type that was unknown before is said so."""
    changes = compare([entry("(a)", returns=())], [entry("(a)", returns=("int",))])
    assert changes.changed == (Change("lib.f", ("返回类型由 不明 变为 int",)),)


def test_the_source_of_a_signature_is_no_change() -> None:
    """The same API read from another place is the same API."""
    assert not compare([entry("(a)", source="stub")], [entry("(a)", source="inspect")])

from __future__ import annotations

from generator.catalog.inventory.history import history_of
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature


def release(version: str, *entries: ApiEntry) -> Inventory:
    """An inventory of one release."""
    return Inventory("paddle", version, {entry.name: entry for entry in entries})


def function(signature: str, **more: object) -> ApiEntry:
    """An API with one signature."""
    return ApiEntry("paddle.abs", ApiKind.FUNCTION, (Signature.parse(signature),), "inspect", **more)  # type: ignore[arg-type]


def said(*inventories: Inventory) -> list[tuple[str, str, tuple[str, ...]]]:
    """The changes of the API from release to release."""
    return [(one.before, one.after, one.details) for one in history_of("paddle.abs", inventories)]


def test_a_change_lies_between_two_releases() -> None:
    """Who is told when an API or parameter came is told the last release without it too."""
    assert said(release("2.6.2"), release("3.0.0", function("(x)")), release("3.1.1", function("(x, out=None)"))) == [
        ("2.6.2", "3.0.0", ("新增",)),
        ("3.0.0", "3.1.1", ("新增参数 out=None",)),
    ]
    assert said(release("2.6.2", function("(x)")), release("3.0.0")) == [("2.6.2", "3.0.0", ("移除",))]
    assert said(release("2.6.2", function("(x)")), release("3.0.0", function("(x)", deprecated=True))) == [
        ("2.6.2", "3.0.0", ("已弃用",))
    ]


def test_what_cannot_be_read_is_no_change() -> None:
    """A release whose signature or module could not be read says nothing: unknown is not missing."""
    unreadable = ApiEntry("paddle.abs", ApiKind.FUNCTION, unreadable="不明")
    module = ApiEntry("paddle", ApiKind.MODULE, unreadable="缺少别的包")
    old, new = release("2.6.2", function("(x)")), release("3.1.1", function("(x)"))
    assert said(old, release("3.0.0", unreadable), new) == []
    assert said(old, release("3.0.0", module), new) == []
    assert said(old, release("3.0.0", function("(x)", returns=("int",))), new) == []
    newer = release("3.2.2", function("(x, out=None)"))
    assert said(old, release("3.0.0", unreadable), newer) == [("2.6.2", "3.2.2", ("新增参数 out=None",))]

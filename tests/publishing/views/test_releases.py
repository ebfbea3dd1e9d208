from __future__ import annotations

from dataclasses import replace

import pytest
from samples import ABS, catalog_of, rendered

from generator.catalog.release_status import Cause, Standing, State
from generator.model.evidence import SnippetResult
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.release import Release
from generator.model.signature import Signature
from generator.model.status import Outcome
from generator.publishing.views.prose import plain
from generator.publishing.views.releases import say_standing, versions_view

OLD = Release("paddle", "3.0.0")
FAILED = SnippetResult("checks.0", Outcome.FAILED, "出错", "没有", moved=False)
DIFFERS = replace(FAILED, outcome=Outcome.DIFFERS)


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (Standing(OLD, State.HOLDS), "与本页一致"),
        (Standing(OLD, State.NOT_RUN), "没有运行"),
        (Standing(OLD, State.UNKNOWN), "不明"),
        (Standing(OLD, State.PARTLY, parameters=("out", "alpha")), "没有 out、alpha"),
        (Standing(OLD, State.PARTLY, parameters=tuple("abcde")), "没有 a、b、c 等 5 个"),
        (Standing(OLD, State.PARTLY, cause=Cause.CODE, result=FAILED), "有的代码出错"),
        (Standing(OLD, State.PARTLY, parameters=("out",), cause=Cause.CODE, result=FAILED), "没有 out"),
        (Standing(OLD, State.PARTLY, cause=Cause.PREFIX, result=FAILED), "不能只换前缀"),
        (Standing(OLD, State.FAILS, cause=Cause.USUAL, result=DIFFERS), "平常的调用结果不同"),
        (Standing(OLD, State.FAILS, parameters=("p",), cause=Cause.USUAL, result=FAILED), "没有 p，平常的调用出错"),
        (Standing(OLD, State.FAILS, apis=("paddle.x",), cause=Cause.USUAL, result=FAILED), "没有 paddle.x"),
        (
            Standing(OLD, State.FAILS, apis=("paddle.x",), cause=Cause.USUAL, result=replace(FAILED, moved=True)),
            "没有 paddle.x，只换前缀即可",
        ),
        (
            Standing(OLD, State.NOT_RUN, apis=("paddle.x",), cause=Cause.HELPER, result=FAILED),
            "没有 paddle.x，代码不能运行",
        ),
    ],
)
def test_a_standing_has_few_words(standing: Standing, words: str) -> None:
    """What a release lacks comes first, and then what that does not explain."""
    assert plain(say_standing(standing)) == words


def function(version: str, signature: str) -> Inventory:
    """A release with one function."""
    entry = ApiEntry("paddle.abs", ApiKind.FUNCTION, (Signature.parse(signature),), "inspect")
    return Inventory("paddle", version, {"paddle.abs": entry})


def test_strip_and_what_stands_behind_it() -> None:
    """Neighbouring releases of which the same is said stand together, and a change lies between two of them."""
    catalog = catalog_of(ABS)
    settings = catalog.settings.model_copy(update={"earlier": {"paddle": ("2.6.2", "3.0.0")}})
    earlier = {Release("paddle", version): function(version, "(x)") for version in ("2.6.2", "3.0.0")}
    catalog = replace(
        catalog, settings=settings, earlier=earlier, inventories={"paddle": function("3.3.1", "(x, out=None)")}
    )
    (record,) = catalog.records()
    view = versions_view(catalog, record)
    assert view is not None
    assert [(plain(it.releases), it.state) for it in view.strip] == [
        ("3.3.1", State.NOT_RUN),
        ("3.0.0、2.6.2", State.UNKNOWN),
    ]
    assert list(map(plain, view.details)) == ["paddle.abs 在 3.0.0 与 3.3.1 之间：新增参数 out=None"]
    (page,) = (page for path, page in rendered(catalog).items() if path == "api/torch.abs.md")
    assert "apimap-versions" in page.body
    assert "3.0.0" not in page.markdown


def test_without_other_releases_there_is_no_strip() -> None:
    """A project that names no earlier release says nothing of any."""
    catalog = catalog_of(ABS)
    (record,) = catalog.records()
    assert versions_view(catalog, record) is None

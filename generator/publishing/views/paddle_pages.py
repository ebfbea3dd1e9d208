"""A page for each Paddle API that torch names lead to, or that has a torch name and is something else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from generator.catalog.catalog import Catalog
from generator.model.call_verdict import CallVerdict
from generator.model.category import NO_PARAMETERS
from generator.model.derive import own_category
from generator.model.effort import usual_result
from generator.model.finding import Loc
from generator.model.parameter import ParameterRow
from generator.model.phrases import phrase
from generator.model.record import Mapping, Record
from generator.model.relation import Relation
from generator.model.sample_result import FactName
from generator.publishing.views import page, paths
from generator.publishing.views.links import page_link
from generator.publishing.views.lists import SOURCE, category_cell, remark_on
from generator.publishing.views.prose import Code, Link, Prose, codes, compose, join, read_prose
from generator.publishing.views.signatures import shown_signature
from generator.publishing.views.statuses import FACT_NAMES

_Led = list[tuple[Record, Loc, Mapping]]
"""The mappings that lead to a Paddle API."""


def paddle_pages(catalog: Catalog) -> Iterator[page.PageView]:
    """Yields the pages by name."""
    led: defaultdict[str, _Led] = defaultdict(list)
    for record in catalog.records():
        for loc, mapping in record.mappings():
            if mapping.paddle is not None:
                led[mapping.paddle].append((record, loc, mapping))
    for api, stem in catalog.paddle_stems.items():
        yield page.PageView(
            paths.paddle_path(stem),
            SOURCE,
            tuple(_blocks(catalog, api, led.get(api, []), catalog.shadows.get(api))),
            description=f"{api} 对应哪些 PyTorch API，从 Paddle 一侧看有什么差别。",
            full_title=f"{api} 对应的 PyTorch API",
        )


def _blocks(catalog: Catalog, api: str, led: _Led, shadowed: Record | None) -> Iterator[page.Block]:
    yield page.title(api)
    out = catalog.settings.address(api)
    back = f"其他 API 见[由 Paddle 查 PyTorch]({paths.PADDLE_TABLE})。"
    yield page.paragraph(*((Link("文档", out), "；") if out else ()), back)
    yield page.Code(shown_signature(catalog, api, led[0][2] if led else Mapping(), "paddle").text, "python")
    if shadowed is not None:
        yield page.paragraph(_said_of_shadow(catalog, shadowed))
    if not led:
        return
    yield page.section("由这些 PyTorch API 而来")
    shown = {record.torch: record for record, _, _ in led}
    rows = [
        page.row(
            join("、", [page_link(catalog, name), *map(Code, record.aliases)]),
            category_cell(catalog, record),
            remark_on(catalog, record),
        )
        for name, record in shown.items()
    ]
    yield page.Table(("PyTorch API", "映射分类", "备注"), tuple(rows))
    yield page.section("从这一侧看差别")
    for record, loc, mapping in led:
        name = f"{record.torch}（用法 {int(loc[1]) + 1}）" if loc else record.torch
        yield from _differences(compose("与 ", Code(name), " 相比"), record, mapping)


def _said_of_shadow(catalog: Catalog, record: Record) -> Prose:
    counterparts = codes(record.paddle_apis)
    leads = compose("它对应 ", counterparts) if record.paddle_apis else compose("它没有单独一个对应的 API")
    if FactName.PREFIX in catalog.held_facts(record):
        also = f"；不过它也接受 PyTorch 的写法（{FACT_NAMES[FactName.PREFIX]}）"
    else:
        is_easy = catalog.effort(record) in {CallVerdict.VERBATIM, CallVerdict.RENAMED}
        also = "；最平常的调用只换前缀也得到同样的结果，别的写法未必" if is_easy and _is_moved(catalog, record) else ""
    return compose("名称相同，但它不是 ", page_link(catalog, record.torch), " 的对应：", leads, also, "。")


def _is_moved(catalog: Catalog, record: Record) -> bool:
    """Tells whether the usual call was run with its prefix changed, and gave the same."""
    loc, mapping = next(record.mappings())
    result = usual_result(record, loc, mapping, catalog.evidence.get(record.torch))
    return result is not None and bool(result.moved)


def _differences(opening: Prose, record: Record, mapping: Mapping) -> Iterator[page.Block]:
    """Yields the rows with a difference, Paddle's name first; what it lacks comes last."""
    differing = (one for one in mapping.parameters if one.relation is not Relation.SAME)
    rows = sorted(differing, key=lambda one: one.paddle is None)
    if own_category(record, mapping) is NO_PARAMETERS or not mapping.parameters:
        yield page.paragraph(opening, "：没有参数要对照，差别写在它的页面上。")
    elif not rows:
        yield page.paragraph(opening, f"：{len(mapping.parameters)} 个参数都一致。")
    else:
        same = len(mapping.parameters) - len(rows)
        yield page.paragraph(opening, f"，{len(rows)} 处不同" + (f"，另有 {same} 个参数一致：" if same else "："))
        yield page.Table(("PaddlePaddle", "PyTorch", "差别"), tuple(map(_row, rows)))


def _row(one: ParameterRow) -> page.Row:
    both = "返回值" if one.returns is not None else "-"
    return page.row(
        Code(one.paddle) if one.paddle else both,
        Code(one.torch) if one.torch else both,
        read_prose(phrase(one) + "。"),
    )

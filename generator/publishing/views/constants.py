"""The page 常数与开关: what each constant of ``catalog.yml`` becomes, or why nothing does."""

from __future__ import annotations

from collections import defaultdict

from generator.catalog.catalog import Catalog
from generator.model.constant import VALUE, Constant
from generator.publishing.views import page, paths
from generator.publishing.views.lists import NONE, NUMBER
from generator.publishing.views.prose import Break, Code, Prose, Text, compose, join, read_prose

_COLUMNS = (NUMBER, page.Column("torch", "PyTorch"), page.Column("paddle", "PaddlePaddle"), page.Column("note", "说明"))
CONSTANT = "常数"
"""What stands in place of a category: a constant has no signature."""


def constants_page(catalog: Catalog) -> page.PageView:
    """Returns the constants by the module that holds them, in the order of ``catalog.yml``."""
    constants, versions = catalog.settings.constants, catalog.settings.versions
    modules: defaultdict[str, list[str]] = defaultdict(list)
    for name in constants:
        modules[_module(name)].append(name)
    blocks: list[page.Block] = [
        page.title("常数与开关"),
        page.paragraph(
            f"PyTorch {versions['torch']} 中不调用的名称在 PaddlePaddle {versions['paddle']} 中怎么写：dtype、内存格式、"
            f"归约的方式等常数，与 torch.backends 中的开关，共 {len(constants)} 个，都在两个库的 CPU 版上核对过。"
            f"调用的函数与类见[映射总表]({paths.TABLE})。"
        ),
        page.FilterForm(("module",)) if modules else page.paragraph("目前没有。"),
    ]
    for module in sorted(modules, key=lambda name: (name.partition(".")[0], name)):
        rows = tuple(_row(name, constants[name]) for name in modules[module])
        blocks += [page.section(compose(Text(module))), page.Table(_COLUMNS, rows, "list")]
    return page.PageView(paths.CONSTANTS, "mapping_data/catalog.yml", tuple(blocks))


def _row(name: str, constant: Constant) -> page.Row:
    written: Prose = (Code(constant.expression),) if constant.paddle is not None else NONE
    if constant.assign is not None:
        assigned = constant.assign.fill({VALUE: "值"})
        written = join(Break(), [written, compose("赋值：", Code(assigned))])
    said = [read_prose(text) for text in (constant.reason, constant.note) if text]
    return page.row(name, written, join(Text(" "), said) or NONE, anchor=name)


def _module(name: str) -> str:
    """Returns ``torch.backends`` for all below it, ``torch`` for names directly in ``torch``."""
    parts = name.split(".")
    return ".".join(parts[:2]) if len(parts) > 2 else parts[0]  # noqa: PLR2004

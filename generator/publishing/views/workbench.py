"""The page 工作台: shows what becomes of each call in pasted code; all of it happens in the reader's browser."""

from __future__ import annotations

from generator.catalog.catalog import Catalog
from generator.publishing.views import page, paths

TITLE = "工作台"


def workbench_page(catalog: Catalog) -> page.PageView:
    """Returns the page of the workbench."""
    versions = catalog.settings.versions
    return page.PageView(
        paths.WORKBENCH,
        "mapping_data/records",
        (
            page.title(TITLE),
            page.paragraph(
                f"贴入 PyTorch {versions['torch']} 的代码，看每一处调用在 PaddlePaddle {versions['paddle']} 中怎么写。"
                "分析在浏览器里进行，代码不发送到任何地方；判定与命令 apimap convert 相同，整个项目请用[命令](scan.md)。"
            ),
            page.Workbench(),
        ),
        description="贴入 PyTorch 代码，逐处说明在 PaddlePaddle 中怎么写，并给出转换后的代码。",
        hide=("navigation", "toc"),
    )

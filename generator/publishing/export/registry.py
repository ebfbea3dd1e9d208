"""Every export by name: its file in the site, and the module that makes it.

The modules are imported when they are used: ``apimap export --help`` lists the exports, and reads no record.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Export:
    """One export: its name for ``apimap export``, its file in the site, what it is in a reader's words, its module.

    The module's ``dump`` makes the whole file of an ``Exporting``. Where it has a function ``part``, that makes what
    one record adds to the file, of the catalogue, the source, the record and the record's data.
    """

    name: str
    path: str
    words: str
    module: str


EXPORTS = (
    Export("json", "data.json", "全部记录，一个 JSON 文件", "generator.publishing.export.data_json"),
    Export("schema", "data.schema.json", "data.json 的 JSON Schema", "generator.publishing.export.schema"),
    Export("csv", "mapping.csv", "映射总表，CSV", "generator.publishing.export.mapping_csv"),
    Export(
        "docs-mappings",
        "docs-mappings.json",
        "公开的映射文档检查工具所写、转换工具所读的格式",
        "generator.publishing.export.docs_mappings",
    ),
    Export("objects-inv", "objects.inv", "Sphinx 清单", "generator.publishing.export.objects_inv"),
    Export(
        "calls",
        "calls.json",
        "判定与转换一处调用所需的数据，apimap scan 与 convert 读它",
        "generator.publishing.export.calls_json",
    ),
    Export("llms", "llms.txt", "给语言模型的说明", "generator.publishing.export.llms"),
)
"""Every export, in the order in which they are listed."""

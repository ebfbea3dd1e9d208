"""The page 常用函数速查: functions by topic, with the counterpart and category that their records give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.catalog.catalog import Catalog
from generator.model.finding import Finding
from generator.model.topics import KIND_NAMES
from generator.model.topics import Entry as TopicEntry
from generator.publishing.views import page, paths
from generator.publishing.views.lists import NONE, Entry, entries
from generator.publishing.views.notes import findings_of
from generator.publishing.views.prose import read_prose

NO_RECORD = "尚无记录"


def topics_page(catalog: Catalog, findings: Sequence[Finding]) -> page.PageView:
    """Returns the topics in their order; ``findings`` are those of any file."""
    source = catalog.topics
    topics = source.model.topics if source is not None and source.model is not None else ()
    known = {entry.api: entry for entry in entries(catalog)}
    blocks: list[page.Block] = [
        page.title("常用函数速查"),
        page.paragraph(
            f"按用途找函数：它做什么，在 PaddlePaddle {catalog.settings.versions['paddle']} 中对应哪个 API，要改多少代码。"
            f"全部 API 见[映射总表]({paths.TABLE})。"
        ),
        *findings_of(finding for finding in findings if source is not None and finding.file == source.file),
    ]
    for topic in topics:
        rows = tuple(_row(entry, known) for entry in topic.entries)
        blocks.append(page.section(read_prose(topic.title)))
        blocks.append(page.Table(("PyTorch", "含义", "PaddlePaddle", "映射分类", "备注"), rows, "topics"))
    if not topics:
        blocks.append(page.paragraph("还没有写下的主题。"))
    return page.PageView(paths.TOPICS, "mapping_data/topics.yml", tuple(blocks))


def _row(entry: TopicEntry, known: Mapping[str, Entry]) -> page.Row:
    meaning, remark = read_prose(entry.meaning), read_prose(entry.remark or "")
    if (found := known.get(entry.api)) is not None:
        return page.row(found.torch, meaning, found.paddle, found.category_cell, found.remark)
    return page.row(entry.api, meaning, NONE, KIND_NAMES.get(entry.kind, "-"), remark or NO_RECORD)

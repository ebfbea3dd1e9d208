"""The fixed words of pages, in one place: both renderings print these, and another language would be another value."""

from __future__ import annotations

from dataclasses import dataclass

from generator.model.phrases import FULL_STOP
from generator.publishing.views.snippets import PADDLE, TORCH


@dataclass(frozen=True, slots=True)
class Words:
    """What templates say that is not in a record."""

    generated: str = "由 apimap 生成，请勿直接编辑"
    """Stands in every generated page; the writer removes no file without it."""
    source: str = "来源："
    full_stop: str = FULL_STOP
    colon: str = "："
    separator: str = "、"
    open: str = "（"
    close: str = "）"
    none: str = "-"
    torch: str = "PyTorch"
    paddle: str = "PaddlePaddle"
    note: str = "备注"
    relation: str = "关系"
    overload: str = "用法"
    types: str = "类型不同"
    exemption: str = "豁免"
    checks: str = "等价的调用"
    answer: str = "最平常的调用"
    """The name of the box that opens a page."""
    inputs: str = "输入"
    row: str = "详见"
    others: str = "其他用法"
    warnings: str = "当心"
    evidence: str = "运行了什么"
    """What opens the evidence, beside the badges."""
    versions: str = "Paddle 的各个版本"
    versions_details: str = "各版本之间变了什么"
    untold: str = "没有一行说明的差异，各附最小的输入："
    edit: str = "编辑此记录"
    report: str = "报告错误"
    before: str = "上一个"
    after: str = "下一个"
    neighbours: str = "总表中的前后"
    torch_code: str = TORCH
    paddle_code: str = PADDLE
    permalink: str = "本节的链接"
    here: str = "当前位置"
    home: str = "首页"
    table: str = "映射总表"
    scroll_rows: str = "参数映射，可左右滚动"
    scroll_table: str = "表格，可左右滚动"
    filter: str = "筛选"
    filter_all: str = "全部"
    filter_clear: str = "清除条件"
    filter_more: str = "更多筛选"
    copy_rows: str = "复制这些行"
    save_rows: str = "下载 CSV"
    workbench: str = "工作台"
    code: str = "PyTorch 代码"
    code_hint: str = "贴入代码，或把 .py、.ipynb 拖到这里"
    converted_hint: str = "转换好的代码显示在这里"
    call_answer_hint: str = "选一处调用，这里说明怎样改"
    converted: str = "Paddle 代码"
    edit_code: str = "编辑"
    mark_calls: str = "标注"
    open_file: str = "打开文件"
    example: str = "示例"
    clear: str = "清空"
    share: str = "复制链接"
    copy: str = "复制"
    save: str = "下载"
    call_answer: str = "这一处怎样改"
    calls: str = "逐处列出，要人看的在前"
    workbench_legend: str = "虚线框是只凭名称猜的；行末有字的，不只是换名称"
    finder: str = "查找 API"
    finder_label: str = "API 名称，或一行代码"
    finder_hint: str = "torch.gather、F.relu(x)、paddle.…"


WORDS = Words()

"""TAB: mapping tables, as they were before there were records."""

from __future__ import annotations

from generator.model.defect import Defect
from generator.model.document_defect import TableKind
from generator.model.finding import Severity
from generator.rules.base import Bad, DefectRule

_TORCH = "https://pytorch.org/docs/stable/generated"
_PADDLE = "https://www.paddlepaddle.org.cn/documentation/docs/zh/api"
GOOD_TABLE = f"""\
## 基础操作类 API 映射列表

| 序号 | PyTorch API | PaddlePaddle API | 备注 |
| ---- | ----------- | ---------------- | ---- |
| 1 | [torch.ones]({_TORCH}/torch.ones.html) | [paddle.ones]({_PADDLE}/paddle/ones_cn.html#ones) | 功能一致 |
"""
PATH = "docs/table.md"


def _bad(old: str, new: str, at: str) -> Bad:
    return Bad(GOOD_TABLE.replace(old, new), at=at, path=PATH)


class RowNotRead(DefectRule):
    """A row that names no API."""

    code = "TAB001"
    title = "表格的行没有 API 名称"
    why = "每一行说一个 API；“系列模型”之类的统称无法成为记录，也查不到。"
    kinds = frozenset({TableKind.API_INVALID.value, TableKind.ROW_UNKNOWN.value})
    bad = (
        _bad("[torch.ones]", "[torch.ones 系列]", at="[torch.ones 系列]"),
        _bad("| 1 |", "| NO-SUCH-ITEM(`torch.ones`) |", at="NO-SUCH"),
    )
    good = (GOOD_TABLE,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the cell."""
        text = defect.values["text"]
        if defect.kind == TableKind.ROW_UNKNOWN:
            return f"这一行无法理解，没有读取：{text}", "每行写序号、PyTorch API、PaddlePaddle API 与备注。"
        return f"“{text}”不是 API 的全名", "逐一列出 API，每个一行。"


class LibraryMisspelt(DefectRule):
    """A library's name with a typing error."""

    code = "TAB002"
    title = "API 名称拼错了库名"
    why = "拼错的名称复制到代码里不能运行，也查不到。"
    kinds = frozenset({TableKind.LIBRARY.value})
    bad = (_bad("[paddle.ones]", "[padle.ones]", at="[padle.ones]"),)
    good = (GOOD_TABLE,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names the likely API."""
        return f"没有名为 {defect.values['text'].partition('.')[0]} 的库", f"是否想写 {defect.values['likely']}？"


class LinkElsewhere(DefectRule):
    """An address that leads to another API, or to an address that is no more."""

    code = "TAB003"
    title = "链接与 API 不符"
    spec = ("R18", "R19")
    why = "点开链接看到的是另一个 API，或者打不开，读者会被误导。"
    kinds = frozenset({TableKind.LINK_OTHER.value, TableKind.LINK_MOVED.value})
    bad = (
        _bad("generated/torch.ones.html", "generated/torch.zeros.html", at="[torch.ones]"),
        _bad("paddle/ones_cn", "paddle/fluid/layers/ones_cn", at="[paddle.ones]"),
        _bad(f"{_TORCH}/torch.ones.html", f"{_PADDLE}/paddle/ones_cn.html", at="[torch.ones]"),
    )
    good = (GOOD_TABLE,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the address."""
        text, url = defect.values["text"], defect.values["url"]
        if defect.kind == TableKind.LINK_MOVED:
            return f"{text} 的链接用了旧的路径：{url}", "换成现在的文档地址。"
        return f"{text} 的链接指向另一个 API：{url}", f"换成 {text} 的文档地址。"


class LinkQuery(DefectRule):
    """An address with the traces of a search in it."""

    code = "TAB004"
    title = "链接带有搜索的痕迹"
    severity = Severity.WARNING
    why = "`?highlight=…` 是站内搜索留下的，不属于地址，还会让页面满是高亮。"
    kinds = frozenset({TableKind.LINK_QUERY.value})
    bad = (_bad("torch.ones.html", "torch.ones.html?highlight=ones", at="[torch.ones]"),)
    good = (GOOD_TABLE,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the query."""
        return f"链接带有 {defect.values['query']}", "从链接中删去问号到井号之前的部分。"


class Numbering(DefectRule):
    """A number that does not follow the one before, or an API that stands twice."""

    code = "TAB005"
    title = "序号不连续，或 API 重复"
    why = "跳过的序号让人以为少了一行；重复的行会互相矛盾。"
    kinds = frozenset({TableKind.NUMBER.value, TableKind.TWICE.value})
    bad = (
        _bad("| 1 |", "| 2 |", at="2 |"),
        Bad(GOOD_TABLE + GOOD_TABLE.splitlines()[-1].replace("| 1 |", "| 2 |"), at="| 2", path=PATH),
    )
    good = (GOOD_TABLE,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Says which number, or which line."""
        text = defect.values["text"]
        if defect.kind == TableKind.TWICE:
            return f"{text} 在第 {defect.values['first']} 行已经有了", "合并两行。"
        return f"序号是 {text}，应为 {defect.values['expected']}", "补上缺少的一行，或重新编号。"


class TableText(DefectRule):
    """Escapes and brackets that came in with an editor."""

    code = "TAB006"
    title = "多余的转义，或括号不配对"
    severity = Severity.WARNING
    why = "同一张表里有的名称写成 `\\_`，按名称搜索便会漏掉；一半全角一半半角的括号不好看。"
    kinds = frozenset({TableKind.ESCAPED.value, TableKind.BRACKETS.value})
    bad = (
        _bad("[torch.ones]", "[torch.ones\\_like]", at="[torch.ones\\_like]"),
        Bad("PyTorch（v1.8)常用 API。\n\n" + GOOD_TABLE, at="（v1.8)", path=PATH),
    )
    good = (GOOD_TABLE,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the text."""
        text = defect.values["text"]
        if defect.kind == TableKind.BRACKETS:
            return f"括号一边全角、一边半角：{text}", "统一为全角括号。"
        return f"名称里有多余的反斜杠：{text}", "链接文字里的下划线不必转义。"


class CategoryUnsaid(DefectRule):
    """A remark that does not tell the category."""

    code = "TAB007"
    title = "表格没有写明分类"
    spec = ("R4",)
    why = "只写“差异对比”的行看不出差异在哪里；导入时暂定为“参数不一致”，要由人核对。"
    kinds = frozenset({TableKind.CATEGORY_UNSAID.value})
    bad = (_bad("功能一致", "[差异对比](torch.ones.md)", at="| 1 | [torch.ones]"),)
    good = (GOOD_TABLE,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the remark."""
        text, remark = defect.values["text"], defect.values["remark"]
        return f"{text} 的备注“{remark}”看不出分类", "读对应的差异文档，写上分类与参数映射。"

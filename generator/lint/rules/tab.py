"""TAB: mapping tables in Markdown, the form before there were records."""

from __future__ import annotations

from generator.lint.rules.base import Bad, DefectRule, Words
from generator.lint.rules.samples import GOOD_TABLE as GOOD
from generator.model.defect import Defect
from generator.model.document_defect import TableKind
from generator.model.finding import Severity

_PATH = "docs/table.md"


def _bad(old: str, new: str, at: str) -> Bad:
    return Bad(GOOD.replace(old, new), at=at, path=_PATH)


def _misspelt_library(defect: Defect) -> Words:
    text, likely = defect.values["text"], defect.values["likely"]
    return f"没有名为 {text.partition('.')[0]} 的库", f"是否想写 {likely}？"


RULES = (
    DefectRule(
        code="TAB001",
        title="表格的行没有 API 名称",
        why="每一行说一个 API；“系列模型”之类的统称无法成为记录，也查不到。",
        words={
            TableKind.API_INVALID: ("“{text}”不是 API 的全名", "逐一列出 API，每个一行。"),
            TableKind.ROW_UNKNOWN: (
                "这一行无法理解，没有读取：{text}",
                "每行写序号、PyTorch API、PaddlePaddle API 与备注。",
            ),
        },
        bad=(
            _bad("[torch.ones]", "[torch.ones 系列]", at="[torch.ones 系列]"),
            _bad("| 1 |", "| NO-SUCH-ITEM(`torch.ones`) |", at="NO-SUCH"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="TAB002",
        title="API 名称拼错了库名",
        why="拼错的名称复制到代码里不能运行，也查不到。",
        words={TableKind.LIBRARY: _misspelt_library},
        bad=(_bad("[paddle.ones]", "[padle.ones]", at="[padle.ones]"),),
        good=(GOOD,),
    ),
    DefectRule(
        code="TAB003",
        title="链接与 API 不符",
        spec=("R18", "R19"),
        why="点开链接看到的是另一个 API，或者打不开，读者会被误导。",
        words={
            TableKind.LINK_OTHER: ("{text} 的链接指向另一个 API：{url}", "换成 {text} 的文档地址。"),
            TableKind.LINK_MOVED: ("{text} 的链接用了旧的路径：{url}", "换成现在的文档地址。"),
        },
        bad=(
            _bad("generated/torch.ones.html", "generated/torch.zeros.html", at="[torch.ones]"),
            _bad("paddle/ones_cn", "paddle/fluid/layers/ones_cn", at="[paddle.ones]"),
            _bad(
                "https://pytorch.org/docs/stable/generated/torch.ones.html",
                "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/ones_cn.html",
                at="[torch.ones]",
            ),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="TAB004",
        title="链接带有搜索的痕迹",
        severity=Severity.WARNING,
        why="`?highlight=…` 是站内搜索留下的，不属于地址，还会让页面满是高亮。",
        words={TableKind.LINK_QUERY: ("链接带有 {query}", "从链接中删去问号到井号之前的部分。")},
        bad=(_bad("torch.ones.html", "torch.ones.html?highlight=ones", at="[torch.ones]"),),
        good=(GOOD,),
    ),
    DefectRule(
        code="TAB005",
        title="序号不连续，或 API 重复",
        why="跳过的序号让人以为少了一行；重复的行会互相矛盾。",
        words={
            TableKind.NUMBER: ("序号是 {text}，应为 {expected}", "补上缺少的一行，或重新编号。"),
            TableKind.TWICE: ("{text} 在第 {first} 行已经有了", "合并两行。"),
        },
        bad=(
            _bad("| 1 |", "| 2 |", at="2 |"),
            Bad(GOOD + GOOD.splitlines()[-1].replace("| 1 |", "| 2 |"), at="| 2", path=_PATH),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="TAB006",
        title="多余的转义，或括号不配对",
        severity=Severity.WARNING,
        why="同一张表里有的名称写成 `\\_`，按名称搜索便会漏掉；一半全角一半半角的括号不好看。",
        words={
            TableKind.ESCAPED: ("名称里有多余的反斜杠：{text}", "链接文字里的下划线不必转义。"),
            TableKind.BRACKETS: ("括号一边全角、一边半角：{text}", "统一为全角括号。"),
        },
        bad=(
            _bad("[torch.ones]", "[torch.ones\\_like]", at="[torch.ones\\_like]"),
            Bad("PyTorch（v1.8)常用 API。\n\n" + GOOD, at="（v1.8)", path=_PATH),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="TAB007",
        title="表格没有写明分类",
        spec=("R4",),
        why="只写“差异对比”的行看不出差异在哪里；导入时暂定为“参数不一致”，要由人核对。",
        words={
            TableKind.CATEGORY_UNSAID: (
                "{text} 的“{remark}”看不出是哪一类",
                "读对应的差异文档，写上分类与参数映射。",
            ),
        },
        bad=(_bad("功能一致", "[差异对比](torch.ones.md)", at="| 1 | [torch.ones]"),),
        good=(GOOD,),
    ),
)

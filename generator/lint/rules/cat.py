"""CAT: the category is one of the closed list, and matches the record's content."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Bad, DefectRule, RecordRule, Words
from generator.lint.rules.samples import CHECKED_ABS, PADDLE_HAS_MORE
from generator.lint.rules.subject import Subject
from generator.model.category import CATEGORIES, CONTEXT, MISSING, Need, find_category
from generator.model.defect import Defect
from generator.model.derive import derive_category
from generator.model.finding import Problem, Put, Remove, Severity
from generator.model.record import Expectation, Record, expectation_of
from generator.model.spelling import nearest
from generator.model.vocabulary import ALIAS, REMOVABLE, find_term

_DROPOUT = """\
torch: torch.nn.functional.dropout
paddle: paddle.nn.functional.dropout
category: torch 参数更多
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: inplace, note: 表示是否原位操作。, rewrite: drop}
  - {paddle: axis, note: 指定丢弃所沿的轴。, set: default}
"""


_OF_OTHERS = {
    REMOVABLE: "省去之后代码照旧的，写成“组合替代实现”，以示例说明；没有示例的写成“功能缺失”，在 reason 中说可以删去。",
    ALIAS: "不另写记录：把这个名称写进它所指的 API 的 `aliases`。",
}
"""What becomes of the names of other vocabularies that stand for no category."""


def _unknown_category(defect: Defect) -> Words:
    value = defect.values["value"]
    term = find_term(value)
    if term is not None and (told := _OF_OTHERS.get(term)):
        return f"公开文档中的“{value}”不是这里的一类", told
    names = [category.name for category in CATEGORIES]
    by_number = next((category.name for category in CATEGORIES if category.number == value), "")
    likely = by_number or nearest(value, names)
    hint = f"是否想写“{likely}”？" if likely else ""
    return f"没有名为“{value}”的分类", hint + f"可用的分类：{'、'.join(names)}。"


UNKNOWN_CATEGORY = DefectRule(
    code="CAT001",
    title="分类不在封闭列表中",
    spec=("R4", "R6"),
    why="读者与工具按分类筛选；列表之外的名称谁也找不到。",
    words={"category_unknown": _unknown_category},
    bad=(
        Bad(_DROPOUT.replace("torch 参数更多", "8"), at="8"),
        Bad(_DROPOUT.replace("torch 参数更多", "torch参数较多"), at="torch参数较多"),
        Bad(_DROPOUT.replace("torch 参数更多", "可删除"), at="可删除"),
        Bad(_DROPOUT.replace("torch 参数更多", "API 别名"), at="API 别名"),
    ),
    good=(_DROPOUT,),
)


class CategoryDisagrees(RecordRule):
    """A written category that is not the derived one."""

    code = "CAT002"
    title = "分类与记录的内容不一致"
    spec = ("R5", "R7", "R8", "R9", "R11", "R12", "R13", "R14", "R15")
    why = "分类由参数行、`paddle` 与 `context` 决定，取适用的最高一级；写错的分类会让读者漏掉要改的地方。"
    bad = (Bad(_DROPOUT.replace("torch 参数更多", "仅 paddle 参数更多"), at="仅 paddle 参数更多", mended=_DROPOUT),)
    good = (_DROPOUT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares with the derived category, unless the missing counterpart is the fault (CAT003)."""
        record = subject.record
        if lacks_counterpart(record):
            return
        derived = derive_category(record)
        if derived.category is not record.category:
            yield Problem(
                ("category",),
                f"分类应为“{derived.category}”，因为{derived.reason}；现在写的是“{record.category}”",
                f"改为 category: {derived.category.name}",
                (Put(("category",), derived.category.name),),
            )


class CounterpartMissing(RecordRule):
    """A category that needs a Paddle API, and none is named."""

    code = "CAT003"
    title = "一对一的分类缺少 Paddle API"
    spec = ("R5", "R13")
    why = "第 1 至 3 类是 API 层面的一对一映射，第 6 类在另外的库里有对应的 API：都要写明是哪一个。"
    bad = (Bad(_DROPOUT.replace("paddle: paddle.nn.functional.dropout\n", ""), at="torch 参数更多"),)
    good = (_DROPOUT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for a counterpart in the record and in each of its overloads."""
        record = subject.record
        if lacks_counterpart(record):
            yield Problem(
                ("category",),
                f"“{record.category}”要有对应的 Paddle API，而记录里没有 `paddle`",
                "写上 paddle: …；若 Paddle 确实没有，分类应为“组合替代实现”（有转写示例）或“功能缺失”。",
            )


class ReasonMissing(RecordRule):
    """A record of category 7 without ``reason``, or a ``reason`` in another category."""

    code = "CAT004"
    title = "功能缺失没有说明"
    spec = ("R14",)
    why = "第 7 类没有差异页，读者只看得到总表中的备注。"
    bad = (
        Bad("torch: torch.jit.script_method\ncategory: 功能缺失\n", at="功能缺失"),
        Bad(_DROPOUT + "reason: 没有这个接口。\n", at="没有这个接口", mended=_DROPOUT),
    )
    good = ("torch: torch.jit.script_method\ncategory: 功能缺失\nreason: Paddle 没有以装饰器编译单个方法的接口。\n",)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires ``reason`` in category 7, and only there."""
        record = subject.record
        if record.category is MISSING and record.reason is None:
            yield Problem(("category",), "“功能缺失”没有写明原因", "补上 reason: …，一句话说明 Paddle 缺少什么。")
        if record.category is not MISSING and record.reason is not None:
            yield Problem(
                ("reason",),
                f"`reason` 只用于“功能缺失”，而分类是“{record.category}”",
                "删去 reason。",
                (Remove(("reason",)),),
            )


_TRIED = """\
torch: torch.Tensor.chalf
category: 功能缺失
reason: Paddle 没有 complex32。
checks:
  - given: {x: "complex64[2]"}
    torch: y = x.chalf()
    paddle: y = x.astype('complex32')
    expect: fails
"""


class AbsenceUntried(RecordRule):
    """A record of category 7 without a check of what was tried, or such a check in another category."""

    code = "CAT007"
    title = "功能缺失没有试过"
    spec = ("R14",)
    why = (
        "“没有”与“有”一样要证明：写出试过的代码，在 Paddle 中报错（expect: fails）或结果不同（expect: differs）；"
        "说到替代的写法的，也写出来，两边比较。别的分类只写等价的调用。"
    )
    bad = (
        Bad(_TRIED[: _TRIED.index("checks")], at="功能缺失"),
        Bad(CHECKED_ABS + "    expect: fails\n", at="fails", mended=CHECKED_ABS),
    )
    good = (_TRIED, CHECKED_ABS)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires a check in category 7, and elsewhere that all checks expect the same on both sides."""
        record = subject.record
        if record.category is MISSING:
            if subject.is_yaml and not subject.snippets:
                yield Problem(
                    ("category",), "“功能缺失”没有试过", "补上 checks: …，写出在 Paddle 中试过、报错或结果不同的代码。"
                )
            return
        for loc, snippet in subject.snippets:
            if (expected := expectation_of(snippet)) is not Expectation.SAME:
                place = (*loc, "expect")
                yield Problem(
                    place,
                    f"`expect: {expected}` 只用于“功能缺失”，而分类是“{record.category}”",
                    "删去 expect，写两边等价的调用；不同之处写成补充说明。",
                    (Remove(place),),
                )


class FamilyInContext(RecordRule):
    """An API of the three families of category 5 in another category, without evidence for that."""

    code = "CAT005"
    title = "规范归入第 5 类的 API 写成了别的分类"
    spec = ("R12",)
    why = (
        "规范把 torch.optim.lr_scheduler.*、torch.nn.init.*、torch.nn.utils.clip* 都归入“用法不同：涉及上下文修改”；"
        "Paddle 已有直接对应的 API，并且两边运行过，才可以是别的分类。"
    )
    bad = (
        Bad(
            "torch: torch.nn.utils.clip_grad_value_\npaddle: paddle.nn.utils.clip_grad_value_\ncategory: 参数完全一致\n"
            "parameters:\n  - {torch: parameters, paddle: parameters, note: 表示要裁剪的参数。}\n",
            at="参数完全一致",
        ),
    )
    good = (_DROPOUT,)
    _families = ("torch.optim.lr_scheduler.", "torch.nn.init.", "torch.nn.utils.clip")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires a counterpart that the inventory has, and code that runs on both sides."""
        record = subject.record
        if record.category in {CONTEXT, MISSING} or not record.torch.startswith(self._families):
            return
        known = [api for api in record.paddle_apis if not subject.libraries.inventories or subject.libraries.entry(api)]
        runs = any(snippet.skip is None for _, snippet in subject.snippets) or not subject.is_yaml
        if known and runs:
            return
        missing = "没有可以运行的 checks" if known else "对应的 API 不在 Paddle 的清单中"
        yield Problem(
            ("category",),
            f"规范把 {record.torch} 归入“{CONTEXT}”，这里写的是“{record.category}”，而{missing}",
            "补上能在两边运行的 checks；若要修改上下文的代码，写 context: true 与转写示例。",
        )


class OtherSpelling(RecordRule):
    """An accepted spelling of a category that is not its name."""

    code = "CAT006"
    title = "分类用了别的写法"
    severity = Severity.WARNING
    spec = ("R4",)
    why = "同一个分类只写一种名称，才搜得全；旧的名称仍然认得，但请改为现在的。"
    bad = (
        Bad(_DROPOUT.replace("torch 参数更多", "torch参数更多"), at="torch参数更多", mended=_DROPOUT),
        Bad(
            PADDLE_HAS_MORE.replace("仅 paddle 参数更多", "paddle 参数更多"),
            at="paddle 参数更多",
            mended=PADDLE_HAS_MORE,
        ),
    )
    good = (_DROPOUT, PADDLE_HAS_MORE)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the file's own text with the name; documents of the older dialect have names of their own."""
        data = subject.source.document.data
        written = data.get("category") if subject.is_yaml and isinstance(data, dict) else None
        name = subject.record.category.name
        if isinstance(written, str) and written != name and find_category(written) is subject.record.category:
            yield Problem(
                ("category",), f"分类“{written}”现在写作“{name}”", "改为现在的名称。", (Put(("category",), name),)
            )


def lacks_counterpart(record: Record) -> bool:
    """Tells whether the category demands a Paddle API that the record does not name."""
    return record.category.counterpart is Need.REQUIRED and not record.paddle_apis

"""DOC: the words of a Markdown difference document that its record would hide."""

from __future__ import annotations

from generator.model.defect import Defect
from generator.model.document_defect import Kind
from generator.rules.base import DefectRule
from generator.rules.doc import GOOD_DOCUMENT, bad_document

_ROW = "| input | x | 表示输入的 Tensor，仅参数名不一致。 |"


class RenamedUnsaid(DefectRule):
    """A row with two names whose note does not say so."""

    code = "DOC015"
    title = "改名的参数没有写“仅参数名不一致”"
    spec = ("R27",)
    why = "读者逐行扫过备注，靠这句话知道要改名。"
    kinds = frozenset({Kind.RENAMED_UNSAID.value})
    bad = (bad_document("Tensor，仅参数名不一致。", "Tensor。", at="表示输入的 Tensor。"),)
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names the row."""
        return f"`{defect.values['label']}` 两边名称不同，而备注没有说", "在句号前加上“，仅参数名不一致”。"


class LackUnsaid(DefectRule):
    """A row with one side whose note does not say so."""

    code = "DOC016"
    title = "独有的参数没有写“无此参数”"
    spec = ("R28", "R30")
    why = "读者靠这句话知道另一边没有这个参数，以及该怎么办。"
    kinds = frozenset({Kind.LACK_UNSAID.value})
    bad = (
        bad_document(_ROW, f"{_ROW}\n| - | name2 | 表示名称。 |", at="表示名称。"),
        bad_document(_ROW, f"{_ROW}\n| out | - | 表示输出，可直接删除。 |", at="表示输出"),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names the row and the phrase."""
        label = defect.values["label"]
        if defect.values["side"] == "torch":
            hint = "在句号前加上“，Paddle 无此参数，需要转写”，或“，暂无转写方式”，或“，一般对网络训练结果影响不大，可直接删除”。"
            return f"只有 PyTorch 有 `{label}`，而备注没有写“Paddle 无此参数”", hint
        hint = "在句号前加上“，PyTorch 无此参数，Paddle 保持默认即可”，或写明如何设置。"
        return f"只有 Paddle 有 `{label}`，而备注没有写“PyTorch 无此参数”", hint


class NoteUnended(DefectRule):
    """A note whose phrase has no full stop behind it."""

    code = "DOC017"
    title = "备注没有以“。”结尾"
    spec = ("R32",)
    why = "规范要求每个备注以句号结尾。"
    kinds = frozenset({Kind.NOTE_UNENDED.value})
    bad = (bad_document("不一致。 |", "不一致 |", at="表示输入"),)
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the note."""
        return f"`{defect.values['label']}` 的备注没有以“。”结尾：{defect.values['note']}", "在末尾加上“。”。"


class KindUnplaced(DefectRule):
    """The title says what differs, and no row does."""

    code = "DOC018"
    title = "没有一行说明标题所说的差异"
    spec = ("R9", "R31")
    why = "标题说类型或返回值不一致，读者要在表格里看到是哪一个。"
    kinds = frozenset({Kind.KIND_UNPLACED.value})
    bad = (bad_document("[ 仅参数名不一致 ]", "[ 返回参数类型不一致 ]", at="[ 返回参数类型不一致 ]"),)
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the title's category."""
        hint = "在不一致的一行写明如何不同，再写“需要转写”或“暂无转写方式”；返回值写成“返回值”一行。"
        return f"标题是“{defect.values['category']}”，而没有一行说明它", hint

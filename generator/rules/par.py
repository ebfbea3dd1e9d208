"""PAR: rows of 参数映射 that name nothing, and their notes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.model.defect import Defect
from generator.model.finding import Problem, Put, Severity
from generator.model.phrases import FULL_STOP
from generator.rules.base import Bad, DefectRule, RecordRule
from generator.rules.row_names import names_in
from generator.rules.subject import Subject

RECORD = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
"""

ROWS = """\
torch: torch.add
paddle: paddle.add
category: 参数不一致
parameters:
  - {torch: input, paddle: x, note: 表示第一个输入。}
  - {torch: other, paddle: y, note: 表示第二个输入。, differs: {type: PyTorch 可传入标量，Paddle 只支持 Tensor}, rewrite: unsupported}
  - {paddle: axis, note: 表示运算所沿的轴。, set: default}
"""
MORE = """\
torch: torch.nn.ZeroPad2d
paddle: paddle.nn.ZeroPad2D
category: 仅 paddle 参数更多
parameters:
  - {torch: padding, paddle: padding, note: 表示各边填充的宽度。}
  - {paddle: data_format, note: 表示数据的布局。, set: default}
"""


class RowWithoutSide(DefectRule):
    """A row about nothing."""

    code = "PAR001"
    title = "参数行两边都没有名称"
    spec = ("R23",)
    why = "一行说的是 PyTorch 的参数、Paddle 的参数，或返回值。"
    kinds = frozenset({"row_without_side"})
    bad = (Bad(RECORD.replace("torch: input, paddle: x, ", ""), at="{note"),)
    good = (RECORD,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Counts the row as a person would."""
        return (
            f"第 {int(defect.loc[-1]) + 1} 个参数行没有 `torch`、`paddle`，也没有 `returns`",
            "写上参数名，或删去这一行。",
        )


class NoteWithoutFullStop(RecordRule):
    """A note that does not end as a sentence."""

    code = "PAR002"
    title = "备注没有以句号结尾"
    spec = ("R32",)
    why = "规范要求每个备注以句号结尾；固定用语也接在它后面。"
    keys = frozenset({"note"})
    fixes = True
    bad = (
        Bad(RECORD.replace("Tensor。", "Tensor"), at="表示输入的 Tensor"),
        Bad(RECORD.replace("note: 表示输入的 Tensor。", 'note: "表示输入的 Tensor."'), at='"表示输入'),
    )
    good = (RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at every row that has a note."""
        for loc, row in subject.rows:
            note = row.note.rstrip()
            if note and not note.endswith(FULL_STOP):
                mended = note.rstrip(".．,，;；、") + FULL_STOP
                yield Problem(
                    (*loc, "note"),
                    f"`{row.label}` 的备注没有以“。”结尾：{note}",
                    "在末尾加上“。”。",
                    (Put((*loc, "note"), mended),),
                )


class NoteMissing(RecordRule):
    """A row that does not say what its parameter means."""

    code = "PAR003"
    title = "参数行没有备注"
    spec = ("R23",)
    why = "只有名称的行没有告诉读者这个参数做什么。"
    bad = (Bad(RECORD.replace(", note: 表示输入的 Tensor。", ""), at="{torch: input"),)
    good = (RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at every row but those about the return value, which say it in ``returns``.

        A document may say in place of the meaning how the parameter differs (R31).
        """
        for loc, row in subject.rows:
            if not row.note.strip() and row.returns is None and (subject.is_yaml or row.differs is None):
                yield Problem(loc, f"`{row.label}` 没有备注", "补上 note: …，一句话说明参数的含义。")


_TELLING = 14
"""A note longer than the names and this many characters says something."""


class PoorNote(RecordRule):
    """A note that only says the parameter's name again."""

    code = "PAR014"
    title = "备注没有说明含义"
    severity = Severity.WARNING
    spec = ("R23",)
    why = "只把参数名再说一遍的备注，读者看了和没看一样。"
    keys = frozenset({"note"})
    bad = (
        Bad(ROWS.replace("表示第一个输入。", "表示 input。"), at="表示 input"),
        Bad(ROWS.replace("表示第一个输入。", "参数 `input`。"), at="参数 `input`"),
        Bad(ROWS.replace("表示第一个输入。", "同上。"), at="同上"),
        Bad(ROWS.replace("表示运算所沿的轴。", "axis 参数。"), at="axis 参数"),
    )
    good = (ROWS,)
    _filler = re.compile(r"[\s`*。，.,、：:的]|表示|参数|名称?|该|此|即|为|是|同上|略|无|待补充?|TODO|todo|…")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Takes the names and the filler words away, and looks whether anything is left."""
        for loc, row in subject.rows:
            note = row.note
            if len(note) > _TELLING + len(row.torch or "") + len(row.paddle or ""):
                continue
            for name in (*names_in(row.torch), *names_in(row.paddle)):
                note = note.replace(name, "")
            if row.note.strip() and not self._filler.sub("", note):
                yield Problem(
                    (*loc, "note"),
                    f"`{row.label}` 的备注没有说明含义：{row.note}",
                    "用一句话写出这个参数做什么、取什么值。",
                )

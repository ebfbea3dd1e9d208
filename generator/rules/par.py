"""PAR: rows of 参数映射 and their notes."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.category import Need
from generator.model.finding import Loc, Problem, Put
from generator.model.parameter import ParameterRow, Relation, Rewrite
from generator.model.phrases import FULL_STOP
from generator.rules.base import Bad, DefectRule, RecordRule
from generator.rules.subject import Subject
from generator.yaml_text import Defect

_ABS = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
"""
_MORE = """\
torch: torch.nn.ZeroPad2d
paddle: paddle.nn.ZeroPad2D
category: 仅 paddle 参数更多
parameters:
  - {torch: padding, paddle: padding, note: 表示各边填充的宽度。}
  - {paddle: data_format, note: 表示数据的布局。, set: default}
"""
_DROPPED = """\
torch: torch.nn.ReLU
paddle: paddle.nn.ReLU
category: torch 参数更多
parameters:
  - {torch: inplace, note: 表示是否原位操作。, rewrite: drop}
"""
_COMPOSED = """\
torch: torch.addcmul
category: 组合替代实现
examples:
  - torch: y = torch.addcmul(x, a, b)
    paddle: y = x + a * b
"""


class RowWithoutSide(DefectRule):
    """A row about nothing."""

    code = "PAR001"
    title = "参数行两边都没有名称"
    spec = ("R23",)
    why = "一行说的是 PyTorch 的参数、Paddle 的参数，或返回值。"
    kinds = frozenset({"row_without_side"})
    bad = (Bad(_ABS.replace("torch: input, paddle: x, ", ""), at="{note"),)
    good = (_ABS,)

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
        Bad(_ABS.replace("Tensor。", "Tensor"), at="表示输入的 Tensor"),
        Bad(_ABS.replace("note: 表示输入的 Tensor。", 'note: "表示输入的 Tensor."'), at='"表示输入'),
    )
    good = (_ABS,)

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
    bad = (Bad(_ABS.replace(", note: 表示输入的 Tensor。", ""), at="{torch: input"),)
    good = (_ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at every row but those about the return value, which say it in ``returns``.

        A document may say in place of the meaning how the parameter differs (R31).
        """
        for loc, row in subject.rows:
            if not row.note.strip() and row.returns is None and (subject.is_yaml or row.differs is None):
                yield Problem(loc, f"`{row.label}` 没有备注", "补上 note: …，一句话说明参数的含义。")


class RewriteMissing(RecordRule):
    """A torch-only row that does not say what becomes of the parameter."""

    code = "PAR004"
    title = "torch 独有的参数没有说明如何转写"
    spec = ("R30",)
    why = "读者遇到 Paddle 没有的参数，要知道是转写、删去，还是没有办法。"
    bad = (Bad(_DROPPED.replace(", rewrite: drop", ""), at="{torch: inplace"),)
    good = (_DROPPED,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Asks for ``rewrite`` where Paddle has no such parameter."""
        said = {loc for loc, _, reading in subject.readings if reading.rewrite is not None}  # PAR008 moves it
        for loc, row in subject.rows:
            if row.relation is Relation.TORCH_ONLY and row.rewrite is None and loc not in said:
                yield Problem(
                    loc,
                    f"Paddle 没有 `{row.torch}`，而这一行没有 `rewrite`",
                    "补上 rewrite: example（有转写示例）、unsupported（暂无转写方式）或 drop（可直接删除）。",
                )


class SetMissing(RecordRule):
    """A Paddle-only row that does not say how to set the parameter."""

    code = "PAR005"
    title = "paddle 独有的参数没有说明如何设置"
    spec = ("R28",)
    why = "读者要知道这个参数能不能不管。"
    bad = (Bad(_MORE.replace(", set: default", ""), at="{paddle: data_format"),)
    good = (_MORE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Asks for ``set`` where PyTorch has no such parameter."""
        said = {loc for loc, _, reading in subject.readings if reading.set is not None}  # PAR008 moves it
        for loc, row in subject.rows:
            if row.relation is Relation.PADDLE_ONLY and row.set is None and loc not in said:
                yield Problem(
                    loc,
                    f"PyTorch 没有 `{row.paddle}`，而这一行没有 `set`",
                    "补上 set: default（保持默认即可），或 set: 要传入的值。",
                )


class RowContradictsItself(RecordRule):
    """A key that means nothing on a row of this shape."""

    code = "PAR006"
    title = "参数行的键互相矛盾"
    spec = ("R24", "R28", "R29", "R30", "R31")
    why = "行的关系由它的键推导；不起作用的键说明作者想的是另一种关系。"
    keys = frozenset({"set", "rewrite", "default"})
    bad = (
        Bad(_ABS.replace("note: 表示", "set: default, note: 表示"), at="set: default"),
        Bad(_ABS.replace("note: 表示", "rewrite: drop, note: 表示"), at="rewrite: drop"),
        Bad(_DROPPED.replace("rewrite: drop", "rewrite: drop, set: default"), at="set: default"),
        Bad(
            _DROPPED.replace("rewrite: drop", "rewrite: drop, default: {torch: 'False', paddle: 'True'}"),
            at="default: {",
        ),
    )
    good = (_ABS, _MORE, _DROPPED)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for ``set``, ``rewrite`` and ``default`` where the row's shape gives them no meaning."""
        for loc, row in subject.rows:
            for key, why in _pointless_keys(row):
                place: Loc = (*loc, key)
                yield Problem(
                    place, f"`{row.label}` 这一行的 `{key}` 不起作用：{why}", f"删去 {key}，或改正这一行。", at_key=True
                )


def _pointless_keys(row: ParameterRow) -> Iterator[tuple[str, str]]:
    relation = row.relation
    if row.set is not None and relation not in {Relation.PADDLE_ONLY, Relation.DEFAULT}:
        yield "set", "它只用于 Paddle 独有或默认值不同的参数"
    if row.rewrite is not None and relation not in {Relation.TORCH_ONLY, Relation.DIFFERS, Relation.RETURNS}:
        yield "rewrite", "它只用于 PyTorch 独有、用法或类型不同的参数，以及返回值"
    if row.rewrite is Rewrite.DROP and relation in {Relation.DIFFERS, Relation.RETURNS}:
        yield "rewrite", "用法、类型或返回值不同，不能靠删除解决"
    if row.default is not None and (row.torch is None or row.paddle is None):
        yield "default", "只有一边有这个参数"


class TableUnwanted(RecordRule):
    """Rows in a category that has no parameter table."""

    code = "PAR007"
    title = "该分类没有参数映射"
    spec = ("R11", "R14", "R25")
    why = "没有一对一的 API，便没有可以一一对应的参数。"
    bad = (
        Bad(
            _COMPOSED + "parameters:\n  - {torch: input, note: 表示输入的 Tensor。, rewrite: drop}\n",
            at="parameters",
        ),
    )
    good = (_COMPOSED,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at the categories that are never one-to-one; 无参数 with rows is CAT002's."""
        record = subject.record
        if record.category.counterpart is not Need.NEVER:
            return
        for loc, mapping in subject.mappings:
            if mapping.parameters and mapping.paddle is None:
                yield Problem(
                    (*loc, "parameters"), f"“{record.category}”没有参数映射", "删去 parameters。", at_key=True
                )

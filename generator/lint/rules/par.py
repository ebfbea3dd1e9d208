"""PAR: rows of 参数映射 without a name, and the notes of rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.lint.rules.base import Bad, DefectRule, RecordRule, Words
from generator.lint.rules.parameter_names import names_in
from generator.lint.rules.samples import ABS, DIFFERING
from generator.lint.rules.subject import Subject
from generator.model.defect import Defect
from generator.model.finding import Problem, Put, Severity
from generator.model.phrases import FULL_STOP
from generator.model.spelling import nearest

_CLIP = """\
torch: torch.nn.utils.clip_grad_value_
paddle: paddle.nn.utils.clip_grad_value_
category: 参数完全一致
parameters:
  - {torch: clip_value, paddle: clip_value, note: "表示裁剪的范围，为 `[-clip_value, clip_value]`。"}
"""


def _row_without_side(defect: Defect) -> Words:
    row = int(defect.loc[-1]) + 1
    return f"第 {row} 个参数行没有 `torch`、`paddle`，也没有 `returns`", "写上参数名，或删去这一行。"


ROW_WITHOUT_SIDE = DefectRule(
    code="PAR001",
    title="参数行两边都没有名称",
    spec=("R23",),
    why="一行说的是 PyTorch 的参数、Paddle 的参数，或返回值。",
    words={"row_without_side": _row_without_side},
    bad=(Bad(ABS.replace("torch: input, paddle: x, ", ""), at="{note"),),
    good=(ABS,),
)


class NoteWithoutFullStop(RecordRule):
    """A note that does not end as a sentence."""

    code = "PAR002"
    title = "备注没有以句号结尾"
    spec = ("R32",)
    why = "规范要求每个备注以句号结尾；固定用语也接在它后面。"
    bad = (
        Bad(ABS.replace("Tensor。", "Tensor"), at="表示输入的 Tensor", mended=ABS),
        Bad(
            ABS.replace("note: 表示输入的 Tensor。", 'note: "表示输入的 Tensor."'),
            at='"表示输入',
            mended=ABS.replace("note: 表示输入的 Tensor。", 'note: "表示输入的 Tensor。"'),
        ),
        Bad(
            ABS.replace("表示输入的 Tensor。", "'表示输入的 Tensor， '"),
            at="'表示输入",
            mended=ABS.replace("表示输入的 Tensor。", "'表示输入的 Tensor。'"),
        ),
    )
    good = (ABS,)

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
    """A row without the meaning of its parameter."""

    code = "PAR003"
    title = "参数行没有备注"
    spec = ("R23",)
    why = "只有名称的行没有告诉读者这个参数做什么。"
    bad = (Bad(ABS.replace(", note: 表示输入的 Tensor。", ""), at="{torch: input"),)
    good = (ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at every row but those about the return value, which have it in ``returns``.

        In a document, the words about the difference may replace the meaning (R31).
        """
        for loc, row in subject.rows:
            if not row.note.strip() and row.returns is None and (subject.is_yaml or row.differs is None):
                yield Problem(loc, f"`{row.label}` 没有备注", "补上 note: …，一句话说明参数的含义。")


_TELLING = 14
"""Most characters beside the names of a note that may be without meaning."""


class PoorNote(RecordRule):
    """A note that only repeats the parameter's name."""

    code = "PAR014"
    title = "备注没有说明含义"
    severity = Severity.WARNING
    spec = ("R23",)
    why = "只把参数名再说一遍的备注，读者看了和没看一样。"
    bad = (
        Bad(DIFFERING.replace("表示第一个输入。", "表示 input。"), at="表示 input"),
        Bad(DIFFERING.replace("表示第一个输入。", "参数 `input`。"), at="参数 `input`"),
        Bad(DIFFERING.replace("表示第一个输入。", "同上。"), at="同上"),
        Bad(DIFFERING.replace("表示运算所沿的轴。", "axis 参数。"), at="axis 参数"),
    )
    good = (DIFFERING,)
    _filler = re.compile(r"[\s`*。，.,、：:的]|表示|参数|名称?|该|此|即|为|是|同上|略|无|待补充?|TODO|todo|…")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Removes the names and the filler words, and looks whether anything is left."""
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


class NameMisspelt(RecordRule):
    """A note with a misspelt name of a parameter of the table."""

    code = "PAR017"
    title = "备注里的参数名拼写错误"
    spec = ("R22", "R23")
    why = "备注里提到的参数名要与表中的相同，读者才知道说的是哪一个。"
    bad = (Bad(_CLIP.replace("clip_value]", "clip_vale]"), at="clip_vale]"),)
    good = (_CLIP,)
    _word = re.compile(r"(?<![\w.])[A-Za-z]+(?:_[A-Za-z]+)+(?![\w(])", re.ASCII)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for words with an underscore that differ by one typing error from a name of the record's rows."""
        names = {name for _, row in subject.rows for cell in (row.torch, row.paddle) for name in names_in(cell)}
        long = [name for name in names if "_" in name and len(name) > 6]  # noqa: PLR2004  (shorter names resemble words)
        for loc, row in subject.rows if long else ():
            for match in self._word.finditer(row.note):
                word = match.group()
                likely = nearest(word, long) if word not in names else ""
                if likely and abs(len(likely) - len(word)) <= 1 and _one_slip(word, likely):
                    yield Problem(
                        (*loc, "note"), f"备注里的 {word} 不是参数名", f"是否想写 {likely}？", part=match.span()
                    )


def _one_slip(word: str, name: str) -> bool:
    """Tells whether one character is missing, added or replaced, or two neighbours are exchanged."""
    start = next((i for i, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), min(len(word), len(name)))
    rest, other = word[start:], name[start:]
    return rest[1:] == other or rest == other[1:] or rest[1:] == other[1:] or rest[2:] == other[2:]

"""PAR: the mandated phrases, which are derived from a row's relation and not typed into its note."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem, Put
from generator.model.note import NoteReading
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation, Rewrite

_RECORD = """\
torch: torch.add
paddle: paddle.add
category: torch 参数更多
parameters:
  - {torch: input, paddle: x, note: 表示第一个输入。}
  - {torch: other, paddle: other, note: 表示第二个输入。}
  - {torch: layout, note: 表示布局方式。, rewrite: drop}
  - {paddle: axis, note: 表示运算所沿的轴。, set: default}
"""

_TWO_SIDED = frozenset({Relation.SAME, Relation.RENAMED, Relation.DEFAULT})
_DIFFERING = frozenset({Relation.DIFFERS, Relation.RETURNS})
_WORDS = {Rewrite.EXAMPLE: "需要转写", Rewrite.UNSUPPORTED: "暂无转写方式", Rewrite.DROP: "可直接删除"}


class PhraseTyped(RecordRule):
    """A note with a mandated phrase that the keys of its row give, or could give."""

    code = "PAR008"
    title = "备注里手写了固定用语"
    spec = ("R27", "R28", "R29", "R30", "R31")
    why = "“仅参数名不一致”“PyTorch 无此参数”之类的用语由行的形状推导，渲染时总会补上；手写的会重复，日后还会与行矛盾。"
    bad = (
        Bad(_RECORD.replace("第一个输入。", "第一个输入，仅参数名不一致。"), at="仅参数名不一致", mended=_RECORD),
        Bad(
            _RECORD.replace("表示第一个输入。", "'表示第一个输入 ,仅参数名不一致。'"),
            at="仅参数名",
            mended=_RECORD.replace("表示第一个输入。", "'表示第一个输入。'"),
        ),
        Bad(
            _RECORD.replace("所沿的轴。, set: default", "所沿的轴，Pytorch 无此参数，Paddle 保持默认即可。"),
            at="Pytorch 无此参数",
            mended=_RECORD,
        ),
        Bad(
            _RECORD.replace(
                "布局方式。, rewrite: drop", "布局方式，Paddle 无此参数，一般对网络训练结果影响不大，可直接删除。"
            ),
            at="Paddle 无此参数",
            mended=_RECORD,
        ),
        Bad(
            _RECORD.replace("布局方式。", "布局方式，Paddle 无此参数，可直接删除。"),
            at="Paddle 无此参数",
            mended=_RECORD,
        ),
        Bad(
            _RECORD.replace(
                "表示第二个输入。",
                "'表示第二个输入，与 PyTorch 默认值不同，PyTorch 为 1，Paddle 为 0，Paddle 需设置为与 PyTorch 一致。'",
            ),
            at="与 PyTorch 默认值不同",
            mended=_RECORD.replace("表示第二个输入。", "'表示第二个输入。', default: {torch: '1', paddle: '0'}"),
        ),
    )
    good = (_RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Reads each note, and turns its phrases into keys of the row where that lacks them."""
        for loc, row, reading in subject.readings:
            if contradiction(row, reading):
                continue
            start, phrase = reading.phrases[0]
            message = f"`{row.label}` 的备注手写了固定用语：{'，'.join(phrase for _, phrase in reading.phrases)}"
            part = (start, start + len(phrase))
            if not reading.meaning:
                yield Problem((*loc, "note"), message, "备注写参数的含义；固定用语由程序补上。", part=part)
                continue
            additions = list(_additions(loc, row, reading))
            keys = "、".join(_said(edit) for edit in additions)
            hint = f"从备注中删去{f'，改写为 {keys}' if keys else '，渲染时会补上'}。"
            edits = (Put((*loc, "note"), reading.meaning), *additions)
            yield Problem((*loc, "note"), message, hint, edits, part=part)


def _said(edit: Put) -> str:
    if isinstance(edit.value, str):
        return f"{edit.loc[-1]}: {edit.value}"
    return f"{edit.loc[-1]}: {{{', '.join(f'{key}: {value}' for key, value in edit.value.items())}}}"


def _additions(loc: Loc, row: ParameterRow, reading: NoteReading) -> Iterator[Put]:
    """Yields the keys that the phrases of the note imply and the row lacks."""
    if reading.rewrite is not None and row.rewrite is None:
        yield Put((*loc, "rewrite"), reading.rewrite.value)
    if reading.default is not None and row.default is None:
        yield Put((*loc, "default"), {"torch": reading.default.torch, "paddle": reading.default.paddle})
    if reading.set is not None and row.set is None:
        yield Put((*loc, "set"), reading.set)


class PhraseContradicts(RecordRule):
    """A note whose phrase states another relation than the keys of the row."""

    code = "PAR009"
    title = "备注的说法与参数行矛盾"
    spec = ("R27", "R28", "R29", "R30", "R31")
    why = "读者信备注，程序信行的形状：两者说法不同，总有一边会误导人。"
    bad = (
        Bad(_RECORD.replace("第二个输入。", "第二个输入，仅参数名不一致。"), at="仅参数名不一致"),
        Bad(_RECORD.replace("第二个输入。", "第二个输入，需要转写。"), at="需要转写"),
        Bad(_RECORD.replace("第二个输入。", "第二个输入，PyTorch 无此参数。"), at="PyTorch 无此参数"),
        Bad(_RECORD.replace("第二个输入。", "第二个输入，与 PyTorch 默认值不同。"), at="与 PyTorch"),
        Bad(_RECORD.replace("布局方式。", "布局方式，Paddle 无此参数，需要转写。"), at="Paddle 无此参数"),
        Bad(_RECORD.replace("的轴。", "的轴，PyTorch 无此参数，Paddle 需设置为 1。"), at="PyTorch 无此参数"),
    )
    good = (_RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the phrases of each note with the row's relation and keys."""
        for loc, row, reading in subject.readings:
            if found := contradiction(row, reading):
                start, phrase = reading.phrases[0]
                what, hint = found
                yield Problem(
                    (*loc, "note"),
                    f"`{row.label}` 的备注说“{'，'.join(said for _, said in reading.phrases)}”，而{what}",
                    hint,
                    part=(start, start + len(phrase)),
                )


def contradiction(row: ParameterRow, reading: NoteReading) -> tuple[str, str] | None:
    """Returns what a row is in contradiction to its note, and a hint; None where they agree."""
    return next(_contradictions(row, reading), None)


def _contradictions(row: ParameterRow, reading: NoteReading) -> Iterator[tuple[str, str]]:
    relation = row.relation
    if reading.torch_lacks and relation is not Relation.PADDLE_ONLY:
        yield f"这一行写了 PyTorch 的 `{row.label}`", "若 PyTorch 没有它，删去这一行的 torch；否则改正备注。"
    if reading.paddle_lacks and relation is not Relation.TORCH_ONLY:
        yield (
            f"这一行写了 Paddle 的 `{row.paddle or row.label}`",
            "若 Paddle 没有它，删去这一行的 paddle；否则改正备注。",
        )
    if reading.renamed and not row.renamed:
        yield "两边的名称相同" if row.torch else "只有一边有这个参数", "改正参数名，或从备注中删去这一句。"
    if reading.rewrite is not None and (found := _rewrite_contradiction(row, reading.rewrite)):
        yield found
    if reading.default_differs and (row.default or reading.default) is None:
        yield "这一行没有 `default`", "补上 default: {torch: …, paddle: …}，或从备注中删去这一句。"
    if reading.default not in {None, row.default} and row.default is not None:
        yield f"`default` 写的是 {row.default.torch} 与 {row.default.paddle}", "改正其中一处。"
    if reading.set is not None and row.set not in {None, reading.set}:
        yield f"`set` 写的是 {row.set}", "改正其中一处。"


def _rewrite_contradiction(row: ParameterRow, said: Rewrite) -> tuple[str, str] | None:
    relation = row.relation
    if relation in _TWO_SIDED:
        hint = f"若用法或类型不同，写 differs: {{usage: …}} 与 rewrite: {said.value}；否则从备注中删去这一句。"
        return "这一行两边一致，没有什么要转写", hint
    if relation is Relation.PADDLE_ONLY:
        return "这是 Paddle 独有的参数，没有什么要转写", "改正备注，用 set 说明如何设置。"
    if relation in _DIFFERING and said is Rewrite.DROP:
        return "用法、类型或返回值不同，不能靠删除解决", "改正备注。"
    if row.rewrite not in {None, said}:
        assert row.rewrite is not None
        return f"`rewrite` 写的是 {row.rewrite.value}（{_WORDS[row.rewrite]}）", "改正其中一处。"
    return None

"""REC: summaries that a record writes itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.libraries.registry import LIBRARIES
from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.parameter_names import names_in
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.subject import Subject
from generator.lint.rules.typography import outside_code
from generator.model.category import CATEGORIES, PARAMETERS_DIFFER
from generator.model.derive import own_category
from generator.model.finding import Problem, Put, Remove, Severity
from generator.model.relation import Relation

_DIFFERS = """\
torch: torch.transpose
paddle: paddle.transpose
category: 参数不一致
summary: PyTorch 的 `dim0` 参数与 Paddle 的 `perm` 参数用法不同，`dim1` 与它一同改写，具体如下：
parameters:
  - {torch: dim0, paddle: perm, note: 表示要交换的维度。, differs: {usage: Paddle 列出全部维度的新次序}, rewrite: unsupported}
"""


class SummaryRestated(RecordRule):
    """A summary that is the sentence generated for a category."""

    code = "REC004"
    title = "summary 与按分类生成的一句相同，或是另一分类的"
    spec = ("R20", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9")
    why = "一句话总结按分类生成，与规范的模板逐字相同；手写一遍，分类变了它不会跟着变。"
    bad = (
        Bad(
            CHECKED_ABS.replace(
                "parameters:", "summary: 两者功能一致且参数用法一致，仅参数名不一致，具体如下：\nparameters:"
            ),
            at="两者",
            mended=CHECKED_ABS,
        ),
        Bad(
            CHECKED_ABS.replace(
                "parameters:", "summary: '两者功能一致且参数用法一致,仅参数名不一致,具体如下:'\nparameters:"
            ),
            at="'两者",
            mended=CHECKED_ABS,
        ),
        Bad(
            CHECKED_ABS.replace("parameters:", "summary: 两者功能一致，参数完全一致，具体如下：\nparameters:"),
            at="两者",
            mended=CHECKED_ABS,
        ),
        Bad(
            CHECKED_ABS.replace(
                "parameters:", "summary: Pytorch 相比 Paddle 支持更多其他参数，具体如下：\nparameters:"
            ),
            at="Pytorch",
            mended=CHECKED_ABS,
        ),
    )
    good = (
        CHECKED_ABS,
        CHECKED_ABS.replace("parameters:", "summary: 两者功能一致，仅参数名不同，且支持复数：\nparameters:"),
    )

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares each summary with the sentences of all categories, width and spaces aside."""
        for loc, mapping in subject.mappings:
            if mapping.summary is None or (owner := owner_of(mapping.summary)) is None:
                continue
            category = own_category(subject.record, mapping)
            if owner == category.name and not subject.is_yaml:
                continue  # a document must write it
            what = "写的就是按分类生成的那一句" if owner == category.name else f"是“{owner}”的那一句"
            place = (*loc, "summary")
            yield Problem(place, f"summary {what}", "删去 summary，它会按分类生成。", (Remove(place),))


def owner_of(summary: str) -> str | None:
    """Returns the category for which a summary's sentence is generated, width and spaces aside, or None."""
    return _TEMPLATES.get(_fold(summary))


def _fold(text: str) -> str:
    return re.sub(r"[\s，。：,.:]", "", text).casefold()


_TEMPLATES = {_fold(category.summary): category.name for category in CATEGORIES if category.summary}
"""The category of each generated sentence, which is without punctuation, spaces and capitals."""


class SummaryForm(RecordRule):
    """A summary that does not end in a colon or a full stop."""

    code = "REC005"
    title = "summary 没有以“：”或“。”结尾"
    severity = Severity.WARNING
    spec = ("R20", "T1", "T2")
    why = "模板的一句话总结以“具体如下：”引出下文，或以句号结束。"
    bad = (
        Bad(_DIFFERS.replace("具体如下：", "具体如下"), at="PyTorch 的 `dim0`", mended=_DIFFERS),
        Bad(
            _DIFFERS.replace("，具体如下：", "，"),
            at="PyTorch 的 `dim0`",
            mended=_DIFFERS.replace("，具体如下：", "。"),
        ),
    )
    good = (_DIFFERS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at the last character."""
        for loc, mapping in subject.mappings:
            if mapping.summary is not None and not mapping.summary.rstrip().endswith(
                ("：", "。", ":")
            ):  # TXT002 widens
                text = mapping.summary.rstrip().rstrip(":.,;，；、")
                end = "：" if text.endswith("如下") else "。"
                place = (*loc, "summary")
                yield Problem(
                    place,
                    f"summary 没有以“：”或“。”结尾：{mapping.summary}",
                    f"在末尾写“{end}”。",
                    (Put(place, text + end),),
                )


class SummaryNamesNothing(RecordRule):
    """A category-3 summary without the names of what differs."""

    code = "REC006"
    title = "参数不一致的 summary 没有点名"
    spec = ("R21",)
    why = "第 3 类的一句话总结要说出哪些地方不一致；不写 summary 时，会按参数行生成。"
    bad = (
        Bad(
            _DIFFERS.replace(
                "PyTorch 的 `dim0` 参数与 Paddle 的 `perm` 参数用法不同，`dim1` 与它一同改写", "两者略有不同"
            ),
            at="两者略有不同",
        ),
    )
    good = (_DIFFERS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for one of the differing parameters, or the word for the return value."""
        if subject.record.category is not PARAMETERS_DIFFER:
            return
        for loc, mapping in subject.mappings:
            differing = [row for row in mapping.parameters if row.relation in {Relation.DIFFERS, Relation.RETURNS}]
            names = {name for row in differing for cell in (row.torch, row.paddle) for name in names_in(cell)}
            if any(row.returns for row in differing):
                names.add("返回")
            if mapping.summary is not None and names and not any(name in mapping.summary for name in names):
                yield Problem(
                    (*loc, "summary"),
                    f"summary 没有说出不一致的是什么：{'、'.join(sorted(names))}",
                    "写出参数名，或删去 summary，让它按参数行生成。",
                )


class BareParameter(RecordRule):
    """A parameter's name in a summary without backticks."""

    code = "REC007"
    title = "summary 里的参数名没有放进反引号"
    spec = ("R22",)
    why = "规范要求参数名用反引号加深底色，与普通文字分开。"
    bad = (Bad(_DIFFERS.replace("`dim0`", "dim0"), at="dim0 参数", mended=_DIFFERS),)
    good = (_DIFFERS,)
    _name = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?![\w.(])", re.ASCII)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for the rows' names outside code; a name of one or two letters may be a word."""
        for loc, mapping in subject.mappings:
            if mapping.summary is None:
                continue
            cells = [cell for row in mapping.parameters for cell in (row.torch, row.paddle)]
            names = {name for cell in cells for name in names_in(cell)}
            names = {name for name in names if len(name) > 2 and name.casefold() not in {*LIBRARIES, "tensor"}}  # noqa: PLR2004
            mended = self._mended(mapping.summary, names)
            if mended != mapping.summary:
                place = (*loc, "summary")
                start = next(i for i, (a, b) in enumerate(zip(mapping.summary, mended, strict=False)) if a != b)
                name = self._name.match(mapping.summary, start)
                end = name.end() if name else start + 1
                yield Problem(
                    place,
                    f"参数名 {mapping.summary[start:end]} 没有放进反引号",
                    "给参数名加上反引号。",
                    (Put(place, mended),),
                    part=(start, end),
                )

    def _mended(self, text: str, names: set[str]) -> str:
        return "".join(
            self._name.sub(lambda match: f"`{match.group()}`" if match.group() in names else match.group(), piece)
            if is_prose
            else piece
            for piece, is_prose in outside_code(text)
        )

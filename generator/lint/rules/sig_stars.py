"""SIG: the stars of parameters that take any number of arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.compared_signatures import SIDE_NAMES, Sides
from generator.lint.rules.parameter_names import with_right_stars
from generator.lint.rules.sig_overrides import overrides
from generator.lint.rules.subject import SIDES, Subject
from generator.model.finding import Loc, Problem, Put
from generator.model.parameter import ParameterRow
from generator.model.signature import Signature

_LOAD = """\
torch: torch.load
paddle: paddle.load
category: 参数完全一致
signatures: {torch: 'torch.load(f, **options)', paddle: 'paddle.load(f, **options)'}
parameters:
  - {torch: f, paddle: f, note: 表示要读取的文件。}
  - {torch: "**options", paddle: "**options", note: 表示其余的选项。}
"""
_KEYWORDS = _LOAD.replace("options", "kwargs")


class StarsWrong(RecordRule):
    """``*kwargs`` for ``**kwargs``, or a row with other stars than the signature."""

    code = "SIG007"
    title = "可变参数的星号写错"
    spec = ("R18", "R19", "R23")
    why = (
        "`*args` 收多余的位置参数，`**kwargs` 收任意的关键字参数。少写一个星号，"
        "参数映射里经它传入的参数便都成了签名里没有的。"
    )
    bad = (
        Bad(_KEYWORDS.replace("torch.load(f, **", "torch.load(f, *"), at="*kwargs)", mended=_KEYWORDS),
        Bad(_KEYWORDS.replace('torch: "**', 'torch: "*'), at='"*kwargs', mended=_KEYWORDS),
        Bad(_LOAD.replace('paddle: "**', 'paddle: "*'), at='"*options', mended=_LOAD),
    )
    good = (_KEYWORDS, _LOAD)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Checks signatures by the parameter's name, and rows by the signature where it is known."""
        for place, text, _, _ in overrides(subject):
            if "*" in text:
                yield from _in_signature(place, text)
        known = {loc: sides for loc, _, sides in subject.compared}
        for loc, mapping in subject.mappings:
            for index, row in enumerate(mapping.parameters):
                yield from _in_row((*loc, "parameters", index), row, known.get(loc))


def _in_signature(place: Loc, text: str) -> Iterator[Problem]:
    try:
        labels = [parameter.label for parameter in Signature.parse(text).parameters]
    except ValueError:  # SIG005
        return
    for label in labels:
        right = with_right_stars(label)
        match = re.search(rf"(?<!\*){re.escape(label)}\b", text) if right != label else None
        if match is not None:
            mended = text[: match.start()] + right + text[match.end() :]
            yield Problem(
                place,
                f"签名里的 `{label}` 少了一个星号",
                f"写作 {right}：一个星号收位置参数，两个星号才收关键字参数。",
                (Put(place, mended),),
                part=match.span(),
            )


def _in_row(loc: Loc, row: ParameterRow, sides: Sides | None) -> Iterator[Problem]:
    for side in SIDES:
        name = getattr(row, side)
        if name is None or not name.startswith("*"):
            continue
        real = sides.parameter(side, name) if sides is not None else None
        label = real.label if real is not None else with_right_stars(name)
        if label != name and label.startswith("*"):
            place = (*loc, side)
            yield Problem(
                place,
                f"{SIDE_NAMES[side]} 的参数 `{name}` 星号写错，应为 `{label}`",
                f"写作 {label}：一个星号收位置参数，两个星号收关键字参数。",
                (Put(place, label),),
            )

"""REC: keys that say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from generator.model.finding import Loc, Problem, Remove, Severity
from generator.rules.base import Bad, RecordRule
from generator.rules.subject import Subject

RECORD = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
checks:
  - given: {x: "float32[2, 3]"}
    torch: y = torch.abs(input=x)
    paddle: y = paddle.abs(x=x)
"""


class SuperfluousKey(RecordRule):
    """A key that says what is true without it."""

    code = "REC001"
    title = "多余的键"
    severity = Severity.WARNING
    why = "写了等于没写的键（空列表、空文本、默认值）让人以为它有意思，还让同样的记录有几种写法。"
    fixes = True
    bad = (
        Bad(RECORD + "aliases: []\n", at="aliases"),
        Bad(RECORD + "context: false\n", at="context"),
        Bad(RECORD.replace("note: 表示输入的 Tensor。", 'note: ""'), at='note: ""'),
        Bad(RECORD.replace('{x: "float32[2, 3]"}', "{}").replace("=x)", "=[1])"), at="given"),
    )
    good = (RECORD,)

    _triggers = ("[]", "[ ]", "{}", "{ }", '""', "''", "context:", "random:")
    """One of them stands in every file with such a key, these two keys with what is no default left out."""
    _no_defaults = ("context: true", "random: true")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for keys that are written and hold their default, wherever they stand."""
        text = subject.source.document.text
        for words in self._no_defaults:
            text = text.replace(words, "")
        if not subject.is_yaml or not any(mark in text for mark in self._triggers):
            return
        for loc in _superfluous((), subject.record):
            yield Problem(loc, f"`{loc[-1]}` 写的就是默认值，不起作用", "删去这个键。", (Remove(loc),), at_key=True)


def _superfluous(loc: Loc, model: BaseModel) -> Iterator[Loc]:
    for name in model.model_fields_set:
        value = getattr(model, name)
        if isinstance(value, tuple):
            for index, item in enumerate(value):
                if isinstance(item, BaseModel):
                    yield from _superfluous((*loc, name, index), item)
        elif isinstance(value, BaseModel):
            yield from _superfluous((*loc, name), value)
        if not value and not type(model).model_fields[name].is_required():
            yield (*loc, name)

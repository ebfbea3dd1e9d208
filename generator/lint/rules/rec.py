"""REC: keys without effect."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem, Remove, Severity


class SuperfluousKey(RecordRule):
    """A key that is written with its default value."""

    code = "REC001"
    title = "多余的键"
    severity = Severity.WARNING
    why = "写了等于没写的键（空列表、空文本、默认值）让人以为它有意思，还让同样的记录有几种写法。"
    bad = (
        Bad(CHECKED_ABS + "aliases: []\n", at="aliases", mended=CHECKED_ABS),
        Bad(CHECKED_ABS + "context: false\n", at="context", mended=CHECKED_ABS),
        Bad(
            CHECKED_ABS.replace("note: 表示输入的 Tensor。", 'note: ""'),
            at='note: ""',
            mended=CHECKED_ABS.replace(", note: 表示输入的 Tensor。", ""),
        ),
        Bad(
            CHECKED_ABS.replace('{x: "float32[2, 3]"}', "{}").replace("=x)", "=[1])"),
            at="given",
            mended=CHECKED_ABS.replace('given: {x: "float32[2, 3]"}\n    ', "").replace("=x)", "=[1])"),
        ),
    )
    good = (CHECKED_ABS, CHECKED_ABS + "forms: [{torch: torch.Tensor.abs, paddle: paddle.Tensor.abs, remarks: []}]\n")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for keys with their default value at every depth of the record."""
        if not subject.is_yaml:
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
        field = type(model).model_fields[name]
        says_none = value == () and field.default is None  # a form's empty list: nothing is taken from the record
        if not value and not field.is_required() and not says_none:
            yield (*loc, name)

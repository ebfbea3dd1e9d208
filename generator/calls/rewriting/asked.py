"""A member of an object that may be of one of several classes, written so that it asks at run time of which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from generator.calls.knowledge.knowledge import Answer, Row
from generator.model.relation import Relation
from generator.model.template import CALL, Convert, Template
from generator.model.when import RECEIVER


@dataclass(frozen=True, slots=True)
class Option:
    """What a member is of some of the classes: its answer, and Paddle's names of these classes.

    A method has no parameters, and is called: ``parentheses`` follow it. Those of a property are empty.
    """

    answer: Answer
    classes: Sequence[str]
    member: str
    parentheses: str

    @property
    def expression(self) -> str:
        """The template of the use; empty where there is none that is right for every object of the classes."""
        if len(self.answer.ways) != 1 or self.answer.unproven:
            return ""
        way = self.answer.ways[0]
        made = [row for row in way.remarks if row.convert is not None]
        if way.rows or any(each.parameters for each in way.signatures):
            return ""
        match made:
            case [] if way.paddle_is_member and not (self.answer.by_hand or way.missing):
                return self._written(way.paddle.rpartition(".")[2])
            case [Row(when=None, convert=Convert(call=Template() as call, then=None))] if CALL not in call.names:
                return f"({call.text})" if " else " in call.text else call.text
        return ""

    @property
    def stays(self) -> bool:
        """Whether the member is the same in Paddle."""
        return self.expression == self._written(self.member)

    def _written(self, name: str) -> str:
        return f"{{{RECEIVER}}}.{name}{self.parentheses}"


def _told_of(option: Option, row: Row) -> Row:
    """Returns a remark that says of which class it holds."""
    return replace(row, says=f"对 `{option.answer.record.split('.')[-2]}`，{row.says}")


def classes_in(options: Iterable[Option]) -> str:
    """Returns the classes of all options as the second argument of ``isinstance``."""
    found = sorted(name for each in options for name in each.classes)
    return found[0] if len(found) == 1 else f"({', '.join(found)})"


def asking(options: Sequence[Option]) -> Answer | None:
    """Returns the answer for an object of one of several classes; None where no template can be made of theirs.

    What stays in Paddle is written last, and so for objects of other classes.
    """
    ordered = sorted(options, key=lambda each: (each.stays, each.answer.record))
    staying = [each for each in ordered if each.stays]
    if not options or not all(each.expression for each in options):
        return None
    *first, last = ordered[: len(ordered) - max(len(staying) - 1, 0)]
    written = last.expression
    for each in reversed(first):
        written = f"{each.expression} if isinstance({{{RECEIVER}}}, {classes_in([each])}) else {written}"
    told = (_told_of(each, row) for each in ordered for row in each.answer.ways[0].remarks if row.convert is None)
    made = Row("", "", Relation.RETURNS, convert=Convert(call=Template.parse(written)))
    return replace(last.answer, ways=(replace(last.answer.ways[0], remarks=(*told, made)),))

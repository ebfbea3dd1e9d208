"""The sentence above a table of parameters: what its rows require of converting a call."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.category import Category
from generator.model.parameter import ParameterRow
from generator.model.phrases import FULL_STOP
from generator.model.record import Mapping
from generator.model.relation import SET_DEFAULT, Relation, Rewrite
from generator.publishing.views.prose import Prose, codes, compose, join, read_prose

_NAMED = 6
"""How many parameters a sentence names; of more it has the number."""


def consequence(mapping: Mapping, category: Category) -> Prose:
    """Returns a summary of the rows, preceded by the record's own sentence, if any, without the category's lead-in."""
    own = mapping.summary or ""
    statement = own.removesuffix(category.lead_in)
    parts = [part for part in _parts(mapping.parameters) if part]
    said = join("；", parts) if parts else compose("参数都一致，照抄即可")
    return compose(read_prose(statement + FULL_STOP if statement != own else own), said, FULL_STOP)


def _parts(rows: Sequence[ParameterRow]) -> list[Prose]:
    def of(*relations: Relation) -> list[ParameterRow]:
        return [row for row in rows if row.relation in relations]

    lacking = of(Relation.TORCH_ONLY)
    differing = [row for row in of(Relation.DIFFERS) if row.torch or row.paddle]
    more = of(Relation.PADDLE_ONLY)
    return [
        _said(
            "",
            [f"{row.paddle}={row.set}" for row in more if row.set not in {None, SET_DEFAULT}],
            " 要由 Paddle 一侧传入",
        ),
        _said("", _torch(of(Relation.DEFAULT)), " 的默认值不同"),
        _said("", _torch([row for row in differing if row.rewrite is not Rewrite.UNSUPPORTED]), " 的用法不同，要转写"),
        _said(
            "", _torch([row for row in differing if row.rewrite is Rewrite.UNSUPPORTED]), " 的用法不同，暂无转写方式"
        ),
        compose("返回值不同") if of(Relation.RETURNS) else (),
        _said("", _torch([row for row in lacking if row.rewrite is Rewrite.EXAMPLE]), " 要转写"),
        _said("", _torch([row for row in lacking if row.rewrite is Rewrite.UNSUPPORTED]), " 暂无转写方式"),
        _said("", _torch([row for row in lacking if row.rewrite is Rewrite.DROP]), " 可直接删除"),
        _said("以关键字传入的 ", _torch(of(Relation.RENAMED)), " 要改名"),
        _said("Paddle 多出的 ", [row.paddle or "" for row in more if row.set in {None, SET_DEFAULT}], " 保持默认"),
    ]


def _torch(rows: Sequence[ParameterRow]) -> list[str]:
    return list(dict.fromkeys(row.torch or row.paddle or "" for row in rows))


def _said(before: str, names: Sequence[str], after: str) -> Prose:
    if not names:
        return ()
    if len(names) > _NAMED:
        return compose(f"{before}{len(names)} 个参数{after.lstrip()}" if before else f"{len(names)} 个参数{after}")
    return compose(before, codes(names), after)

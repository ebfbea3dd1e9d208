"""Migration 1: a difference of an optional parameter concerns the calls that pass it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.authoring.migrations.step import Change, Migration
from generator.catalog.index import Libraries
from generator.lint.rules.compared_signatures import known_signature, of_row
from generator.model.finding import Put
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation
from generator.model.when import BARE
from generator.storage.yaml_file import RecordSource

PASSED = BARE[0]
_SPEAKS_OF_OMISSION = re.compile(r"不指定|不传|不写|可以省略|默认(?!的浮点)")
"""Words of a difference that may concern the calls without the argument, too."""


class WhenPassed(Migration):
    """Adds ``when: {parameter: passed}`` to the differing rows of optional parameters."""

    number = 1
    title = "可不写的参数的差别，只在传入它时才有：补上 `when: {参数: passed}`"

    def changes(self, source: RecordSource, libraries: Libraries) -> Iterator[Change]:
        """Finds the differing rows without a condition; those of required parameters are left to people."""
        record = source.record
        for loc, mapping in record.mappings() if record is not None else ():
            assert record is not None
            signature = known_signature(libraries, record.torch, mapping, "torch")
            optional = {one.name for one in signature.parameters if one.default is not None} if signature else set()
            for index, row in enumerate(mapping.parameters):
                if row.relation not in {Relation.DIFFERS, Relation.RETURNS} or row.when or row.effect:
                    continue
                reason = _left(row, optional)
                place = (*loc, "parameters", index)
                if reason:
                    yield Change(place, f"`{row.label}`：{reason}")
                else:
                    assert row.torch is not None
                    words = f"`{row.label}`：补上 when: {{{row.torch}: {PASSED}}}"
                    yield Change(place, words, (Put((*place, "when"), {row.torch: PASSED}),))


def _left(row: ParameterRow, optional: set[str]) -> str:
    """Returns why a person has to decide when a row applies; empty where the step can decide."""
    if row.relation is Relation.RETURNS:
        return "返回值的差别，什么调用才有要看内容"
    if row.torch is None or of_row(row.torch) not in optional:
        return "每次调用都会传入它，什么时候才有差别要看内容"
    return (
        "差别说到了不写或默认时的情形" if _SPEAKS_OF_OMISSION.search(row.differs.words if row.differs else "") else ""
    )

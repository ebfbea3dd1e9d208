"""Takes a record to another release of its counterpart's library, as far as the signatures decide its rows.

What a release changes beside signatures, and whether a parameter of the same name means the same, is left to people:
the record becomes a draft.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.authoring.drafting.rows import draft_rows
from generator.authoring.migrations.step import Change
from generator.catalog.inventory.changes import renamed_parameters
from generator.catalog.unanswered.pairing import Pairs, best_pairs, comparable
from generator.model.finding import Edit, Loc, Put, Remove
from generator.model.glossary import Glossary
from generator.model.inventory import ApiEntry, Inventory
from generator.model.parameter import ParameterRow
from generator.model.record import Mapping
from generator.model.relation import Rewrite
from generator.model.signature import Parameter, Signature
from generator.storage.yaml_file import RecordSource

_OF_BOTH = ("default", "set", "differs", "when", "covers", "undecided", "effect", "convert")
"""The keys of a row that concern a pair, or how to do without one."""


def draft_release(
    source: RecordSource, torch: ApiEntry | None, before: Inventory, after: Inventory, glossary: Glossary
) -> Iterator[Change]:
    """Yields what the other release does to a record's rows; ``torch`` is the record's API, where it is known.

    A change without edits, of a counterpart that vanished or whose signatures nobody could read, is left to people.
    """
    record = source.record
    if record is None:
        return
    for loc, mapping in record.mappings():
        old, new = before.find(mapping.paddle or ""), after.find(mapping.paddle or "")
        if old is not None and new is None:
            yield Change((*loc, "paddle"), f"{old.name} 没有了，要人换一个对应的 API")
        if old is None or new is None or old.signatures == new.signatures or mapping.signatures is not None:
            continue
        if torch is None or old.unreadable or new.unreadable:
            yield Change((*loc, "paddle"), f"{new.name} 的签名变了，读不到全部，要人核对")
            continue
        yield from _Rows((*loc, "parameters"), mapping, torch, glossary).changes(old, new)
    if not record.draft:
        yield Change(("torch",), "标为草稿", (Put(("draft",), "true"),))


class _Rows:
    """The rows of one mapping, and what they become."""

    def __init__(self, loc: Loc, mapping: Mapping, torch: ApiEntry, glossary: Glossary) -> None:
        self._loc = loc
        self._rows = mapping.parameters
        self._torch = torch
        self._glossary = glossary
        self._count = len(self._rows)

    def changes(self, old: ApiEntry, new: ApiEntry) -> Iterator[Change]:
        """Yields a change for each parameter; rows that fall away come last, the last of them first."""
        before, after = self._parameters(old), self._parameters(new)
        renamed = dict(self._renamed(old, new))
        pairs = self._pairs(new)
        for label, name in renamed.items():
            for index, row in self._of_paddle(label):
                yield Change((*self._loc, index), f"`{row.label}`：{label} 改名为 {name}", (self._put(index, name),))
        for label, parameter in after.items():
            if label not in before and label not in renamed.values():
                yield self._appeared(parameter, pairs)
            elif label in before and before[label].default != parameter.default:
                yield from self._default_changed(parameter, pairs)
        for label in before:
            if label not in after and label not in renamed:
                yield from self._vanished(label)

    def _parameters(self, api: ApiEntry) -> dict[str, Parameter]:
        signatures = [comparable(one, self._torch.kind, api) for one in api.signatures]
        return {one.label: one for signature in signatures for one in signature.parameters}

    def _renamed(self, old: ApiEntry, new: ApiEntry) -> Iterator[tuple[str, str]]:
        if len(old.signatures) == len(new.signatures) == 1:
            yield from renamed_parameters(old.signatures[0], new.signatures[0])

    def _pairs(self, new: ApiEntry) -> Pairs:
        signatures = self._torch.signatures or (Signature(),)
        return [pair for one in signatures for pair in best_pairs(one, self._torch.kind, new, self._glossary)]

    def _of_paddle(self, label: str) -> list[tuple[int, ParameterRow]]:
        return [(index, row) for index, row in enumerate(self._rows) if row.paddle == label]

    def _appeared(self, parameter: Parameter, pairs: Pairs) -> Change:
        """Pairs a new parameter with the row of torch's own that it answers, or adds a row."""
        partners = {ours.label for ours, theirs in pairs if ours and theirs and theirs.label == parameter.label}
        for index, row in enumerate(self._rows):
            if row.torch in partners and row.paddle is None:
                words = f"`{row.torch}`：与 Paddle 新增的 {parameter.label} 对应"
                edits = (self._put(index, parameter.label), *self._without(index, ("rewrite", *_OF_BOTH)))
                return Change((*self._loc, index), words, edits)
        (row,) = draft_rows([(None, parameter)], self._glossary)
        value = {"paddle": parameter.label, "note": row.note, "set": row.set or ""}
        words = f"Paddle 新增的 {parameter.label}：加一行"
        if not self._rows:
            return Change(self._loc[:-1], words)
        self._count += 1
        return Change(self._loc, words, (Put((*self._loc, self._count - 1), value),))

    def _default_changed(self, parameter: Parameter, pairs: Pairs) -> Iterator[Change]:
        for index, row in self._of_paddle(parameter.label):
            words = f"`{row.label}`：Paddle 的默认值变为 {parameter.default or '无'}"
            partner = next((ours for ours, _ in pairs if ours is not None and ours.label == row.torch), None)
            edits: tuple[Edit, ...] = ()
            if partner is not None:
                (wanted,) = draft_rows([(partner, parameter)], self._glossary)
                place = (*self._loc, index)
                if wanted.default is None or wanted.set is None:
                    edits = self._without(index, ("default", "set"))
                else:
                    default = {"torch": wanted.default.torch, "paddle": wanted.default.paddle}
                    edits = (Put((*place, "default"), default), Put((*place, "set"), wanted.set))
            yield Change((*self._loc, index), words, edits)

    def _vanished(self, label: str) -> Iterator[Change]:
        for index, row in reversed(self._of_paddle(label)):
            place = (*self._loc, index)
            if row.torch is None:
                yield Change(place, f"`{label}`：Paddle 不再有，删去这一行", (Remove(place),))
                continue
            rewrite = () if row.rewrite is not None else (Put((*place, "rewrite"), Rewrite.EXAMPLE.value),)
            edits = (*self._without(index, ("paddle", *_OF_BOTH)), *rewrite)
            yield Change(place, f"`{row.torch}`：Paddle 不再有 {label}，需要转写示例", edits)

    def _put(self, index: int, label: str) -> Put:
        return Put((*self._loc, index, "paddle"), label)

    def _without(self, index: int, keys: Sequence[str]) -> tuple[Edit, ...]:
        written = self._rows[index].model_fields_set
        return tuple(Remove((*self._loc, index, key)) for key in keys if key in written)

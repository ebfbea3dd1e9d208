"""Drafts the record of a torch API: counterpart, rows, category, code, and marks where a person must write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.authoring.drafting.rows import draft_rows
from generator.authoring.drafting.snippets import Snippets
from generator.authoring.drafting.usage import usage_of
from generator.catalog.unanswered.counterpart import DOUBTFUL, SURE, Candidate, find_counterparts
from generator.catalog.unanswered.pairing import Pairs, best_pairs, is_open
from generator.libraries.usage import Kind
from generator.model.category import MISSING
from generator.model.derive import derive_category
from generator.model.glossary import TO_WRITE, Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.record import Mapping as Counterpart
from generator.model.record import Overload, Pair, Record
from generator.model.signature import Parameter, ParameterKind, Signature
from generator.storage.yaml_dump import dump_record

MODELINE = "# yaml-language-server: $schema=../../record.schema.json"
"""The line that associates a record with its schema in editors that use the YAML language server."""
_WITHOUT_SIGNATURE = frozenset({ApiKind.PROPERTY, ApiKind.CONSTANT})
_MOST_SHOWN = 4
_NAMED_TENSORS = "names"
"""The parameter of an abandoned feature: signatures with it repeat those without."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft record, and what led to it."""

    record: Record
    candidates: tuple[Candidate, ...]
    models: tuple[str, ...] = ()
    """Records of the same module, to be looked at."""
    notes: tuple[str, ...] = ()
    """What a person has to know of how it was made."""

    @property
    def text(self) -> str:
        """The record as a file: what was found out as comments, then the canonical text."""
        return "\n".join((MODELINE, *self._comments())) + "\n" + dump_record(self.record)

    def _comments(self) -> list[str]:
        lines = [
            f"# 草稿：写完标有“{TO_WRITE}”之处，逐处核对，删去这几行说明与 draft 一行，再运行 apimap lint 与 apimap verify。",
            *(f"# {note}" for note in self.notes),
        ]
        for number, candidate in enumerate(self.candidates[:_MOST_SHOWN]):
            word = "对应的 API" if number == 0 and self.record.paddle_apis else "也可能是"
            lines.append(f"# {word}：{candidate.entry.name}，把握 {candidate.confidence:.0%}，{candidate.reason}。")
        if not self.record.paddle_apis:
            lines.append("# 没有找到对应的 Paddle API。能用几个 API 组合出同样结果的，改写 examples，删去 reason。")
        if any(mapping.signatures for _, mapping in self.record.mappings()):
            lines.append("# signatures：清单中读不到完整的签名，这里是猜的；核对文档之后改正。")
        if self.record.overloads:
            lines.append("# PyTorch 有几组参数：对应方式相同的合成一组，不再使用的删去；不同的各写各的 paddle。")
        if self.models:
            lines.append(f"# 同一模块已有的记录，可作参考：{'、'.join(self.models[:_MOST_SHOWN])}。")
        return lines


def draft_record(
    torch: ApiEntry, paddle: ApiEntry | None, inventory: Inventory, glossary: Glossary, reason: str = "由命令行指定"
) -> Draft:
    """Drafts the record of a torch API; ``paddle`` is its counterpart where the caller knows it for a ``reason``."""
    signatures = separate_signatures(torch.signatures)
    torch = replace(torch, signatures=tuple(signatures))
    if paddle is not None:
        candidates = [Candidate(paddle, 1.0, reason)]
    else:
        candidates = find_counterparts(torch, inventory, glossary)
    if not candidates or candidates[0].confidence < DOUBTFUL:
        record = Record(torch=torch.name, category=MISSING, draft=True, reason=f"{TO_WRITE}：Paddle 缺少什么。")
        return Draft(record, tuple(candidates))
    mappings = [_mapping(torch, one, candidates[0], glossary) for one in signatures or [Signature()]]
    if len(mappings) == 1:
        fields: dict[str, Any] = mappings[0]
    else:
        titles = (f"{TO_WRITE}：{one} 的用途" for one in signatures)
        overloads = zip(titles, mappings, strict=True)
        fields = {"overloads": tuple(Overload(title=title, **mapping) for title, mapping in overloads)}
    record = Record(torch=torch.name, category=MISSING, draft=True, **fields)
    return Draft(record.model_copy(update={"category": derive_category(record).category}), tuple(candidates))


def with_known_meanings(record: Record, known: Mapping[str, str]) -> Record:
    """Returns the draft with meanings that another record of the same thing has, by torch parameter."""

    def rows(mapping: Counterpart) -> dict[str, Any]:
        parameters = (
            row.model_copy(update={"note": known.get(row.torch or "", row.note)}) for row in mapping.parameters
        )
        return {"parameters": tuple(parameters)}

    overloads = tuple(one.model_copy(update=rows(one)) for one in record.overloads)
    return record.model_copy(update={**rows(record), "overloads": overloads})


def separate_signatures(signatures: Sequence[Signature]) -> list[Signature]:
    """Returns the signatures of a torch API that its record has to describe, in their order.

    One that another covers is left out: the other has all of its parameters, or the same positional ones, since stubs
    and documentation may each omit keywords. Of two that cover each other the first is kept.
    """
    candidates = [one for one in signatures if _NAMED_TENSORS not in _names(one.parameters)] or list(signatures)
    return [
        one
        for index, one in enumerate(candidates)
        if not any(
            _covers(other, one) and not (place > index and _covers(one, other))
            for place, other in enumerate(candidates)
            if place != index
        )
    ]


def _covers(other: Signature, one: Signature) -> bool:
    return _names(one.parameters) <= _names(other.parameters) or _positional(one) == _positional(other)


def _positional(signature: Signature) -> frozenset[str]:
    return _names([one for one in signature.parameters if one.kind is not ParameterKind.KEYWORD])


def _names(parameters: Sequence[Parameter]) -> frozenset[str]:
    """Returns the parameters' names; ``self`` in stubs counts as ``input``, its name in documentation."""
    return frozenset("input" if one.name == "self" else one.name for one in parameters)


def _mapping(torch: ApiEntry, signature: Signature, candidate: Candidate, glossary: Glossary) -> dict[str, Any]:
    """Returns the fields of a mapping: the record's own, or those of one of its overloads."""
    paddle = candidate.entry
    pairs = best_pairs(signature, torch.kind, paddle, glossary)
    usage = usage_of(torch)
    rows = draft_rows(pairs, glossary, in_layer=usage.kind is Kind.LAYER)
    snippets = Snippets(torch, paddle, pairs, rows, glossary, usage)
    return {
        "paddle": paddle.name,
        "parameters": rows,
        "signatures": _unknown_signatures(torch, paddle, pairs),
        "remarks": (f"{TO_WRITE}：`{paddle.name}` 未必对应，看过文档之后删去这一段。",) * (candidate.confidence < SURE),
        "examples": snippets.examples(),
        "checks": snippets.checks(),
    }


def _unknown_signatures(torch: ApiEntry, paddle: ApiEntry, pairs: Pairs) -> Pair | None:
    """Marks signatures that could not be read, and guesses those that only say ``(*args, **kwargs)``."""
    written: dict[str, str] = {}
    for index, (side, entry) in enumerate((("torch", torch), ("paddle", paddle))):
        parameters = [pair[index] for pair in pairs]
        if any(map(is_open, entry.signatures)):
            signature = Signature(tuple(parameter for parameter in parameters if parameter is not None))
            written[side] = f"{entry.name}{signature}"
        elif not entry.signatures and entry.kind not in _WITHOUT_SIGNATURE:
            written[side] = f"{entry.name}({TO_WRITE})"
    return Pair(**written) if written else None

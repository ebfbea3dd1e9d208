"""torch API → draft record: counterpart, rows, category, and marks where a person must write."""

from __future__ import annotations

from dataclasses import dataclass

from generator.drafting.counterpart import SURE, Candidate, find_counterparts
from generator.drafting.pairing import Pairs, comparable, draft_rows, pair_parameters
from generator.model.category import MISSING
from generator.model.derive import derive_category
from generator.model.glossary import TO_WRITE, Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.parameter import Rewrite
from generator.model.record import Check, Example, Pair, Record
from generator.model.signature import Parameter
from generator.yaml_file import dump_record

_TENSORS = frozenset({"input", "x", "self", "other", "y", "tensor", "A", "mat2", "target", "weight"})
_VARIABLES = {"input": "x", "self": "x", "other": "y"}
"""What a snippet calls the Tensor that it passes for a parameter; ``input`` would hide Python's own."""
_SKIPPED_IN_CALLS = frozenset({"out"})


MODELINE = "# yaml-language-server: $schema=../../record.schema.json"
"""Ties a record to its schema in editors that speak YAML's language server."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft record, and what led to it."""

    record: Record
    candidates: tuple[Candidate, ...]

    @property
    def text(self) -> str:
        """The record as a file: what was found out as comments, then the canonical text."""
        lines = [MODELINE, f"# 草稿：写完标有“{TO_WRITE}”之处，删去这几行说明，再运行 apimap lint 与 apimap verify。"]
        for number, candidate in enumerate(self.candidates[:4]):
            word = "对应的 API" if number == 0 else "也可能是"
            lines.append(f"# {word}：{candidate.entry.name}，把握 {candidate.confidence:.0%}，{candidate.reason}。")
        if not self.candidates:
            lines.append("# 没有找到名称或签名相近的 Paddle API。")
        return "\n".join(lines) + "\n" + dump_record(self.record)


def draft_record(torch: ApiEntry, paddle: ApiEntry | None, inventory: Inventory, glossary: Glossary) -> Draft:
    """Drafts the record of a torch API; ``paddle`` is its counterpart where the caller knows it."""
    if paddle is not None:
        candidates = [Candidate(paddle, 1.0, "由命令行指定")]
    else:
        candidates = find_counterparts(torch, inventory, glossary)
    if not candidates or candidates[0].confidence < SURE / 2:
        record = Record(torch=torch.name, category=MISSING, reason=f"{TO_WRITE}：Paddle 缺少什么。")
        return Draft(record, tuple(candidates))
    return Draft(_with_counterpart(torch, candidates[0].entry, glossary), tuple(candidates))


def _with_counterpart(torch: ApiEntry, paddle: ApiEntry, glossary: Glossary) -> Record:
    pairs = _best_pairs(torch, paddle, glossary)
    record = Record(
        torch=torch.name,
        paddle=paddle.name,
        category=MISSING,
        parameters=draft_rows(pairs, glossary),
        signatures=_unknown_signatures(torch, paddle),
    )
    category = derive_category(record).category
    given = _given(torch, pairs)
    examples = tuple(
        Example(
            parameter=(row.torch or "",),
            title=TO_WRITE,
            given=given,
            torch=_call(torch, pairs, 0),
            paddle=_call(paddle, pairs, 1),
        )
        for row in record.parameters
        if row.rewrite is Rewrite.EXAMPLE
    )
    check = Check(given=given, torch=_call(torch, pairs, 0), paddle=_call(paddle, pairs, 1))
    return record.model_copy(update={"category": category, "examples": examples, "checks": (check,)})


def _best_pairs(torch: ApiEntry, paddle: ApiEntry, glossary: Glossary) -> Pairs:
    """The pairs of the torch overload that fits Paddle's signature best."""
    target = comparable(torch, paddle)
    options = [pair_parameters(signature, target, glossary) for signature in torch.signatures]
    return min(options, key=lambda pairs: sum(1 for pair in pairs if None in pair), default=[])


def _unknown_signatures(torch: ApiEntry, paddle: ApiEntry) -> Pair | None:
    """Asks for the signatures that nobody could read."""
    missing = {
        side: f"{entry.name}({TO_WRITE})"
        for side, entry in (("torch", torch), ("paddle", paddle))
        if not entry.signatures and entry.kind not in {ApiKind.PROPERTY, ApiKind.CONSTANT}
    }
    return Pair(**missing) if missing else None


def _call(entry: ApiEntry, pairs: Pairs, side: int) -> str:
    """A call that passes every parameter that both sides have, ready to be given better values."""
    shared = [(pair[0], pair[side]) for pair in pairs if pair[0] is not None and pair[1] is not None]
    arguments = ", ".join(
        f"{parameter.name}={_argument(first)}"
        for first, parameter in shared
        if parameter is not None
        and first is not None
        and first.name not in _SKIPPED_IN_CALLS
        and not first.label.startswith("*")
    )
    module, _, name = entry.name.rpartition(".")
    function = f"x.{name}" if module.endswith(".Tensor") else entry.name
    return f"y = {function}({arguments})"


def _argument(parameter: Parameter) -> str:
    if parameter.name in _TENSORS:
        return _VARIABLES.get(parameter.name, parameter.name)
    return parameter.default if parameter.default is not None else TO_WRITE


def _given(torch: ApiEntry, pairs: Pairs) -> dict[str, str]:
    names = [
        _VARIABLES.get(first.name, first.name) for first, second in pairs if first and second and first.name in _TENSORS
    ]
    if torch.name.startswith("torch.Tensor."):
        names.insert(0, "x")
    return dict.fromkeys(names, "float32[2, 3]")

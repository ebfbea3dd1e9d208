"""Turns pairs of parameters into rows of 参数映射, with the meanings from the glossary."""

from __future__ import annotations

from generator.catalog.unanswered.pairing import Pairs
from generator.model.glossary import TO_WRITE, Glossary, ParameterEntry
from generator.model.literal import default_value
from generator.model.parameter import DefaultPair, Difference, ParameterRow
from generator.model.relation import SET_DEFAULT, Rewrite
from generator.model.signature import Parameter


def draft_rows(pairs: Pairs, glossary: Glossary, *, in_layer: bool = False) -> tuple[ParameterRow, ...]:
    """Returns a row for each pair, with a note from the glossary or a mark that it has to be written."""
    return tuple(_row(torch, paddle, glossary, in_layer=in_layer) for torch, paddle in pairs)


def _row(torch: Parameter | None, paddle: Parameter | None, glossary: Glossary, *, in_layer: bool) -> ParameterRow:
    if torch is None:
        assert paddle is not None
        known = glossary.parameters.get(paddle.name)
        note = glossary.paddle_parameters.get(paddle.name) or _meaning(known, in_layer=in_layer)
        return ParameterRow(paddle=paddle.label, note=note, set=SET_DEFAULT if paddle.default is not None else TO_WRITE)
    known = glossary.parameters.get(torch.name)
    if paddle is None:
        rewrite = known.rewrite if known and known.rewrite else Rewrite.EXAMPLE
        return ParameterRow(torch=torch.label, note=_meaning(known, in_layer=in_layer), rewrite=rewrite)
    labels = {"torch": torch.label, "paddle": paddle.label, "note": _meaning(known, in_layer=in_layer)}
    if known is not None and known.usage is not None and torch.name != paddle.name:
        return ParameterRow(**labels, differs=Difference(usage=known.usage), rewrite=Rewrite.EXAMPLE)
    default = _defaults(torch, paddle)
    return ParameterRow(
        **labels,
        default=default,
        set=_to_set(default) if default is not None else None,
    )


def _meaning(known: ParameterEntry | None, *, in_layer: bool) -> str:
    if known is None:
        return f"{TO_WRITE}。"
    return known.layer_note or known.note if in_layer else known.note


def _defaults(torch: Parameter, paddle: Parameter) -> DefaultPair | None:
    if torch.default is None or paddle.default is None or _equal(torch.default, paddle.default):
        return None
    return DefaultPair(torch=torch.default, paddle=paddle.default)


def _equal(one: str, other: str) -> bool:
    """Tells whether two defaults are the same value: ``0`` equals ``0.0``, but not ``False``."""
    first, second = default_value(one), default_value(other)
    return bool(first == second) and isinstance(first, bool) is isinstance(second, bool)


def _to_set(default: DefaultPair) -> str:
    """Returns the value of ``set`` that keeps PyTorch's behaviour: its default, or a mark where that is ``None``.

    Two false values, such as ``None`` and ``0``, need nothing.
    """
    ours, theirs = default_value(default.torch), default_value(default.paddle)
    if not ours and not theirs:
        return SET_DEFAULT
    is_text = isinstance(ours, str) and default.torch[:1] not in "'\""
    return TO_WRITE if is_text or None in (ours, theirs) else default.torch

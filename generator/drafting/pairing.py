"""Pairs the parameters of two signatures into rows, as far as names, positions and defaults tell."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.glossary import TO_WRITE, Glossary, ParameterEntry
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.literal import default_value
from generator.model.parameter import SET_DEFAULT, DefaultPair, ParameterRow, Rewrite
from generator.model.signature import Parameter, ParameterKind, Signature

IGNORED = "name"
"""Paddle's parameter that no mapping speaks of (R16)."""

Pairs = list[tuple[Parameter | None, Parameter | None]]


def similarity(torch: ApiEntry, paddle: ApiEntry, glossary: Glossary) -> float:
    """How much of both signatures can be paired, from 0 to 1; a half where one of them is unknown."""
    if torch.signature is None or paddle.signature is None:
        return 0.5
    target = comparable(torch, paddle)
    return max(_share(pair_parameters(signature, target, glossary), glossary) for signature in torch.signatures)


def comparable(torch: ApiEntry, paddle: ApiEntry) -> Signature:
    """Paddle's signature without what is not compared (R16, R17).

    That is ``name``, and for a torch method that maps to a function the first parameter, the Tensor itself.
    """
    parameters = [parameter for parameter in (paddle.signature or Signature()).parameters if parameter.name != IGNORED]
    if torch.kind is ApiKind.METHOD and paddle.kind is ApiKind.FUNCTION:
        parameters = parameters[1:]
    return Signature(tuple(parameters))


def pair_parameters(torch: Signature, paddle: Signature, glossary: Glossary) -> Pairs:
    """The parameters in pairs: by name, by known names, then by position and default. Torch's order, then Paddle's."""
    partners: dict[str, Parameter] = {}
    free = {parameter.name: parameter for parameter in paddle.parameters}
    for parameter in torch.parameters:
        if parameter.name in free:
            partners[parameter.name] = free.pop(parameter.name)
    for parameter in torch.parameters:
        known = glossary.parameters.get(parameter.name)
        match = next((name for name in (known.paddle if known else ()) if name in free), None)
        if parameter.name not in partners and match is not None:
            partners[parameter.name] = free.pop(match)
    _pair_by_position(torch.parameters, paddle.parameters, partners, free)
    pairs: Pairs = [(parameter, partners.get(parameter.name)) for parameter in torch.parameters]
    return pairs + [(None, parameter) for parameter in paddle.parameters if parameter.name in free]


def draft_rows(pairs: Pairs, glossary: Glossary) -> tuple[ParameterRow, ...]:
    """A row for each pair, its note from the glossary or marked as to be written."""
    return tuple(_row(torch, paddle, glossary) for torch, paddle in pairs)


def _share(pairs: Pairs, glossary: Glossary) -> float:
    return sum(_closeness(torch, paddle, glossary) for torch, paddle in pairs) / len(pairs) if pairs else 1.0


def _closeness(torch: Parameter | None, paddle: Parameter | None, glossary: Glossary) -> float:
    """How much a pair speaks for its APIs: the same name most, the same position least."""
    if torch is None or paddle is None:
        return 0.0
    if torch.name == paddle.name:
        return 1.0
    known = glossary.parameters.get(torch.name)
    return 0.95 if known is not None and paddle.name in known.paddle else 0.5


def _pair_by_position(
    torch: Sequence[Parameter], paddle: Sequence[Parameter], partners: dict[str, Parameter], free: dict[str, Parameter]
) -> None:
    """Pairs what stands at the same place and has the same default, or none."""
    for ours, theirs in zip(torch, paddle, strict=False):
        if (
            ours.name not in partners
            and theirs.name in free
            and ours.kind in {ParameterKind.POSITIONAL, ParameterKind.POSITIONAL_ONLY}
            and ours.default == theirs.default
        ):
            partners[ours.name] = free.pop(theirs.name)


def _row(torch: Parameter | None, paddle: Parameter | None, glossary: Glossary) -> ParameterRow:
    if torch is None:
        assert paddle is not None
        note = glossary.paddle_parameters.get(paddle.name) or _meaning(glossary.parameters.get(paddle.name))
        return ParameterRow(paddle=paddle.label, note=note, set=SET_DEFAULT if paddle.default is not None else TO_WRITE)
    known = glossary.parameters.get(torch.name)
    if paddle is None:
        rewrite = known.rewrite if known and known.rewrite else Rewrite.EXAMPLE
        return ParameterRow(torch=torch.label, note=_meaning(known), rewrite=rewrite)
    return ParameterRow(torch=torch.label, paddle=paddle.label, note=_meaning(known), default=_defaults(torch, paddle))


def _meaning(known: ParameterEntry | None) -> str:
    return known.note if known is not None else f"{TO_WRITE}。"


def _defaults(torch: Parameter, paddle: Parameter) -> DefaultPair | None:
    if torch.default is None or paddle.default is None or _equal(torch.default, paddle.default):
        return None
    return DefaultPair(torch=torch.default, paddle=paddle.default)


def _equal(one: str, other: str) -> bool:
    """Whether two defaults are the same value: ``0`` equals ``0.0``, but not ``False``."""
    first, second = default_value(one), default_value(other)
    return bool(first == second) and isinstance(first, bool) is isinstance(second, bool)

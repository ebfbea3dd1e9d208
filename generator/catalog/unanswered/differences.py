"""How the signature of a guessed counterpart differs, parameter by parameter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.catalog.unanswered.pairing import Match
from generator.model.literal import default_value
from generator.model.signature import Parameter, ParameterKind

_IN_ORDER = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL)


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between signatures: the parameters that it is about.

    A side without the parameter is None; where the order differs, both sides are given.
    """

    torch: Parameter | None
    paddle: Parameter | None
    renamed: bool = False
    other_default: bool = False
    moved: bool = False


def differences(match: Match) -> Sequence[Difference]:
    """Returns all differences of two signatures, in torch's order, then in Paddle's; equal parameters are left out."""
    return tuple(_differences(match))


def _differences(match: Match) -> Iterator[Difference]:
    moved = _moved(match)
    for torch, paddle in match.pairs:
        if torch is None or paddle is None:
            yield Difference(torch, paddle)
        else:
            found = Difference(
                torch,
                paddle,
                renamed=torch.name != paddle.name,
                other_default=not _is_same_default(torch, paddle),
                moved=torch.name in moved,
            )
            if found.renamed or found.other_default or found.moved:
                yield found


def _moved(match: Match) -> frozenset[str]:
    """Returns the positional parameters of torch that stand at another place in Paddle's order of the shared ones."""
    if match.paddle is None:
        return frozenset()
    pairs = [(one, other) for one, other in match.pairs if one is not None and other is not None]
    ours = [one.name for one, other in pairs if one.kind in _IN_ORDER and other.kind in _IN_ORDER]
    order = [one.name for one in match.paddle.parameters]
    theirs = sorted((other.name for one, other in pairs if one.name in ours and other.name in order), key=order.index)
    partner = {other.name: one.name for one, other in pairs}
    return frozenset(name for name, at in zip(ours, theirs, strict=False) if partner[at] != name)


def _is_same_default(torch: Parameter, paddle: Parameter) -> bool:
    if torch.default is None or paddle.default is None:
        return torch.default is paddle.default
    return torch.default == paddle.default or default_value(torch.default) == default_value(paddle.default)

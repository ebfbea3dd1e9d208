"""Pairs the parameters of two signatures by names, positions and defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.model.glossary import Glossary
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.relation import Rewrite
from generator.model.signature import Parameter, ParameterKind, Signature

IGNORED = "name"
"""Paddle's parameter that no mapping speaks of (R16)."""

Pairs = list[tuple[Parameter | None, Parameter | None]]

_KNOWN, _GUESSED, _OTHER_DEFAULT = 0.95, 0.5, 0.9
"""The value of a pair relative to one of the same name: a known rename, a guess, a default that differs."""
_OPTIONAL, _OPTIONAL_IN_PADDLE = 0.5, 0.25
"""The weight of a parameter with a default that the other side lacks: Paddle often has more of them."""
_ONLY_OPTIONS = 0.75
"""The share of two signatures without a common parameter that differ in options alone."""
_VARIADIC = (ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Match:
    """The two signatures that fit best, what is compared of them, and the share of both that can be paired.

    ``torch`` and ``paddle`` are None where nobody could read one; the share is 0.5 then.
    """

    torch: Signature | None
    paddle: Signature | None
    pairs: Pairs
    share: float


def best_match(torch: ApiEntry, paddle: ApiEntry, glossary: Glossary) -> Match:
    """Returns how the signatures of two APIs fit; two attributes fit in whole."""
    if torch.kind is paddle.kind is ApiKind.PROPERTY:
        return Match(None, None, [], 1.0)
    if not any(map(says_something, torch.signatures)) or not any(map(says_something, paddle.signatures)):
        return Match(torch.signature, paddle.signature, [], 0.5)
    found: Match | None = None
    for ours in torch.signatures:
        for theirs in paddle.signatures:
            pairs = pair_parameters(ours, comparable(theirs, torch.kind, paddle), glossary)
            share = _share(pairs, glossary)
            if found is None or share > found.share:
                found = Match(ours, theirs, pairs, share)
    assert found is not None
    return found


def best_pairs(torch: Signature, kind: ApiKind, paddle: ApiEntry, glossary: Glossary) -> Pairs:
    """Returns the pairs with the one of Paddle's signatures that fits best; ``kind`` is that of the torch API."""
    targets = [comparable(signature, kind, paddle) for signature in paddle.signatures] or [Signature()]
    options = [pair_parameters(torch, target, glossary) for target in targets]
    return max(options, key=lambda pairs: _share(pairs, glossary))


def says_something(signature: Signature) -> bool:
    """Tells whether a signature is more than ``(*args, **kwargs)``."""
    return not is_open(signature) or bool(_named(signature).parameters)


def comparable(signature: Signature, kind: ApiKind, paddle: ApiEntry) -> Signature:
    """Returns Paddle's signature without what is not compared (R16, R17).

    That is ``name``, where it is no more than a label, and the first parameter, the Tensor itself, for a torch method
    that maps to a function.
    """
    parameters = [one for one in signature.parameters if one.name != IGNORED or one.default not in {None, "None"}]
    if kind is ApiKind.METHOD and paddle.kind is ApiKind.FUNCTION:
        parameters = parameters[1:]
    return Signature(tuple(parameters))


def pair_parameters(torch: Signature, paddle: Signature, glossary: Glossary) -> Pairs:
    """Pairs parameters by name, by known renames, then by similarity; in torch's order, then Paddle's.

    ``*args, **kwargs`` stand for unknown names: torch's are left out, Paddle's pair with what torch has.
    """
    ours, theirs = _named(torch).parameters, _named(paddle).parameters
    partners: dict[str, Parameter] = {}
    free = {parameter.name: parameter for parameter in theirs}
    for parameter in ours:
        if parameter.name in free:
            partners[parameter.name] = free.pop(parameter.name)
    for parameter in ours:
        known = glossary.parameters.get(parameter.name)
        match = next((name for name in (known.paddle if known else ()) if name in free), None)
        if parameter.name not in partners and match is not None:
            partners[parameter.name] = free.pop(match)
    _pair_by_likeness(ours, theirs, partners, free, glossary)
    if is_open(paddle):
        partners |= {parameter.name: parameter for parameter in ours if parameter.name not in partners}
    pairs: Pairs = [(parameter, partners.get(parameter.name)) for parameter in ours]
    return pairs + [(None, parameter) for parameter in theirs if parameter.name in free]


def is_open(signature: Signature) -> bool:
    """Tells whether a signature takes any arguments: ``(input, *args, out=None, **kwargs)``."""
    return {parameter.kind for parameter in signature.parameters} >= set(_VARIADIC)


def _named(signature: Signature) -> Signature:
    """Returns the signature without ``*args`` and ``**kwargs`` where it has both."""
    if not is_open(signature):
        return signature
    return Signature(tuple(parameter for parameter in signature.parameters if parameter.kind not in _VARIADIC))


def _share(pairs: Pairs, glossary: Glossary) -> float:
    """Returns the weighted share of paired parameters; optional ones count less.

    Two signatures with nothing but options in question get a middling value.
    """
    weights = [_weight(torch, paddle, glossary) for torch, paddle in pairs]
    found = sum(
        _closeness(torch, paddle, glossary) * weight for (torch, paddle), weight in zip(pairs, weights, strict=True)
    )
    if not any(torch is not None and paddle is not None for torch, paddle in pairs) and 1.0 not in weights:
        return _ONLY_OPTIONS if sum(weights) else 1.0
    return found / sum(weights)


def _weight(torch: Parameter | None, paddle: Parameter | None, glossary: Glossary) -> float:
    """Returns the weight of a pair: private parameters, ``out`` and dropped ones do not characterise an API."""
    if torch is not None and paddle is not None:
        return 1.0
    alone = torch or paddle
    assert alone is not None
    known = glossary.parameters.get(alone.name)
    if alone.name.startswith("_") or alone.name == "out" or (known is not None and known.rewrite is Rewrite.DROP):
        return 0.0
    if alone.default is None:
        return 1.0
    return _OPTIONAL if torch is not None else _OPTIONAL_IN_PADDLE


def _closeness(torch: Parameter | None, paddle: Parameter | None, glossary: Glossary) -> float:
    """Returns the value of a pair: 1 for the same name, less for a rename, a guess, another use, other defaults."""
    if torch is None or paddle is None:
        return 0.0
    likeness = 1.0 if torch.default == paddle.default else _OTHER_DEFAULT
    if torch.name == paddle.name:
        return likeness
    known = glossary.parameters.get(torch.name)
    is_known = known is not None and paddle.name in known.paddle and known.usage is None
    return likeness * (_KNOWN if is_known else _GUESSED)


def _pair_by_likeness(
    torch: Sequence[Parameter],
    paddle: Sequence[Parameter],
    partners: dict[str, Parameter],
    free: dict[str, Parameter],
    glossary: Glossary,
) -> None:
    """Pairs names with the same last word, then those at the same position; only names that the glossary lacks."""

    def may_pair(ours: Parameter, theirs: Parameter) -> bool:
        alike = ours.default == theirs.default and (ours.kind in _VARIADIC) == (theirs.kind in _VARIADIC)
        return alike and ours.name not in partners and theirs.name in free and _may_be_guessed(ours, theirs, glossary)

    for ours in torch:
        for theirs in paddle:
            if ours.name.rpartition("_")[2] == theirs.name.rpartition("_")[2] and may_pair(ours, theirs):
                partners[ours.name] = free.pop(theirs.name)
    for ours, theirs in zip(torch, paddle, strict=False):
        # That both are None by default says nothing of what they are.
        if ours.kind is not ParameterKind.KEYWORD and ours.default != "None" and may_pair(ours, theirs):
            partners[ours.name] = free.pop(theirs.name)


def _may_be_guessed(torch: Parameter, paddle: Parameter, glossary: Glossary) -> bool:
    """Tells whether the glossary has neither name; those that it has are paired by it, or have no partner."""
    known = glossary.parameters.get(torch.name)
    taken = paddle.name in glossary.paddle_parameters or paddle.name.endswith("_attr")
    return not taken and (known is None or not (known.paddle or known.rewrite))

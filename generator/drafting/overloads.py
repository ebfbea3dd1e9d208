"""Which of a torch API's signatures a record has to speak of: those that no other one covers."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.signature import Parameter, ParameterKind, Signature

_NAMED_TENSORS = "names"
"""The parameter of an abandoned feature; signatures with it repeat those without."""


def separate_signatures(signatures: Sequence[Signature]) -> list[Signature]:
    """The signatures that differ in what they are for, in their order.

    One is covered by another that has all of its parameters, or takes the same ones by position: stubs and
    documentation differ in keywords that either forgets. Of two that cover each other the first is kept.
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
    """The names; stubs call ``self`` what documentation calls ``input``."""
    return frozenset("input" if one.name == "self" else one.name for one in parameters)

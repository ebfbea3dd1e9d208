"""Merges and orders the overloads of one API, and leaves out those that others cover."""

from __future__ import annotations

import keyword
from dataclasses import replace

from generator.model.signature import Parameter, ParameterKind, Signature

_VARIADIC = {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}


def is_opaque(signature: Signature) -> bool:
    """Tells whether a signature takes any arguments, and so carries no information."""
    kinds = {parameter.kind for parameter in signature.parameters}
    says_nothing = ParameterKind.VAR_KEYWORD in kinds or {p.name for p in signature.parameters} == {"args"}
    return bool(kinds) and kinds <= _VARIADIC and says_nothing


def merge_overloads(stubbed: tuple[Signature, ...], documented: tuple[Signature, ...]) -> tuple[Signature, ...]:
    """Returns a stub's overloads, most general first, then the documented forms that name parameters differently."""
    named = (_with_keywords(signature, documented) for signature in stubbed if not is_opaque(signature))
    found = tuple(_with_defaults(signature, documented) for signature in named)
    return most_general_first(found, documented) + _otherwise_named(found, documented) if found else ()


def _with_keywords(signature: Signature, documented: tuple[Signature, ...]) -> Signature:
    """Restores ``from`` where a stub writes ``from_``: only C code can name a parameter like a keyword."""
    keywords = {p.name for other in documented for p in other.parameters if keyword.iskeyword(p.name)}
    return Signature(
        tuple(
            replace(p, name=p.name.removesuffix("_")) if p.name.removesuffix("_") in keywords else p
            for p in signature.parameters
        )
    )


def _with_defaults(signature: Signature, documented: tuple[Signature, ...]) -> Signature:
    """Fills in documented defaults where a stub writes ``...`` or leaves a keyword's default out."""
    stated = {p.name: p.default for other in reversed(documented) for p in other.parameters if p.default is not None}
    return Signature(
        tuple(
            replace(p, default=stated.get(p.name, p.default)) if _lacks_default(p) else p for p in signature.parameters
        )
    )


def _lacks_default(parameter: Parameter) -> bool:
    return parameter.default == "..." or (parameter.default is None and parameter.kind is ParameterKind.KEYWORD)


def most_general_first(signatures: tuple[Signature, ...], documented: tuple[Signature, ...]) -> tuple[Signature, ...]:
    """Orders overloads: documented before others, then by the number of parameters, then as documented.

    A form whose calls another one accepts as well is left out.
    """
    order = {_shape(signature): index for index, signature in reversed(list(enumerate(documented)))}
    last = len(order)
    unique = list(dict.fromkeys(signatures))
    unique.sort(key=lambda s: (_shape(s) not in order, -len(s.parameters), order.get(_shape(s), last)))
    kept: list[Signature] = []
    for signature in unique:
        if not any(_covers(other, signature) for other in kept):
            kept.append(signature)
    return tuple(kept)


def covering(signature: Signature, kept: tuple[Signature, ...]) -> Signature | None:
    """Returns the one of the ``kept`` overloads that an overload became: the same, or the first that accepts it."""
    same = (other for other in kept if {p.label for p in other.parameters} == {p.label for p in signature.parameters})
    return next(same, None) or next((other for other in kept if _covers(other, signature)), None)


def _covers(general: Signature, special: Signature) -> bool:
    """Tells whether ``general`` accepts each call of ``special``, which lacks at most some optional parameters."""
    theirs, ours = ([p.label for p in _positional(signature)] for signature in (general, special))
    labels = {p.label for p in special.parameters}
    missing = (p for p in general.parameters if p.label not in labels)
    return (
        ours == theirs[: len(ours)]
        and labels <= {p.label for p in general.parameters}
        and all(p.default is not None or p.kind in _VARIADIC for p in missing)
    )


def _otherwise_named(stubbed: tuple[Signature, ...], documented: tuple[Signature, ...]) -> tuple[Signature, ...]:
    """Returns documented forms with parameters that no stub names so, such as ``view(*shape)``."""
    known = [{p.label for p in signature.parameters} for signature in stubbed]
    return tuple(
        signature
        for signature in documented
        if not any({p.label for p in signature.parameters} <= labels for labels in known)
    )


def _positional(signature: Signature) -> tuple[Parameter, ...]:
    return tuple(p for p in signature.parameters if p.kind is not ParameterKind.KEYWORD)


def _shape(signature: Signature) -> tuple[str, ...]:
    """Returns the positional parameters' names, ``*`` for a variadic one: stubs and documents differ in that."""
    return tuple("*" if p.kind in _VARIADIC else p.name for p in _positional(signature))

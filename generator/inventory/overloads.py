"""The overloads of one API: which come first, which say nothing of their own."""

from __future__ import annotations

import keyword
from dataclasses import replace

from generator.model.signature import Parameter, ParameterKind, Signature

_VARIADIC = {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}


def is_opaque(signature: Signature) -> bool:
    """Whether a signature takes anything and so says nothing."""
    kinds = {parameter.kind for parameter in signature.parameters}
    says_nothing = ParameterKind.VAR_KEYWORD in kinds or {p.name for p in signature.parameters} == {"args"}
    return bool(kinds) and kinds <= _VARIADIC and says_nothing


def merge_overloads(stubbed: tuple[Signature, ...], documented: tuple[Signature, ...]) -> tuple[Signature, ...]:
    """A stub's overloads, most general first, then the documented forms that name parameters differently."""
    named = (_with_keywords(signature, documented) for signature in stubbed if not is_opaque(signature))
    found = tuple(_with_defaults(signature, documented) for signature in named)
    return most_general_first(found, documented) + _otherwise_named(found, documented) if found else ()


def _with_keywords(signature: Signature, documented: tuple[Signature, ...]) -> Signature:
    """A stub cannot name a parameter ``from``, which is a keyword, and writes ``from_`` where C code takes ``from``."""
    keywords = {p.name for other in documented for p in other.parameters if keyword.iskeyword(p.name)}
    return Signature(
        tuple(
            replace(p, name=p.name.removesuffix("_")) if p.name.removesuffix("_") in keywords else p
            for p in signature.parameters
        )
    )


def _with_defaults(signature: Signature, documented: tuple[Signature, ...]) -> Signature:
    """A stub may write ``...`` for a default that the documentation states, or make two overloads of an option."""
    stated = {p.name: p.default for other in reversed(documented) for p in other.parameters if p.default is not None}
    return Signature(
        tuple(
            replace(p, default=stated.get(p.name, p.default)) if _lacks_default(p) else p for p in signature.parameters
        )
    )


def _lacks_default(parameter: Parameter) -> bool:
    return parameter.default == "..." or (parameter.default is None and parameter.kind is ParameterKind.KEYWORD)


def most_general_first(signatures: tuple[Signature, ...], documented: tuple[Signature, ...]) -> tuple[Signature, ...]:
    """Documented forms before others, of each the one with most parameters first; else in the documented order.

    A form whose calls another one takes as well is left out.
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


def _covers(general: Signature, special: Signature) -> bool:
    """Whether each call of ``special`` is a call of ``general``: it has some optional parameters fewer, at most."""
    theirs, ours = ([p.label for p in _positional(signature)] for signature in (general, special))
    labels = {p.label for p in special.parameters}
    missing = (p for p in general.parameters if p.label not in labels)
    return (
        ours == theirs[: len(ours)]
        and labels <= {p.label for p in general.parameters}
        and all(p.default is not None or p.kind in _VARIADIC for p in missing)
    )


def _otherwise_named(stubbed: tuple[Signature, ...], documented: tuple[Signature, ...]) -> tuple[Signature, ...]:
    """Documented forms with parameters that no stub names so: readers know ``view(*shape)``."""
    known = [{p.label for p in signature.parameters} for signature in stubbed]
    return tuple(
        signature
        for signature in documented
        if not any({p.label for p in signature.parameters} <= labels for labels in known)
    )


def _positional(signature: Signature) -> tuple[Parameter, ...]:
    return tuple(p for p in signature.parameters if p.kind is not ParameterKind.KEYWORD)


def _shape(signature: Signature) -> tuple[str, ...]:
    """The positional parameters by name, a variadic one by its star: stubs and documents name it differently."""
    return tuple("*" if p.kind in _VARIADIC else p.name for p in _positional(signature))

"""The signatures of one object, from the most trusted source that knows them."""

from __future__ import annotations

import enum
import importlib.util
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.inventory.attributes import docstring, text_attribute
from generator.inventory.defaults import default_text
from generator.inventory.docstrings import documented_signatures
from generator.inventory.libraries import Library
from generator.inventory.stubs import Stub, read_stub
from generator.model.signature import Parameter, ParameterKind, Signature

_KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: ParameterKind.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: ParameterKind.POSITIONAL,
    inspect.Parameter.VAR_POSITIONAL: ParameterKind.VAR_POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY: ParameterKind.KEYWORD,
    inspect.Parameter.VAR_KEYWORD: ParameterKind.VAR_KEYWORD,
}
_VARIADIC = {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}
NOT_READABLE = "由 C 代码实现，没有签名信息、存根，文档字符串也没有写出签名"


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found: the signatures, most general first, and their source; or why nothing was."""

    signatures: tuple[Signature, ...] = ()
    source: str = ""
    unreadable: str = ""


@dataclass(slots=True)
class SignatureReader:
    """Reads signatures of one library's objects; the stubs it looks into are read once."""

    library: Library
    stubs: dict[str, Stub] = field(default_factory=dict)

    def read(self, value: Any, name: str, *, owner: type | None = None, drop_first: bool = False) -> Reading:
        """The signatures of a function, a class (its constructor) or, with ``owner``, a method.

        ``name`` is the full public name. ``drop_first`` leaves out the parameter that a method is bound to.
        Trusted in this order: ``inspect.signature``, unless it only says ``(*args, **kwargs)``; the stubs; the
        docstring. What only says ``(*args, **kwargs)`` everywhere is taken at its word.
        """
        last = name.rpartition(".")[2]
        inspected = inspected_signature(value, drop_first=drop_first)
        if inspected is not None and not is_opaque(inspected):
            return Reading((inspected,), "inspect")
        documented = documented_signatures(docstring(value), last)
        stubbed = tuple(_with_defaults(s, documented) for s in self._stubbed(value, last, owner) if not is_opaque(s))
        if stubbed:
            return Reading(_most_general_first(stubbed, documented), "stub")
        if documented:
            return Reading(_most_general_first(documented, ()), "docstring")
        return Reading(unreadable=NOT_READABLE) if inspected is None else Reading((inspected,), "inspect")

    def _stubbed(self, value: Any, last: str, owner: type | None) -> tuple[Signature, ...]:
        for module, name in _stub_names(value, last, owner):
            for file in self.library.stubs.get(module, ()) or _stub_files(module):
                found = self._stub(file).find(name)
                if found:
                    return found
        return ()

    def _stub(self, file: str) -> Stub:
        if file not in self.stubs:
            spec = importlib.util.find_spec(self.library.name)
            assert spec is not None
            assert spec.origin is not None
            self.stubs[file] = read_stub(Path(spec.origin).parent / file)
        return self.stubs[file]


def inspected_signature(value: Any, *, drop_first: bool = False) -> Signature | None:
    """What ``inspect.signature`` knows, or None. An enumeration has no constructor worth the name."""
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return Signature()
    try:
        found = list(inspect.signature(value).parameters.values())
    except (ValueError, TypeError, NameError, AttributeError):
        return None
    if drop_first and found and found[0].kind is not inspect.Parameter.VAR_POSITIONAL:
        found = found[1:]
    return Signature(tuple(_parameter(parameter) for parameter in found))


def is_opaque(signature: Signature) -> bool:
    """Whether a signature takes anything and so says nothing."""
    kinds = {parameter.kind for parameter in signature.parameters}
    return bool(kinds) and kinds <= _VARIADIC and ParameterKind.VAR_KEYWORD in kinds


def _parameter(parameter: inspect.Parameter) -> Parameter:
    default = None if parameter.default is inspect.Parameter.empty else default_text(parameter.default)
    return Parameter(parameter.name, _KINDS[parameter.kind], default)


def _stub_names(value: Any, last: str, owner: type | None) -> Iterator[tuple[str, str]]:
    """Where a stub may know the object: pairs of a module and a name in it."""
    if owner is not None:
        for base in owner.__mro__:
            yield text_attribute(base, "__module__"), f"{base.__qualname__}.{last}"
    elif isinstance(value, type):
        for method in ("__init__", "__new__"):
            yield text_attribute(value, "__module__"), f"{value.__qualname__}.{method}"
    else:
        home = text_attribute(value, "__module__")
        yield home, text_attribute(value, "__name__", last)
        yield home, last


def _stub_files(module: str) -> tuple[str, ...]:
    """The stub beside a module's source."""
    path = "/".join(module.split(".")[1:])
    return (f"{path}.pyi", f"{path}/__init__.pyi") if path else ()


def _with_defaults(signature: Signature, documented: tuple[Signature, ...]) -> Signature:
    """A stub may write ``...`` for a default that the documentation states."""
    stated = {p.name: p.default for other in reversed(documented) for p in other.parameters if p.default is not None}
    return Signature(
        tuple(
            replace(p, default=stated.get(p.name, "...")) if p.default == "..." else p for p in signature.parameters
        )
    )


def _most_general_first(signatures: tuple[Signature, ...], documented: tuple[Signature, ...]) -> tuple[Signature, ...]:
    """Documented forms before others, of each the one with most parameters first; else in the source's order."""
    known = {_positional(signature) for signature in documented}
    unique = dict.fromkeys(signatures)
    return tuple(sorted(unique, key=lambda s: (_positional(s) not in known, -len(s.parameters))))


def _positional(signature: Signature) -> tuple[str, ...]:
    return tuple(p.label for p in signature.parameters if p.kind is not ParameterKind.KEYWORD)

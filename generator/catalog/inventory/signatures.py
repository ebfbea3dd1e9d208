"""Reads the signatures of an object from the most trusted source that has them."""

from __future__ import annotations

import enum
import importlib
import inspect
import types
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from generator.catalog.inventory.attributes import attribute, docstring
from generator.catalog.inventory.defaults import default_text
from generator.catalog.inventory.docstrings import documented_signatures
from generator.catalog.inventory.overloads import is_opaque, merge_overloads, most_general_first
from generator.catalog.inventory.stubs import Stubs, signatures
from generator.libraries.library import Library
from generator.model.signature import Parameter, ParameterKind, Signature

_KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: ParameterKind.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: ParameterKind.POSITIONAL,
    inspect.Parameter.VAR_POSITIONAL: ParameterKind.VAR_POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY: ParameterKind.KEYWORD,
    inspect.Parameter.VAR_KEYWORD: ParameterKind.VAR_KEYWORD,
}
_PLAIN_EXCEPTIONS = {BaseException.__init__, Exception.__init__, RuntimeError.__init__, ValueError.__init__}
NOT_READABLE = "inspect 读不到签名，存根与文档字符串中也没有"


@dataclass(frozen=True, slots=True)
class Reading:
    """The signatures, most general first, and their source; or the reason why none could be read."""

    signatures: tuple[Signature, ...] = ()
    source: str = ""
    unreadable: str = ""


@dataclass(frozen=True, slots=True)
class SignatureReader:
    """Reads signatures of one library's objects."""

    library: Library
    stubs: Stubs

    def read(self, value: Any, name: str, *, owner: type | None = None, drop_first: bool = False) -> Reading:
        """Returns the signatures of a function, a class (its constructor) or, with ``owner``, a method.

        ``name`` is the full public name. ``drop_first`` leaves out the parameter that a method is bound to.
        The sources in order of trust: ``inspect.signature``, unless it only says ``(*args, **kwargs)``; the stubs; the
        docstring. ``(*args, **kwargs)`` is the result only where no source says more.
        """
        last = name.rpartition(".")[2]
        if has_no_constructor(value):
            return Reading()
        inspected = inspected_signature(self._wrapper(value), drop_first=drop_first)
        if inspected is not None and not is_opaque(inspected):
            return Reading((inspected,), "inspect")
        text = docstring(value) + ("\n\n" + docstring(attribute(value, "__init__")) if isinstance(value, type) else "")
        documented = tuple(s for s in documented_signatures(text, last) if not is_opaque(s))
        declared, _ = self.stubs.declared(value, last, owner)
        stubbed = merge_overloads(signatures(declared), documented)
        if stubbed:
            return Reading(stubbed, "stub")
        if documented:
            return Reading(most_general_first(documented, ()), "docstring")
        return Reading(unreadable=NOT_READABLE) if inspected is None else Reading((inspected,), "inspect")

    def _wrapper(self, value: Any) -> Any:
        """Returns the Python function with the signature of a C function, where the library has such a module."""
        if self.library.wrappers and isinstance(value, types.BuiltinFunctionType):
            with suppress(ModuleNotFoundError):  # not every release has it
                wrappers = importlib.import_module(self.library.wrappers)
                return attribute(wrappers, f"_{value.__name__}", value)
        return value


def inspected_signature(value: Any, *, drop_first: bool = False) -> Signature | None:
    """Returns the result of ``inspect.signature``, or None where it fails."""
    if isinstance(value, type) and issubclass(value, BaseException) and value.__init__ in _PLAIN_EXCEPTIONS:
        return Signature((Parameter("args", ParameterKind.VAR_POSITIONAL),))
    try:
        found = list(inspect.signature(value).parameters.values())
    except (ValueError, TypeError, NameError, AttributeError):
        return None
    if drop_first and found and found[0].kind is not inspect.Parameter.VAR_POSITIONAL:
        found = found[1:]
    return Signature(tuple(_parameter(parameter) for parameter in found))


def has_no_constructor(value: Any) -> bool:
    """Tells whether a class is a protocol or an enumeration, Python's or pybind11's, which are not called."""
    if not isinstance(value, type):
        return False
    own = vars(value)
    return issubclass(value, enum.Enum) or "__members__" in own or bool(own.get("_is_protocol"))


def _parameter(parameter: inspect.Parameter) -> Parameter:
    default = None if parameter.default is inspect.Parameter.empty else default_text(parameter.default)
    return Parameter(parameter.name, _KINDS[parameter.kind], default)

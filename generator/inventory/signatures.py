"""Reads the signatures of an object from the most trusted source that has them."""

from __future__ import annotations

import enum
import importlib
import importlib.util
import inspect
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.inventory.attributes import attribute, docstring, text_attribute
from generator.inventory.defaults import default_text
from generator.inventory.docstrings import documented_signatures
from generator.inventory.overloads import is_opaque, merge_overloads, most_general_first
from generator.inventory.stubs import Stub, read_stub
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


@dataclass(slots=True)
class SignatureReader:
    """Reads signatures of one library's objects; the stubs it looks into are read once."""

    library: Library
    stubs: dict[str, Stub] = field(default_factory=dict)

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
        stubbed = merge_overloads(self._stubbed(value, last, owner), documented)
        if stubbed:
            return Reading(stubbed, "stub")
        if documented:
            return Reading(most_general_first(documented, ()), "docstring")
        return Reading(unreadable=NOT_READABLE) if inspected is None else Reading((inspected,), "inspect")

    def _wrapper(self, value: Any) -> Any:
        """Returns the Python function with the signature of a C function, where the library has such a module."""
        if self.library.wrappers and isinstance(value, types.BuiltinFunctionType):
            wrappers = importlib.import_module(self.library.wrappers)
            return attribute(wrappers, f"_{value.__name__}", value)
        return value

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
    """Returns whether a class is a protocol or an enumeration, Python's or pybind11's: nobody calls these."""
    if not isinstance(value, type):
        return False
    own = vars(value)
    return issubclass(value, enum.Enum) or "__members__" in own or bool(own.get("_is_protocol"))


def _parameter(parameter: inspect.Parameter) -> Parameter:
    default = None if parameter.default is inspect.Parameter.empty else default_text(parameter.default)
    return Parameter(parameter.name, _KINDS[parameter.kind], default)


def _stub_names(value: Any, last: str, owner: type | None) -> Iterator[tuple[str, str]]:
    """Yields the places where a stub may describe the object: pairs of a module and a name in it."""
    if owner is not None:
        for base in owner.__mro__:
            yield text_attribute(base, "__module__"), f"{base.__qualname__}.{last}"
    elif isinstance(value, type):
        for base in value.__mro__:
            for method in ("__init__", "__new__"):
                yield text_attribute(base, "__module__"), f"{base.__qualname__}.{method}"
            if isinstance(vars(base).get("__init__"), types.FunctionType):
                return  # its own constructor hides those of its ancestors
    else:
        home = text_attribute(value, "__module__")
        yield home, text_attribute(value, "__name__", last)
        yield home, last


def _stub_files(module: str) -> tuple[str, ...]:
    """Returns the possible paths of the stub beside a module's source."""
    path = "/".join(module.split(".")[1:])
    return (f"{path}.pyi", f"{path}/__init__.pyi") if path else ()

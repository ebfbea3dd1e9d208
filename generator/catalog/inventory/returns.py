"""Reads what a call returns, and what an attribute is, from the most trusted source that says so."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import textwrap
import types
import typing
from dataclasses import dataclass
from typing import Any

from generator.catalog.inventory.annotations import Kinds, TypeNames, union
from generator.catalog.inventory.attributes import attribute, docstring, text_attribute
from generator.catalog.inventory.docstrings import documented_results
from generator.catalog.inventory.overloads import covering
from generator.catalog.inventory.scopes import document_scope, module_scope
from generator.catalog.inventory.stubs import Stubs
from generator.libraries.library import Library
from generator.model.signature import Signature


@dataclass(frozen=True, slots=True)
class ReturnReader:
    """Reads types for one library, in the notation of ``ApiEntry.returns``."""

    library: Library
    names: TypeNames
    stubs: Stubs

    def of_call(
        self, value: Any, last: str, signatures: tuple[Signature, ...], owner: type | None = None
    ) -> tuple[str, ...]:
        """Returns what each signature of a function or, with ``owner``, a method returns; none where all are unknown.

        The sources in order of trust: the annotation of a Python function, or of its overloads; the stubs; the
        docstring; the annotations of what the function calls, where it returns nothing but calls. Where two overloads
        are one signature of the inventory, that may return what either returns.
        """
        function = _function(value)
        documents = document_scope(self.library.name)
        documented = [
            (signature, self.names.of_text(said, documents))
            for signature, said in documented_results(docstring(value), last)
        ]
        kinds = self._annotated(function) if function is not None else ()
        if kinds or (function is not None and _dispatched(function)):  # the docstring is that of one of several
            return (" | ".join(kinds),) * max(1, len(signatures)) if kinds else ()
        declared, scope = self.stubs.declared(value, last, owner)
        results = [(one.signature, self.names.of_text(one.returns, scope)) for one in declared if one.signature]
        found = _aligned(signatures, results, documented)
        if not found and function is not None:
            kinds = union(self._of_callee(callee) for callee in _callees(function))
            return (" | ".join(kinds),) * max(1, len(signatures)) if kinds else ()
        return found

    def of_attribute(self, static: Any, name: str, owner: type) -> tuple[str, ...]:
        """Returns the type of an attribute that a class holds as ``static``."""
        getter = next(
            (attribute(static, key) for key in ("fget", "func", "__wrapped__") if attribute(static, key)), None
        )
        kinds = self._annotated(getter) if isinstance(getter, types.FunctionType) else ()
        if not kinds:
            declared, scope = self.stubs.declared(static, name, owner)
            kinds = union(self.names.of_text(one.returns, scope) for one in declared)
        if not kinds and getter is None:
            kinds = self._annotated_attribute(name, owner)
        return (" | ".join(kinds),) if kinds else ()

    def _of_callee(self, callee: Any) -> Kinds:
        function = _function(callee)
        return self._annotated(function) if function is not None else ()

    def _annotated(self, function: types.FunctionType) -> Kinds:
        """Returns the types that a Python function's annotations say, or those of its overloads."""
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            return ()
        dispatched = _dispatched(function)
        if dispatched:
            return union(self._annotated(one) for one in dispatched)
        kinds = self._annotated_one(function)
        kinds = kinds or union(self._annotated_one(one) for one in typing.get_overloads(function))
        return kinds or (("iterator",) if inspect.isgeneratorfunction(function) else ())

    def _annotated_one(self, function: Any) -> Kinds:
        annotations = attribute(function, "__annotations__") or {}
        if "return" not in annotations:
            return ()
        returned = annotations["return"]
        first = next(iter(inspect.signature(function).parameters), "")
        if first == "self" and returned == annotations.get("self") and isinstance(returned, typing.TypeVar | str):
            return ("Self",)
        return self.names.of_value(returned, module_scope(function.__globals__))

    def _annotated_attribute(self, name: str, owner: type) -> Kinds:
        for base in owner.__mro__:
            annotations = vars(base).get("__annotations__")
            module = sys.modules.get(text_attribute(base, "__module__"))
            if isinstance(annotations, dict) and name in annotations and module is not None:
                return self.names.of_value(annotations[name], module_scope(vars(module)))
        return ()


def _function(value: Any) -> types.FunctionType | None:
    """Returns the Python function behind a callable; None where there is none, or where a wrapper makes the result.

    A wrapper around a generator makes a context manager of it.
    """
    is_wrapped = False
    while True:
        if isinstance(value, types.FunctionType) and value.__globals__["__name__"] == "contextlib":
            return None
        if attribute(value, "__wrapped__") is not None:
            is_wrapped, value = True, attribute(value, "__wrapped__")
        elif isinstance(value, functools.partial):
            value = value.func
        elif isinstance(value, types.MethodType | staticmethod | classmethod):
            value = value.__func__
        elif not isinstance(value, types.FunctionType) or (is_wrapped and inspect.isgeneratorfunction(value)):
            return None
        else:
            return value


def _dispatched(function: types.FunctionType) -> tuple[types.FunctionType, ...]:
    """Returns the functions between which one chooses by a flag: ``torch.nn.functional.max_pool2d`` does."""
    names = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    if {"if_true", "if_false"} <= names.keys():
        found = tuple(_function(names[name].cell_contents) for name in ("if_false", "if_true"))
        return tuple(one for one in found if one is not None) if all(found) else ()
    return ()


def _callees(function: types.FunctionType) -> tuple[Any, ...]:
    """Returns what is called in each ``return``; none where one returns something else, or there is no source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return ()
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    names = [ast.unparse(value.func) for value in values if isinstance(value, ast.Call)]
    if len(names) < len(values):
        return ()
    found: list[Any] = []
    for name in names:
        root, *rest = name.split(".")
        found.append(functools.reduce(attribute, rest, function.__globals__.get(root)))
    return tuple(found)


def _aligned(
    signatures: tuple[Signature, ...],
    declared: list[tuple[Signature, Kinds]],
    documented: list[tuple[Signature, Kinds]],
) -> tuple[str, ...]:
    """Returns the types for each signature: of the overloads that became it, else as documented, else of all."""
    found: list[str] = []
    for signature in signatures or (None,):
        own, said = (
            union(kinds for one, kinds in source if covering(one, signatures) == signature)
            for source in (declared, documented)
        )
        every = union(kinds for _, kinds in declared) or union(kinds for _, kinds in documented)
        found.append(" | ".join(own or said or every))
    return tuple(found) if any(found) else ()

"""Runs one side of a snippet: makes its inputs, executes its code, describes the result. Runs in a worker's child."""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.evidence.verify.assignment_guard import GUARD, guard, guarded
from generator.evidence.verify.libraries import library as load
from generator.evidence.verify.numbers import make_input
from generator.evidence.verify.observation import Observation, Seen
from generator.evidence.verify.observe import is_result, observe
from generator.libraries.registry import FRAMEWORKS, NAMES
from generator.model.given import DictGiven, Given, ListGiven, NumpyGiven, PythonGiven
from generator.model.given_notation import parse_given

SNIPPET = "<snippet>"
"""The file name that tracebacks show for a record's code."""
SEED = 0


def run_side(library: str, code: str, given: Mapping[str, Any], compare: tuple[str, ...]) -> Observation:
    """Runs ``code`` with the inputs on ``library``, and describes what it bound, returned and changed.

    ``compare`` are the names to look at, ``w.grad`` among them; empty means all that the code binds.

    Raises:
        BaseException: whatever the code raises.
    """
    restore(library)
    inputs = {name: to_library(name, parse_given(value), library) for name, value in given.items()}
    before = {name: observe(value, library) for name, value in inputs.items()}
    namespace = _namespace(library)
    known = set(namespace)
    namespace |= inputs
    value = _execute(code, namespace)
    return Observation(
        tuple(_named(namespace, compare, library) if compare else _bound(namespace, known, inputs, library)),
        None if value is _NOTHING else observe(value, library),
        tuple(_changes(inputs, before, library)),
    )


_NOTHING = object()


def _bound(
    namespace: Mapping[str, Any], known: set[str], inputs: Mapping[str, Any], library: str
) -> Iterator[tuple[str, Seen]]:
    """Yields the names that the code bound to a result."""
    for name, value in namespace.items():
        rebound = value is not inputs.get(name, _NOTHING)
        if name not in known and rebound and not name.startswith("_") and is_result(value):
            yield name, observe(value, library)


def _named(namespace: Mapping[str, Any], names: tuple[str, ...], library: str) -> Iterator[tuple[str, Seen]]:
    """Yields the values of the names that a snippet wants compared; ``w.grad`` is such a name too."""
    for name in names:
        first, *attributes = name.split(".")
        value = namespace.get(first, _NOTHING)
        for attribute in attributes:
            value = getattr(value, attribute, _NOTHING)
        if value is not _NOTHING:
            seen = observe(value, library)
            yield name, replace(seen, grad=None) if name.endswith(".grad") else seen


def _namespace(library: str) -> dict[str, Any]:
    np = load("numpy")
    names: dict[str, Any] = {"__name__": "__main__", "__builtins__": __builtins__, "np": np, "numpy": np, GUARD: guard}
    return names | {name: sys.modules[name] for name in NAMES[library] if name in sys.modules}


def _execute(code: str, namespace: dict[str, Any]) -> Any:
    """Runs the code, and gives the value of its last line if that is an expression."""
    tree = guarded(ast.parse(code, SNIPPET))
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        tree.body.pop()
    exec(compile(tree, SNIPPET, "exec"), namespace)  # noqa: S102  (running the record's code is this module's work)
    if not isinstance(last, ast.Expr):
        return _NOTHING
    return eval(compile(ast.Expression(last.value), SNIPPET, "eval"), namespace)  # noqa: S307  (as above)


def restore(library: str) -> None:
    """Sets back what an earlier snippet of the same record may have changed, and the seeds."""
    np = load("numpy")
    random.seed(SEED)
    np.random.seed(SEED)
    FRAMEWORKS[library].restore(SEED)


def to_library(name: str, given: Given, library: str) -> Any:
    """Returns the input as the library's own value; both libraries get the same numbers."""
    if isinstance(given, PythonGiven):
        return given.value
    if isinstance(given, NumpyGiven):
        return load("numpy").dtype(given.dtype).type(given.value)
    if isinstance(given, ListGiven):
        return [to_library(f"{name}[{index}]", item, library) for index, item in enumerate(given.items)]
    if isinstance(given, DictGiven):
        return {key: to_library(f"{name}[{key!r}]", item, library) for key, item in given.items}
    return FRAMEWORKS[library].tensor(make_input(name, given), given.dtype, given.grad, given.layout)


def _changes(inputs: Mapping[str, Any], before: Mapping[str, Seen], library: str) -> list[tuple[str, Seen]]:
    """Returns the inputs that are not what they were, and the gradients they got."""
    found = []
    for name, value in inputs.items():
        seen = observe(value, library)
        if seen != before[name]:
            found.append((name, seen))
        gradient = FRAMEWORKS[library].gradient(value)
        if gradient is not None:
            seen = observe(gradient, library)
            found.append((f"{name}.grad", replace(seen, grad=None)))  # Paddle lets a gradient have a gradient
    return found

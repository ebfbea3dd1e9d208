"""Finds the attributes that objects of a recorded class have, and which of them are the same in both libraries.

Source: an object that the record's own code makes, on both sides. Most of these names ``__init__`` sets, and no inventory
has them; those of a class in C are its properties.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from generator.model.evidence import AttributeFact
from generator.model.record import Record, Snippet
from generator.model.snippet_syntax import parse_code
from generator.verify.observation import Observation
from generator.verify.worker import Step, StepResult

_FOUND = "attributes_of_it"
_DESCRIBE = """
attributes_of_it = {
    name: (
        "tensor " + str(tuple(value.shape)) + " " + str(value.dtype).rpartition(".")[2]
        if hasattr(value, "shape") and hasattr(value, "dtype")
        else "layer" if hasattr(value, "state_dict")
        else "value " + repr(value) if type(value) in (bool, int, float, str, tuple, type(None))
        else next(("name " + own for own, it in list(globals().items()) if it is value and own[0] != "_"), "")
    )
    for name in NAMES
    if not name.startswith("_")
    for value in [getattr(OBJECT, name, None)]
}
"""
"""Describes plain values, children that are layers, and what the code has bound to a name of its own, as a dataset.

All else is left empty, and is never the same.
"""
_SET = """([
    name for own in ("__dict__", "_parameters", "_buffers") for name in getattr(OBJECT, own, ()) if isinstance(name, str)
] if hasattr(OBJECT, "__dict__") else [
    name for name in dir(OBJECT) if hasattr(getattr(type(OBJECT), name), "__set__")
])"""
"""The names that ``__init__`` has set on torch's object, not the children of a container; those of C code's properties."""
_ALL = "dir(OBJECT)"
"""All names of Paddle's object, of which some are properties."""

_MOST = 4
"""How many objects are looked at: one may have None for a bias, another a Tensor."""


def attribute_steps(record: Record, snippets: Sequence[Snippet]) -> list[Step]:
    """Returns two steps for each of the first snippets that make an object of the recorded class: torch's, Paddle's."""
    steps: list[Step] = []
    for snippet in snippets:
        name = _object_of(snippet.torch, record.torch)
        if name and _binds(snippet.paddle, name):
            for library, code, names in (("torch", snippet.torch, _SET), ("paddle", snippet.paddle, _ALL)):
                describe = _DESCRIBE.replace("NAMES", names).replace("OBJECT", name)
                steps.append(Step(library, f"{code}\n{describe}", snippet.given, (_FOUND,)))
    return steps[: 2 * _MOST]


def _object_of(code: str, api: str) -> str:
    """The name that the code binds to an object of the class, where it binds one."""
    return next((name for name, made_by in _bound(code) if made_by == api), "")


def _binds(code: str, name: str) -> bool:
    return any(name == bound for bound, _ in _bound(code))


def _bound(code: str) -> list[tuple[str, str]]:
    """The names that the code binds to the result of a call, each with what it calls."""
    tree = parse_code(code)
    return [
        (target.id, ast.unparse(value.func))
        for statement in (tree.body if tree is not None else ())
        if isinstance(statement, ast.Assign) and isinstance(value := statement.value, ast.Call)
        for target in statement.targets
        if isinstance(target, ast.Name)
    ]


def judge_attributes(results: Sequence[StepResult]) -> dict[str, AttributeFact]:
    """Returns what the steps found of all objects: an attribute that differs on one is not the same."""
    found: dict[str, AttributeFact] = {}
    sides = iter([_described(result) for result in results])
    for torch, paddle in zip(sides, sides, strict=True):
        for name, described in torch.items() if paddle else ():
            found[name] = max(found.get(name, AttributeFact.VALUE), _fact(described, paddle.get(name)), key=_ORDER)
    return dict(sorted(found.items()))


_ORDER = list(AttributeFact).index


def _fact(torch: str, paddle: str | None) -> AttributeFact:
    if not torch or torch != paddle:
        return AttributeFact.DIFFERS
    return AttributeFact.TENSOR if torch.startswith("tensor ") else AttributeFact.VALUE


def _described(result: StepResult) -> Mapping[str, str]:
    if not isinstance(result, Observation):
        return {}
    found = dict(result.names).get(_FOUND)
    return (
        {ast.literal_eval(path)[0]: ast.literal_eval(item.text) for path, item in found.items}
        if found is not None
        else {}
    )

"""Finds the attributes that objects of a recorded class have, and which of them are the same in both libraries.

Source: an object that the record's own code makes, on both sides. Most of these names ``__init__`` sets, and no
inventory has them; those of a class in C are its properties.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from generator.evidence.verify.observation import Observation
from generator.evidence.verify.worker import Step, StepResult
from generator.model.evidence import AttributeFact
from generator.model.record import Example, Record, Snippet
from generator.model.snippet_syntax import parse_code

_FOUND = "attributes_of_it"
_OBJECT = "it_with_attributes"
_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_DESCRIBE = """
def read_of_it(name):
    try:
        return [getattr(OBJECT, name, None)]
    except Exception:
        return []
def own_name_of(value):
    return next(("name " + own for own, it in list(globals().items()) if it is value and own[0] != "_"), "")
attributes_of_it = {
    name: (
        "tensor " + str(tuple(value.shape)) + " " + str(value.dtype).rpartition(".")[2]
        if hasattr(value, "shape") and hasattr(value, "dtype")
        else "layer" if hasattr(value, "state_dict")
        else "value " + repr(value) if all(
            type(item) in (bool, int, float, str, type(None))
            for item in (value if type(value) in (tuple, list) else (value,))
        )
        else type(value).__name__ + " of " + ", ".join(map(own_name_of, value))
        if type(value) in (tuple, list) and all(map(own_name_of, value))
        else own_name_of(value)
    )
    for name in NAMES
    if not name.startswith("_")
    for value in read_of_it(name)
}
"""
"""Describes plain values, children that are layers, and what the code has bound to names of its own, as datasets.

All else is left empty, and is never known to be the same. A property that cannot be read is as good as absent.
"""
_SET = """([
    name
    for own in ("__dict__", "_parameters", "_buffers", *(() if hasattr(OBJECT, "__len__") else ("_modules",)))
    for name in getattr(OBJECT, own, ()) if isinstance(name, str)
] if hasattr(OBJECT, "__dict__") else [
    name for name in dir(OBJECT) if hasattr(getattr(type(OBJECT), name), "__set__")
])"""
"""The names that ``__init__`` has set on torch's object, those of child layers too unless it is a container of them.

Of an object of C code, which has no ``__dict__``, the properties that can be set.
"""
_ALL = "dir(OBJECT)"
"""All names of Paddle's object, of which some are properties."""

_MOST = 8
"""How many objects are looked at: one may have None for a bias, another a Tensor."""


def attribute_steps(record: Record, snippets: Sequence[Snippet]) -> list[Step]:
    """Returns two steps for each of the first snippets that make an object of the recorded class: torch's, Paddle's.

    Examples come last: they are of calls that Paddle has to be given other arguments for.
    """
    steps: list[Step] = []
    counterparts = {record.name} if record.helper else set(record.paddle_apis)
    for snippet in sorted(snippets, key=lambda snippet: isinstance(snippet, Example)):
        sides = (_holding(snippet.torch, {record.torch}), _holding(snippet.paddle, counterparts))
        if all(sides):
            for library, code, names in (("torch", sides[0], _SET), ("paddle", sides[1], _ALL)):
                describe = _DESCRIBE.replace("NAMES", names).replace("OBJECT", _OBJECT)
                steps.append(Step(library, f"{code}\n{describe}", snippet.given, (_FOUND,)))
    return steps[: 2 * _MOST]


def _holding(code: str, apis: AbstractSet[str]) -> str:
    """Returns the code with the first object that one of the APIs makes bound to a name; empty where none is made.

    Calls in functions and comprehensions are not looked at: a name bound there is not the code's.
    """
    tree = parse_code(code)
    call = next(
        (node for node in _in_place(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) in apis), None
    )
    if tree is None or call is None:
        return ""
    return ast.unparse(_Holder(call).visit(tree))


def _in_place(node: ast.AST | None) -> Iterator[ast.AST]:
    """Yields the node and all below it, but for what runs in a scope of its own, inner ones first."""
    for child in ast.iter_child_nodes(node) if node is not None and not isinstance(node, _SCOPES) else ():
        yield from _in_place(child)
    if node is not None:
        yield node


class _Holder(ast.NodeTransformer):
    """Binds the value of one call to a name."""

    def __init__(self, call: ast.Call) -> None:
        self._call = call

    def visit(self, node: ast.AST) -> ast.AST:
        """Replaces the call, and looks no further."""
        if node is not self._call:
            return self.generic_visit(node)
        return ast.NamedExpr(ast.Name(_OBJECT, ast.Store()), self._call)


def judge_attributes(results: Sequence[StepResult]) -> dict[str, AttributeFact]:
    """Combines the results of all steps: a fact about an attribute holds for each object that could be compared."""
    found: dict[str, set[AttributeFact]] = {}
    told: set[str] = set()  # all but children that are layers everywhere, which may be set to other ones
    sides = iter([_described(result) for result in results])
    for torch, paddle in zip(sides, sides, strict=True):
        for name, described in torch.items() if paddle else ():
            facts = found.setdefault(name, set())
            if not described == paddle.get(name) == "layer":
                told.add(name)
            if described or paddle.get(name) != "":
                facts.add(_fact(described, paddle.get(name)))
    return {name: _of_all(facts) for name, facts in sorted(found.items()) if name in told}


def _of_all(facts: AbstractSet[AttributeFact]) -> AttributeFact:
    """Returns what holds on all objects: a bias may be None on both sides of one of them, and a Tensor in another."""
    if len(facts) == 1:
        return next(iter(facts))
    return AttributeFact.TENSOR if facts and all(fact.is_same for fact in facts) else AttributeFact.UNKNOWN


def _fact(torch: str, paddle: str | None) -> AttributeFact:
    if paddle is None:
        return AttributeFact.ABSENT
    if not (torch and paddle):
        return AttributeFact.UNKNOWN
    if torch != paddle:
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

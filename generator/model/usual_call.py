"""The usual call of a mapping: the one snippet that shows the API as people call it.

It is marked ``usual: true``. Where none is marked, ``choose_usual`` finds the likeliest one: ``apimap migrate`` marks
that, and forms use it, as their snippets are derived and the marked one may be dropped.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from types import UnionType

from generator.model.finding import Loc
from generator.model.record import Mapping, RecordSnippet
from generator.model.snippet_syntax import parse_code

_RARE = frozenset(
    {
        *("out", "dtype", "device", "layout", "requires_grad", "memory_format", "generator", "pin_memory", "names"),
        *("sparse_grad", "async_op", "group", "non_blocking", "copy", "as_tuple", "sparse", "foreach", "fused"),
        *("capturable", "differentiable", "maximize", "driver", "size_average", "reduce", "inplace"),
    }
)
"""Keywords that few calls pass, of whatever API."""
_UNUSUAL = re.compile(r"float16|bfloat16|complex|float64|u?int(8|16)|\[\]|\[0\b|nan|inf|\bempty\b")
"""Dtypes and shapes of inputs that test edge cases."""
_WORD = re.compile(r"\w+")
_UNNATURAL = frozenset({"input", "self", "x", "tensors", "tensor", "other", "in_features", "in_channels", "obj"})
"""First parameters that are rarely passed by keyword."""


def usual_of(api: str, mapping: Mapping) -> tuple[Loc, RecordSnippet] | None:
    """Returns the usual call of ``api`` and its place in the mapping: the one that is marked, or else the likeliest."""
    found = dict(mapping.own_snippets())
    place = next((loc for loc, snippet in found.items() if snippet.usual), None) or choose_usual(api, mapping)
    return (place, found[place]) if place is not None else None


def choose_usual(api: str, mapping: Mapping) -> Loc | None:
    """Returns the place of the snippet that looks most like the call that people write; None where there is no code.

    It uses the counterpart, runs, calls the API once and without the arguments that are rare, on the usual inputs, and
    first with a position.
    Where the mapping has checks, its examples show how to write what differs, which is less usual.
    """
    ranked = [
        ((not uses_counterpart(snippet, mapping), *_rank(api, snippet, is_example=loc[0] == "examples")), loc)
        for loc, snippet in mapping.own_snippets()
    ]
    return min(ranked, key=lambda one: one[0])[1] if ranked else None


def uses_counterpart(snippet: RecordSnippet, mapping: Mapping) -> bool:
    """Tells whether the Paddle side is written with the counterpart, by its last name; true where there is none."""
    return mapping.paddle is None or _has_word(mapping.paddle.rpartition(".")[2], snippet.paddle)


def _has_word(word: str, code: str) -> bool:
    return word in _WORD.findall(code)  # a pattern for each API takes longer to compile than all words to find


def _rank(api: str, snippet: RecordSnippet, *, is_example: bool) -> tuple[object, ...]:
    """Orders snippets from the most usual; the earlier an item, the more it counts."""
    torch, paddle = parse_code(snippet.torch), parse_code(snippet.paddle)
    nodes = list(ast.walk(torch)) if torch is not None else []
    calls, all_calls = _calls_among(nodes, api), _count(nodes, ast.Call)
    keywords = {word.arg for call in calls[:1] for word in call.keywords}
    positions = sum(len(call.args) for call in calls[:1])
    named = [str(word.arg) for call in calls[:1] for word in call.keywords]
    hidden = any(isinstance(argument, ast.Starred) for call in calls[:1] for argument in call.args) or None in keywords
    more = _count(ast.walk(paddle) if paddle is not None else (), ast.Call) - all_calls
    return (
        bool(snippet.skip) or torch is None or paddle is None,
        not _has_word(api.rpartition(".")[2], snippet.torch),
        _count(nodes, ast.Try | ast.Lambda),
        len(keywords & _RARE) + hidden,
        more > 0,
        len(calls) > 1,
        is_example,
        sum(bool(_UNUSUAL.search(str(value))) for value in snippet.given.values())
        + bool(_UNUSUAL.search(snippet.torch)),
        positions == 0 and bool(named) and named[0] in _UNNATURAL,
        all_calls - len(calls) > 2,  # noqa: PLR2004  (as in ``.sum().backward()``)
        _count(nodes, ast.stmt) > 1 + len(calls),
        positions + len(named),
        len(snippet.torch) + len(snippet.paddle),
    )


def calls_of(code: str, api: str) -> list[ast.Call]:
    """Returns the calls of an API by its last name, in the order of the code; none in what is no Python."""
    tree = parse_code(code)
    return _calls_among(ast.walk(tree), api) if tree is not None else []


def _calls_among(nodes: Iterable[ast.AST], api: str) -> list[ast.Call]:
    name = api.rpartition(".")[2]
    calls = (node for node in nodes if isinstance(node, ast.Call))
    named = (call for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) == name)
    return sorted(named, key=lambda one: (one.lineno, one.col_offset))


def names_package(code: str, api: str) -> bool:
    """Tells whether some use of an API in the code names or imports its package; no use of a method does."""
    package, _, name = api.partition(".")
    last, tree = name.rpartition(".")[2], parse_code(code)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Name) and node.id == last:
            return True
        if isinstance(node, ast.Attribute) and node.attr == last:
            value = node.value
            while isinstance(value, ast.Attribute):
                value = value.value
            if isinstance(value, ast.Name) and value.id == package:
                return True
    return False


def _count(nodes: Iterable[ast.AST], kind: type[ast.AST] | UnionType) -> int:
    return sum(isinstance(node, kind) for node in nodes)

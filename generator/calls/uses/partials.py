"""Functions and classes to which ``functools.partial`` passes some arguments and later calls the rest by position."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from generator.calls.facts.bind import Argument
from generator.calls.knowledge.knowledge import Answer, Way
from generator.calls.knowledge.names import POSITIONAL
from generator.calls.rewriting.decide import Change
from generator.calls.rewriting.rewrite import NotWritableError
from generator.calls.text.spans import Edits, Text
from generator.calls.text.variables import Variables

PARTIAL = "functools.partial"


def complete(call: ast.Call, answer: Answer) -> tuple[ast.Call, list[str]]:
    """Returns the completed call of ``partial`` with the required parameters added, and the names of those.

    What is passed later stands in it as a name without a place in the text.
    """
    function, *positional = call.args
    signature = next((signature for way in answer.ways for signature in way.signatures), None)
    places = [p for p in signature.parameters if p.kind in POSITIONAL] if signature is not None else []
    given = {keyword.arg for keyword in call.keywords}
    later = [p.name for p in places[len(positional) :] if p.default is None and p.name not in given]
    return ast.Call(function, [*positional, *map(ast.Name, later)], call.keywords), later


def later_keywords(call: ast.Call, change: Change, variables: Variables) -> list[str]:
    """Returns the keywords that have to change in Paddle, in calls of the variable a partial object is bound to."""
    match variables.parents.get(call):
        case ast.Assign(targets=[ast.Name() as target]):
            places = variables.places(target) or ()
        case _:
            return []
    calls = ((place, variables.parents[place]) for place in places)
    passed = [
        k.arg for place, each in calls if isinstance(each, ast.Call) and each.func is place for k in each.keywords
    ]
    same = {row.parameter for row in change.way.rows if row.target == row.parameter and row.convert is None}
    return [name for name in passed if name is not None and name not in same]


def missing_keywords(passed: Sequence[str], way: Way) -> list[str]:
    """Returns the keywords of later calls that only torch has; Paddle accepts some of torch's names beside its own."""
    missing = {row.parameter for row in way.rows if row.torch and not row.paddle}
    return [name for name in passed if name in missing]


def write_partial(call: ast.Call, change: Change, text: Text, edits: Edits) -> str:
    """Returns what stands in the parentheses of a call of ``partial`` whose completed call becomes ``change``.

    Raises:
        NotWritableError: something else than the function's name and the arguments that are passed has to change.
    """
    written = {id(value) for value in (*call.args, *(keyword.value for keyword in call.keywords))}
    theirs = [p.name for p in change.way.paddle_parameters]
    if change.wraps or change.then or not change.way.paddle:
        raise NotWritableError(_WHOLE)
    found: list[str] = []
    for argument in change.binding.arguments:
        name, position = argument.parameter.name, argument.position
        if position is None:
            found += _by_name(argument, change, edits.text(text.start(argument.value), text.end(argument.value)))
        elif name in change.templates or change.names.get(name) != next(iter(theirs[position:]), None):
            raise NotWritableError(_WHOLE)
        elif id(argument.value) in written:
            found.append(edits.text(text.start(argument.value), text.end(argument.value)))
    for name, made in change.templates.items():
        if name not in change.binding.by_parameter:
            if any(template.names for _, template in made):
                raise NotWritableError(_WHOLE)
            found += (f"{target}={template.fill({})}" for target, template in made)
    return ", ".join((change.way.paddle, *found, *(f"{target}={value}" for target, value in change.added)))


_WHOLE = "要改写的不只是 `partial` 传入的实参"


def _by_name(argument: Argument, change: Change, value: str) -> Iterator[str]:
    name = argument.parameter.name
    if argument.entry is not None:
        raise NotWritableError(_WHOLE)
    if name in change.templates:
        for target, template in change.templates[name]:
            if set(template.names) - {name}:
                raise NotWritableError(_WHOLE)
            yield f"{target}={template.fill({name: value})}"
    elif name in change.names:
        yield f"{change.target(argument)}={value}"
    elif name not in change.dropped:
        raise NotWritableError(_WHOLE)

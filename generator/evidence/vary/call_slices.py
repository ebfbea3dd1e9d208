"""Cuts code down to one of its results and what that is computed from, so that it can be differentiated by itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from generator.evidence.vary.follow_up_code import object_of
from generator.evidence.vary.snippet_code import Pattern
from generator.model.form_code import ARGUMENT, SAME, VIEW


def slices(pattern: Pattern) -> Iterator[Pattern]:
    """Yields the code of each result that both sides compute, where every line of torch's binds variables once.

    Where Paddle's does more than that, it stays whole, if torch's does.
    """
    trees = [ast.parse(code) for code in (pattern.torch, pattern.paddle)]
    torch, paddle = map(_bindings, trees)
    theirs = {node.id for node in ast.walk(trees[1]) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if pattern.outputs or {ARGUMENT, VIEW, SAME, *pattern.inputs} & (torch.keys() | theirs):
        return
    for name in (name for name in torch if name in theirs):
        computed = _computed(torch, name)
        if not paddle and len(computed.body) < len(trees[0].body):
            continue
        sides = computed, _computed(paddle, name) if paddle else trees[1]
        used = {node.id for tree in sides for node in ast.walk(tree) if isinstance(node, ast.Name)}
        made, is_layer = object_of(*sides)
        yield replace(
            pattern,
            snippet=pattern.snippet.model_copy(update={"compare": ()}),
            inputs={key: value for key, value in pattern.inputs.items() if key in used},
            torch=ast.unparse(sides[0]),
            paddle=ast.unparse(sides[1]),
            result=name,
            layers=0,
            made=made,
            is_layer=is_layer,
            sequences=(),
        )


def _bindings(tree: ast.Module) -> dict[str, ast.stmt]:
    """Returns the statement that binds each variable; none where code does anything else, or binds one twice.

    A call that changes something in place has to be all of the code. Of the values of a call that are bound at once, it
    is that of the first one alone.
    """
    found: dict[str, ast.stmt] = {}
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(name)]):
                pairs: list[tuple[str, ast.stmt]] = [(name, statement)]
            case ast.Assign(targets=[ast.Tuple(elts=[*targets])], value=ast.Tuple(elts=[*values])) if len(
                targets
            ) == len(values):
                pairs = [(ast.unparse(t), ast.Assign([t], v)) for t, v in zip(targets, values, strict=True)]
            case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(name), *_])]):
                pairs = [(name, statement)]
            case _:
                return {}
        if found.keys() & dict(pairs).keys() or (len(tree.body) > 1 and _changes_in_place(statement)):
            return {}
        found |= dict(pairs)
    return found


def _changes_in_place(tree: ast.AST) -> bool:
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    names = (func.attr for func in calls if isinstance(func, ast.Attribute))
    return any(name.endswith("_") and not name.endswith("__") for name in names)


def _computed(bindings: dict[str, ast.stmt], name: str) -> ast.Module:
    """Returns the statements that lead to a variable."""
    needed, kept = {name}, list[ast.stmt]()
    for bound, statement in reversed(bindings.items()):
        if bound in needed:
            kept.insert(0, statement)
            needed |= {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    return ast.fix_missing_locations(ast.Module(kept, []))

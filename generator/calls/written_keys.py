"""The keys of the dictionaries in a list, such as the groups of an optimizer, where the text shows them all."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from generator.calls.infer import Inference
from generator.calls.result_facts import OPTIMIZER, path_of

_Keys = frozenset[str] | None
_Reader = Callable[[ast.expr, Inference], _Keys]
_READING = frozenset({"builtins.len", "builtins.print"})


def keys_in(node: ast.expr, inference: Inference) -> _Keys:
    """The keys of all dictionaries in a list; None where it may hold others."""
    match node:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return _together(_keys_of(each, inference) for each in items)
        case ast.ListComp(elt=item):
            return _keys_of(item, inference)
        case ast.Name():
            return _of_variable(node, inference, keys_in)
    return None


def _keys_of(node: ast.expr, inference: Inference) -> _Keys:
    """The keys of one dictionary."""
    match node:
        case ast.Dict(keys=keys):
            names = [key.value if isinstance(key, ast.Constant) else None for key in keys]
        case ast.Call(func=ast.Name(id="dict") as function, args=[], keywords=keywords) if (
            inference.displays.variables.is_builtin(function.id)
        ):
            names = [keyword.arg for keyword in keywords]
        case ast.Name():
            return _of_variable(node, inference, _keys_of)
        case _:
            return None
    found = frozenset(name for name in names if isinstance(name, str))
    return found if all(isinstance(name, str) for name in names) else None


def _of_variable(node: ast.Name, inference: Inference, read: _Reader) -> _Keys:
    """What is read of all that a variable is bound to, and of what is appended; None where it may change otherwise."""
    variables, values = inference.displays.variables, inference.reaching.values(node)
    if not values or any(isinstance(each, ast.Name) for each in values):
        return None
    found = [read(each, inference) for each in values]
    for place in variables.everywhere(node):
        match parent := variables.parents[place]:
            case ast.AugAssign(target=target, value=added) if target is place:
                found.append(read(added, inference))
            case _ if isinstance(place.ctx, ast.Store):
                continue
            case ast.Attribute(attr="append"):
                match variables.parents[parent]:
                    case ast.Call(func=function, args=[item]) if function is parent:
                        found.append(_keys_of(item, inference))
                    case _:
                        return None
            case ast.List():
                continue
            case ast.Call() | ast.keyword() if _only_reads(parent, inference):
                continue
            case _:
                return None
    return _together(found)


def _only_reads(place: ast.Call | ast.keyword, inference: Inference) -> bool:
    """Whether what a list is passed to leaves it as it is: an optimizer, or ``len`` or ``print``."""
    call = inference.displays.variables.parents[place] if isinstance(place, ast.keyword) else place
    path = path_of(call.func, inference) if isinstance(call, ast.Call) else ""
    return path in _READING or inference.names.is_a(path, OPTIMIZER)


def _together(found: Iterable[_Keys]) -> _Keys:
    known = list(found)
    return None if None in known else frozenset().union(*(each for each in known if each is not None))

"""What the text says of each argument of a call, for the conditions of the rows."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from generator.calls.bind import Argument, Binding
from generator.calls.infer import Inference
from generator.calls.kinds import NONE, NUMBERS, Defined, Kind, Member, Name, Object, Value, is_tensor, options_of
from generator.calls.names import PublicNames
from generator.model.fact import OTHER, Answer, Fact, Facts
from generator.model.literal import default_value
from generator.model.signature import Parameter

_KINDS: Mapping[str, str] = {
    "int": "number",
    "float": "number",
    "complex": "number",
    "bool": "bool",
    "str": "str",
    "None": "none",
    "list": "sequence",
    "tuple": "sequence",
    "range": "sequence",
    "torch.Size": "sequence",
    "dict": "mapping",
    "torch.dtype": OTHER,
    "torch.device": OTHER,
    "torch.layout": OTHER,
    "torch.memory_format": OTHER,
    "torch.Generator": OTHER,
}


def facts_of(binding: Binding, receiver: ast.expr | None, inference: Inference, parent: ast.AST | None) -> Facts:
    """The facts of one call under one signature; ``receiver`` is the object of a method, bound to ``self``."""
    arguments: dict[str, Fact] = {}
    for parameter in binding.signature.parameters:
        given = binding.by_parameter.get(parameter.name, ())
        if given:
            arguments[parameter.name] = _of_arguments(given, inference)
        else:
            arguments[parameter.name] = _omitted(parameter, inference.names, is_open=binding.open)
    if receiver is not None:
        for name in ("self", "input"):
            arguments.setdefault(name, _of_expression(receiver, inference))
    used, unpacked = _result(parent)
    return Facts(arguments, used=used, unpacked=unpacked)


def _of_arguments(given: Sequence[Argument], inference: Inference) -> Fact:
    """The fact of one argument; several of a variadic parameter have the kind of the first."""
    return _of_expression(given[0].value, inference)


def _omitted(parameter: Parameter, names: PublicNames, *, is_open: bool) -> Fact:
    passed = Answer.UNKNOWN if is_open else Answer.NO
    if is_open or parameter.default is None:
        return Fact(passed=passed)
    if names.find(parameter.default) is not None:
        return Fact(passed=passed, name=parameter.default, kind=OTHER)
    value = default_value(parameter.default)
    if isinstance(value, str) and value == parameter.default:
        return Fact(passed=passed)
    return Fact(passed=passed, literal=value)


def _of_expression(node: ast.expr, inference: Inference) -> Fact:
    try:
        return Fact(passed=Answer.YES, literal=ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        pass
    kind = inference.kind(node)
    if isinstance(kind, Name):
        return _of_name(kind.path, inference.names)
    items = _items(node, kind, inference)
    written = isinstance(node, ast.List | ast.Tuple) and not any(isinstance(each, ast.Starred) for each in node.elts)
    number = kind.type if isinstance(kind, Value) and kind.type in NUMBERS else None
    length = len(items) if written and items is not None else None
    return Fact(passed=Answer.YES, kind=kind_name(kind), items=items, length=length, number=number)


def _of_name(path: str, names: PublicNames) -> Fact:
    entry = names.find(path)
    if entry is None:
        return Fact(passed=Answer.YES)
    callable_ = entry.kind in {"function", "class", "method"}
    return Fact(passed=Answer.YES, name=entry.path, kind="callable" if callable_ else OTHER)


def _items(node: ast.expr, kind: Kind, inference: Inference) -> tuple[str | None, ...] | None:
    if isinstance(node, ast.List | ast.Tuple):
        return tuple(None if isinstance(each, ast.Starred) else kind_name(inference.kind(each)) for each in node.elts)
    if isinstance(kind, Value) and _KINDS.get(kind.type) == "sequence" and kind.items:
        return tuple(map(kind_name, kind.items))
    return None


def kind_name(kind: Kind) -> str | None:
    """The kind as conditions name it; None where it is unknown or one of several."""
    found = {_single(option) for option in options_of(kind)} if kind != NONE else {"none"}
    return found.pop() if len(found) == 1 else None


def _single(kind: Kind) -> str | None:
    if is_tensor(kind):
        return "tensor"
    if isinstance(kind, Defined | Member):
        return "callable"
    if isinstance(kind, Object):
        return OTHER
    if not isinstance(kind, Value):
        return None
    return _KINDS.get(kind.type, OTHER)


def _result(parent: ast.AST | None) -> tuple[Answer, Answer]:
    """Whether the result is used, and whether it is unpacked."""
    if isinstance(parent, ast.Expr):
        return Answer.NO, Answer.NO
    if isinstance(parent, ast.Assign):
        several = any(isinstance(target, ast.Tuple | ast.List) for target in parent.targets)
        return Answer.YES, Answer.YES if several else Answer.NO
    return Answer.YES, Answer.NO

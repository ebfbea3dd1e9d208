"""What the text says of each argument of a call, for the conditions of the rows."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf, nan
from typing import Literal, TypeGuard

from generator.calls.facts.bind import Argument, Binding
from generator.calls.facts.kept_gradients import is_kept_gradient
from generator.calls.facts.result_facts import result_facts
from generator.calls.facts.view_changes import is_unrecorded
from generator.calls.facts.views import is_strided, is_view
from generator.calls.facts.written_keys import WrittenKeys
from generator.calls.inference.infer import Inference
from generator.calls.knowledge.builtin_kinds import NUMBERS_OF_TORCH, SCALARS
from generator.calls.knowledge.kinds import (
    MODULE,
    NONE,
    NUMBERS,
    SHAPE,
    Defined,
    Either,
    Kind,
    Member,
    Name,
    Object,
    Value,
    is_number,
    is_tensor,
    options_of,
)
from generator.calls.knowledge.knowledge import Way
from generator.calls.knowledge.names import PublicNames
from generator.calls.text.factors import parts
from generator.calls.text.syntax import chosen
from generator.model.fact import (
    CONTAINED,
    DEVICE,
    OTHER,
    UNKNOWN_VALUE,
    UNRECORDED,
    Answer,
    Fact,
    Facts,
    kind_of_fact,
)
from generator.model.given import DTYPES
from generator.model.literal import constant_value, default_value
from generator.model.signature import Parameter, ParameterKind
from generator.model.when import RECEIVER

_KINDS: Mapping[str, str] = {
    "int": "number",
    "float": "number",
    "complex": "number",
    "bool": "bool",
    "str": "str",
    "None": "none",
    "list": "sequence",
    "tuple": "sequence",
    "range": "range",
    "torch.Size": "sequence",
    "torch.nn.utils.rnn.PackedSequence": "sequence",
    "torch.device": DEVICE,
    "dict": "mapping",
    "generator": "iterator",
    "file": "file",
    "pathlib.Path": "path",
    "numpy.ndarray": "numpy",
    **{f"numpy.{dtype}": "numpy" for dtype in DTYPES},
}


def facts_of(  # noqa: PLR0913, PLR0917  # a call, how it is bound, and all that is known of it
    call: ast.Call,
    way: Way | None,
    binding: Binding,
    receiver: ast.expr | None,
    inference: Inference,
    parent: ast.AST | None,
) -> Facts:
    """Returns the facts of one call under one signature; ``receiver`` is the object of a method, bound to ``self``."""
    arguments: dict[str, Fact] = {}
    for parameter in binding.signature.parameters:
        given = binding.by_parameter.get(parameter.name, ())
        if given:
            fact = _of_arguments(given, inference) if len(given) > 1 else _of_argument(given[0], inference)
            arguments[parameter.name] = _of_flag(fact) if parameter.default in {"True", "False"} else fact
        else:
            arguments[parameter.name] = omitted(parameter, inference.names, is_open=binding.open)
    for signature in way.signatures if way is not None else ():
        for parameter in signature.parameters:  # what another overload takes is not passed to this one
            arguments.setdefault(parameter.name, omitted(parameter, inference.names, is_open=binding.open))
    if receiver is not None:
        arguments[RECEIVER] = _of_expression(receiver, inference)
    arguments |= {f"*{p.name}": arguments[p.name] for p in binding.signature.parameters if p.kind in _VARIADIC}
    results, default = result_facts(call, parent, inference), _default_dtype(inference)
    return Facts(arguments, results, inference.literals, default, makes_object=_makes_object(call, inference))


def _makes_object(call: ast.Call, inference: Inference) -> bool:
    """Tells whether a call makes an object of one of torch's classes."""
    kind = inference.kind(call.func)
    entry = inference.names.find(kind.path) if isinstance(kind, Name) else None
    return entry is not None and entry.kind == "class"


def facts_of_property(node: ast.expr, receiver: ast.expr, inference: Inference, parent: ast.AST | None) -> Facts:
    """Returns the facts of a property that ``node`` reads, whose object is bound to ``self``."""
    arguments = {RECEIVER: _of_expression(receiver, inference)}
    return Facts(arguments, result_facts(node, parent, inference), default_dtype=_default_dtype(inference))


def _default_dtype(inference: Inference) -> Answer:
    """Tells whether the program changes the default dtype, which another text may do."""
    return Answer.YES if inference.changes_default_dtype else Answer.UNKNOWN


_VARIADIC = frozenset({ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD})


def _of_argument(argument: Argument, inference: Inference) -> Fact:
    """Returns the fact of one argument; one that a dictionary has is any of its values, or else torch's default."""
    if isinstance(argument.value, ast.Starred):
        return _of_arguments([argument], inference)
    facts = [_of_expression(value, inference) for value in argument.values]
    if argument.entry is not None:
        facts = [f if isinstance(v, ast.Tuple) else _lasting(f) for f, v in zip(facts, argument.values, strict=True)]
    if not argument.is_sure:
        facts.append(omitted(argument.parameter, inference.names, is_open=False))
    if len(facts) == 1:
        return replace(facts[0], variable=_variable(argument.values[0]))
    kinds = {kind_of_fact(fact) for fact in facts}
    passed = Answer.YES if argument.is_sure else Answer.UNKNOWN
    return Fact(passed=passed, kind=kinds.pop() if len(kinds) == 1 else None, options=tuple(facts))


def _variable(node: ast.expr) -> str | None:
    """Returns the text of a variable or of an attribute of one."""
    base = node
    while isinstance(base, ast.Attribute):
        base = base.value
    return ast.unparse(node) if isinstance(base, ast.Name) else None


def _lasting(fact: Fact) -> Fact:
    """Returns what holds of a value for as long as a dictionary has it: others may be put into a list meanwhile."""
    return replace(fact, items=None, keys=None, length=None, options=tuple(map(_lasting, fact.options)))


def _of_arguments(given: Sequence[Argument], inference: Inference) -> Fact:
    """Returns the fact of a variadic parameter's arguments: the kind of the first, items, dtypes and literal of all."""
    if any(argument.entry is not None for argument in given):
        return Fact(passed=max(Answer.YES if argument.is_sure else Answer.UNKNOWN for argument in given))
    first, *others = (_of_expression(argument.value, inference) for argument in given)
    literals = tuple(fact.literal for fact in (first, *others))
    items = tuple(kind_name(inference.kind(argument.value), inference) for argument in given)
    dtypes = _dtypes([argument.value for argument in given], inference) if others else first.dtypes
    return replace(
        first,
        literal=UNKNOWN_VALUE if UNKNOWN_VALUE in literals else literals,
        kind=kind_of_fact(first),
        items=items,
        dtypes=dtypes,
        options=tuple(replace(option, items=items, dtypes=dtypes) for option in first.options),
    )


def omitted(parameter: Parameter, names: PublicNames, *, is_open: bool) -> Fact:
    """Returns the fact of an argument that is not written; with ``is_open`` it may be passed all the same."""
    passed = Answer.UNKNOWN if is_open else Answer.NO
    if is_open or parameter.kind in _VARIADIC:
        return Fact(passed=passed)
    if parameter.default is None:  # of another overload
        return Fact(passed=passed, literal=None)
    if names.find(parameter.default) is not None:
        return Fact(passed=passed, name=parameter.default, kind=OTHER)
    value = _default_value(parameter.default)
    if isinstance(value, str) and value == parameter.default:
        return Fact(passed=passed)
    return Fact(passed=passed, literal=value)


_default_value = lru_cache(default_value)
_SPECIAL = {"inf": inf, "nan": nan}
"""Numbers that modules have under these names."""
_WRITTEN = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.Call)
"""Expressions of whose value a number may be known; what changes in place is none of them."""
_NAMED = {
    f"PIL.Image.{place}{name}": number
    for number, name in enumerate(("NEAREST", "LANCZOS", "BILINEAR", "BICUBIC", "BOX", "HAMMING"))
    for place in ("", "Resampling.")
} | {"sys.maxsize": 2**63 - 1}
"""The numbers of names: of Pillow's filters, which torchvision takes, and of the largest index."""


def _of_expression(node: ast.expr, inference: Inference) -> Fact:
    if (
        isinstance(node, ast.Call)
        and len(node.args) == 1
        and ast.unparse(node) in {"float('inf')", "float('-inf')", "float('nan')"}
    ):
        return Fact(passed=Answer.YES, literal=float(ast.literal_eval(node.args[0])))
    try:
        literal = constant_value(inference.constant(node) or node)
        if not isinstance(literal, dict | set):
            return Fact(passed=Answer.YES, literal=literal)
    except (ValueError, TypeError, SyntaxError, ArithmeticError, MemoryError, RecursionError):
        pass
    if isinstance(node, ast.IfExp):
        return _one_of(_of_expression(node.body, inference), _of_expression(node.orelse, inference))
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        *first, last = (_of_expression(value, inference) for value in node.values)
        return _one_of(*(replace(fact, or_none=False) for fact in first), last)
    if isinstance(node, ast.Lambda):
        return Fact(passed=Answer.YES, kind="callable")
    if isinstance(node, ast.Name) and (value := _written(node, inference)) is not None:
        fact = _of_expression(value, inference)
        if isinstance(value, ast.Constant) or _is_real(fact.literal):
            return fact
    if isinstance(node, ast.Name) and (words := _words(node, inference)):
        return _one_of(*(Fact(passed=Answer.YES, literal=word) for word in words))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _of_expression(node.operand, inference).literal
        if _is_real(number):
            return Fact(passed=Answer.YES, literal=-number)
    kind = inference.kind(node)
    if isinstance(kind, Name):
        package, _, name = kind.path.rpartition(".")
        if name in _SPECIAL and (package in {"math", "numpy"} or package in inference.names.packages):
            return Fact(passed=Answer.YES, literal=_SPECIAL[name])
        if kind.path in _NAMED:
            return Fact(passed=Answer.YES, literal=_NAMED[kind.path])
        return _of_name(kind.path, inference.names)
    items = _items(node, kind, inference)
    holds, holds_no_other = inference.held(node)
    number = kind.type if isinstance(kind, Value) and kind.type in NUMBERS | SCALARS else None
    fact = Fact(
        passed=Answer.YES,
        kind=kind_name(kind, inference) or ("number" if _is_factor(node, inference) else None),
        items=items,
        keys=WrittenKeys(inference).of_list(node),
        length=inference.ndims.length(node),
        number=number,
        dtype=inference.dtypes.exact(node),
        floats=inference.dtypes.floats(node),
        ndim=inference.ndims.of(node),
        empty=inference.empties.of(node),
        grad=_needs_gradient(node, inference),
        or_none=_may_be_none(kind),
        computed=_is_computed(node),
        holds=holds,
        holds_no_other=holds_no_other,
        has=dict.fromkeys(_contents(node) | inference.masks.any_of([node]), True),
        view=is_view(node, inference),
        strided=is_strided(node, inference),
        gradient=is_kept_gradient(node, inference),
        is_shape=kind == SHAPE,
    )
    if fact.kind is None and inference.ndims.is_found(node):
        fact = replace(fact, kind="tensor")
    if fact.kind in {None, OTHER, "callable"}:
        options = _of_kinds(kind, fact, inference)
        is_one = len(options) == 1
        return replace(options[0] if is_one else fact, options=options if fact.kind is None or not is_one else ())
    if isinstance(node, ast.List | ast.Tuple) and "tensor" in (items or ()):
        return _joined(node.elts, fact, inference)
    return replace(fact, options=_bound(node, fact, inference)) if fact.kind == "tensor" else fact


def _written(variable: ast.Name, inference: Inference) -> ast.expr | None:
    """Returns the constant, or what is computed of constants, that one was bound to; None if others are possible."""
    reaching = inference.reaching
    values, is_all = reaching.some(variable)
    if not is_all or len(values) != 1 or not isinstance(values[0], _WRITTEN) or reaching.is_updated(variable):
        return None
    others = (each for each in ast.walk(values[0]) if isinstance(each, ast.Name))
    return None if any(reaching.some(each)[0] for each in others) else values[0]


def _words(variable: ast.Name, inference: Inference) -> list[str]:
    """Returns the texts that one may be bound to, ``mode = 'a' if test else 'b'``; none if it may be another value."""
    values, is_all = inference.reaching.some(variable)
    if not is_all or inference.reaching.is_updated(variable):
        return []
    parts = [part for value in values for part in chosen(value) if not isinstance(part, ast.IfExp)]
    found = [part.value if isinstance(part, ast.Constant) else None for part in parts]
    words = [word for word in found if isinstance(word, str)]
    return list(dict.fromkeys(words)) if len(words) == len(found) else []


def _is_real(value: object) -> TypeGuard[int | float]:
    """Tells whether a literal is a number, not a bool."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _contents(node: ast.expr) -> set[str]:
    """Returns what the items of a list or tuple show to be in it: a 1 in ``(1, n)``, a negative one in ``(n, -n)``."""
    items = node.elts if isinstance(node, ast.List | ast.Tuple) else ()
    numbers = [item.value for item in items if isinstance(item, ast.Constant)]
    found = {name for name, is_one in CONTAINED.items() if any(_is_real(each) and is_one(each) for each in numbers)}
    is_signed = any(isinstance(item, ast.UnaryOp) and isinstance(item.op, ast.USub) for item in items)
    return found | ({"negative"} if is_signed else set())


def _of_kinds(kind: Kind, fact: Fact, inference: Inference) -> tuple[Fact, ...]:
    """Returns the facts of a value for each of the kinds that the text gives it; none where one of them is unknown."""
    found = dict.fromkeys((kind_name(option, inference), *inference.classes(option)) for option in options_of(kind))
    if any(name is None for name, _, _ in found):
        return ()
    return tuple(replace(fact, kind=name, classes=classes, derived=derived) for name, classes, derived in found)


def _is_computed(node: ast.expr) -> bool:
    """Tells whether an operator gives a value that is never None."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv | ast.Pow)


def _is_factor(node: ast.expr, inference: Inference) -> bool:
    """Tells whether an expression is computed from numbers, of which some are told by what they multiply."""
    found = list(parts(node))
    return bool(found) and all(inference.factors.has(each) or is_number(inference.kind(each)) for each in found)


def _bound(node: ast.expr, fact: Fact, inference: Inference) -> tuple[Fact, ...]:
    """Returns the facts of a Tensor for each assignment that may have bound its variable, where they differ.

    So for each number of dimensions that it may have by its content. A parameter may be what the calls in the text
    pass for it, or what others do.
    """
    values, is_all = inference.reaching.some(node) if isinstance(node, ast.Name) else ([node], True)
    if isinstance(node, ast.Name) and (passed := inference.passed(node)):
        values, is_all = passed, False
    found = dict.fromkeys(
        (inference.dtypes.exact(each), inference.dtypes.floats(each), ndim)
        for each in values
        for ndim in inference.ndims.ways(each)
    )
    found |= {} if is_all else {(None, frozenset(), None): None}
    if len(found) < 2:  # noqa: PLR2004  (one way)
        return ()
    return tuple(replace(fact, dtype=dtype, floats=floats, ndim=ndim) for dtype, floats, ndim in found)


def _joined(items: Sequence[ast.expr], fact: Fact, inference: Inference) -> Fact:
    """Returns the fact of a sequence of Tensors, with one for each assignment that may have bound one of them."""
    ways = [items, *_passed(items, inference)]
    for place, each in enumerate(items):
        bound = inference.reaching.some(each)[0] if isinstance(each, ast.Name) else ()
        bound = inference.set_to(each) if isinstance(each, ast.Attribute) else bound
        values = [part for value in (*bound, each) for part in chosen(value) if part is not each]
        ways += [(*items[:place], value, *items[place + 1 :]) for value in values]
    found = dict.fromkeys((_dtypes(way, inference), any(map(inference.empties.of, way)) or None) for way in ways)
    facts = tuple(replace(fact, dtypes=dtypes, empty=empty) for dtypes, empty in found)
    return replace(fact, options=facts) if len(facts) > 1 else facts[0]


def _passed(items: Sequence[ast.expr], inference: Inference) -> Iterator[Sequence[ast.expr]]:
    """Yields the items with what each call in the text passes for those that are parameters."""
    calls = defaultdict[ast.AST, dict[int, ast.expr]](dict)
    for place, each in enumerate(items):
        for argument in inference.passed(each) if isinstance(each, ast.Name) else ():
            around = inference.displays.variables.parents[argument]
            call = inference.displays.variables.parents[around] if isinstance(around, ast.keyword) else around
            calls[call][place] = argument
    for given in calls.values():
        yield tuple(given.get(place, each) for place, each in enumerate(items))


def _dtypes(tensors: Sequence[ast.expr], inference: Inference) -> frozenset[str] | None:
    """Returns the dtypes, or else their classes, that some Tensors have; None where they may be one or several."""
    exact = {inference.dtypes.exact(each) for each in tensors}
    classes = {inference.dtypes.class_of(each) for each in tensors}
    several = next((known for found in (exact, classes) if len(known := frozenset(filter(None, found))) > 1), None)
    return several or (None if None in exact else frozenset(filter(None, exact)))


def _needs_gradient(node: ast.expr, inference: Inference) -> bool | Literal["unrecorded"] | None:
    """Tells whether a Tensor, or any in a list, needs a gradient, or that the text shows that none are recorded."""
    tensors = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    needs = inference.gradients.any_of(tensors)
    is_unused = needs is not False and (is_unrecorded(node, inference) or inference.gradients.is_read_alone(node))
    return UNRECORDED if is_unused else needs


def _one_of(*facts: Fact) -> Fact:
    """Returns the fact of an expression that has the value of one of several."""
    given = tuple(fact for fact in facts if fact.literal is not None)
    if not given:
        return facts[0]
    or_none = len(given) < len(facts) or any(fact.or_none for fact in given)
    kinds = {kind_of_fact(fact) for fact in given}
    return Fact(
        passed=Answer.YES,
        kind=kinds.pop() if len(kinds) == 1 else None,
        options=given,
        or_none=or_none,
    )


def _of_flag(fact: Fact) -> Fact:
    """Returns the fact of a parameter that is a bool: torch takes 0, 1 and None for one where it takes them at all.

    A Tensor passed for one is there or not: what is ``layer.bias`` may be None.
    """
    if fact.kind == "tensor":
        return Fact(passed=fact.passed)
    if fact.options:
        options = tuple(map(_of_flag, fact.options))
        return replace(fact, options=(*options, _FALSE) if fact.or_none else options, or_none=False)
    is_flag = fact.literal is None or (isinstance(fact.literal, int) and fact.literal in {0, 1})
    return replace(fact, literal=bool(fact.literal)) if is_flag else fact


_FALSE = Fact(passed=Answer.YES, literal=False)


def _may_be_none(kind: Kind) -> bool:
    return isinstance(kind, Either) and NONE in kind.options


def _of_name(path: str, names: PublicNames) -> Fact:
    if path.startswith("builtins."):
        return Fact(passed=Answer.YES, name=path, kind="callable")
    entry = names.find(path)
    if entry is None:
        return Fact(passed=Answer.YES)
    is_callable = entry.kind in {"function", "class", "method"}
    kind = "number" if entry.path in NUMBERS_OF_TORCH else "callable" if is_callable else OTHER
    return Fact(passed=Answer.YES, name=entry.path, kind=kind)


def _items(node: ast.expr, kind: Kind, inference: Inference) -> tuple[str | None, ...] | None:
    if isinstance(node, ast.List | ast.Tuple):
        return tuple(kind_name(inference.kind(each), inference) for each in node.elts)
    if isinstance(node, ast.Dict):
        return tuple(kind_name(inference.kind(each), inference) for each in node.values)
    if isinstance(kind, Value) and kind.items and _KINDS.get(kind.type, kind.type) in _HOLDING:
        return tuple(kind_name(item, inference) for item in kind.items)
    return None


_HOLDING = frozenset({"sequence", "mapping", "iterator"})
"""The kinds whose items are of one kind; so is an iterator of torch, for which Paddle may return a list."""


def kind_name(kind: Kind, inference: Inference) -> str | None:
    """Returns the kind as conditions name it; None where it is unknown or one of several."""
    found = {_single(option, inference) for option in options_of(kind)} if kind != NONE else {"none"}
    return found.pop() if len(found) == 1 else None


def _single(kind: Kind, inference: Inference) -> str | None:
    if is_tensor(kind):
        return "tensor"
    if isinstance(kind, Defined | Member):
        return "callable"
    if isinstance(kind, Object):
        return "callable" if inference.is_module(kind) else OTHER
    if isinstance(kind, Name):
        return _of_name(kind.path, inference.names).kind
    if not isinstance(kind, Value):
        return None
    return "callable" if inference.names.is_a(kind.type, MODULE) else _KINDS.get(kind.type, OTHER)

"""Code of a snippet that is made ready to vary: numbers in it become inputs, and its result can be differentiated."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.evidence.vary.change import LIFTED, Change, Gradient, Inputs, Later, Part, tensors_in
from generator.evidence.vary.factors import Factor, negated, other_sequence
from generator.evidence.vary.follow_up_code import OF_OBJECTS, object_of, used_again
from generator.evidence.verify.vacuous import outputs_of
from generator.libraries.registry import FRAMEWORKS
from generator.model.form_code import ARGUMENT, SAME, VIEW
from generator.model.given import FLOATS, HALF, Given, ListGiven, PythonGiven
from generator.model.given_notation import parse_given
from generator.model.record import Snippet


@dataclass(frozen=True, slots=True)
class Pattern:
    """A snippet ready to vary: ``at`` its place, its inputs with the numbers of its code, and the code of both sides.

    ``result`` is the variable to differentiate, empty where there is none; ``outputs`` are the inputs that take
    results. ``layers`` are so many sums, means and squares that both sides alike put around what they differentiate
    themselves, and that are not of the call. ``made`` is the variable of the object that both sides make and use, empty
    where there is none, ``is_layer`` what it is; ``sequences`` are the lists and tuples of numbers that both sides
    pass. ``in_place`` are the inputs that the code changes in place, which only a run shows.
    """

    at: str
    snippet: Snippet
    inputs: Mapping[str, Given]
    torch: str
    paddle: str
    result: str
    outputs: frozenset[str]
    layers: int
    made: str
    is_layer: bool
    sequences: tuple[str, ...]
    in_place: frozenset[str] = frozenset()


def read_pattern(at: str, snippet: Snippet, api: str) -> Pattern | None:
    """Returns the pattern of a snippet of the record of ``api``; None where one of its sides is no Python."""
    try:
        torch, paddle = ast.parse(snippet.torch), ast.parse(snippet.paddle)
    except (SyntaxError, ValueError):
        return None
    inputs = {name: parse_given(value) for name, value in snippet.given.items()}
    ends = [_layers(snippet.torch, api), _layers(snippet.paddle, api)]
    layers = len(ends[0]) if ends[0] == ends[1] else 0
    result, outputs = _result(torch, paddle, snippet), frozenset(outputs_of(torch, inputs))
    for text in sorted(_numbers(torch).keys() & _numbers(paddle).keys()):
        name = LIFTED + text.replace(".", "_").replace("-", "_").replace("+", "_")
        inputs[name] = PythonGiven(ast.literal_eval(text))
        torch, paddle = _lift(torch, text, name), _lift(paddle, text, name)
    sequences = tuple(text for text in dict.fromkeys(_sequences(torch)) if text in set(_sequences(paddle)))
    code = ast.unparse(torch), ast.unparse(paddle)
    return Pattern(at, snippet, inputs, *code, result, outputs, layers, *object_of(torch, paddle), sequences)


def code_factors(pattern: Pattern) -> Iterator[Factor]:
    """Yields every way to vary the code."""
    for text in pattern.sequences:
        value = ast.literal_eval(text)
        others = [other_sequence(value), *([other] if (other := negated(value)) is not None else [])]
        yield tuple(Change(Part.SEQUENCE, text, repr(other)) for other in others)
    lists = (name for name, one in pattern.inputs.items() if isinstance(one, ListGiven))
    yield from ((Change(Part.SEQUENCE, name, "tuple"),) for name in lists)
    if pattern.made:
        ways = OF_OBJECTS if pattern.is_layer else (Later.AGAIN,)
        yield tuple(Change(Part.LATER, pattern.made, way) for way in ways)
    tensors = tensors_in(pattern.inputs)
    if not pattern.snippet.compare or set(pattern.snippet.compare) >= pattern.outputs:
        yield from (
            tuple(Change(Part.LATER, path, way) for way in _PLACES)
            for path in sorted(pattern.outputs)
            if path in tensors
        )
    read = [path for path in tensors if path not in pattern.outputs and path not in pattern.in_place]
    floats = [path for path in tensors if tensors[path].dtype in FLOATS and path not in pattern.outputs]
    if pattern.result:
        yield (Change(Part.LATER, pattern.result, Later.RESULT),)
        yield tuple(Change(Part.LATER, path, Later.INPUT) for path in read)
        yield tuple(Change(Part.GRADIENT, path, Gradient.CHANGED) for path in floats if path in read)
        yield (Change(Part.GRADIENT, "", Gradient.AGAIN),) if floats else ()
        yield tuple(Change(Part.GRADIENT, path, Gradient.ASKED) for path in floats if len(floats) > 1)
    if not differentiates(pattern.torch):
        yield (Change(Part.GRADIENT, "", Gradient.OFF),)
    if not (differentiates(pattern.torch) or pattern.snippet.compare):
        yield tuple(Change(Part.GRADIENT, path, Gradient.OF_VIEW) for path in floats_in_place(pattern))
        # Whether what an index sets is part of the gradient says nothing of the call.
        is_plain = not assigns_items(pattern.torch)
        copied = (path for path in floats if is_plain and (path in pattern.in_place or _copy_of(path) in pattern.torch))
        yield tuple(Change(Part.GRADIENT, path, Gradient.OF_BASE) for path in copied)


def floats_in_place(pattern: Pattern) -> Iterator[str]:
    """Yields the inputs that code changes in place and that can be differentiated, those that take results left out."""
    tensors = tensors_in(pattern.inputs).items()
    changed = pattern.in_place - pattern.outputs
    yield from (path for path, tensor in tensors if path.partition("[")[0] in changed and tensor.dtype in FLOATS)


def assigns_items(code: str) -> bool:
    """Tells whether code assigns to items of something: what that does to gradients is not of the call."""
    return "] = " in code


def differentiates(code: str) -> bool:
    """Tells whether a side asks for gradients itself: what it refuses may be forward or backward."""
    return re.search(r"\.(?:backward|grad)\(", code) is not None


def code_with(code: str, side: str, pattern: Pattern, changes: tuple[Change, ...], inputs: Inputs) -> str:
    """Returns the code of a side with the lines that changes of gradients and the default dtype add.

    ``inputs`` are the changed ones. An input that the code changes in place is first copied by an operation where it
    requires a gradient, as a leaf that requires one cannot be changed.
    """
    dtypes = [str(change.value) for change in changes if change.part is Part.DEFAULT_DTYPE]
    lines = [FRAMEWORKS[side].default_dtype.format(dtype) for dtype in dtypes]
    for change in changes:
        code = _rewritten(code, side, change)
    wanted = [path for path, tensor in tensors_in(inputs).items() if tensor.grad]
    # What needs a gradient as it stands is changed by an optimizer, which takes leaves alone.
    own = {path for path, tensor in tensors_in(pattern.inputs).items() if tensor.grad}
    changed = [path for path in wanted if path not in own and path.partition("[")[0] in pattern.in_place]
    leaves = {path: f"leaf_{_item_name(path)}" for path in changed}
    # A list as it was given keeps its Tensors.
    lines += [
        f"{name} = [*{name}]" for name in dict.fromkeys(path.partition("[")[0] for path in changed if "[" in path)
    ]
    lines += [f"{leaf} = {path}\n{_NO_LEAF.format(path)}" for path, leaf in leaves.items()]
    lines += [_BEFORE[change.value].format(change.target) for change in changes if change.value in _BEFORE]
    lines.append(code)
    lines += [f"{change.target}.zero_()" for change in changes if change.value in _ZEROED]
    # What is changed in place is the result, where the code binds none.
    name = pattern.result or next((change.target for change in changes if change.value is Gradient.OF_VIEW), "")
    name = name or next(floats_in_place(pattern), "")
    is_twice = any(change.value is Gradient.TWICE for change in changes)
    # The loss is no part of the code: on the CPU, Paddle does not multiply what it computes in half precision.
    is_half = any(tensor.dtype in HALF for tensor in tensors_in(inputs).values())
    ended = _differentiated(code, pattern.layers) if not pattern.result and (is_twice or is_half) else None
    if ended is not None:
        lines[-1], name = ended
    if any(change.value is Gradient.OF_BASE for change in changes):
        name = _BASE
    # Its gradient differs between the elements, and is not 0 where they are. Not so that of a view of what is changed
    # before the backward pass, which torch gives no gradient for, and Paddle does: ``OF_BASE`` asks for that. It is
    # made of real numbers: products of complex ones that are infinite differ between the libraries.
    is_changed = any(change.value is Gradient.CHANGED for change in changes)
    real = f"(lambda y: {FRAMEWORKS[side].as_real.format('y')})({name})"
    loss = f"(lambda y: ({'y * y' if is_changed else 'y * y + y'}).sum())({real})"
    if is_twice:
        names = ", ".join(leaves.get(path, path) for path in wanted) or f"*{pattern.made}.parameters()"
        lines.append(FRAMEWORKS[side].second_order.format(loss=loss, inputs=names))
        # Of an input that is no Tensor itself, no gradient is looked at.
        lines += [f"{gradient_name(path)} = {leaves.get(path, path)}.grad" for path in wanted if "[" in path]
    elif any(change.value is Gradient.AGAIN for change in changes):
        lines.append(f"loss = {loss}\nloss.backward(retain_graph=True)\nloss.backward()")
    elif asked := [change.target for change in changes if change.value is Gradient.ASKED]:
        alone = FRAMEWORKS[side].gradient_alone.format(loss=loss, input=leaves.get(asked[0], asked[0]))
        lines.append(f"{pattern.result} = {alone}")
    elif ended is not None or any(change.differentiates for change in changes):
        lines.append(f"{loss}.backward()")
    return "\n".join(lines)


def gradient_name(path: str) -> str:
    """Returns the variable of the gradient of an item of an input."""
    return f"grad_{_item_name(path)}"


def _item_name(path: str) -> str:
    return re.sub(r"\W+", "_", path).strip("_")


def _rewritten(code: str, side: str, change: Change) -> str:
    """Returns the code with a change that concerns all of it."""
    if change.part is Part.SEQUENCE:
        return with_sequence(code, change)
    if isinstance(change.value, Later) and change.value in OF_OBJECTS:
        return used_again(code, side, change.target, change.value)
    if change.value is Gradient.OF_BASE:
        return _with_base(code, change.target)
    if isinstance(change.value, Later) and change.value in _PLACES:
        axis, index = _PLACES[change.value]
        return _INTO_VIEW.format(name=change.target, library=side, axis=axis, index=index, code=code)
    if change.value is Gradient.OFF:
        return f"with {FRAMEWORKS[side].no_gradients}:\n{textwrap.indent(code, '    ')}"
    return code


_PLACES: Mapping[Later, tuple[int, str]] = {Later.INTO_ROW: (0, "1"), Later.INTO_COLUMN: (-1, "..., 1")}
"""Where in a larger Tensor that lies which takes the result: along which dimension they are stacked, and its index."""
_INTO_VIEW = """\
_base = {library}.stack([{name}, {name}], {axis})
{name} = _base[{index}]
{code}
{name} = _base"""


_BASE = "base"
"""The variable of the Tensor that is changed through a view."""


def _copy_of(path: str) -> str:
    """Returns the line by which the check of an in-place form makes the Tensor that it changes."""
    return f"{ARGUMENT} = {path}.clone()"


def _with_base(code: str, path: str) -> str:
    """Returns the code in which an input, or its copy to change, is a view of a Tensor computed from the input.

    ``[...]`` of Paddle would be no view.
    """
    of_view = f"{_BASE} = {path} * 1\n{{}} = {_BASE}.view({_BASE}.shape)"
    copy = _copy_of(path)
    return code.replace(copy, of_view.format(ARGUMENT)) if copy in code else f"{of_view.format(path)}\n{code}"


_NO_LEAF = "{0} = {0} * 1"
_BEFORE: Mapping[object, str] = {
    Gradient.CHANGED: _NO_LEAF,
    Gradient.OF_VIEW: "{0} = ({0} * 1)[...]",
}
"""What makes an input no leaf."""
_ZEROED = frozenset({Later.RESULT, Later.INPUT, Gradient.CHANGED})


def with_sequence(code: str, change: Change) -> str:
    """Returns the code with a tuple in the place of a list, or the other way round, and with other numbers in it.

    So wherever it is written: Paddle's code may need an argument's items once more, ``for i in (0, 1)``.
    """
    if change.value == "tuple":
        return f"{change.target} = tuple({change.target})\n{code}"
    tree = ast.parse(code)
    sequences = (node for node in ast.walk(tree) if isinstance(node, ast.List | ast.Tuple))
    found = (node for node in sequences if ast.unparse(node) == change.target)
    replaced = ast.parse(str(change.value), mode="eval").body
    for node in list(found):
        tree = _replaced(tree, node, replaced)
    return ast.unparse(tree)


def _sequences(tree: ast.AST) -> Iterator[str]:
    """Yields the text of the lists and tuples of numbers that are arguments."""
    for argument in _call_arguments(tree):
        value = argument.value if isinstance(argument, ast.NamedExpr) else argument
        if isinstance(value, ast.List | ast.Tuple) and all(isinstance(item, ast.Constant) for item in value.elts):
            yield ast.unparse(value)


def _call_arguments(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from node.args
            yield from (keyword.value for keyword in node.keywords)


def calls_one_api(pattern: Pattern) -> bool:
    """Tells whether code does little but call one API, or make one layer and call it: what fails in it is that API's.

    The object of a class may be made to call one of its methods. What the check of an in-place form adds to look at the
    call does not count, nor do the layers of a loss.
    """
    before, value = _differentiated(pattern.torch, len(_layers(pattern.torch))) or (pattern.torch, "None")
    number = ast.parse(value, mode="eval").body
    statements = [one for one in ast.parse(before).body if not {ARGUMENT, VIEW, SAME} & set(_bound_by(one))]
    nodes = [node for tree in (*statements, number) for node in ast.walk(tree)]
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    if any(isinstance(node, ast.Attribute) and node.attr in _COMPUTED and _calls(node.value) for node in nodes):
        return False
    is_layer = len(calls) == 2 and any(isinstance(func, ast.Name | ast.Call) for func in calls)  # noqa: PLR2004
    is_one = len(calls) == 1 or is_layer or (len(calls) == 2 and bool(object_class(pattern)))  # noqa: PLR2004
    return is_one and len(statements) <= len(calls)


_COMPUTED = frozenset({"real", "imag", "T", "mT", "H", "mH"})
"""Attributes of a Tensor that another API computes."""


def mentions(pattern: Pattern, name: str) -> bool:
    """Tells whether code uses something of this name."""
    return any(isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(ast.parse(pattern.torch)))


def object_class(pattern: Pattern) -> str:
    """Returns the class of which code makes an object to call one of its methods; empty where it makes none."""
    tree = ast.parse(pattern.torch)
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    classes = {f.attr: f for f in calls if isinstance(f, ast.Attribute) and f.attr[:1].isupper()}
    made = {
        node.targets[0].id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for func in calls:
        if isinstance(func, ast.Attribute):
            owner = made.get(func.value.id) if isinstance(func.value, ast.Name) else func.value
            if isinstance(owner, ast.Call) and owner.func in classes.values():
                return ast.unparse(owner.func)
    return ""


def _differentiated(code: str, layers: int) -> tuple[str, str] | None:
    """Returns the code before the backward pass that ends it, and what is differentiated below so many layers."""
    if (ended := before_backward(code)) is None:
        return None
    before, loss = ended
    number = ast.parse(loss, mode="eval").body
    for _ in range(layers):
        _, number = _below(number) or ("", number)
    return before, ast.unparse(number)


def _layers(code: str, api: str = "") -> list[str]:
    """Returns the layers around what code differentiates, from outside; none is the API, or all that the code calls."""
    if (ended := before_backward(code)) is None:
        return []
    before, loss = ended
    number, found = ast.parse(loss, mode="eval").body, list[str]()
    while (below := _below(number)) is not None:
        name, number = below
        if name == api.rpartition(".")[2] or not (_calls(ast.parse(before)) or _calls(number)):
            break
        found.append(name)
    return found


def _calls(tree: ast.AST) -> bool:
    return any(isinstance(node, ast.Call) for node in ast.walk(tree))


def _below(number: ast.expr) -> tuple[str, ast.expr] | None:
    """Returns the outermost of the layers of a loss, and what it is made of; None where there is none.

    What is kept of an argument is no layer.
    """
    match number.value if isinstance(number, ast.NamedExpr) else number:
        case ast.Call(
            func=ast.Attribute(value=value, attr="sum" | "mean" | "square" | "abs" as name), args=[], keywords=[]
        ):
            return name, value
        case ast.BinOp(left=ast.Name(name) as value, op=ast.Mult(), right=ast.Name(other)) if name == other:
            return "square", value
    return None


def before_backward(code: str) -> tuple[str, str] | None:
    """Returns the code before the backward pass that ends it, and the differentiated number; None without one."""
    *before, last = ast.parse(code).body
    match last:
        case ast.Expr(ast.Call(func=ast.Attribute(value=loss, attr="backward"), args=[], keywords=[])):
            return "\n".join(map(ast.unparse, before)), ast.unparse(loss)
    return None


def _result(torch: ast.Module, paddle: ast.Module, snippet: Snippet) -> str:
    """Returns the last variable that both sides bind, unless the snippet differentiates or says what to compare."""
    if snippet.compare or ".backward(" in snippet.torch or not torch.body or isinstance(torch.body[-1], ast.Expr):
        return ""
    theirs = set(_bound(paddle)) - {VIEW, SAME}  # which the check of an in-place form binds to look at what it did
    return next((name for name in reversed(list(_bound(torch))) if name in theirs), "")


def _bound(tree: ast.Module) -> Iterator[str]:
    """Yields the variables that hold results, of several that are bound at once the first."""
    for statement in tree.body:
        yield from _bound_by(statement)


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    firsts = (t.elts[0] if isinstance(t, ast.Tuple) and t.elts else t for t in targets)
    yield from (target.id for target in firsts if isinstance(target, ast.Name))


def _numbers(tree: ast.Module) -> dict[str, ast.Constant]:
    """Returns the numbers that are arguments, by their text, those that the code has only once."""
    arguments = set(map(id, _call_arguments(tree)))
    found: dict[str, list[ast.Constant]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in {int, float}:
            found.setdefault(repr(node.value), []).append(node)
    return {text: nodes[0] for text, nodes in found.items() if len(nodes) == 1 and id(nodes[0]) in arguments}


class _Replacer(ast.NodeTransformer):
    def __init__(self, node: ast.expr, other: ast.expr) -> None:
        self._node, self._other = node, other

    def visit(self, node: ast.AST) -> ast.AST:
        return self._other if node is self._node else self.generic_visit(node)


def _lift(tree: ast.Module, text: str, name: str) -> ast.Module:
    return _replaced(tree, _numbers(tree)[text], ast.Name(name, ast.Load()))


def _replaced(tree: ast.Module, node: ast.expr, other: ast.expr) -> ast.Module:
    changed = _Replacer(node, other).visit(tree)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)

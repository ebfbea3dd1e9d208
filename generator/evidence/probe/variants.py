"""Derives further calls from one that torch accepts: other inputs, kinds of arguments, modes, views, gradients."""

from __future__ import annotations

import ast
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from generator.calls.facts.bind import Argument
from generator.evidence.samples.keywords import NAMED, bound_call, calls_of
from generator.evidence.samples.sample import Sample
from generator.evidence.vary.change import AND, Change, Part, apply_change, tensors_in
from generator.evidence.vary.factors import factors_of, other_numbers, other_sequence
from generator.model.given import FLOATS, Given, TensorGiven
from generator.model.given_notation import parse_given, write_given
from generator.model.literal import default_value
from generator.model.signature import Parameter, ParameterKind, Signature
from generator.model.when import FORWARD, RECEIVER

OUT = "out"
"""The parameter that takes the result, and its variable."""
RESULT = "y"
"""The variable that a sample's result is bound to."""
_GRADIENT = f"({RESULT} * {RESULT}).sum().backward()"


class Aspect(StrEnum):
    """What a variant tries; the values are the keys of the probe's JSON."""

    CALL = "call"
    """The call as it was given."""
    DTYPE = "dtype"
    MIXED_DTYPES = "mixed_dtypes"
    RANK = "rank"
    LENGTH = "length"
    CONTENT = "content"
    LAYOUT = "layout"
    VALUE = "value"
    """Another literal of the same kind: a negative dimension, NaN, a documented mode."""
    KIND = "kind"
    """Another kind of argument: an integer for a list, a Tensor for a scalar, a number for a Tensor."""
    OUT = "out"
    GRADIENT = "gradient"
    VIEW = "view"
    DEFAULT_DTYPE = "default_dtype"


@dataclass(frozen=True, slots=True)
class Variant:
    """One call to try: torch's code with its inputs, and what it changes of which torch parameter.

    ``parameter`` is ``self`` for a method's object, ``forward.x`` for an argument of a layer's call, empty where
    several are changed; ``setting`` says in words what becomes of it. ``default_dtype`` is set before the code where
    not empty.
    """

    aspect: Aspect
    parameter: str
    setting: str
    sample: Sample
    default_dtype: str = ""

    @property
    def subject(self) -> str:
        """What is changed, in words."""
        whose = f"`{self.parameter}`" if self.parameter else "各 Tensor"
        return _SUBJECTS[self.aspect].format(whose)


_SUBJECTS = {
    Aspect.CALL: "调用",
    Aspect.DTYPE: "{} 的 dtype",
    Aspect.MIXED_DTYPES: "只有 {} 的 dtype",
    Aspect.RANK: "{} 的维数",
    Aspect.LENGTH: "长度",
    Aspect.CONTENT: "{} 的内容",
    Aspect.LAYOUT: "内存布局",
    Aspect.VALUE: "{} 的值",
    Aspect.KIND: "{} 的种类",
    Aspect.OUT: "`out`",
    Aspect.GRADIENT: "{} 的梯度",
    Aspect.VIEW: "视图",
    Aspect.DEFAULT_DTYPE: "默认 dtype",
}


@dataclass(frozen=True)
class Callee:
    """The torch API whose calls are varied: its signatures, those of a layer's ``forward``, and its documented modes.

    ``modes`` are the strings that the documentation names, by parameter; ``usual`` are expressions for parameters that
    say nothing by their default, such as ``dim``.
    """

    api: str
    signatures: tuple[Signature, ...]
    forward: tuple[Signature, ...] = ()
    modes: Mapping[str, Sequence[str]] | None = None
    usual: Mapping[str, str] | None = None

    @property
    def in_place(self) -> bool:
        """Whether a method changes its object, by its name."""
        return self.api.startswith("torch.Tensor.") and self.api.endswith("_") and not self.api.endswith("__")


def variants_of(sample: Sample, callee: Callee) -> Iterator[Variant]:
    """Yields every variant of a call but those of ``out``, which need its result."""
    inputs = {name: parse_given(value) for name, value in sample.given.items()}
    parameters = parameters_of(sample.code, callee, inputs)
    yield from _of_inputs(sample, inputs, parameters)
    yield from _of_arguments(sample, callee, inputs)
    yield from _gradients(sample, callee, parameters)
    yield from _views(sample, callee, parameters)


def parameters_of(code: str, callee: Callee, inputs: Mapping[str, Given]) -> dict[str, str]:
    """Returns the parameter as which each input stands in the calls."""
    found: dict[str, str] = {}
    tree = ast.parse(code)
    for call in calls_of(tree, callee.api):
        binding = bound_call(call, callee.signatures)
        for argument in binding.arguments if binding is not None else ():
            if isinstance(argument.value, ast.Name):
                found.setdefault(argument.value.id, argument.parameter.name)
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
            found.setdefault(call.func.value.id, RECEIVER)
    for node in ast.walk(tree) if callee.forward else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            binding = bound_call(node, callee.forward)
            for argument in binding.arguments if binding is not None else ():
                if isinstance(argument.value, ast.Name):
                    found.setdefault(argument.value.id, FORWARD + argument.parameter.name)
    return {name: parameter for name, parameter in found.items() if name in inputs}


# ---- other inputs ----

_ASPECTS = {
    Part.DTYPE: Aspect.DTYPE,
    Part.LENGTH: Aspect.LENGTH,
    Part.RANK: Aspect.RANK,
    Part.LAYOUT: Aspect.LAYOUT,
    Part.CONTENT: Aspect.CONTENT,
    Part.DEFAULT_DTYPE: Aspect.DEFAULT_DTYPE,
}


def _of_inputs(sample: Sample, inputs: Mapping[str, Given], parameters: Mapping[str, str]) -> Iterator[Variant]:
    outputs = frozenset({OUT} & inputs.keys())
    draw = random.Random(sample.code)  # noqa: S311  (no secret)
    for factor in factors_of(inputs, outputs=outputs, can_differentiate=False, draw=draw):
        for change in factor:
            if change.part not in _ASPECTS:
                continue
            varied = apply_change(inputs, change)
            default = str(change.value) if change.part is Part.DEFAULT_DTYPE else ""
            if varied == inputs and not default:
                continue
            aspect = _ASPECTS[change.part]
            name = change.target.partition("[")[0]
            if aspect is Aspect.DTYPE and _mixes(inputs, change):
                aspect = Aspect.MIXED_DTYPES
            given = {name: write_given(value) for name, value in varied.items()}
            yield Variant(aspect, parameters.get(name, ""), _setting(change), replace(sample, given=given), default)


def _mixes(inputs: Mapping[str, Given], change: Change) -> bool:
    """Tells whether a dtype change separates a Tensor from others of its dtype; index Tensors have their own dtype."""
    tensors = tensors_in(inputs)
    changed = change.target.split(AND) if change.target else list(tensors)
    dtypes = {tensors[path].dtype for path in changed if path in tensors}
    return any(tensor.dtype in dtypes for path, tensor in tensors.items() if path not in changed)


def _setting(change: Change) -> str:
    if change.part is Part.LENGTH:
        return f"{change.target} 换成 {change.value}"
    return change.setting


# ---- other arguments ----


@dataclass(frozen=True, slots=True)
class _Other:
    """Another expression for an argument, with the input that it is where it cannot be written."""

    aspect: Aspect
    text: str
    given: str = ""


def _of_arguments(sample: Sample, callee: Callee, inputs: Mapping[str, Given]) -> Iterator[Variant]:
    """Yields other literals and other kinds in the place of an argument, and arguments for what the call omits."""
    tree = ast.parse(sample.code)
    call = next(calls_of(tree, callee.api), None)
    binding = bound_call(call, callee.signatures) if call is not None else None
    if call is None or binding is None:
        return
    for argument in binding.arguments:
        for other in _others(argument, callee, inputs):
            variant = _with_argument(sample, callee, argument, other)
            yield variant
            if other.given.startswith("float"):
                yield from _gradients(variant.sample, callee, {other.text: argument.parameter.name})
    passed = {argument.parameter.name for argument in binding.arguments}
    for parameter in binding.signature.parameters:
        if parameter.name not in passed and parameter.kind in NAMED and parameter.default is not None:
            for text in _for_omitted(parameter, callee):
                yield _with_keyword(sample, callee, parameter.name, text)


def _others(argument: Argument, callee: Callee, inputs: Mapping[str, Given]) -> Iterator[_Other]:
    """Yields other expressions for an argument."""
    if isinstance(argument.value, ast.Name) and isinstance(inputs.get(argument.value.id), TensorGiven):
        if argument.position != 0:
            yield from (_Other(Aspect.KIND, text) for text in ("2", "1.5"))
        return
    match _value(argument.value):
        case bool() as value:
            yield _Other(Aspect.VALUE, repr(not value))
        case str() as value:
            modes = (callee.modes or {}).get(argument.parameter.name, ())
            yield from (_Other(Aspect.VALUE, repr(mode)) for mode in modes if mode != value)
        case int() | float() as value:
            yield from _other_numbers(argument.parameter.name, value)
        case list() | tuple() as value if all(type(item) is int for item in value):
            yield _Other(Aspect.KIND, repr(other_sequence(value)))
            yield _Other(Aspect.VALUE, repr(type(value)()))
            yield from (_Other(Aspect.KIND, repr(item)) for item in value[:1])


def _value(node: ast.expr) -> object:
    """Returns the value of an argument, where it is a literal or ``float('inf')``; None otherwise."""
    match node:
        case ast.Call(ast.Name("float"), [ast.Constant(str() as text)]):
            return float(text)
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _other_numbers(name: str, value: float) -> Iterator[_Other]:
    """Yields other numbers in the place of one, and what else torch may take there."""
    whole = isinstance(value, int)
    for number in other_numbers(value):
        yield _Other(Aspect.VALUE, _written(number))
    dtype = "int64" if whole else "float32"
    for given in (f"{dtype}({value!r})", f"np.{dtype}({value!r})", *([f"float32({value!r}.0)"] if whole else [])):
        yield _Other(Aspect.KIND, f"{name}_", given)
    for other in ((value,), [value], float(value) if whole else 2):
        yield _Other(Aspect.KIND, repr(other))


def _written(number: float) -> str:
    return repr(number) if math.isfinite(number) else f"float({str(number)!r})"


def _for_omitted(parameter: Parameter, callee: Callee) -> Iterator[str]:
    """Yields expressions for a parameter that the call omits: another bool, mode or number, or what suits its name."""
    default = default_value(parameter.default or "")
    modes = (callee.modes or {}).get(parameter.name, ())
    usual = (callee.usual or {}).get(parameter.name)
    yield from (repr(mode) for mode in modes if repr(mode) != parameter.default)
    if isinstance(default, bool):
        yield repr(not default)
    elif usual is not None:
        yield from (usual, *(_DIMENSIONS if parameter.name == _DIMENSION else ()))
    elif isinstance(default, int | float):
        yield repr(default + 1)


_DIMENSION = "dim"
_DIMENSIONS = ("0", "-1", "(0,)", "(0, 1)", "[]")
"""What a dimension may be, as far as torch takes it."""


def _with_argument(sample: Sample, callee: Callee, argument: Argument, other: _Other) -> Variant:
    """Returns the sample with another expression in the place of an argument."""
    tree = ast.parse(sample.code)
    call = next(calls_of(tree, callee.api))
    value = ast.parse(other.text, mode="eval").body
    if argument.keyword is not None:
        keywords = (ast.keyword(one.arg, value) if one.arg == argument.keyword.arg else one for one in call.keywords)
        call.keywords = list(keywords)
    else:
        assert argument.position is not None
        call.args[argument.position] = value
    given = {name: one for name, one in sample.given.items() if _uses(tree, name)}
    given |= {other.text: other.given} if other.given else {}
    changed = replace(sample, code=ast.unparse(tree), given=given)
    return Variant(other.aspect, argument.parameter.name, other.given or other.text, changed)


def _uses(tree: ast.AST, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))


def _with_keyword(sample: Sample, callee: Callee, name: str, text: str) -> Variant:
    """Returns the sample with one more keyword argument."""
    tree = ast.parse(sample.code)
    call = next(calls_of(tree, callee.api))
    call.keywords.append(ast.keyword(name, ast.parse(text, mode="eval").body))
    aspect = Aspect.KIND if text[0] in "([" else Aspect.VALUE
    return Variant(aspect, name, text, replace(sample, code=ast.unparse(tree)))


# ---- out, gradients, views ----

_OUT_DTYPES = ("float64", "float16", "int64", "int32", "bool", "complex64")


def outs_of(sample: Sample, callee: Callee, dtype: str, shape: Sequence[int]) -> Iterator[Variant]:
    """Yields variants that pass ``out``: as the result is, of other dtypes, and of another shape.

    ``dtype`` and ``shape`` are the result's.
    """
    tree = ast.parse(sample.code)
    call = next(calls_of(tree, callee.api), None)
    if call is None or callee.in_place or not any(_takes_out(one) for one in callee.signatures):
        return
    if OUT in sample.given or any(keyword.arg == OUT for keyword in call.keywords):
        return
    call.keywords.append(ast.keyword(OUT, ast.Name(OUT, ast.Load())))
    code = ast.unparse(tree)
    written = f"[{', '.join(map(str, shape))}]"
    tries = {"与结果相同": f"{dtype}{written}", "形状不同": f"{dtype}[{2 * (shape[0] if shape else 1) + 1}]"}
    tries |= {other: f"{other}{written}" for other in _OUT_DTYPES if other != dtype}
    for setting, given in tries.items():
        yield Variant(Aspect.OUT, OUT, setting, replace(sample, code=code, given={**sample.given, OUT: given}))


def _takes_out(signature: Signature) -> bool:
    return any(one.name == OUT and one.kind is not ParameterKind.VAR_KEYWORD for one in signature.parameters)


def _gradients(sample: Sample, callee: Callee, parameters: Mapping[str, str]) -> Iterator[Variant]:
    """Yields the gradient of each floating input by itself, and of all together."""
    inputs = {name: parse_given(value) for name, value in sample.given.items()}
    floats = [name for name, one in inputs.items() if isinstance(one, TensorGiven) and one.dtype in FLOATS]
    for names in [*([name] for name in floats), *([floats] if len(floats) > 1 else [])]:
        given = {
            name: write_given(replace(one, grad=name in names)) if isinstance(one, TensorGiven) else sample.given[name]
            for name, one in inputs.items()
        }
        parameter = parameters.get(names[0], "") if len(names) == 1 else ""
        yield from _differentiated(replace(sample, given=given), callee, parameter)


def _differentiated(sample: Sample, callee: Callee, parameter: str) -> Iterator[Variant]:
    """Yields the sample with a gradient asked for, where it has a result; what is changed in place must be no leaf."""
    if not _has_result(sample):
        return
    tree = ast.parse(sample.code)
    for call in calls_of(tree, callee.api) if callee.in_place else ():
        assert isinstance(call.func, ast.Attribute)
        call.func.value = ast.BinOp(call.func.value, ast.Mult(), ast.Constant(1))
    after = _join(sample.after, _GRADIENT)
    yield Variant(
        Aspect.GRADIENT, parameter, "反向传播", replace(sample, code=ast.unparse(tree), compare=(), after=after)
    )


def _views(sample: Sample, callee: Callee, parameters: Mapping[str, str]) -> Iterator[Variant]:
    """Yields the variant that changes the first input afterwards, to see whether the result is a view of it."""
    name = next((name for name in sample.given if parameters.get(name)), None)
    if name is not None and _has_result(sample) and not (callee.forward or callee.in_place):
        changed = replace(sample, compare=(RESULT,), after=_join(sample.after, f"{name}.zero_()"))
        yield Variant(Aspect.VIEW, parameters[name], f"之后改动 {parameters[name]}", changed)


def _has_result(sample: Sample) -> bool:
    """Tells whether the code ends by binding one result, and nothing follows it."""
    return not sample.after and sample.code.splitlines()[-1].startswith(f"{RESULT} = ")


def _join(before: str, line: str) -> str:
    return f"{before}\n{line}" if before else line


def with_result(sample: Sample) -> Sample:
    """Returns the sample with its value bound to the name of a result, where it is one expression and no more."""
    tree = ast.parse(sample.code)
    is_call = len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr) and isinstance(tree.body[0].value, ast.Call)
    is_open = is_call and not sample.compare and RESULT not in sample.given
    return replace(sample, code=f"{RESULT} = {ast.unparse(tree)}") if is_open else sample


def with_shapes(sample: Sample) -> Sample:
    """Returns the sample with its floating Tensors given by shape alone, so that their numbers are generated."""
    given = {name: _shape_of(value) for name, value in sample.given.items()}
    return replace(sample, given=given)


def _shape_of(value: object) -> object:
    if isinstance(value, list):
        return [_shape_of(item) for item in value]
    given = parse_given(value)
    if isinstance(given, TensorGiven) and given.dtype in FLOATS and math.prod(given.shape) > 1:
        return write_given(TensorGiven(given.dtype, given.shape, grad=given.grad))
    return value


def is_plain(sample: Sample) -> bool:
    """Tells whether a sample is worth varying.

    It has Tensors, all of them have elements, the first is floating, and none is passed as ``out``.
    """
    inputs = {name: parse_given(value) for name, value in sample.given.items()}
    tensors = list(tensors_in(inputs).values())
    has_elements = bool(tensors) and all(math.prod(one.shape) for one in tensors)
    return has_elements and tensors[0].dtype in FLOATS and f"{OUT}=" not in sample.code

"""Finds which dtypes each side takes: what runs showed in which nothing but a dtype was changed."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.evidence.vary.call_facts import ARGUMENT
from generator.evidence.vary.change import AND, Change, Inputs, tensors_in
from generator.evidence.vary.factors import same_dtype_factors
from generator.evidence.verify.observation import Kind, Observation, Place, Seen
from generator.model.fact import Answer
from generator.model.given import COMPLEX, FLOATS, INTEGERS
from generator.model.record import Mapping as Counterpart
from generator.model.variation import DTYPE_ORDER, DtypeFact

_USUAL = "float32"
"""The dtype that the other Tensors keep while one alone has another."""


@dataclass(frozen=True, slots=True)
class Probed:
    """What became of one dtype: whether Paddle took it, where torch did.

    ``backward`` says that gradients were asked for, ``alone`` that no Tensor had another dtype, masks left out: what is
    refused where others have one may be the mixture.
    """

    dtype: str
    paddle: bool
    backward: bool
    alone: bool
    by_python: bool = False
    """Whether the counterpart refused it before any kernel was chosen, and so on every device."""


def forward_probes(inputs: Inputs) -> Iterator[tuple[Change, ...]]:
    """Yields every change to the dtype of all Tensors that have one in common."""
    return ((change,) for factor in same_dtype_factors(inputs) for change in factor)


def backward_probes(inputs: Inputs, gradient: Change) -> Iterator[tuple[Change, ...]]:
    """Yields the same for the dtypes that have gradients, with ``gradient``, which asks for them."""
    return ((*changes, gradient) for changes in forward_probes(inputs) if changes[0].value in FLOATS | COMPLEX)


def beside_others(change: Change, inputs: Inputs) -> Iterator[tuple[Change, ...]]:
    """Yields changes to the dtype of each of several Tensors alone, the others as they were and of float32."""
    paths, tensors = paths_of(change, inputs), tensors_in(inputs)
    if len(paths) == 1 or not all(math.prod(tensor.shape) for tensor in tensors.values()):
        return
    for path in paths:
        others = AND.join(other for other in paths if other != path)
        alone = replace(change, target=path)
        yield (alone,)
        if change.value != _USUAL and tensors[path].dtype != _USUAL:
            yield alone, replace(change, target=others, value=_USUAL)


def paths_of(change: Change, inputs: Inputs) -> tuple[str, ...]:
    """Returns the Tensors whose dtype a change sets."""
    return tuple(change.target.split(AND)) if change.target else tuple(tensors_in(inputs))


def casts(code: str) -> bool:
    """Tells whether a side converts dtypes: it then shows what is taken after the conversion."""
    return re.search(r"\b(?:astype|cast)\(", code) is not None


def is_alone(inputs: Inputs) -> bool:
    """Tells whether all Tensors but masks have one dtype."""
    dtypes = {tensor.dtype for tensor in tensors_in(inputs).values()}
    return len(dtypes) == 1 or len(dtypes - {"bool"}) == 1


def calls_counterpart(mapping: Counterpart, paddle: str) -> bool:
    """Tells whether the Paddle side shows what the mapping is: it uses the counterpart, or the mapping has none."""
    name = (mapping.paddle or "").rpartition(".")[2]
    return re.search(rf"\b{re.escape(name)}\b", paddle) is not None


def is_of_counterpart(counterpart: str, code: str, place: Place | None) -> Answer:
    """Tells whether what raised in Paddle's side is the counterpart itself, or what it makes; unknown where it may be.

    The backward pass shows what any call takes. What a method returns is its object, which shows nothing of the method.
    """
    owner, _, name = counterpart.rpartition(".")
    is_method, node = owner.rpartition(".")[2][:1].isupper(), _expression_at(code, place)
    if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare):
        return Answer.UNKNOWN if name.startswith("__") else Answer.NO
    if not isinstance(node, ast.Call | ast.Attribute):
        return Answer.UNKNOWN
    function = node.func if isinstance(node, ast.Call) else node
    written = ast.unparse(function)
    if written.rpartition(".")[2] == name or (not is_method and _is_made_by(name, function, code)):
        return Answer.YES
    is_backward = isinstance(function, ast.Attribute) and function.attr == "backward"
    is_another = is_method or name[:1].islower() or written.startswith(f"{counterpart.partition('.')[0]}.")
    return Answer.NO if is_another and not is_backward else Answer.UNKNOWN


def _is_made_by(name: str, function: ast.expr, code: str) -> bool:
    """Tells whether what a class or function of this name makes is called, or a method of an object of the class.

    What a function gives is most often a Tensor, whose methods are other APIs.
    """
    if isinstance(function, ast.Attribute) and name[:1].islower():
        return False
    made = function.value if isinstance(function, ast.Attribute) else function
    values = [made]
    if isinstance(made, ast.Name):
        assigned = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Assign))
        values = [node.value for node in assigned if made.id in map(ast.unparse, node.targets)]
    return any(isinstance(v, ast.Call) and ast.unparse(v.func).rpartition(".")[2] == name for v in values)


def _expression_at(code: str, place: Place | None) -> ast.expr | None:
    """Returns the outermost expression that stands exactly at a place."""
    nodes = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.expr)) if place is not None else ()
    return next((n for n in nodes if (n.lineno, n.col_offset, n.end_lineno, n.end_col_offset) == place), None)


def missing_kernel(message: str) -> str:
    """Returns the dtype for which Paddle says that a kernel is not registered; empty where it does not say so.

    The kernel may be one that the counterpart calls.
    """
    found = _MISSING.search(message)
    return found[1] if found else ""


_MISSING = re.compile(r"The kernel with key \(\w+, [^,]*, (\w+)\) of kernel `\w+` is not registered")


def is_by_python(message: str) -> bool:
    """Tells whether a message is of a dtype that Paddle's own code refuses before it asks for a kernel.

    It then does so on every device, which no fact about the CPU covers: a row has to tell it.
    """
    return _BY_PYTHON.match(message) is not None and _OF_KERNELS.search(message) is None


_BY_PYTHON = re.compile(r"(?:TypeError|ValueError|AssertionError|AttributeError)：(?!\((?!InvalidType\)))")
"""An exception without the kind of error that kernels put in front; promotion to one dtype is tried before them."""
_OF_KERNELS = re.compile("kernel|CPU|CUDA|transformed code")


def refused_by_python(runs: Iterable[Probed]) -> set[tuple[str, bool]]:
    """Returns the integers and bool of a parameter, forward or backward, of which each refusal is one of Paddle's code.

    Beside other dtypes, it may be the mixture that is refused. Of other dtypes the page says that they are refused, and
    no conversion assumes anything.
    """
    refused = [one for one in runs if not one.paddle and one.dtype in INTEGERS | {"bool"}]
    others = {(one.dtype, one.backward) for one in refused if not (one.by_python and one.alone)}
    return {(one.dtype, one.backward) for one in refused} - others


def is_given(dtype: str, inputs: Inputs, outputs: frozenset[str], result: Observation, *, backward: bool) -> bool:
    """Tells whether the caller asked for a dtype, so that a missing kernel is not caused by a cast in Paddle's code.

    Where the inputs have several dtypes, it has to be one that torch's ``result`` has as well, not one to which
    Paddle's code cast the others. The ``outputs`` do not count as inputs. Where gradients are computed (``backward``),
    the added code multiplies the result itself.
    """
    given = {tensor.dtype for path, tensor in tensors_in(inputs).items() if path not in outputs}
    if given == {dtype}:
        return True
    values = (seen for name, seen in (*result.names, ("", result.value)) if not name.startswith(ARGUMENT))
    return (backward or dtype in given) and dtype in {found for seen in values if seen for found in _dtypes_of(seen)}


def _dtypes_of(seen: Seen) -> Iterator[str]:
    if seen.kind is Kind.TENSOR:
        yield seen.type
    for _, item in seen.items:
        yield from _dtypes_of(item)


def taken_alone(runs: Iterable[Probed]) -> set[tuple[str, bool]]:
    """Returns the dtypes that Paddle accepts alone, forward or backward: with other dtypes, it refuses the mixture."""
    return {(one.dtype, one.backward) for one in runs if one.paddle and one.alone}


def facts(
    at: str, seen: Mapping[str, Sequence[Probed]], mixed: Collection[tuple[str, str]] = ()
) -> Iterator[DtypeFact]:
    """Yields the facts of one mapping, from the runs of each parameter, and from what is taken of one ``mixed`` alone.

    The empty name is for what is no argument; where something is one, other code may refuse it, and it does not count.
    """
    seen = {name: runs for name, runs in seen.items() if name or len(seen) == 1}
    lists = {parameter: _lists(runs) for parameter, runs in seen.items()}
    # A result has the dtype of its inputs, with which it was changed: what they never have says nothing of it.
    never = {dtype for parameter, (_, refused, _, _) in lists.items() if parameter != _OUT for dtype in refused}
    found: dict[tuple[bool, tuple[tuple[str, ...], ...]], list[str]] = {}
    for parameter, of_parameter in lists.items():
        kept = [dtypes - never for dtypes in of_parameter] if parameter == _OUT else of_parameter
        kept = [*kept, {dtype for dtype in kept[1] if (parameter, dtype) in mixed}]
        if any(kept):
            found.setdefault((bool(parameter), tuple(map(_ordered, kept))), []).append(parameter)
    for (named, lists_of), parameters in found.items():
        yield DtypeFact(at, tuple(sorted(parameters)) if named else (), *lists_of)


_OUT = "out"


def _lists(all_runs: Sequence[Probed]) -> Sequence[set[str]]:
    """Returns the dtypes that torch takes, and those that Paddle never takes, sometimes, or never differentiates."""
    mixtures = taken_alone(all_runs)
    runs = [one for one in all_runs if one.paddle or one.alone or (one.dtype, one.backward) not in mixtures]
    forward = [one for one in runs if not one.backward]
    taken = {one.dtype for one in forward if one.paddle}
    refused = {one.dtype for one in forward if not one.paddle}
    # Code that asks for gradients itself may be refused forward as well: it says nothing of other dtypes.
    stopped = {one.dtype for one in runs if one.backward and not one.paddle} & taken - refused
    passed = {one.dtype for one in runs if one.backward and one.paddle}
    return taken | refused, refused - taken, refused & taken, stopped - passed


def _ordered(dtypes: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(dtypes, key=DTYPE_ORDER.index))

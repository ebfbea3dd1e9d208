"""Converts the torch side of a snippet by the records, as ``apimap convert`` would convert it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.calls.convert import convert
from generator.calls.facts.input_facts import sequence_fact
from generator.calls.knowledge.knowledge import Knowledge
from generator.calls.site import CallSite, SourceError
from generator.evidence.verify.libraries import library
from generator.evidence.verify.numbers import make_input
from generator.libraries.library import Array
from generator.libraries.registry import NAMES
from generator.model.call_verdict import CallVerdict
from generator.model.evidence import ConvertedOutcome, ConvertedResult
from generator.model.fact import LOWEST, Answer, Fact
from generator.model.given import COMPLEX, DictGiven, Given, ListGiven, NumpyGiven, PythonGiven, TensorGiven
from generator.model.given_notation import parse_given
from generator.model.parameter import Effect
from generator.model.record import Snippet


@dataclass(frozen=True, slots=True)
class Attempt:
    """What conversion made of a snippet: its ``code``, or what it ``left`` to a person.

    ``assumptions`` are those of the conversion, and whether each holds for the snippet's inputs; ``made_for`` the APIs
    whose calls made them; ``warnings`` the effects beside the result that rows warn of, and which effects; ``verdicts``
    the verdict of each API's calls, the highest where they differ.
    """

    code: str
    left: ConvertedResult | None = None
    assumptions: Mapping[str, Answer] = field(default_factory=dict)
    made_for: Mapping[str, frozenset[str]] = field(default_factory=dict)
    warnings: Mapping[str, Effect] = field(default_factory=dict)
    verdicts: Mapping[str, CallVerdict] = field(default_factory=dict)


Convert = Callable[[Snippet], Attempt | None]
"""Converts the torch side of a snippet whose inputs can be made; None where it is no Python."""

_IMPORTS = {"np": "import numpy as np", "numpy": "import numpy"}


def convert_snippet(snippet: Snippet, knowledge: Knowledge) -> Attempt | None:
    """Converts a snippet, whose inputs and libraries are there without being bound; see ``Convert``."""
    given = {name: parse_given(value) for name, value in snippet.given.items()}
    known = {name: kind_of(value) for name, value in given.items()}
    inputs = {name: fact_of(name, value) for name, value in given.items()}
    imports = "".join(f"{line}\n" for line in _prelude(snippet.torch))
    try:
        made = convert(imports + snippet.torch, knowledge, known=known, inputs=inputs)
    except SourceError:
        return None
    if made.todos:
        site = next(site for site in made.analysis.sites if site.verdict.is_todo)
        left = ConvertedResult(ConvertedOutcome.TODO, str(site.verdict), site.api, site.reason)
        return Attempt("", left)
    sites = made.analysis.sites
    assumptions: dict[str, Answer] = {}
    made_for: dict[str, frozenset[str]] = {}
    for site in sites:
        for said, holds in zip(site.assumptions, site.holds, strict=True):
            assumptions[said] = min(holds, assumptions.get(said, holds))
            made_for[said] = made_for.get(said, frozenset()) | {site.api}
    warnings = {said: effect for site in sites for said, effect in site.warnings.items()}
    return Attempt(_without_prelude(made.text), None, assumptions, made_for, warnings, _verdicts(sites))


def _verdicts(sites: Sequence[CallSite]) -> dict[str, CallVerdict]:
    order, found = list(CallVerdict), dict[str, CallVerdict]()
    for site in sites:
        for name in {site.record, site.api}:
            found[name] = max(site.verdict, found.get(name, site.verdict), key=order.index)
    return found


def _prelude(code: str) -> Iterator[str]:
    """Yields the imports that stand for the names that every snippet has, those it mentions."""
    for name in sorted(NAMES["torch"]):
        if name in code:
            yield f"import {name}"
    for name, line in _IMPORTS.items():
        if f"{name}." in code:
            yield line


def _without_prelude(code: str) -> str:
    """Returns the code without these imports: each side has its own libraries' names."""
    given = {*_IMPORTS.values(), *(f"import {name}" for names in NAMES.values() for name in names)}
    lines = code.splitlines(keepends=True)
    while lines and lines[0].strip() in given:
        del lines[0]
    return "".join(lines)


def kind_of(given: Given) -> str:
    """Returns what an input is, in the inventory's notation."""
    match given:
        case TensorGiven():
            return "torch.Tensor"
        case NumpyGiven(dtype):
            return f"numpy.{dtype}"
        case ListGiven(items):
            return f"list[{' | '.join(dict.fromkeys(map(kind_of, items)))}]"
        case DictGiven(items):
            return f"dict[str, {' | '.join(dict.fromkeys(kind_of(item) for _, item in items))}]" if items else "dict"
        case PythonGiven(list() | tuple() | set() as items):
            inner = dict.fromkeys(kind_of(PythonGiven(item)) for item in items)
            outer = type(items).__name__
            return f"{outer}[{' | '.join(inner)}{', ...' if outer == 'tuple' else ''}]" if inner else outer
        case PythonGiven(value):
            return "None" if value is None else type(value).__name__


def fact_of(name: str, given: Given) -> Fact:
    """Returns what is known of an input: of a Tensor its dtype, its dimensions and what its numbers are."""
    match given:
        case TensorGiven(dtype=dtype, grad=grad):
            return tensor_fact(dtype, make_input(name, given), grad=grad)
        case ListGiven(items):
            return sequence_fact([fact_of(f"{name}[{index}]", item) for index, item in enumerate(items)])
        case DictGiven():
            return Fact(passed=Answer.YES, kind="mapping")
        case NumpyGiven(dtype=dtype):
            return Fact(passed=Answer.YES, kind="numpy", dtype=dtype)
        case PythonGiven(dict() | set()):
            return Fact(passed=Answer.YES)
        case PythonGiven(value):
            return Fact(passed=Answer.YES, literal=value)


def tensor_fact(dtype: str, numbers: Array, *, grad: bool) -> Fact:
    """Returns what is known of a Tensor by its numbers."""
    np = library("numpy")

    signed = numbers.real if dtype in COMPLEX else numbers
    tests = {
        "nan": np.isnan(numbers),
        "inf": np.isinf(numbers),
        "minus_inf": signed == -np.inf,
        "lowest": signed <= LOWEST,
        "fraction": np.isfinite(numbers) & (np.trunc(signed) != signed),
        "zero": numbers == 0,
        "one": numbers == 1,
        "negative": signed < 0,
    }
    return Fact(
        passed=Answer.YES,
        kind="tensor",
        dtype=dtype,
        ndim=numbers.ndim,
        empty=numbers.size == 0,
        has={content: bool(np.any(found)) for content, found in tests.items()},
        grad=grad,
    )

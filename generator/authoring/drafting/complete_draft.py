"""Completes a draft by what a probe found: differences with their conditions, code that was run, remarks."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.authoring.drafting.alternative_calls import alternatives
from generator.authoring.drafting.conditions import clauses_of
from generator.evidence.probe.result import Found, Pair, Probe
from generator.evidence.probe.variants import Aspect, is_plain
from generator.evidence.samples.keywords import bound_call, calls_of
from generator.evidence.samples.sample import Sample
from generator.model.derive import derive_category
from generator.model.glossary import TO_WRITE
from generator.model.parameter import Covers, Difference, Effect, ParameterRow
from generator.model.record import Check, Example, Overload, Record
from generator.model.record import Mapping as Counterpart
from generator.model.relation import Relation, Rewrite
from generator.model.remark import Remark
from generator.model.signature import Signature
from generator.model.usual_call import choose_usual
from generator.model.variation import DifferenceClass
from generator.model.when import parse_when
from generator.model.when_words import glued, moment, words

MOST_CHECKS = 6
"""How many of the calls that agree become checks of a mapping."""
_CHECKED = (Aspect.CALL, Aspect.OUT, Aspect.GRADIENT, Aspect.KIND, Aspect.VALUE)
"""The aspects of which calls that agree are worth keeping, each with another one."""
_RESULT = "返回值"

Passes = Callable[[Sequence[Check]], Sequence[bool]]
"""Whether each check gives the same result on both sides."""


@dataclass(frozen=True, slots=True)
class Code:
    """What finds out whether code ``passes``, or torch's side of it ``runs``; ``flags`` are as for ``alternatives``."""

    passes: Passes
    runs: Passes
    flags: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Part:
    """One mapping of a draft, and what the probe found of the calls that it takes."""

    mapping: Counterpart
    found: tuple[Found, ...]
    same: tuple[Pair, ...]


def complete(record: Record, signatures: Sequence[Signature], probe: Probe, code: Code) -> Record:
    """Returns the draft with the probe's results in each mapping; ``signatures`` are torch's, one for each mapping."""
    parts = list(_parts(record, signatures, probe))
    updates = [_completed(record.torch, part, probe.tensors, code) for part in parts]
    if record.overloads:
        overloads = zip(record.overloads, updates, strict=True)
        record = record.model_copy(update={"overloads": tuple(_updated(one, update) for one, update in overloads)})
    else:
        record = record.model_copy(update=updates[0])
    return record.model_copy(update={"category": derive_category(record).category})


def _updated(overload: Overload, update: dict[str, Any]) -> Overload:
    return overload.model_copy(update=update)


def _parts(record: Record, signatures: Sequence[Signature], probe: Probe) -> Iterator[Part]:
    """Yields the mappings, each with the calls that bind to its signature and to none before it."""
    mappings = [mapping for _, mapping in record.mappings()]
    known = list(signatures)[: len(mappings)]
    for index, mapping in enumerate(mappings):
        found = tuple(one for one in probe.found if _part_of(one.torch, record.torch, known) == index)
        same = tuple(one for one in probe.same if _part_of(one.sample.code, record.torch, known) == index)
        yield Part(mapping, found, same)


def _part_of(code: str, api: str, signatures: Sequence[Signature]) -> int:
    """Returns the first signature to which the call binds, the first of all where it binds to none."""
    call = next(calls_of(ast.parse(code), api), None)
    fits = [call is not None and bound_call(call, [one]) is not None for one in signatures]
    return fits.index(True) if True in fits else 0


def _completed(api: str, part: Part, tensors: Sequence[str], code: Code) -> dict[str, Any]:
    """Returns the fields of a mapping that the probe changes."""
    told = [one for one in (_Difference.of(found, tensors) for found in part.found) if one is not None]
    rows, shown = _rows(part.mapping.parameters, [one for one in told if not one.is_remark])
    examples = [*_run(part.mapping.examples, code), *_examples(shown, part.mapping.paddle or "", code)]
    checks = [*_chosen_checks(api, part), *part.mapping.checks]
    checks = list(_run(checks, code))
    mapping = part.mapping.model_copy(
        update={
            "parameters": rows,
            "examples": tuple(examples),
            "checks": tuple(checks[:MOST_CHECKS]),
            "remarks": (*part.mapping.remarks, *(one.remark for one in told if one.is_remark)),
        }
    )
    return _marked(api, mapping)


# ---- rows ----


_NO_RESULT = frozenset({DifferenceClass.REFUSED, DifferenceClass.ENDED, DifferenceClass.TIMEOUT})
_SAID = frozenset({DifferenceClass.DTYPE, DifferenceClass.SHAPE})
"""The differences whose message says in general what each side gives."""


@dataclass(frozen=True, slots=True)
class _Difference:
    """A difference with its condition, as a row or a remark has it."""

    found: Found
    clauses: tuple[dict[str, Any], ...]

    @classmethod
    def of(cls, found: Found, tensors: Sequence[str]) -> _Difference | None:
        """Returns the difference; None of a call as it was given, for which a person has to find what it is about."""
        clauses = clauses_of(found, tensors)
        return cls(found, tuple(clauses)) if clauses or found.aspect is Aspect.VIEW else None

    @property
    def is_remark(self) -> bool:
        """Whether the difference is none of the call's result."""
        return self.found.aspect in {Aspect.GRADIENT, Aspect.VIEW}

    @property
    def target(self) -> str:
        """The torch parameter whose row tells it; empty where that of the result does."""
        about_argument = self.found.aspect in {Aspect.KIND, Aspect.VALUE, Aspect.OUT, Aspect.MIXED_DTYPES}
        return self.found.parameter if about_argument or self.found.kind in _NO_RESULT else ""

    @property
    def text(self) -> str:
        """What differs when, in words."""
        said = moment(parse_when(list(self.clauses)))
        if self.found.kind in _NO_RESULT:
            return f"{said}，{self.found.kind}"
        sides = self.found.message.partition("，")[2] if self.found.kind in _SAID else ""
        if sides and len(self.found.settings) == 1:
            return f"{said}，{sides}"
        return glued(f"{said}，两边", str(self.found.kind)) + (f"，例如 {sides}" if sides else "")

    @property
    def remark(self) -> Remark:
        """The difference as a remark."""
        if self.found.aspect is Aspect.VIEW:
            return Remark(
                "PyTorch 与 Paddle 返回的一个是视图，一个是副本：之后改动输入，结果不同。", effect=Effect.VIEW
            )
        when = parse_when(list(self.clauses))
        return Remark(f"{self.text}。", when=when, effect=Effect.GRADIENT)


def is_carried(found: Found, tensors: Sequence[str]) -> bool:
    """Tells whether a draft has a row or a remark for a difference of its probe."""
    return _Difference.of(found, tensors) is not None


def _rows(
    rows: Sequence[ParameterRow], told: Sequence[_Difference]
) -> tuple[tuple[ParameterRow, ...], list[tuple[str, _Difference]]]:
    """Returns the rows with the differences, and each difference that a row tells, with the row's name."""
    shown: list[tuple[str, _Difference]] = []
    changed = []
    free = {row.torch.lstrip("*") for row in rows if row.torch and row.relation in _FREE}
    for row in rows:
        name = (row.torch or "").lstrip("*")
        own = [one for one in told if name and one.target == name] if name in free else []
        shown += [(name, one) for one in own]
        changed.append(_differing(row, own) if own else row)
    known = [clause for _, one in shown for clause in one.clauses]
    left = [one for one in told if one.target not in free and not all(clause in known for clause in one.clauses)]
    if left:
        changed.append(
            ParameterRow(
                returns="；".join(dict.fromkeys(one.text for one in left)),
                rewrite=Rewrite.EXAMPLE,
                when=_when(left),
                covers=Covers.WITHIN,
            )
        )
        shown += [(_RESULT, one) for one in left]
    return tuple(changed), shown


_FREE = frozenset({Relation.SAME, Relation.RENAMED, Relation.DEFAULT})
"""The rows to which a difference can be added."""


def _when(told: Sequence[_Difference]) -> Any:
    clauses: list[dict[str, Any]] = []
    for one in told:
        clauses += [clause for clause in one.clauses if clause not in clauses]
    return parse_when(clauses if len(clauses) > 1 else clauses[0])


def _differing(row: ParameterRow, told: Sequence[_Difference]) -> ParameterRow:
    text = "；".join(dict.fromkeys(one.text for one in told))
    is_type = all(one.found.aspect in {Aspect.KIND, Aspect.MIXED_DTYPES} for one in told)
    differs = Difference(type=text) if is_type else Difference(usage=text)
    return row.model_copy(
        update={"differs": differs, "rewrite": Rewrite.EXAMPLE, "when": _when(told), "covers": Covers.WITHIN}
    )


# ---- code ----


def _examples(shown: Sequence[tuple[str, _Difference]], paddle: str, code: Code) -> Iterator[Example]:
    """Yields an example for each difference: with what gives torch's result, or the mark that it has to be found."""
    for name, one in shown:
        found = one.found
        texts = list(alternatives(found.paddle, paddle, found.given, code.flags))
        tries = [_check(found.torch, text, found.given, found.compare) for text in texts]
        mended = next((text for text, holds in zip(texts, code.passes(tries), strict=True) if holds), None)
        text = mended if mended is not None else f"# {TO_WRITE}：得到同样的结果"
        title = words(parse_when(list(one.clauses)))
        yield Example(parameter=(name,), title=title, **_snippet(found.torch, text, found.given, found.compare))


def _chosen_checks(api: str, part: Part) -> Iterator[Check]:
    """Calls that agree, which between them pass every parameter and try the most."""
    passed: set[str] = set()
    for aspect in _CHECKED:
        pairs = sorted((one for one in part.same if one.aspect is aspect), key=_length)
        for pair in pairs:
            new = _words(api, pair.sample) | {aspect} | {one for one in pair.sample.given if aspect is Aspect.KIND}
            if new - passed:
                passed |= new
                yield _check(
                    pair.sample.whole(pair.sample.code),
                    pair.sample.whole(pair.paddle),
                    pair.sample.given,
                    pair.sample.compare,
                )


def _length(pair: Pair) -> tuple[bool, int]:
    """Returns the sort key of a call: plain calls first, then by length."""
    return not is_plain(pair.sample), len(pair.sample.code) + sum(
        len(str(value)) for value in pair.sample.given.values()
    )


def _words(api: str, sample: Sample) -> set[str]:
    calls = list(calls_of(ast.parse(sample.code), api))
    passed = {one.arg or "" for call in calls for one in call.keywords if ast.unparse(one.value) != "None"}
    return passed | {str(len(call.args)) for call in calls}


def _check(torch: str, paddle: str, given: Mapping[str, Any], compare: Sequence[str]) -> Check:
    return Check.model_validate(_snippet(torch, paddle, given, compare))


def _snippet(torch: str, paddle: str, given: Mapping[str, Any], compare: Sequence[str]) -> dict[str, Any]:
    sides = {"torch": torch, "paddle": paddle}
    codes = {side: f"{code}\n" if "\n" in code else code for side, code in sides.items()}
    return {"given": dict(given), **codes, **({"compare": tuple(compare)} if compare else {})}


def _run(snippets: Sequence[Any], code: Code) -> Iterator[Any]:
    """Yields the drafted snippets that hold, each once, and the examples that run on torch and need completion."""
    whole = [one for one in snippets if TO_WRITE not in one.paddle + one.torch]
    left = [
        one for one in snippets if isinstance(one, Example) and TO_WRITE in one.paddle and TO_WRITE not in one.torch
    ]
    kept = {
        id(one)
        for some, judge in ((whole, code.passes), (left, code.runs))
        for one, holds in zip(some, judge([_check_of(one) for one in some]), strict=True)
        if holds
    }
    seen: set[tuple[str, str]] = set()
    for one in snippets:
        key = one.torch, str(one.given)
        if key not in seen and (id(one) in kept or one.skip):
            seen.add(key)
            yield one


def _check_of(snippet: Any) -> Check:
    return Check(
        given=snippet.given, torch=snippet.torch, paddle=snippet.paddle, compare=snippet.compare, random=snippet.random
    )


def _marked(api: str, mapping: Counterpart) -> dict[str, Any]:
    """Returns the mapping's fields, with the mark of the usual call."""
    fields: dict[str, Any] = {name: getattr(mapping, name) for name in ("parameters", "examples", "checks", "remarks")}
    place = choose_usual(api, mapping)
    if place is not None:
        kind, index = str(place[0]), int(place[1])
        snippets = list(fields[kind])
        snippets[index] = snippets[index].model_copy(update={"usual": True})
        fields[kind] = tuple(snippets)
    return fields

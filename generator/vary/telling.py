"""Asks the rows and remarks of the records that a snippet uses whether they tell a difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.calls.knowledge import Row
from generator.model.fact import Answer, evaluate
from generator.model.parameter import Covers, Effect
from generator.model.record import Mapping, Record
from generator.model.relation import Relation
from generator.model.variation import DifferenceClass
from generator.vary.call_facts import Call


@dataclass(frozen=True, slots=True)
class Claim:
    """A row or remark with a condition, of one of the calls of a snippet, and its answer for a run.

    ``place`` is where it stands in its record, such as ``parameters.2``; ``call`` counts the calls.
    """

    record: str
    place: str
    call: int
    row: Row
    answer: Answer
    is_remark: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What the rows say of a difference: told, perhaps told, or that the snippet is not meant for such inputs."""

    told: bool
    unclear: bool
    outside: bool


def claims_of(calls: Sequence[Call]) -> list[Claim]:
    """Every condition of the rows that answer the calls, with its answer; the same ones in each run of a snippet."""
    return [claim for number, call in enumerate(calls) for claim in _claims(number, call)]


def _claims(number: int, call: Call) -> Iterator[Claim]:
    for kind, rows in (("parameters", call.way.rows), ("remarks", call.way.remarks)):
        for index, row in enumerate(rows):
            place = f"{call.index}.{kind}.{index}"
            if row.when is not None:
                yield Claim(call.record, place, number, row, evaluate(row.when, call.facts)[0], kind == "remarks")
            elif row.relation is Relation.RETURNS or (row.relation is Relation.DIFFERS and _passed(row, call)):
                yield Claim(call.record, place, number, row, Answer.UNKNOWN, is_remark=False)


def _passed(row: Row, call: Call) -> bool:
    return call.facts.of(row.parameter).passed is not Answer.NO


def told_by(base: Sequence[Claim], varied: Sequence[Claim], kind: DifferenceClass) -> Told:
    """What the conditions say of a difference of a varied run, whose snippet agrees in the ``base`` run.

    A condition tells it that holds for the varied run and did not for the base: where it held before, the snippet's
    Paddle side was written for it, and is held to all of it. Where it held and no longer does, the snippet is not meant
    for such inputs.
    """
    before = {_key(claim): claim.answer for claim in base}
    fitting = [claim for claim in varied if _fits(claim.row, kind)]
    told = any(claim.answer is Answer.YES and before.get(_key(claim)) is not Answer.YES for claim in fitting)
    unclear = any(claim.answer is Answer.UNKNOWN and before.get(_key(claim)) is not Answer.YES for claim in fitting)
    outside = any(
        claim.answer is Answer.NO and before.get(_key(claim)) is Answer.YES
        for claim in varied
        if not claim.is_remark and not claim.row.effect
    )
    return Told(told, unclear, outside)


def _key(claim: Claim) -> tuple[str, str, int]:
    return claim.record, claim.place, claim.call


_OF_EFFECT = {
    Effect.VIEW: frozenset({DifferenceClass.IN_PLACE}),
    Effect.STATE: frozenset({DifferenceClass.IN_PLACE, DifferenceClass.VALUE}),
    Effect.GRADIENT: frozenset({DifferenceClass.GRADIENT}),
    Effect.INIT: frozenset({DifferenceClass.VALUE}),
    Effect.RANDOM: frozenset({DifferenceClass.VALUE}),
}
"""Which differences a row can tell that is about an effect."""


def _fits(row: Row, kind: DifferenceClass) -> bool:
    return not row.effect or kind in _OF_EFFECT[Effect(row.effect)]


def newly_met(base: Sequence[Claim], varied: Sequence[Claim], record: Record) -> Iterator[str]:
    """The places of the record's rows that say that exactly such calls differ, and did not say so of the base run."""
    before = {_key(claim): claim.answer for claim in base}
    mappings = [mapping for _, mapping in record.mappings()]
    for claim in varied:
        if claim.record != record.torch or claim.is_remark or claim.row.effect or claim.row.when is None:
            continue
        exact = _row_covers(mappings, claim.place) is Covers.EXACT
        differs = claim.row.relation in {Relation.DIFFERS, Relation.RETURNS}
        if exact and differs and claim.answer is Answer.YES and before.get(_key(claim)) is not Answer.YES:
            yield claim.place


def _row_covers(mappings: Sequence[Mapping], place: str) -> Covers:
    mapping, _, row = place.split(".")
    return mappings[int(mapping)].parameters[int(row)].covers


def conditions_of(record: Record) -> Iterator[str]:
    """The places of all conditions of a record, as ``Claim.place`` has them."""
    for number, (_, mapping) in enumerate(record.mappings()):
        for index, row in enumerate(mapping.parameters):
            if row.when is not None:
                yield f"{number}.parameters.{index}"
        conditional = [remark for remark in mapping.remarks if remark.when is not None]
        yield from (f"{number}.remarks.{index}" for index in range(len(conditional)))


def place_in(record: Record, place: str) -> str:
    """Where a condition stands in the record's file: ``overloads.1.parameters.2``, ``remarks.0``."""
    number, kind, index = place.split(".")
    loc, mapping = list(record.mappings())[int(number)]
    position = int(index)
    if kind == "remarks":
        position = [at for at, remark in enumerate(mapping.remarks) if remark.when is not None][position]
    return ".".join(map(str, (*loc, kind, position)))

"""One record in the shape of ``data.json``, from which all files for machines are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from generator.catalog.catalog import Catalog
from generator.catalog.release_status import alike, standings
from generator.model import record as model
from generator.model.category import PARAMETERS_DIFFER, DifferenceKind
from generator.model.derive import difference_kind, own_category
from generator.model.parameter import ParameterRow
from generator.model.phrases import full_note
from generator.model.sample_result import FactName, Samples
from generator.model.status import Outcome, Status
from generator.model.template import write_convert
from generator.model.variation import DtypeFact, SecondOrder, Variation, facts_at, has_wrong_views
from generator.model.vocabulary import NAMES_OF_2025
from generator.model.when import When
from generator.model.when_data import to_data
from generator.model.when_words import moment
from generator.publishing.export.shape import (
    CallData,
    ConditionData,
    Defaults,
    Differing,
    DtypesData,
    ExampleData,
    FactData,
    FactsData,
    LostDigitsData,
    MappingData,
    MeasuredData,
    ParameterData,
    RecordData,
    ReleasesData,
    VerificationData,
)
from generator.publishing.export.site_paths import address_of
from generator.publishing.views.links import documentation_url
from generator.publishing.views.prose import plain
from generator.publishing.views.releases import say_standing
from generator.publishing.views.signatures import shown_signature
from generator.publishing.views.summary import summarize
from generator.storage.yaml_file import RecordSource


def record_data(catalog: Catalog, source: RecordSource, record: model.Record) -> RecordData:
    """Returns the record in the shape of ``data.json``."""
    evidence, status = catalog.evidence.get(record.torch), catalog.status(record)
    known = evidence is not None and status not in {Status.STALE, Status.NOTHING}
    outcomes = {result.at: result.outcome for result in evidence.results} if evidence is not None and known else {}
    measured = catalog.variation(record)
    return RecordData(
        torch=record.torch,
        answer="记录",
        paddle=record.paddle_apis,
        effort=str(catalog.effort(record)),
        category=record.category.name,
        number=record.category.number,
        previous_category=catalog.previous_category(record),
        public_category=NAMES_OF_2025.name_of(record),
        kind=difference_kind(record) if record.category is PARAMETERS_DIFFER else None,
        reason=record.reason,
        intro=record.intro,
        aliases=catalog.other_names(record),
        related=record.related,
        paddle_type=record.type,
        helper=record.helper,
        form_of=source.form_of or None,
        forms=tuple(form.torch for form in record.forms),
        page=address_of(source),
        verification=VerificationData(
            status=status,
            drop_in=catalog.is_drop_in(record),
            versions=dict(evidence.versions) if evidence is not None else {},
            date=evidence.date if evidence is not None else None,
            device=evidence.device if evidence is not None else None,
            facts=facts_data(samples) if (samples := catalog.samples_of(record)) is not None else None,
        ),
        versions=tuple(_versions(catalog, record)),
        measured=MeasuredData(versions=dict(measured.versions), device=measured.device, date=measured.date)
        if measured is not None
        else None,
        attributes=dict(catalog.attributes(record)),
        mappings=tuple(_mappings(catalog, record, measured, outcomes)),
    )


def _versions(catalog: Catalog, record: model.Record) -> Iterator[ReleasesData]:
    for first, versions in alike(standings(catalog, record)):
        yield ReleasesData(
            library=first.release.library,
            releases=versions,
            state=first.state,
            apis=first.apis,
            parameters=first.parameters,
            effort=str(first.effort),
            words=plain(say_standing(first)),
        )


def facts_data(samples: Samples) -> FactsData:
    """Returns the three facts in the shape of ``data.json``."""
    found = {
        str(name): FactData(state=fact.state, tried=fact.tried, failed=fact.failed)
        for name in FactName
        for fact in (samples.fact(name),)
    }
    return FactsData(**found, accepted=samples.accepted, untold=len(samples.untold))


def _mappings(
    catalog: Catalog, record: model.Record, measured: Variation | None, outcomes: Mapping[str, Outcome]
) -> Iterator[MappingData]:
    for (loc, mapping), effort in zip(record.mappings(), catalog.efforts(record), strict=True):
        place = "".join(f"{part}." for part in loc)
        paddle = mapping.paddle
        yield MappingData(
            title=getattr(mapping, "title", None),
            paddle=paddle,
            effort=str(effort),
            torch_signature=_on_one_line(shown_signature(catalog, record.torch, mapping, "torch").text),
            paddle_signature=_on_one_line(shown_signature(catalog, paddle, mapping, "paddle").text) if paddle else None,
            torch_url=documentation_url(catalog, record, mapping, "torch") or None,
            paddle_url=documentation_url(catalog, record, mapping, "paddle") or None,
            summary=summarize(mapping, own_category(record, mapping)) or None,
            parameters=tuple(_parameter(row) for row in mapping.parameters),
            dtypes=tuple(_dtypes(fact) for fact in facts_at(measured.dtypes if measured else (), loc)),
            second_order=_second_order(facts_at(measured.second_orders if measured else (), loc)),
            lost_digits=tuple(
                LostDigitsData(dtype=one.dtype, backward=one.backward, error=one.error)
                for one in facts_at(measured.lost_digits if measured else (), loc)
            ),
            wrong_views=has_wrong_views(measured, loc),
            remarks=tuple(map(str, mapping.remarks)),
            remark_conditions=tuple(_condition(remark.when) for remark in mapping.remarks),
            examples=tuple(
                ExampleData(
                    parameter=example.parameter,
                    title=example.title,
                    case=example.case,
                    **_call(example, outcomes.get(f"{place}examples.{index}")),
                )
                for index, example in enumerate(mapping.examples)
            ),
            checks=tuple(
                CallData(**_call(check, outcomes.get(f"{place}checks.{index}")))
                for index, check in enumerate(mapping.checks)
            ),
        )


def _dtypes(fact: DtypeFact) -> DtypesData:
    return DtypesData(**{name: getattr(fact, name) for name in DtypesData.model_fields})


def _second_order(facts: Iterable[SecondOrder]) -> str:
    found = {"never" if fact.is_always and not fact.parameters else "partly" for fact in facts}
    return next(iter(found), "")


def _condition(when: When | None) -> ConditionData | None:
    return ConditionData(words=moment(when), clauses=to_data(when)) if when is not None else None


def _parameter(row: ParameterRow) -> ParameterData:
    kind = DifferenceKind.RETURN if row.returns is not None else row.differs.kind if row.differs is not None else None
    words = row.returns or (row.differs.words if row.differs is not None else "")
    return ParameterData(
        torch=row.torch,
        paddle=row.paddle,
        relation=row.relation,
        note=row.note,
        text=full_note(row),
        set=row.set,
        rewrite=row.rewrite,
        default=Defaults(torch=row.default.torch, paddle=row.default.paddle) if row.default is not None else None,
        differs=Differing(kind=kind, words=words) if kind is not None else None,
        when=_condition(row.when),
        covers=row.covers,
        effect=row.effect,
        undecided=row.undecided or "",
        convert=write_convert(row.convert) if row.convert is not None else None,
    )


def _call(snippet: model.RecordSnippet, outcome: Outcome | None) -> dict[str, object]:
    return {
        "given": snippet.given,
        "torch": snippet.torch,
        "paddle": snippet.paddle,
        "skip": snippet.skip,
        "usual": snippet.usual,
        "expect": model.expectation_of(snippet),
        "outcome": outcome,
    }


def _on_one_line(signature: str) -> str:
    return " ".join(signature.split())

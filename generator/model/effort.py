"""Effort: what the usual call of a record takes, decided from what was run.

Source: the procedure of ``docs/design.md``, of which the first step that holds counts.
"""

from __future__ import annotations

from generator.model.call_verdict import CallVerdict
from generator.model.category import MISSING
from generator.model.evidence import ConvertedOutcome, Evidence, SnippetResult
from generator.model.finding import Loc
from generator.model.record import Mapping, Record
from generator.model.status import Outcome
from generator.model.usual_call import names_package, usual_of

_SAME_ARGUMENTS = frozenset({CallVerdict.VERBATIM, CallVerdict.RENAMED})


def effort_of(record: Record, loc: Loc, mapping: Mapping, evidence: Evidence | None) -> CallVerdict:
    """Returns the effort of the mapping of a record at ``loc``; ``evidence`` is None where none is current."""
    if record.category is MISSING:
        return CallVerdict.MISSING
    usual = usual_of(record.torch, mapping) if evidence is not None else None
    result = _result_at((*loc, *usual[0]), evidence) if usual is not None else None
    if usual is None or result is None or result.outcome is not Outcome.PASSED or result.moved is None:
        return CallVerdict.UNVERIFIED
    converted = result.converted
    passed = converted is not None and converted.outcome is ConvertedOutcome.PASSED
    verdict = converted.kind if converted is not None and passed else ""
    if not names_package(usual[1].torch, record.torch) and (result.moved or verdict == CallVerdict.VERBATIM):
        return CallVerdict.VERBATIM
    if result.moved or verdict in _SAME_ARGUMENTS:
        return CallVerdict.RENAMED
    return CallVerdict.ARGUMENTS if verdict == CallVerdict.ARGUMENTS else CallVerdict.REWRITE


def usual_result(record: Record, loc: Loc, mapping: Mapping, evidence: Evidence | None) -> SnippetResult | None:
    """Returns what came of the usual call of the mapping at ``loc``; None where it was not run."""
    usual = usual_of(record.torch, mapping) if evidence is not None else None
    return _result_at((*loc, *usual[0]), evidence) if usual is not None else None


def _result_at(loc: Loc, evidence: Evidence | None) -> SnippetResult | None:
    return next((result for result in evidence.results if result.loc == loc), None) if evidence is not None else None

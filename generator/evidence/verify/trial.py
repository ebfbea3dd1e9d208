"""A snippet with the results of its sides, and what all snippets of a run share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from generator.evidence.verify.compare import Comparison, Terms, compare
from generator.evidence.verify.convert_snippet import Attempt, Convert
from generator.evidence.verify.observation import Observation
from generator.evidence.verify.worker import USUAL_LIMITS, Limits, StepResult
from generator.model.finding import Loc
from generator.model.inventory import ApiEntry
from generator.model.record import Snippet

OTHER_SEED = "torch.manual_seed(17)\n"
"""What stands before torch's code to find out what in its result is random."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A snippet with the results of its sides.

    ``moved`` is the torch code on Paddle, prefix changed; ``converted`` what the records made of it, by ``attempt``.
    """

    loc: Loc
    snippet: Snippet
    torch: StepResult | None = None
    paddle: StepResult | None = None
    moved: StepResult | None = None
    attempt: Attempt | None = None
    converted: StepResult | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """What all records of a run share: the installed ``versions``, today's ``date``, the ``limits``, the isolation.

    ``date`` is as ``2026-11-21``. ``entry_of`` has the inventory's entry of a torch API. ``convert`` converts the torch
    side of a record's code by the records, and the result is run on Paddle as well; without it, nothing is converted.
    ``pythons`` are as for ``Worker``. ``by_names`` converts as if the rows told no difference.
    """

    versions: Mapping[str, str]
    date: str
    limits: Limits = USUAL_LIMITS
    isolated: bool = True
    convert: Convert | None = None
    pythons: Mapping[str, str] = field(default_factory=dict)
    by_names: Convert | None = None
    entry_of: Callable[[str], ApiEntry | None] = lambda _: None


def compared(trial: Trial, other: StepResult | None) -> Comparison:
    """Returns where the result of another side or of other code differs from torch's; both have to be there."""
    assert isinstance(trial.torch, Observation)
    assert isinstance(other, Observation)
    terms = Terms(trial.snippet.tolerance, trial.snippet.random)
    return compare(trial.torch, other, terms, trial.snippet.compare)


def agrees(trial: Trial, result: StepResult) -> bool:
    """Tells whether another result is there and is torch's."""
    return isinstance(result, Observation) and not compared(trial, result).differences

"""The result of understanding a source text: one site for each use of a torch name, with its verdict and edits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from generator.model.call_verdict import CallVerdict
from generator.model.fact import Answer
from generator.model.parameter import Effect


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces the characters ``start`` to ``end`` (offsets into the source text, from 0) by ``text``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class CallSite:
    """One use of a torch name: a call, an attribute of a Tensor or Module, or a name that is passed on.

    ``api`` is the full torch name as the catalogue or the inventory has it, with the class for members
    (``torch.Tensor.max``); ``record`` the torch name of the record that answers it, which is also its page, or empty.
    ``start`` and ``end`` are offsets of the whole expression, ``line`` and ``column`` its place, both from 1, the
    column in characters. ``reason`` says in Chinese why the verdict is so, ``assumptions`` what was taken to hold for
    the data (each a sentence), ``holds`` whether each does, as far as the values of inputs are known, ``warnings`` what
    changes without showing in the result, and what it concerns: views, initial values, states. A ``guess`` knows its
    receiver by the member's name alone and is never converted. ``part_of`` is the API of a call that stays for manual
    rewriting, where this one is inside of it and stays with it.
    """

    api: str
    written: str
    start: int
    end: int
    line: int
    column: int
    verdict: CallVerdict
    reason: str = ""
    paddle: str = ""
    record: str = ""
    guess: bool = False
    part_of: str = ""
    assumptions: tuple[str, ...] = ()
    holds: tuple[Answer, ...] = ()
    warnings: Mapping[str, Effect] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Analysis:
    """All sites of one source text in its order, and the edits that convert what is proven.

    ``is_mixed`` says that the text imports Paddle itself: then a member of an object may be Paddle's, and is a guess.
    """

    source: str
    sites: tuple[CallSite, ...]
    edits: tuple[Edit, ...] = ()
    is_mixed: bool = False

    def sure(self) -> Analysis:
        """Returns the same without the sites that are guesses or that no record answers, which have no edits."""
        unsure = CallVerdict.UNRECORDED
        return replace(self, sites=tuple(s for s in self.sites if not s.guess and s.verdict is not unsure))


class SourceError(Exception):
    """The source text is no Python that this interpreter can parse; ``line`` is where, from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line

"""Base classes of the rules, and the examples that are both a rule's documentation and its test."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from generator.catalog.index import Index
from generator.lint.rules.subject import Subject, Texts
from generator.model.defect import Defect
from generator.model.finding import Problem, Severity


@dataclass(frozen=True, slots=True)
class Bad:
    """A file with the fault that a rule is about.

    ``at`` is the text at the place of the finding, ``others`` are further files by path. ``path`` is the file's path,
    if not the one that its API demands.
    """

    text: str
    at: str
    path: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    raw: bytes = b""
    """The file's bytes where they are not the UTF-8 of ``text``."""
    mended: str | None = None
    """The text after ``--fix`` of the rule's findings; None where they have more than one right answer."""


class Rule(ABC):
    """Attributes that all rules have; the words are Chinese, since contributors read them."""

    code: str
    """Family and number. A code never changes its meaning and is never reused."""
    title: str
    spec: tuple[str, ...] = ()
    """The sentences of the format spec that it enforces, by their numbers in the list of rules."""
    severity: Severity = Severity.ERROR
    why: str
    bad: tuple[Bad, ...]
    good: tuple[str, ...]
    """Files without the fault."""

    @property
    def fixes(self) -> bool:
        """Whether ``apimap lint --fix`` mends what the rule finds, in some cases at least."""
        return any(bad.mended is not None for bad in self.bad)


class RecordRule(Rule):
    """A rule about one record, which may use what the libraries offer but no other record."""

    @abstractmethod
    def check(self, subject: Subject) -> Iterator[Problem]:
        """Finds the record's faults of this kind, each with its place and, where one answer is right, its edits."""


class TextRule(RecordRule):
    """A rule about texts alone: it is applied to migration notes and topics as well."""

    @abstractmethod
    def check(self, subject: Texts) -> Iterator[Problem]:
        """Finds the texts' faults of this kind."""


class CatalogRule(Rule):
    """A rule about a record among all others."""

    @abstractmethod
    def check(self, index: Index) -> Iterator[tuple[str, Problem]]:
        """Finds the catalogue's faults of this kind, each with its file."""


Words = tuple[str, str]
"""A message and a hint."""

ANY_KIND = ""
"""Key of the words for the kinds of defect that no rule has words for."""


@dataclass(frozen=True, kw_only=True)
class DefectRule(Rule):
    """An entry of a table: the words for defects that the file layer found when it read a text."""

    code: str
    title: str
    why: str
    words: Mapping[str, Words | Callable[[Defect], Words]]
    """By kind of defect: templates that ``str.format`` fills with the defect's values, or a function."""
    bad: tuple[Bad, ...]
    good: tuple[str, ...]
    spec: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR

    def describe(self, defect: Defect) -> Words:
        """Returns the message and the hint for a defect."""
        words = self.words.get(defect.kind) or self.words[ANY_KIND]
        if callable(words):
            return words(defect)
        message, hint = words
        return message.format(**defect.values), hint.format(**defect.values)

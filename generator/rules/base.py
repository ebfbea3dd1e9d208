"""The shape of a rule. A rule's examples are its documentation and its test."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from generator.catalog.index import Index
from generator.model.defect import Defect
from generator.model.finding import Problem, Severity
from generator.rules.subject import Subject, Texts


@dataclass(frozen=True, slots=True)
class Bad:
    """A file with the fault that a rule is about.

    ``at`` is the text that stands where the finding points, ``others`` are further files by path. ``path`` says where
    the file lies, if not where its API belongs.
    """

    text: str
    at: str
    path: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    raw: bytes = b""
    """The file's bytes where they are not the UTF-8 of ``text``."""


class Rule(ABC):
    """What all rules say about themselves; the words are Chinese, since contributors read them."""

    code: ClassVar[str]
    """Family and number. A code never changes its meaning and is never used again."""
    title: ClassVar[str]
    spec: ClassVar[tuple[str, ...]] = ()
    """The sentences of the format spec that it enforces, by their numbers in the list of rules."""
    severity: ClassVar[Severity] = Severity.ERROR
    why: ClassVar[str]
    bad: ClassVar[tuple[Bad, ...]]
    good: ClassVar[tuple[str, ...]]
    """Files without the fault; where the rule mends, what the first bad example becomes."""
    fixes: ClassVar[bool] = False
    """Whether ``apimap lint --fix`` mends what the rule finds, in some cases at least. The examples prove it."""


class RecordRule(Rule):
    """A rule about one record; what the libraries offer is there to be asked, other records are not."""

    keys: ClassVar[frozenset[str]] = frozenset()
    """Keys of which the record must have at least one for the rule to say anything; an empty set stands for any."""

    @abstractmethod
    def check(self, subject: Subject) -> Iterator[Problem]:
        """The record's faults of this kind, each with its place and, where one answer is right, its mending."""


class TextRule(RecordRule):
    """A rule about texts alone: it holds for migration notes and topics as well."""

    @abstractmethod
    def check(self, subject: Texts) -> Iterator[Problem]:
        """The texts' faults of this kind."""


class CatalogRule(Rule):
    """A rule about a record among all others."""

    @abstractmethod
    def check(self, index: Index) -> Iterator[tuple[str, Problem]]:
        """The catalogue's faults of this kind, each with the file it stands in."""


class DefectRule(Rule):
    """A rule that words what the file layer found: the text could not become a record."""

    kinds: ClassVar[frozenset[str]]
    """The defects it is about; an empty set stands for all that no other rule knows."""

    @abstractmethod
    def describe(self, defect: Defect) -> tuple[str, str]:
        """The message and the hint for a defect."""

"""What was found in one file of a user's project."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.calls.inference.project import Project
from generator.calls.site import Analysis, CallSite, SourceError
from generator.model.call_verdict import CallVerdict
from generator.projects.sources.find import FoundFile
from generator.projects.sources.modules import place_of
from generator.projects.sources.problem import Problem, UnreadableError
from generator.projects.sources.source_file import Part, SourceFile, read_source
from generator.projects.sources.syntax import explained


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a torch name. ``part`` is the index of the stretch of code that it stands in, ``cell`` its number.

    Line and column are those in the file or the cell, from 1; ``start`` and ``end`` are offsets into the part's text.
    """

    site: CallSite
    part: int
    cell: int
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int

    @property
    def is_mechanical(self) -> bool:
        """Whether ``apimap convert`` does it."""
        return self.site.verdict.is_converted and not self.site.guess


@dataclass(frozen=True, slots=True)
class FileScan:
    """One file: its code, its uses of torch in the order of the text, and what could not be examined."""

    name: str
    parts: tuple[Part, ...]
    uses: tuple[Use, ...]
    problems: tuple[Problem, ...]

    @property
    def lines(self) -> int:
        """Lines of code."""
        return sum(len(part.line_starts) - (part.text.endswith(("\n", "\r")) or not part.text) for part in self.parts)


def scan_file(file: FoundFile, analyse: Callable[..., Analysis], project: Project | None = None) -> FileScan:
    """Reads and analyses one file of a project. Never raises: an error of the file is a problem with its place."""
    try:
        source = read_source(file)
        try:
            modules = project.seen_from(place_of(file)) if project is not None else None
            analysis = analyse(source.code, modules=modules)
        except (SourceError, RecursionError, MemoryError) as error:
            raise explained(error) from error
    except UnreadableError as error:
        return FileScan(file.name, (), (), (Problem(file.name, str(error), error.line),))
    parts = source.parts
    uses = [_use(source, parts, site) for site in analysis.sites if site.verdict is not CallVerdict.FOREIGN]
    return FileScan(file.name, parts, tuple(uses), source.problems)


def _use(source: SourceFile, parts: tuple[Part, ...], site: CallSite) -> Use:
    index, start = source.place(site.start)
    end = start + site.end - site.start
    part = parts[index]
    return Use(site, index, part.cell, *part.position(start), *part.position(end), start, end)

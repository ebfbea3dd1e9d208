"""One file of a user's project before and after, and the difference between both."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.calls.convert import MARK, Conversion
from generator.calls.inference.project import Project
from generator.calls.site import SourceError
from generator.projects.convert.reminders import Reminder, reminders_of
from generator.projects.convert.torch_packages import imports_of
from generator.projects.sources.find import FoundFile
from generator.projects.sources.modules import place_of
from generator.projects.sources.problem import Problem, UnreadableError
from generator.projects.sources.source_file import read_source
from generator.projects.sources.syntax import explained

_NO_LINE_END = b"\n\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True)
class ConvertedFile:
    """The result for one file: ``new`` is None where nothing changes.

    ``converted`` uses were done, ``assumed`` of them only if the data is as assumed. ``added`` comments were left now,
    ``todos`` are all in the file, including those of earlier runs. ``reminders`` are about what was converted.
    """

    file: FoundFile
    old: bytes
    new: bytes | None
    converted: int = 0
    assumed: int = 0
    added: int = 0
    todos: int = 0
    problems: tuple[Problem, ...] = ()
    reminders: tuple[Reminder, ...] = ()

    def diff(self) -> Iterator[bytes]:
        """Yields the lines of a unified diff, byte for byte, as ``patch`` takes it; none where nothing changes."""
        if self.new is None:
            return
        name = self.file.name.encode()
        old, new = _lines(self.old), _lines(self.new)
        for line in difflib.diff_bytes(difflib.unified_diff, old, new, name, name, lineterm=b"\n"):
            yield line if line.endswith(b"\n") else line + _NO_LINE_END


def convert_file(
    file: FoundFile,
    convert: Callable[..., Conversion],
    project: Project | None = None,
    is_built_on_torch: Callable[[str], bool] = lambda _: False,
) -> ConvertedFile:
    """Reads and converts one file of a project. Never raises.

    An error of the file becomes a problem, and the file stays as it is. ``is_built_on_torch`` says of a module that is
    no file of the project whether it belongs to another package built on torch, which is told.
    """
    old = b""
    try:
        source = read_source(file)
        old = source.content
        try:
            modules = project.seen_from(place_of(file)) if project is not None else None
            conversion = convert(source.code, modules=modules, encoding=source.written.encoding)
        except (SourceError, RecursionError, MemoryError) as error:
            raise explained(error) from error
        new = source.with_code(conversion.text)
        own = modules.imported if modules is not None else lambda _: None
        packages = [*imports_of(source.code, lambda path: is_built_on_torch(path) and own(path) is None)]
    except UnreadableError as error:
        return ConvertedFile(file, old, None, problems=(Problem(file.name, str(error), error.line),))
    sites = [site for site in conversion.analysis.sites if site.verdict.is_converted and not site.guess]
    return ConvertedFile(
        file,
        old,
        new if new != old else None,
        len(sites),
        sum(bool(site.assumptions) for site in sites),
        conversion.todos,
        conversion.text.count(MARK),
        source.problems,
        reminders_of(source, (site for site in conversion.analysis.sites if not site.guess), packages),
    )


def _lines(content: bytes) -> list[bytes]:
    """Returns lines as ``patch`` sees them: a carriage return is a character like any other."""
    lines = content.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])

"""Converts a source text: applies the edits of its analysis, mends the imports, marks what is left for a person."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from generator.calls.analyse import analyse
from generator.calls.inference.scopes import Modules
from generator.calls.knowledge.builtin_kinds import OTHER_MEMBERS
from generator.calls.knowledge.kinds import Name
from generator.calls.knowledge.knowledge import Knowledge
from generator.calls.rewriting.never_run import NeverRun
from generator.calls.site import Analysis, CallSite, Edit, SourceError
from generator.calls.text.parsed import Parsed
from generator.calls.text.spans import Text, first_names
from generator.calls.text.syntax import parse_source
from generator.calls.text.variables import imported_names
from generator.model.fact import Fact

MARK = "# TODO(apimap): "
"""The start of each comment that is left; a line below one is not converted again."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """A converted text, the analysis of the original, and the number of comments that were added."""

    text: str
    analysis: Analysis
    todos: int

    @property
    def is_changed(self) -> bool:
        """Whether anything was converted or marked."""
        return self.text != self.analysis.source


def convert(  # noqa: PLR0913  # a text and all that is known of it
    source: str,
    knowledge: Knowledge,
    *,
    page: Callable[[str], str] = str,
    known: Mapping[str, str] | None = None,
    inputs: Mapping[str, Fact] | None = None,
    modules: Modules | None = None,
    encoding: str = "utf-8",
) -> Conversion:
    """Converts what is proven; everything else stays as it is, below a comment with the reason and the page.

    ``page`` gives the address of a record's page, ``known`` the kinds of names that the text does not bind, ``inputs``
    what else is known of their values, and ``modules`` the others of its project. What ``encoding`` cannot express is
    left out of the comments. The result always parses; converting it again changes nothing.

    Raises:
        SourceError: the text is no Python of this interpreter's version.
    """
    parsed = Parsed(source, modules.tree(source) if modules is not None else None)
    analysis = analyse(parsed, knowledge, known, inputs, modules)
    marks = Marks(parsed)
    edits = [edit for edit in analysis.edits if edit.start not in marks]
    never = NeverRun(parsed, edits)
    helpers = _helpers(analysis, knowledge, marks)
    imports = list(_import_edits(parsed, edits, never, helpers, knowledge, modules)) if edits or helpers else []
    definitions = _definitions(parsed, edits, helpers.values())
    todos = list(
        _todos(analysis, parsed, lambda site: site.start in marks or site.start in never, knowledge, page, encoding)
    )
    if not (edits or helpers or todos):
        return Conversion(source, analysis, 0)
    result = apply(source, [*imports, *definitions, *edits, *todos])
    try:
        parse_source(result)
    except SourceError as error:
        raise SourceError(f"转写的结果不是合法的 Python，请报告这个问题：{error}", error.line) from None
    return Conversion(result, analysis, len(todos))


def apply(source: str, edits: Iterable[Edit]) -> str:
    """Returns the text with edits made that do not overlap."""
    parts: list[str] = []
    place = 0
    for edit in sorted(edits, key=lambda each: (each.start, each.end)):
        parts += (source[place : edit.start], edit.text)
        place = edit.end
    return "".join((*parts, source[place:]))


class Marks:
    """The places in a text that a comment of ours stands above."""

    def __init__(self, parsed: Parsed) -> None:
        self._parsed = parsed
        self._has_any = MARK.strip() in parsed.source

    def __contains__(self, offset: int) -> bool:
        above = self._parsed.logical_start(offset) - 2 if self._has_any else -1
        return above >= 0 and self._parsed.text.lines[above].lstrip().startswith(MARK.strip())


# ---- what is left for a person ----


def _todos(  # noqa: PLR0913, PLR0917  # a text with its analysis, and how to put what is left into words
    analysis: Analysis,
    parsed: Parsed,
    is_settled: Callable[[CallSite], bool],
    knowledge: Knowledge,
    page: Callable[[str], str],
    encoding: str,
) -> Iterator[Edit]:
    by_line: dict[int, dict[str, None]] = {}
    for site in analysis.sites:
        left = site.verdict.is_todo and not site.part_of
        if left and not is_settled(site) and _is_worth(site, knowledge, analysis):
            words = _encodable(_words(site, page), site, encoding)
            by_line.setdefault(parsed.logical_start(site.start), {})[words] = None
    for line, todos in by_line.items():
        content = parsed.text.lines[line - 1]
        indentation = content[: len(content) - len(content.lstrip(" \t\f"))]
        offset, ending = parsed.text.offset(line, 0), parsed.text.ending(line)
        yield Edit(offset, offset, f"{indentation}{MARK}{'；'.join(todos)}{ending}")


def _is_worth(site: CallSite, knowledge: Knowledge, analysis: Analysis) -> bool:
    """Tells whether a guess deserves a comment: the member is a Tensor's, no builtin type's, and not Paddle's."""
    if not site.guess:
        return True
    member = site.api.rpartition(".")[2]
    return not analysis.is_mixed and (
        member in knowledge.names.tensor_only or (bool(site.record) and member not in OTHER_MEMBERS)
    )


def _words(site: CallSite, page: Callable[[str], str]) -> str:
    reason = " ".join(site.reason.split())
    words = f"{site.api} {site.verdict}" + (f"，{reason}" if reason else "")
    return f"{words}，见 {page(site.record)}" if site.record else words


def _encodable(words: str, site: CallSite, encoding: str) -> str:
    try:
        words.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return site.api
    return words


# ---- imports ----


def _import_edits(  # noqa: PLR0913, PLR0917  # a text with its edits, and what is known of it
    parsed: Parsed,
    edits: Sequence[Edit],
    never: NeverRun,
    helpers: Mapping[str, str],
    knowledge: Knowledge,
    modules: Modules | None,
) -> Iterator[Edit]:
    """Removes imports of torch that the converted text no longer uses, and adds those of what it uses now.

    A name of torch's that is imported from another file of the project is one of them: that file may have it no longer.
    ``import paddle`` also tells that the text was converted: members of objects in it are not converted again.
    """
    text = parsed.text
    imports = [node for node in parsed.nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    bound = {name for node in imports for name, _ in _bound(node, knowledge, modules)}
    used, still_used = _used_names(parsed, bound, edits, never)
    still_used -= helpers.keys()  # defined here from now on
    # Where nothing of torch is left, an import that was never used goes as well: torch need not be there any more.
    gone = (used if still_used else bound) - still_used
    leaving = {
        node: aliases
        for node in imports
        if (aliases := [alias for name, alias in _bound(node, knowledge, modules) if name in gone])
    }
    whole = {node for node, aliases in leaving.items() if aliases == node.names and not _has_comment(node, text)}
    needed = ["paddle", *_roots(edits, knowledge.counterparts - {"paddle"})]
    own = imported_names(parsed.tree.body)  # written there, such a name is the text's own
    added = [f"import {name}" for name in needed if name not in own and _import_of(parsed.tree, name) is None]
    following = _import_place(parsed.tree, edits, text) if added else None
    replaced = following if following in whole else None
    for node in whole - {replaced}:
        if not _is_emptied(parsed.parents[node], node, whole):
            yield _removed(node, text)
        else:
            yield Edit(text.start(node), text.end(node), "pass")
    for node, aliases in leaving.items():
        if node not in whole:
            yield from _shortened(node, aliases, text)
    if following is not None:
        yield _addition(added, following, text, is_replaced=replaced is not None)


def _addition(added: Sequence[str], following: ast.stmt, text: Text, *, is_replaced: bool) -> Edit:
    """Adds imports before a statement, or in its place."""
    decorators = getattr(following, "decorator_list", ())
    is_first = bool(decorators) or _starts_line(following, text)
    separator = text.ending() if is_first else "; "
    words = separator.join(added)
    if is_replaced:
        return Edit(text.start(following), text.end(following), words)
    line = text.offset(min(each.lineno for each in (following, *decorators)), 0)
    at = line if is_first else text.start(following)
    return Edit(at, at, words + separator)


def _roots(edits: Iterable[Edit], roots: frozenset[str]) -> list[str]:
    """Returns which of some packages the converted code names."""
    named = (name for edit in edits for name in first_names(edit.text))
    return sorted(roots.intersection(named))


def _used_names(parsed: Parsed, names: set[str], edits: Sequence[Edit], never: NeverRun) -> tuple[set[str], set[str]]:
    """Returns which of some names a text uses, before and after its edits: then without what never runs.

    A name may also stand in a quoted annotation, in ``__all__`` or in code that is run from a string.
    """
    starts = [edit.start for edit in edits]
    before: set[str] = set()
    after = {name for edit in edits for name in first_names(edit.text) if name in names}
    documentation: set[ast.AST] = set()
    for node in parsed.nodes:  # a statement before the text in it
        if isinstance(node, ast.Expr):
            documentation.add(node.value)
            continue
        if isinstance(node, ast.Name):
            found = {node.id} & names
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documentation:
            found = names.intersection(_WORD.findall(node.value)) and names.intersection(_named_in(node.value))
        else:
            continue
        if found:
            before |= found
            start = parsed.text.start(node)
            index = bisect_right(starts, start) - 1
            is_read = not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)) and start not in never
            if is_read and (node in parsed.misplaced or index < 0 or edits[index].end <= start):
                after |= found
    return before, after


def _named_in(text: str) -> list[str]:
    """Returns the names that a text in quotes may use as code: not the words of a sentence, nor those of an option."""
    if text.startswith("-"):
        return []
    try:
        parse_source(text.strip())
    except SourceError:
        return (_WORD if "\n" in text else _OWNER).findall(text)
    return _WORD.findall(text)


_WORD = re.compile(r"[^\W\d]\w*")
_OWNER = re.compile(r"(?<![\w.`])[^\W\d]\w*+(?=\.)")
"""A name with a member, as code has it and a sentence does not; what a sentence quotes has backquotes."""


def _bound(node: ast.AST, knowledge: Knowledge, modules: Modules | None) -> list[tuple[str, ast.alias]]:
    """Returns the names that an import of torch binds, each with its part of the statement."""
    if isinstance(node, ast.Import):
        aliases = [alias for alias in node.names if knowledge.names.belongs(alias.name)]
        return [(alias.asname or alias.name.partition(".")[0], alias) for alias in aliases]
    if not isinstance(node, ast.ImportFrom):
        return []
    named = [(alias.asname or alias.name, alias) for alias in node.names if alias.name != "*"]
    if not node.level and knowledge.names.belongs(node.module or ""):
        return named
    own = modules.imported("." * node.level + (node.module or "")) if modules is not None else None
    if own is None or modules is None:
        return []
    kinds = ((name, alias, modules.member(own, alias.name)) for name, alias in named)
    return [
        (name, alias) for name, alias, kind in kinds if isinstance(kind, Name) and knowledge.names.belongs(kind.path)
    ]


def _import_of(tree: ast.Module, name: str) -> ast.stmt | None:
    imports = (node for node in tree.body if isinstance(node, ast.Import))
    return next((node for node in imports if any(each.name == name and not each.asname for each in node.names)), None)


def _has_comment(node: ast.stmt, text: Text) -> bool:
    return "#" in text.source[text.start(node) : text.end(node)]


def _shortened(node: ast.Import | ast.ImportFrom, leaving: list[ast.alias], text: Text) -> Iterator[Edit]:
    """Removes some of the names of an import, each with a comma; a statement whose comments would go stays whole."""
    if _has_comment(node, text):
        return
    names = node.names
    last_kept = max(index for index, alias in enumerate(names) if alias not in leaving)
    for alias, following in pairwise(names[: last_kept + 1]):
        if alias in leaving:
            yield Edit(text.start(alias), text.start(following), "")
    if last_kept + 1 < len(names):
        yield Edit(text.end(names[last_kept]), text.end(names[-1]), "")


def _starts_line(node: ast.stmt, text: Text) -> bool:
    return not text.source[text.offset(node.lineno, 0) : text.start(node)].strip()


def _is_emptied(parent: ast.AST, node: ast.stmt, leaving: set[ast.Import | ast.ImportFrom]) -> bool:
    """Tells whether a statement is the first of a block of which none stays."""
    if isinstance(parent, ast.Module):
        return False
    blocks = (getattr(parent, name, None) for name in ("body", "orelse", "finalbody"))
    return any(isinstance(block, list) and block[0] is node and leaving.issuperset(block) for block in blocks if block)


def _removed(node: ast.stmt, text: Text) -> Edit:
    """Removes a statement, with its line where nothing else stands there."""
    source = text.source
    start, end = text.start(node), text.end(node)
    line_end = end
    while source[line_end : line_end + 1] in {" ", "\t"}:
        line_end += 1
    following = source[line_end : line_end + 2]
    if _starts_line(node, text) and following[:1] in {"", "\r", "\n"}:
        return Edit(text.offset(node.lineno, 0), line_end + (2 if following == "\r\n" else len(following[:1])), "")
    if following[:1] == ";":
        after = line_end + 1
        while source[after : after + 1] in {" ", "\t"}:
            after += 1
        if source[after : after + 1] not in {"", "\r", "\n", "#", "\\"}:
            return Edit(start, after, "")
    return Edit(start, end, "" if following[:1] == "#" and _starts_line(node, text) else "pass")


def _import_place(tree: ast.Module, edits: Sequence[Edit], text: Text) -> ast.stmt | None:
    """Returns the statement before which ``import paddle`` goes: the first with an import or an edit."""
    first = min((edit.start for edit in edits), default=len(text.source))
    for node in tree.body:
        if _is_docstring(node) or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            continue
        if any(isinstance(each, ast.Import | ast.ImportFrom) for each in ast.walk(node)) or text.end(node) > first:
            return node
    return None


# ---- helpers ----


def _helpers(analysis: Analysis, knowledge: Knowledge, marks: Marks) -> dict[str, str]:
    """Returns the code of the functions and classes that converted code uses and Paddle does not have, by name."""
    # Not by the record, which a member of an object has as well.
    converted = (site for site in analysis.sites if site.verdict.is_converted and site.start not in marks)
    found = sorted({(site.api, site.paddle) for site in converted})
    answers = ((knowledge.answer(api), paddle) for api, paddle in found)
    return {
        answer.ways[0].paddle: answer.helper
        for answer, paddle in answers
        if answer is not None and answer.helper and paddle != answer.type  # else one of Paddle's own
    }


def _definitions(parsed: Parsed, edits: Sequence[Edit], codes: Collection[str]) -> Iterator[Edit]:
    """Adds the code of helpers below the import of Paddle and those that follow it."""
    text, body = parsed.text, parsed.tree.body
    place = (_import_of(parsed.tree, "paddle") or _import_place(parsed.tree, edits, text)) if codes else None
    if place is None:
        return
    first = body.index(place)
    imports = list(takewhile(lambda node: isinstance(node, ast.Import | ast.ImportFrom), body[first:]))
    following = body[first + len(imports) :]
    written = "".join(f"\n\n{code.strip()}\n" for code in codes)
    if not following:  # what uses it stands above
        at = len(text.source)
    elif not (decorators := getattr(following[0], "decorator_list", ())) and not _starts_line(following[0], text):
        at, written = text.start(following[0]), f"\n{written}\n\n"
    else:
        lines = [each.lineno for each in (following[0], *decorators)]
        line = min([*lines, *((node.end_lineno or 0) + 1 for node in imports[-1:])])
        at = text.offset(line, 0)
        blank = sum(1 for _ in takewhile(lambda each: not each.strip(), text.lines[line - 1 : line + 1]))
        written += "\n" * (2 - blank)
    yield Edit(at, at, written.replace("\n", text.ending()))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)

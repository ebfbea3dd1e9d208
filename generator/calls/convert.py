"""Converts a source text: applies the edits of its analysis, mends the imports, marks what is left for a person."""

from __future__ import annotations

import ast
import tokenize
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from generator.calls.analyse import analyse, parse_source
from generator.calls.builtin_kinds import OTHER_MEMBERS
from generator.calls.knowledge import Knowledge
from generator.calls.site import Analysis, CallSite, Edit, SourceError
from generator.calls.spans import Text, line_end

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


def convert(
    source: str,
    knowledge: Knowledge,
    *,
    page: Callable[[str], str] = str,
    known: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
) -> Conversion:
    """Converts what is proven; everything else stays as it is, below a comment with the reason and the page.

    ``page`` gives the address of a record's page, ``known`` the kinds of names that the text does not bind. What
    ``encoding`` cannot express is left out of the comments. The result always parses; converting it again changes nothing.

    Raises:
        SourceError: the text is no Python of this interpreter's version.
    """
    analysis = analyse(source, knowledge, known)
    lines = LogicalLines(source)
    edits = [edit for edit in analysis.edits if not lines.is_marked(edit.start)]
    text = apply(source, edits)
    imports = list(_import_edits(source, text, knowledge)) if edits else []
    todos = list(_todos(analysis, lines, knowledge, page, encoding))
    result = apply(source, [*edits, *imports, *todos])
    try:
        parse_source(result)
    except SourceError as error:
        raise SourceError(f"转写的结果不是合法的 Python，请报告这个问题：{error}", error.line) from None
    return Conversion(result, analysis, len(todos))


def apply(source: str, edits: Iterable[Edit]) -> str:
    """The text with edits made that do not overlap."""
    parts: list[str] = []
    place = 0
    for edit in sorted(edits, key=lambda each: (each.start, each.end)):
        parts += (source[place : edit.start], edit.text)
        place = edit.end
    return "".join((*parts, source[place:]))


class LogicalLines:
    """The logical lines of a text, before each of which a comment can stand."""

    def __init__(self, source: str) -> None:
        self._text = Text(source)
        self._physical = self._text.lines
        self._starts = list(_logical_starts(self._physical))

    def start_of(self, offset: int) -> int:
        """The number of the physical line, from 1, on which the logical line of an offset begins."""
        line, _ = self._text.place(offset)
        return self._starts[max(bisect_right(self._starts, line) - 1, 0)] if self._starts else 1

    def is_marked(self, offset: int) -> bool:
        """Whether a comment of ours stands directly above the logical line of an offset."""
        above = self.start_of(offset) - 2
        return above >= 0 and self._physical[above].lstrip().startswith(MARK.strip())

    def before(self, line: int) -> tuple[int, str, str]:
        """Where a comment above a physical line goes: the offset, the line's indentation, the text's line end."""
        content = self._physical[line - 1] if line <= len(self._physical) else ""
        indentation = content[: len(content) - len(content.lstrip(" \t\f"))]
        ending = content[len(content.rstrip("\r\n")) :] or line_end(self._physical)
        return self._text.offset(line, 0), indentation, ending


_ENDS = "\r\n"
_NO_CODE = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING})


def _logical_starts(lines: list[str]) -> Iterator[int]:
    """The physical lines, from 1, on which logical lines begin."""
    at_start = True
    read = iter([f"{line.rstrip(_ENDS)}\n" for line in lines])
    try:
        for token in tokenize.generate_tokens(lambda: next(read, "")):
            if token.type == tokenize.NEWLINE:
                at_start = True
            elif at_start and token.type not in _NO_CODE:
                at_start = False
                yield token.start[0]
    except (tokenize.TokenError, IndentationError):
        return


# ---- what is left for a person ----


def _todos(
    analysis: Analysis, lines: LogicalLines, knowledge: Knowledge, page: Callable[[str], str], encoding: str
) -> Iterator[Edit]:
    mixed = any(line.startswith(("import paddle", "from paddle")) for line in analysis.source.splitlines())
    by_line: dict[int, list[str]] = {}
    for site in analysis.sites:
        if site.verdict.is_todo and not lines.is_marked(site.start) and _is_worth(site, knowledge, mixed=mixed):
            found = by_line.setdefault(lines.start_of(site.start), [])
            words = _encodable(_words(site, page), site, encoding)
            if words not in found:
                found.append(words)
    for line, todos in by_line.items():
        offset, indentation, ending = lines.before(line)
        yield Edit(offset, offset, f"{indentation}{MARK}{'；'.join(todos)}{ending}")


def _is_worth(site: CallSite, knowledge: Knowledge, *, mixed: bool) -> bool:
    """Whether a guess deserves a comment: where the member's name is a Tensor's and no builtin type's."""
    if not site.guess:
        return True
    member = site.api.rpartition(".")[2]
    return not mixed and (member in knowledge.names.tensor_only or (bool(site.record) and member not in OTHER_MEMBERS))


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


def _import_edits(source: str, converted: str, knowledge: Knowledge) -> Iterator[Edit]:
    """Removes imports of torch that the converted text no longer uses, and adds ``import paddle`` where it does."""
    before, after = parse_source(source), parse_source(converted)
    text = Text(source)
    still_used = _used_names(after)
    bound = {name for node in ast.walk(before) for name, _ in _bound(node, knowledge)}
    # Where nothing of torch is left, an import that was never used goes as well: torch need not be there any more.
    gone = (_used_names(before) if bound & still_used else bound) - still_used
    needs_paddle = "paddle" in still_used and not _imports_paddle(before)
    top = set(before.body)
    parents = {child: node for node in ast.walk(before) for child in ast.iter_child_nodes(node)}
    added = not needs_paddle
    for node in ast.walk(before):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        leaving = [alias for name, alias in _bound(node, knowledge) if name in gone]
        if not leaving:
            continue
        if leaving != node.names:
            yield from _shortened(node, leaving, text)
        elif not added and node in top and _starts_line(node, text):
            added = True
            yield Edit(text.start(node), text.end(node), "import paddle")
        else:
            yield _removed(node, parents, text)
    if not added:
        offset, ending = _import_place(before, text)
        yield Edit(offset, offset, f"import paddle{ending}")


def _used_names(tree: ast.AST) -> set[str]:
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isascii():
            # A quoted annotation or an item of __all__.
            found |= set(node.value.replace(".", " ").replace("[", " ").replace(",", " ").replace("]", " ").split())
    return found


def _bound(node: ast.AST, knowledge: Knowledge) -> list[tuple[str, ast.alias]]:
    """The names that an import of torch binds, each with its part of the statement."""
    if isinstance(node, ast.Import):
        aliases = [alias for alias in node.names if knowledge.names.belongs(alias.name)]
        return [(alias.asname or alias.name.partition(".")[0], alias) for alias in aliases]
    if isinstance(node, ast.ImportFrom) and not node.level and knowledge.names.belongs(node.module or ""):
        return [(alias.asname or alias.name, alias) for alias in node.names if alias.name != "*"]
    return []


def _imports_paddle(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Import) and any(alias.name == "paddle" and not alias.asname for alias in node.names)
        for node in tree.body
    )


def _shortened(node: ast.Import | ast.ImportFrom, leaving: list[ast.alias], text: Text) -> Iterator[Edit]:
    """Removes some of the names of an import, each with the comma after it; the last ones with the comma before them."""
    names = node.names
    last_kept = max(index for index, alias in enumerate(names) if alias not in leaving)
    for alias, following in pairwise(names[: last_kept + 1]):
        if alias in leaving:
            yield Edit(text.start(alias), text.start(following), "")
    if last_kept + 1 < len(names):
        yield Edit(text.end(names[last_kept]), text.end(names[-1]), "")


def _starts_line(node: ast.stmt, text: Text) -> bool:
    start = text.start(node)
    return not text.source[:start].rpartition("\n")[2].strip()


def _removed(node: ast.Import | ast.ImportFrom, parents: Mapping[ast.AST, ast.AST], text: Text) -> Edit:
    """Removes a statement with its line where nothing else stands there; the only one of a block becomes ``pass``."""
    source = text.source
    start, end = text.start(node), text.end(node)
    parent = parents[node]
    blocks = [getattr(parent, name, None) for name in ("body", "orelse", "finalbody", "handlers")]
    if not isinstance(parent, ast.Module) and any(isinstance(block, list) and block == [node] for block in blocks):
        return Edit(start, end, "pass")
    line_end = end + len(source[end:]) - len(source[end:].lstrip(" \t"))
    rest = source[line_end:]
    if _starts_line(node, text) and (not rest or rest[0] in "\r\n"):
        length = 2 if rest.startswith("\r\n") else min(len(rest), 1)
        return Edit(source.rfind("\n", 0, start) + 1 if "\n" in source[:start] else 0, line_end + length, "")
    if rest.startswith(";"):
        after = line_end + 1
        return Edit(start, after + len(source[after:]) - len(source[after:].lstrip(" \t")), "")
    return Edit(start, end, "" if rest.startswith("#") and _starts_line(node, text) else "pass")


def _import_place(tree: ast.Module, text: Text) -> tuple[int, str]:
    """Where ``import paddle`` goes: before the first import of the text, else after its docstring."""
    body = [node for node in tree.body if not (isinstance(node, ast.ImportFrom) and node.module == "__future__")]
    imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom) and _starts_line(node, text)]
    ending = line_end(text.lines)
    if imports:
        return text.start(imports[0]), ending
    first = next((n for n in body if not _is_docstring(n)), None)
    if first is None or not _starts_line(first, text):
        return 0, ending
    decorators = getattr(first, "decorator_list", None)
    return text.offset((decorators[0] if decorators else first).lineno, 0), ending


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)

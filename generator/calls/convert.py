"""Converts a source text: applies the edits of its analysis, mends the imports, marks what is left for a person."""

from __future__ import annotations

import ast
import re
import tokenize
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.calls.analyse import analyse
from generator.calls.builtin_kinds import OTHER_MEMBERS
from generator.calls.knowledge import Knowledge
from generator.calls.scopes import Modules
from generator.calls.site import Analysis, CallSite, Edit, SourceError
from generator.calls.spans import Text, lines
from generator.calls.syntax import parse_source

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


def convert(  # noqa: PLR0913  (what a text is converted with)
    source: str,
    knowledge: Knowledge,
    *,
    page: Callable[[str], str] = str,
    known: Mapping[str, str] | None = None,
    modules: Modules | None = None,
    encoding: str = "utf-8",
) -> Conversion:
    """Converts what is proven; everything else stays as it is, below a comment with the reason and the page.

    ``page`` gives the address of a record's page, ``known`` the kinds of names that the text does not bind,
    ``modules`` the others of its project. What ``encoding`` cannot express is left out of the comments. The result always parses; converting it again changes nothing.

    Raises:
        SourceError: the text is no Python of this interpreter's version.
    """
    analysis = analyse(source, knowledge, known, modules)
    logical = LogicalLines(source)
    edits = [edit for edit in analysis.edits if not logical.is_marked(edit.start)]
    imports = list(_import_edits(source, edits, knowledge)) if edits else []
    todos = list(_todos(analysis, logical, knowledge, page, encoding))
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
        self._physical = lines(source)
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
        ending = _ending(content) or _ending(self._physical[0] if self._physical else "") or "\n"
        return self._text.offset(line, 0), indentation, ending


def _ending(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


_NO_CODE = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING})


def _logical_starts(physical: Iterable[str]) -> Iterator[int]:
    """The physical lines, from 1, on which logical lines begin."""
    at_start = True
    plain = (line.rstrip("\r\n") + "\n" for line in physical)
    try:
        for token in tokenize.generate_tokens(lambda: next(plain, "")):
            if token.type == tokenize.NEWLINE:
                at_start = True
            elif at_start and token.type not in _NO_CODE:
                at_start = False
                yield token.start[0]
    except (tokenize.TokenError, IndentationError):
        return


# ---- what is left for a person ----


def _todos(
    analysis: Analysis, logical: LogicalLines, knowledge: Knowledge, page: Callable[[str], str], encoding: str
) -> Iterator[Edit]:
    by_line: dict[int, list[str]] = {}
    for site in analysis.sites:
        if site.verdict.is_todo and not logical.is_marked(site.start) and _is_worth(site, knowledge, analysis):
            found = by_line.setdefault(logical.start_of(site.start), [])
            words = _encodable(_words(site, page), site, encoding)
            if words not in found:
                found.append(words)
    for line, todos in by_line.items():
        offset, indentation, ending = logical.before(line)
        yield Edit(offset, offset, f"{indentation}{MARK}{'；'.join(todos)}{ending}")


def _is_worth(site: CallSite, knowledge: Knowledge, analysis: Analysis) -> bool:
    """Whether a guess deserves a comment: where the member's name is a Tensor's, no builtin type's, and not Paddle's."""
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


def _import_edits(source: str, edits: Sequence[Edit], knowledge: Knowledge) -> Iterator[Edit]:
    """Removes imports of torch that the converted text no longer uses, and adds ``import paddle``.

    Its import also tells that the text was converted: members of objects in it are not converted again.
    """
    before, after = parse_source(source), parse_source(apply(source, edits))
    text = Text(source)
    nodes = list(ast.walk(before))
    still_used = _used_names(ast.walk(after))
    bound = {name for node in nodes for name, _ in _bound(node, knowledge)}
    # Where nothing of torch is left, an import that was never used goes as well: torch need not be there any more.
    gone = (_used_names(nodes) if bound & still_used else bound) - still_used
    leaving = {
        node: aliases
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        and (aliases := [alias for name, alias in _bound(node, knowledge) if name in gone])
    }
    whole = {node for node, aliases in leaving.items() if aliases == node.names and not _has_comment(node, text)}
    following = None if _imports_paddle(before) else _import_place(before, edits, text)
    replaced = following if following in whole else None
    statements = (node for node in nodes if not isinstance(node, ast.expr))
    parents = {child: node for node in statements for child in ast.iter_child_nodes(node)}
    for node in whole - {replaced}:
        if not _is_emptied(parents[node], node, whole):
            yield _removed(node, text)
        else:
            yield Edit(text.start(node), text.end(node), "pass")
    for node, aliases in leaving.items():
        if node not in whole:
            yield from _shortened(node, aliases, text)
    if replaced is not None:
        yield Edit(text.start(replaced), text.end(replaced), "import paddle")
    elif following is not None:
        decorators = getattr(following, "decorator_list", ())
        line = text.offset(min(each.lineno for each in (following, *decorators)), 0)
        ending = _ending(lines(source)[0]) or "\n"
        is_first = decorators or _starts_line(following, text)
        at, separator = (line, ending) if is_first else (text.start(following), "; ")
        yield Edit(at, at, f"import paddle{separator}")


def _used_names(tree: Iterable[ast.AST]) -> set[str]:
    """The names that a text uses, also in a quoted annotation, in ``__all__`` or in code that it runs from a string."""
    documentation: set[int] = set()
    found: set[str] = set()
    for node in tree:  # a statement before the text in it
        if isinstance(node, ast.Expr):
            documentation.add(id(node.value))
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            found.update(_WORD.findall(node.value))
    return found


_WORD = re.compile(r"[^\W\d]\w*")


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
    """Whether a statement is the first of a block of which none stays."""
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
    """The statement before which ``import paddle`` goes: the first with an import or an edit."""
    first = min(edit.start for edit in edits)
    for node in tree.body:
        if _is_docstring(node) or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            continue
        if any(isinstance(each, ast.Import | ast.ImportFrom) for each in ast.walk(node)) or text.end(node) > first:
            return node
    return None


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)

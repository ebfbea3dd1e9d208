"""Character offsets of the parts of a YAML text, and the text with one part changed."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise

from generator.lint.spans import LINE_BREAK
from generator.model.finding import Loc, Span
from generator.storage.yaml_text import Document


class Layout:
    """A document's text, addressed by places in its data; the caller checks the results."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = document.text
        self._starts = [0, *(match.end() for match in LINE_BREAK.finditer(self.text))]

    def offsets(self, span: Span) -> tuple[int, int]:
        """Returns the indices of a span's first character and of the one after its last."""
        return self._starts[span.line - 1] + span.column - 1, self._starts[span.end_line - 1] + span.end_column - 1

    def key_extent(self, loc: Loc) -> tuple[int, int]:
        """Returns the key's characters."""
        return self.offsets(self.document.places.keys[loc])

    def value_extent(self, loc: Loc) -> tuple[int, int]:
        """Returns the value's characters; a block's last line end belongs to it."""
        return self.offsets(self.document.places.values[loc])

    def replaced(self, start: int, end: int, new: str) -> str:
        """Returns the text with other text in place of ``start`` to ``end``."""
        return self.text[:start] + new + self.text[end:]

    def without(self, loc: Loc) -> str:
        """Returns the text without a key or a list's item: whole lines in block style, one comma in flow style."""
        is_item = isinstance(loc[-1], int)
        start = (self.value_extent(loc) if is_item else self.key_extent(loc))[0]
        end = self._content_end(loc)
        if self._in_flow(loc[:-1]):
            return self._without_flow(start, end)
        if is_item:
            start = self.text.rindex("-", 0, start)
        line = self._line_start(start)
        if not self.text[line:start].strip():
            return self.replaced(line, self._line_end(end), "")
        following = re.compile(r"\s*").match(self.text, self._line_end(end))
        assert following is not None  # the first key of an item: the next one moves up to the dash
        return self.replaced(start, following.end(), "")

    def _without_flow(self, start: int, end: int) -> str:
        if (comma := re.compile(r"\s*,\s*").match(self.text, end)) is not None:
            return self.replaced(start, comma.end(), "")
        before = re.search(r",\s*$", self.text[:start])
        return self.replaced(before.start() if before else start, end, "")

    def with_key(self, loc: Loc, entry: str) -> str:
        """Returns the text with ``key: value`` added at the end of the mapping at ``loc``."""
        keys = [key for key in self.document.places.keys if key[:-1] == loc]
        if self._in_flow(loc):
            return self._with_flow(max(map(self._content_end, keys)), entry)
        return self._with_line(loc, min(self.key_extent(key)[0] for key in keys), entry)

    def with_item(self, loc: Loc, entry: str) -> str:
        """Returns the text with an item added at the end of the list at ``loc``, which has one."""
        items = [place for place in self.document.places.values if len(place) == len(loc) + 1 and place[:-1] == loc]
        if self._in_flow(loc):
            return self._with_flow(max(map(self._content_end, items)), entry)
        first = self.text.rindex("-", 0, min(self.value_extent(item)[0] for item in items))
        return self._with_line(loc, first, f"- {entry}")

    def _with_flow(self, end: int, entry: str) -> str:
        return self.replaced(end, end, f", {entry}")

    def _with_line(self, loc: Loc, first: int, entry: str) -> str:
        """Returns the text with a line after the block at ``loc``, indented as the character at index ``first``."""
        indent = " " * (first - self._line_start(first))
        end = self._line_end(self._content_end(loc))
        line_end = "" if end and self.text[end - 1] in "\r\n" else self.line_end
        return self.replaced(end, end, f"{line_end}{indent}{entry}{self.line_end if not line_end else ''}")

    def reordered(self, loc: Loc, order: tuple[int, ...]) -> str:
        """Returns the text with a list's items in another order; in block style their comments go with them."""
        items = [(*loc, index) for index in range(len(order))]
        if self._in_flow(loc):
            extents = [self.value_extent(item) for item in items]
            gaps = [self.text[end:start] for (_, end), (start, _) in pairwise(extents)]
            texts = [self.text[slice(*extents[index])] for index in order]
            new = "".join(text + gap for text, gap in zip(texts, [*gaps, ""], strict=True))
            return self.replaced(extents[0][0], extents[-1][1], new)
        ends = [self._line_end(self._content_end(item)) for item in items]
        first = self._with_comments(self._line_start(self.text.rindex("-", 0, self.value_extent(items[0])[0])))
        starts = [first, *ends[:-1]]
        ended = self.text[ends[-1] - 1] in "\r\n"
        chunks = [self.text[start:end] for start, end in zip(starts, ends, strict=True)]
        chunks[-1] += "" if ended else self.line_end
        new = "".join(chunks[index] for index in order)
        return self.replaced(first, ends[-1], new if ended else new.removesuffix(self.line_end))

    def literal(self, old: str, value: str) -> str:
        """Returns ``value`` as a literal block with the header and the indentation of the old block."""
        header, _, body = old.partition("\n")
        indent = " " * (len(body) - len(body.lstrip(" ")))
        lines = (f"{indent}{line}".rstrip(" ") if not line.strip() else indent + line for line in value.split("\n"))
        trailing = old[len(old.rstrip()) :]
        return header + "\n" + self.line_end.join(lines).rstrip() + trailing

    def line_end_of(self, old: str) -> str:
        """Returns the line ends after a block's text, which must stay when quotes replace it."""
        return old[len(old.rstrip("\r\n")) :] if old[:1] in {"|", ">"} else ""

    @cached_property
    def line_end(self) -> str:
        """The line end of the file, as its first line has it."""
        match = LINE_BREAK.search(self.text)
        return match.group() if match else "\n"

    def _in_flow(self, loc: Loc) -> bool:
        return self.text[self.value_extent(loc)[0] : self.value_extent(loc)[0] + 1] in {"{", "["}

    def _content_end(self, loc: Loc) -> int:
        """Returns the index after the last character at ``loc``; the parser ends a block collection further on."""
        start, end = self.value_extent(loc)
        data = self.document.data
        for part in loc:
            data = data[part]
        if isinstance(data, dict | list) and not self._in_flow(loc):
            places = self.document.places.values
            inside = (place for place in places if len(place) == len(loc) + 1 and place[:-1] == loc)
            return max((self._content_end(place) for place in inside), default=end)
        return max(start, len(self.text[:end].rstrip()))

    def _line_start(self, index: int) -> int:
        return max((start for start in self._starts if start <= index), default=0)

    def _line_end(self, index: int) -> int:
        """Returns the index after the end of the line of ``index``, or the end of the text."""
        return next((start for start in self._starts if start > index), len(self.text))

    def _with_comments(self, start: int) -> int:
        """Returns the start of the comment lines right above a line."""
        while start and self.text[self._line_start(start - 1) : start].lstrip().startswith("#"):
            start = self._line_start(start - 1)
        return start

"""Sorts blocks into the parts of a difference document, in one pass that tolerates any defect."""

from __future__ import annotations

from generator.importing import own_pages
from generator.importing.blocks import Block, BlockKind, Blocks
from generator.importing.headings import ApiHeading, read_api_heading, read_title, section_of
from generator.importing.parts import DocumentParts, ExamplePart, Fault, MappingPart, SidePart
from generator.model.document_defect import Kind

EXAMPLES = "转写示例"
TABLE = "参数映射"
_TITLE_LEVEL, _API_LEVEL, _EXAMPLE_LEVEL = 2, 3, 4


def outline(blocks: Blocks) -> DocumentParts:
    """Returns the parts of a document. Other blocks become remarks of the API above them."""
    outliner = _Outliner()
    for block in blocks.blocks:
        if not outliner.read(block):
            break
    outliner.flush()
    return outliner.parts


class _Outliner:
    """Keeps the current section while the blocks are read in order."""

    def __init__(self) -> None:
        self.parts = DocumentParts()
        self._section = ""
        self._example: Block | None = None
        self._without_code: Block | None = None
        """The heading of an example without code so far."""
        self._pending: list[Block] = []
        self._next_title = ""
        self._in_details = False

    def read(self, block: Block) -> bool:
        """Reads one block; returns False where the document must not be read any further."""
        if self._in_details or block.kind is BlockKind.HTML:
            self._html(block)
        elif block.kind is BlockKind.HEADING:
            return self._heading(block)
        elif block.kind is BlockKind.CODE:
            self._code(block)
        elif block.kind is BlockKind.TABLE:
            self._table(block)
        elif block.kind is BlockKind.TEXT:
            self._text(block)
        else:
            self.flush()
        return True

    def _fault(self, kind: Kind, block: Block, **values: str) -> None:
        self.parts.faults.append(Fault(kind, block, values))

    def flush(self) -> None:
        """Adds text that no code follows as a remark, and the heading above it too."""
        if self._without_code is not None:
            self._fault(Kind.HEADING_EMPTY, self._without_code, text=self._without_code.text)
            self.parts.mappings[-1].remarks.append(self._without_code)
            self._without_code = None
        if self._pending:
            self.parts.mappings[-1].remarks.extend(self._pending)
            self._pending = []

    def _heading(self, block: Block) -> bool:
        self.flush()
        if block.loose:
            self._fault(Kind.HEADING_FORM, block, text=block.text)
        if (title := read_title(block.text)) is not None:
            if self.parts.title is not None:
                self._fault(Kind.SECOND_TITLE, block, text=block.text)
                return False
            self.parts.title, self.parts.title_block = title, block
            self._expect_level(block, _TITLE_LEVEL)
        elif section := section_of(block.text):
            self._open_section(block, section)
        elif self._section == EXAMPLES and not (block.level <= _API_LEVEL and "](" in block.text):
            self._expect_level(block, _EXAMPLE_LEVEL)
            self._example = self._without_code = block
        elif not self._may_be_title(block) and (api := read_api_heading(block.text)) is not None:
            self._api(block, api)
        elif block.level >= _EXAMPLE_LEVEL and self.parts.mappings:
            self._fault(Kind.HEADING_UNKNOWN, block, text=block.text)
            self._section, self._example = EXAMPLES, block
        else:
            self._other_heading(block)
        return True

    def _may_be_title(self, block: Block) -> bool:
        """Tells whether a heading without brackets is at the title's position."""
        is_first = self.parts.title_block is None and not self.parts.mappings
        return is_first and block.level <= _TITLE_LEVEL and "[" not in block.text

    def _other_heading(self, block: Block) -> None:
        """Reads an unknown heading: a title at the top of the document, a remark anywhere else."""
        if self._may_be_title(block):
            self.parts.title_block = block
            return
        self._fault(Kind.HEADING_UNKNOWN, block, text=block.text)
        self._remark(block)

    def _open_section(self, block: Block, section: str) -> None:
        self._expect_level(block, _API_LEVEL)
        if "".join(block.text.split()) != section:
            self._fault(Kind.HEADING_FORM, block, text=block.text)
        self._section, self._example = section, None
        mapping = self._mapping()
        if section == TABLE:
            mapping.table_heading = block
        else:
            mapping.example_heading = block

    def _expect_level(self, block: Block, level: int) -> None:
        if block.level != level:
            self._fault(Kind.HEADING_LEVEL, block, text=block.text, level=str(block.level), expected=str(level))

    def _api(self, block: Block, api: ApiHeading) -> None:
        """Assigns an API's heading: a second API completes the first one's mapping, a third begins another."""
        self._expect_level(block, _API_LEVEL)
        mapping = self.parts.mappings[-1] if self.parts.mappings else None
        is_paddle = api.api.startswith("paddle")
        if mapping is None or mapping.paddle is not None or (mapping.torch and mapping.torch.api.api == api.api):
            torch = mapping.torch if mapping is not None and is_paddle else None
            mapping = MappingPart(title=self._next_title, torch=torch)
            self._next_title = ""
            self.parts.mappings.append(mapping)
        side = SidePart(block, api)
        if mapping.torch is None and not is_paddle:
            mapping.torch = side
        else:
            mapping.paddle = side
        self._section, self._example = "", None

    def _mapping(self) -> MappingPart:
        if not self.parts.mappings:
            self.parts.mappings.append(MappingPart())
        return self.parts.mappings[-1]

    def _remark(self, block: Block) -> None:
        self._mapping().remarks.append(block)

    def _code(self, block: Block) -> None:
        mapping = self._mapping()
        side = mapping.paddle or mapping.torch
        if self._section == EXAMPLES:
            mapping.examples.append(ExamplePart(self._example, self._pending, block))
            self._pending, self._without_code = [], None
        elif not self._section and side is not None and side.signature is None and not mapping.texts:
            side.signature = block
        elif "写法" in block.text:
            mapping.examples.append(ExamplePart(None, [], block))
        else:
            self._remark(block)

    def _table(self, block: Block) -> None:
        if self._section == EXAMPLES or not self.parts.mappings:
            self._text(block)
        else:
            self._section = TABLE
            self.parts.mappings[-1].tables.append(block)

    def _text(self, block: Block) -> None:
        line = block.lines[0].strip() if len(block.lines) == 1 else ""
        if (match := own_pages.OVERLOAD.fullmatch(line)) is not None:
            self._next_title = match.group(1) or ""
        elif line.startswith((*own_pages.FOOT, *own_pages.MEASURED)) or self._names(line):
            return
        elif not self.parts.mappings:
            self.parts.intro.append(block)
        elif self._section == EXAMPLES:
            if line not in own_pages.NO_EXAMPLE:
                self._pending.append(block)
        elif not self._section and not self.parts.mappings[-1].texts:
            self.parts.mappings[-1].texts.append(block)
        else:
            self._remark(block)

    def _names(self, line: str) -> bool:
        """Reads the line of aliases or of related APIs; returns False for any other line."""
        if (found := own_pages.read_names(line)) is None:
            return False
        what, names = found
        if what == own_pages.ALIASES:
            self.parts.aliases = names
        else:
            self.parts.related = names
        return True

    def _html(self, block: Block) -> None:
        """Skips comments and what our own pages add; other HTML is text."""
        text = block.text
        if block.kind is BlockKind.HTML and text.lstrip().startswith("<details"):
            self._in_details = True
        if self._in_details:
            self._in_details = "</details>" not in text
        elif types := own_pages.read_types(text):
            self._mapping().types = types
        elif (exemption := own_pages.read_exemption(text)) is not None:
            self.parts.exemptions.append(exemption)
        elif not text.lstrip().startswith("<!--") and "apimap-" not in text:
            self._text(block)

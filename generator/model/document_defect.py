"""The kinds of defect that Markdown can have, apart from what the record's own rules find in it."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """Defects of a difference document; ``generator.lint.rules.doc`` has the words."""

    EMPTY = "doc-empty"
    BINARY = "doc-binary"
    TOO_LARGE = "doc-too-large"
    NO_TITLE = "doc-no-title"
    TITLE_FORM = "doc-title-form"
    SECOND_TITLE = "doc-second-title"
    API_DISAGREES = "doc-api-disagrees"
    FILE_DISAGREES = "doc-file-disagrees"
    API_INVALID = "doc-api-invalid"
    HEADING_LEVEL = "doc-heading-level"
    HEADING_FORM = "doc-heading-form"
    HEADING_UNKNOWN = "doc-heading-unknown"
    HEADING_EMPTY = "doc-heading-empty"
    LINK_MISSING = "doc-link-missing"
    LINK_FORM = "doc-link-form"
    LINK_INVALID = "doc-link-invalid"
    SIGNATURE_MISSING = "doc-signature-missing"
    SIGNATURE_ANNOTATED = "doc-signature-annotated"
    SUMMARY_MISSING = "doc-summary-missing"
    FENCE_UNCLOSED = "doc-fence-unclosed"
    TABLE_ROW = "doc-table-row"
    TABLE_HEADER = "doc-table-header"
    TABLE_EMPTY = "doc-table-empty"
    ROW_NAMELESS = "doc-row-nameless"
    PROSE_IN_CODE = "doc-prose-in-code"
    EXAMPLE_MARKS = "doc-example-marks"
    EXAMPLE_UNSPLIT = "doc-example-unsplit"
    RENAMED_UNSAID = "doc-renamed-unsaid"
    LACK_UNSAID = "doc-lack-unsaid"
    NOTE_UNENDED = "doc-note-unended"
    KIND_UNPLACED = "doc-kind-unplaced"


LOSING = frozenset(
    {
        Kind.EMPTY,
        Kind.BINARY,
        Kind.TOO_LARGE,
        Kind.NO_TITLE,
        Kind.SECOND_TITLE,
        Kind.LINK_INVALID,
        Kind.KIND_UNPLACED,
        "category_unknown",
    }
)
"""The kinds with which a part of the document is missing in the record; the defect has the part and its line."""


class TableKind(StrEnum):
    """Defects of a mapping table; ``generator.lint.rules.tab`` has the words."""

    API_INVALID = "tab-api-invalid"
    LIBRARY = "tab-library"
    LINK_OTHER = "tab-link-other"
    LINK_MOVED = "tab-link-moved"
    LINK_QUERY = "tab-link-query"
    NUMBER = "tab-number"
    ESCAPED = "tab-escaped"
    BRACKETS = "tab-brackets"
    CATEGORY_UNSAID = "tab-category-unsaid"
    ROW_UNKNOWN = "tab-row-unknown"
    TWICE = "tab-twice"

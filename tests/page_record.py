"""What of a record its difference page carries: reading the page gives exactly this record again.

A page does not carry what only runs (``checks``, ``given``, ``compare``, ``skip``, ``random``), conditions and
templates, nor the keys of ``NOT_READ_BACK``; a ``helper`` it has as a part of the first example that calls it. It shows running text on one
line, every note with its full stop, and an example without a heading under the heading before it. All else is carried
word for word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from record_fields import NOT_READ_BACK

from generator.importing.headings import split_example_heading
from generator.importing.rows import RETURN_VALUE, RowContext, read_row
from generator.model.category import CONTEXT, NO_PARAMETERS
from generator.model.derive import own_category
from generator.model.parameter import ParameterRow
from generator.model.phrases import FULL_STOP, full_note
from generator.model.record import Example, Exemption, Links, Mapping, Overload, Pair, Record
from generator.model.signature import Signature
from generator.publishing.pages import markdown
from generator.publishing.views.prose import CODE_SPAN


def published(record: Record) -> Record:
    """The record as its page says it.

    Signatures and summaries are those of the record itself: where it has none, the page shows what the project
    derives, and ``generator.importing.remove_derived`` leaves that out again.
    """
    mappings = [_mapping(record, mapping) for _, mapping in record.mappings()]
    several = len(mappings) > 1
    changes: dict[str, Any] = {name: field.get_default() for name, field in Mapping.model_fields.items()}
    changes |= {name: Record.model_fields[name].get_default() for name in ("overloads", *NOT_READ_BACK)}
    changes |= {"context": record.category is CONTEXT, "links": _links(record)}
    changes["exempt"] = tuple(
        Exemption(code=" ".join(item.code.split()), reason=" ".join(item.reason.split())) for item in record.exempt
    )
    changes["intro"] = _text(record.intro) if several else None
    if several:
        changes["overloads"] = tuple(Overload.model_validate(mapping) for mapping in mappings)
    else:
        changes |= {name: value for name, value in mappings[0].items() if name in Mapping.model_fields}
    return record.model_copy(update=changes)


def _mapping(record: Record, mapping: Mapping) -> dict[str, Any]:
    rows = () if own_category(record, mapping) is NO_PARAMETERS else tuple(_row(row) for row in mapping.parameters)
    apis = {"torch": record.torch, "paddle": mapping.paddle}
    signatures = {side: _signature(api, getattr(mapping.signatures, side, None)) for side, api in apis.items()}
    fields: dict[str, Any] = {
        "paddle": mapping.paddle,
        "signatures": Pair(**signatures) if any(signatures.values()) else None,
        "summary": _text(mapping.summary),
        "parameters": rows,
        "remarks": tuple(_remark(remark) for remark in mapping.remarks),
        "examples": tuple(_examples(with_one_helper(record, mapping.examples))),
    }
    if isinstance(mapping, Overload):
        fields |= {"title": _text(mapping.title), "links": mapping.links}
    return fields


def _signature(api: str | None, text: str | None) -> str | None:
    """A signature as pages print it, on one line; none where its API is not shown."""
    if api is None or text is None:
        return None
    with suppress(ValueError):
        text = Signature.parse(text).format(api)
    return " ".join(text.split())


def _row(row: ParameterRow) -> ParameterRow:
    """The row that its printed note says: where it holds more than its relation needs, the rest is not shown."""
    both = RETURN_VALUE if row.returns is not None else None
    note = _text(full_note(row)) or ""
    context = RowContext(row.differs.kind) if row.differs is not None else RowContext()
    reading = read_row(row.torch or both, row.paddle or both, "" if note == FULL_STOP else note, context)
    return ParameterRow.model_validate(reading.data)


def with_one_helper(record: Record, examples: tuple[Example, ...]) -> tuple[Example, ...]:
    """The examples of which the first that calls the record's helper alone has its code."""
    bare = [each.model_copy(update={"paddle": record.without_helper(each.paddle)}) for each in examples]
    first = next((index for index, each in enumerate(examples) if bare[index] != each), 0)
    return (*bare[:first], *examples[first : first + 1], *bare[first + 1 :])


def _examples(examples: tuple[Example, ...]) -> Iterator[Example]:
    parameter: tuple[str, ...] = ()
    title = ""
    for example in examples:
        heading = "：".join(part for part in ("、".join(example.parameter), _text(example.title)) if part)
        if heading:
            read = split_example_heading(heading)
            parameter, title = read.parameter, read.title
        yield Example(
            torch=_code(example.torch),
            paddle=_code(example.paddle),
            parameter=parameter,
            title=title,
            case=_text(example.case),
        )


def _links(record: Record) -> Links | None:
    """The addresses as the page writes them, and no address of a counterpart that there is not."""
    if record.links is None:
        return None
    torch, paddle = record.links.torch, record.links.paddle if record.paddle_apis else None
    pair = [markdown.address(url) if url is not None else None for url in (torch, paddle)]
    return Links(torch=pair[0], paddle=pair[1]) if any(pair) else None


def _text(text: str | None) -> str | None:
    """Running text on one line, its code spans without the white space at their ends."""
    folded = " ".join((text or "").split())
    return CODE_SPAN.sub(_code_span, folded) or None


def _code_span(match: re.Match[str]) -> str:
    code = match.group(2).strip()
    mark = "``" if "`" in code else "`"
    return f"{mark}{code}{mark}"


def _remark(remark: str) -> str:
    return remark if remark.startswith("```") else _text(remark) or ""


def _code(code: str) -> str:
    lines = code.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    return "\n".join(lines[first:]).rstrip()

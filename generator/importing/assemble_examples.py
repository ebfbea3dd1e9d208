"""Converts the code blocks under 转写示例 to examples, with the place of every part."""

from __future__ import annotations

from typing import Any

from generator.importing.blocks import Block
from generator.importing.draft import Draft, span_of_block, span_of_lines
from generator.importing.headings import ExampleHeading, read_example_heading
from generator.importing.parts import ExamplePart, MappingPart
from generator.importing.snippets import Pair, Side, split_snippet
from generator.importing.text import plain
from generator.model.document_defect import Kind
from generator.model.finding import Loc


def add_examples(draft: Draft, data: dict[str, Any], loc: Loc, part: MappingPart) -> None:
    """Splits every code block; one that cannot be split becomes a remark, with its heading (R37, R38)."""
    examples: list[dict[str, Any]] = []
    for example in part.examples:
        split = split_snippet(example.code.lines)
        for index in split.prose:
            draft.defect(
                Kind.PROSE_IN_CODE,
                span_of_lines(example.code, index, index + 1),
                {"text": example.code.lines[index].strip()},
            )
        if not split.pairs:
            _keep_whole(draft, part, example)
            continue
        if split.loose:
            draft.defect(Kind.EXAMPLE_MARKS, span_of_block(example.code))
        for index, pair in enumerate(split.pairs):
            texts = example.texts if not index else []
            examples.append(_example(ExamplePart(example.heading, texts, example.code), pair))
            _place(draft, (*loc, "examples", len(examples) - 1), example, pair)
    if examples:
        data["examples"] = examples
    place = part.example_heading or (part.examples[0].code if part.examples else None)
    if place is not None:
        draft.place((*loc, "examples"), span_of_block(place))


def _example(part: ExamplePart, pair: Pair) -> dict[str, Any]:
    heading = read_example_heading(part.heading.text) if part.heading is not None else ExampleHeading((), "")
    case = " ".join(text for text in (*(plain(block.text) for block in part.texts), pair.case) if text)
    data: dict[str, Any] = {"torch": pair.torch.code, "paddle": pair.paddle.code}
    data |= {name: value for name, value in (("title", heading.title), ("case", case)) if value}
    if heading.parameter:
        data["parameter"] = list(heading.parameter)
    return data


def _place(draft: Draft, loc: Loc, part: ExamplePart, pair: Pair) -> None:
    heading = span_of_block(part.heading or part.code)
    for name in ((), ("parameter",), ("title",)):
        draft.place((*loc, *name), heading)
    draft.place((*loc, "case"), span_of_block(part.texts[0] if part.texts else part.code))
    for side_name, side in (("torch", pair.torch), ("paddle", pair.paddle)):
        draft.place((*loc, side_name), span_of_lines(part.code, *_lines(side, part.code)))


def _lines(side: Side, block: Block) -> tuple[int, int]:
    """Returns the index of a side's first line inside the block, and the one after its last."""
    return side.index, min(side.index + side.code.count("\n") + 1, len(block.lines))


def _keep_whole(draft: Draft, part: MappingPart, example: ExamplePart) -> None:
    """Adds code that does not have two sides as a remark, after the text that introduces it."""
    draft.defect(Kind.EXAMPLE_UNSPLIT, span_of_block(example.code))
    heading = [example.heading] if example.heading is not None else []
    part.remarks.extend([*heading, *example.texts, example.code])

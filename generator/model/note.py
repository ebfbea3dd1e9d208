"""Parses the mandated phrases in a note: the inverse of ``phrases``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.model.parameter import DefaultPair
from generator.model.phrases import FULL_STOP
from generator.model.relation import SET_DEFAULT, Rewrite

_SUSPECT = re.compile(r"转写|默认\s*值|保持|参数名|无[此该]|无参数|⽆|没有[此该]|没有参数|设置?为|删除|影响不大")
"""A note without any of these holds no phrase; most notes are not parsed further."""

_SEPARATOR = re.compile(r"(`[^`]*`|\([^()]*\)|（[^（）]*）)|(\s*(?:[，；。,;]|\.(?=\s*$))\s*)")
"""Separators of clauses: commas and stops outside code and parentheses."""

# Patterns as text: ``re`` compiles and keeps each when a note first needs it, and most runs need none.
_RENAMED = r"仅?参数名称?(?:不一致|不同)"
_TORCH_LACKS = r"(?:py)?torch(?:没有|无)[此该]?参数"
_PADDLE_LACKS = r"paddle(?:paddle)?(?:没有|无)[此该]?参数"
_DEFAULT_DIFFERS = r"(?:且?(?:paddle)?与)?(?:py)?torch的?默认值(?:不同|不一致)|仅?参数默认值(?:不一致|不同)"
_REWRITES = (
    (r"(?:paddle)?需要?(?:进行)?转写", Rewrite.EXAMPLE),
    (r"(?:paddle)?(?:暂无转写方式|暂不支持转写|无法转写)", Rewrite.UNSUPPORTED),
    (r"(?:paddle)?(?:一般)?对(?:网络)?训练结果影响不大(?:可以?直接删除)?|可以?直接删除", Rewrite.DROP),
)
_SET_DEFAULT = r"(?:paddle(?:paddle)?)?(?:需|应)?保持默认值?(?:即可)?"
_SET_ALIKE = r"paddle(?:paddle)?(?:需要?|应当?|须)?(?:设置?为|保持)与(?:py)?torch一致"
_ABOUT_DEFAULTS = f"{_DEFAULT_DIFFERS}|{_SET_ALIKE}"
_SET_VALUE = r"(?i)\s*paddle(?:paddle)?\s*(?:需要?|应当?|须)\s*设置?为\s*(.+)"
_DEFAULT_OF = r"(?i)\s*(pytorch|torch|paddle|paddlepaddle)\s*(?:的?默认值?)?为\s*(`[^`]+`|\S+)\s*"


@dataclass(frozen=True, slots=True)
class NoteReading:
    """The mandated phrases of a note (R27 to R31), parsed, and the meaning without them.

    ``phrases`` are the phrases as they stand in the note, with the index of each one's first character.
    """

    meaning: str
    phrases: tuple[tuple[int, str], ...] = ()
    renamed: bool = False
    torch_lacks: bool = False
    paddle_lacks: bool = False
    default_differs: bool = False
    default: DefaultPair | None = None
    rewrite: Rewrite | None = None
    set: str | None = None


@dataclass(slots=True)
class _Draft:
    """A reading while its clauses are parsed."""

    kept: list[tuple[str, str]] = field(default_factory=list)
    phrases: list[tuple[int, str]] = field(default_factory=list)
    said: dict[str, object] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)


def read_note(note: str) -> NoteReading:
    """Splits a note into phrases and meaning, in all spellings of public documents.

    ASCII punctuation, ``Pytorch`` and missing spaces are accepted. Clauses that are no phrase stay in the
    meaning unchanged. Source: R27 to R31; spellings counted in the public difference documents of 2024.
    """
    if not may_hold_phrases(note):
        return NoteReading(note)
    draft = _Draft()
    clauses = list(_clauses(note))
    values_may_stand = any(re.fullmatch(_ABOUT_DEFAULTS, _key(clause)) for _, clause, _ in clauses)
    for start, clause, separator in clauses:
        said = _default_of(clause, draft) if values_may_stand else None
        if said is None and (said := _says(clause)) is None:
            draft.kept.append((clause, separator))
        else:
            draft.said |= said
            draft.phrases.append((start, clause.strip()))
    return _reading(note, draft)


def may_hold_phrases(text: str) -> bool:
    """Tells whether a text can hold a phrase; False is certain."""
    return _SUSPECT.search(text) is not None


def _reading(note: str, draft: _Draft) -> NoteReading:
    if not draft.phrases:
        return NoteReading(note)
    meaning = "".join(clause + separator for clause, separator in draft.kept).rstrip(" ，；。,;.")
    default = DefaultPair(**draft.defaults) if len(draft.defaults) == 2 else None  # noqa: PLR2004  (the two sides)
    return NoteReading(
        meaning=meaning + FULL_STOP if meaning else "",
        phrases=tuple(draft.phrases),
        default=default,
        **draft.said,  # type: ignore[arg-type]
    )


def _clauses(note: str) -> Iterator[tuple[int, str, str]]:
    """Yields each clause with the index of its first character and the separator behind it."""
    start = 0
    for match in _SEPARATOR.finditer(note):
        if match.group(2) is not None:
            yield start, note[start : match.start()], match.group()
            start = match.end()
    if start < len(note):
        yield start, note[start:], ""


def _key(clause: str) -> str:
    """Returns a clause with width, white space and letter case folded."""
    return "".join(unicodedata.normalize("NFKC", clause).split()).casefold()


def _says(clause: str) -> dict[str, object] | None:
    """Returns the fields of a reading that a clause fills, or None where it is no phrase."""
    key = _key(clause)
    for pattern, name in (
        (_RENAMED, "renamed"),
        (_TORCH_LACKS, "torch_lacks"),
        (_PADDLE_LACKS, "paddle_lacks"),
        (_DEFAULT_DIFFERS, "default_differs"),
    ):
        if re.fullmatch(pattern, key):
            return {name: True}
    for pattern, rewrite in _REWRITES:
        if re.fullmatch(pattern, key):
            return {"rewrite": rewrite}
    if re.fullmatch(_SET_DEFAULT, key):
        return {"set": SET_DEFAULT}
    if re.fullmatch(_SET_ALIKE, key):
        return {}
    value = re.fullmatch(_SET_VALUE, clause)
    return {"set": value.group(1).strip().strip("`").strip()} if value and _is_value(value.group(1)) else None


def _default_of(clause: str, draft: _Draft) -> dict[str, object] | None:
    """Parses ``PyTorch 为 True`` beside the phrase that defaults differ."""
    match = re.fullmatch(_DEFAULT_OF, clause)
    if match is None or not _is_value(match.group(2)):
        return None
    side = "torch" if "torch" in match.group(1).casefold() else "paddle"
    draft.defaults[side] = match.group(2).strip("`")
    return {}


def _is_value(text: str) -> bool:
    """Tells whether the text is a value to pass, and not a description of one."""
    return bool(text.strip("` ")) and not re.search(r"[\u3400-\u9fff\u2e80-\u2fdf]", text)

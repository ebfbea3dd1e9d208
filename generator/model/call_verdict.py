"""Effort and verdict, one enumeration: what becomes of an API's usual call in Paddle, and what of one call."""

from __future__ import annotations

from enum import StrEnum


class CallVerdict(StrEnum):
    """What a reader has to do about one call, from nothing to all. Source: the vocabulary of ``docs/design.md``."""

    VERBATIM = "照抄"
    """The call stays as it is."""
    RENAMED = "只改名称"
    """Another callee with the same arguments."""
    ARGUMENTS = "改参数"
    """One call with other arguments, or one expression made from it by the record's template."""
    REWRITE = "改写"
    """Known, and to be written by hand after the record's examples."""
    MISSING = "没有"
    """Paddle has no counterpart of the API or of the use that is made of it."""
    UNVERIFIED = "未验证"
    """There is an answer, and nothing that ran shows that it holds."""
    UNSURE = "条件不明"
    """The code leaves open whether a difference applies."""
    UNRECORDED = "未整理"
    """A public torch name that no record answers."""
    FOREIGN = "不是 PyTorch"
    """No name of torch: it stays as it is."""

    @property
    def key(self) -> str:
        """Its identifier in style sheets and reports."""
        return self.name.lower()

    @property
    def is_converted(self) -> bool:
        """Whether the call can be converted without a person."""
        return self in _CONVERTED

    @property
    def is_todo(self) -> bool:
        """Whether a person has to look at the call."""
        return self not in _CONVERTED and self is not CallVerdict.FOREIGN


_CONVERTED = frozenset({CallVerdict.VERBATIM, CallVerdict.RENAMED, CallVerdict.ARGUMENTS})

EFFORTS = (
    CallVerdict.VERBATIM,
    CallVerdict.RENAMED,
    CallVerdict.ARGUMENTS,
    CallVerdict.REWRITE,
    CallVerdict.MISSING,
    CallVerdict.UNVERIFIED,
)
"""The verdicts that a record may have: those of its usual call. The others leave open what one call takes."""

"""The code of both sides, as pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from generator.publishing.views.inputs import input_comment

_WIDEST = 52
"""Characters of the longest line that two columns have room for."""


class BothSides(Protocol):
    """What has code for either library."""

    @property
    def torch(self) -> str:
        """The PyTorch code."""

    @property
    def paddle(self) -> str:
        """The Paddle code."""


@dataclass(frozen=True, slots=True)
class PairView:
    """The same piece of work in both libraries, without empty lines around it."""

    torch: str
    paddle: str

    @property
    def is_wide(self) -> bool:
        """Whether a line is too long for two columns side by side."""
        return max(map(len, f"{self.torch}\n{self.paddle}".splitlines()), default=0) > _WIDEST


def pair_view(code: BothSides) -> PairView:
    """Returns the pair of a snippet; where it needs inputs, both sides begin with a comment that names them."""
    # Asked for by name: the models take long to load, and the Markdown of pages does without them.
    comment = "".join(f"{line}\n" for line in input_comment(getattr(code, "given", {})))
    return PairView(comment + code.torch.strip("\n"), comment + code.paddle.strip("\n"))

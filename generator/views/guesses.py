"""An entry about a name that nobody has recorded, as pages print it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.views.prose import Prose


@dataclass(frozen=True, slots=True)
class SignatureView:
    """A signature: the name, then what stands between the commas, each with whether the other side has it otherwise."""

    name: str
    parts: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        """The signature on one line."""
        return f"{self.name}({', '.join(part for part, _ in self.parts)})"


@dataclass(frozen=True, slots=True)
class GuessView:
    """One entry as it is printed; ``facts`` are the lines below the signatures, each with its name."""

    name: str
    mark: str
    what: Prose
    guess: Prose
    signatures: tuple[SignatureView, ...]
    facts: tuple[tuple[str, Prose], ...]

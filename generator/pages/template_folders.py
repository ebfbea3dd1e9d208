"""Where the templates of pages are looked for."""

from __future__ import annotations

from pathlib import Path

_PACKAGED = Path(__file__).parents[1] / "templates"
_CHECKOUT = Path(__file__).parents[2] / "templates"


def template_folders(root: Path) -> tuple[Path, ...]:
    """Where the project has templates of its own, then where those that came with apimap are."""
    own = root / "templates"
    shipped = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    return tuple(dict.fromkeys(folder.resolve() for folder in (own, shipped) if any(folder.glob("*.j2"))))

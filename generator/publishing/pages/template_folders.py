"""Where the templates of pages are looked for."""

from __future__ import annotations

from pathlib import Path

import generator

_PACKAGED = Path(generator.__file__).parent / "templates"
_CHECKOUT = Path(generator.__file__).parents[1] / "templates"


def template_folders(root: Path) -> tuple[Path, ...]:
    """Returns where the project has templates of its own, then where those that came with apimap are."""
    own = root / "templates"
    shipped = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    return tuple(dict.fromkeys(folder.resolve() for folder in (own, shipped) if any(folder.glob("*.j2"))))

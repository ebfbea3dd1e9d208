"""Search boosts of pages, beside the match of their text."""

from __future__ import annotations

import re

from generator.publishing.views.paths import CATEGORY_FOLDER, FOLDER, HOME, RULES

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")
"""The words of an API's name, as the separator in ``mkdocs.yml`` cuts it."""
_CATEGORY_BOOST = 3.0
_BOOSTS = {HOME: 0.5, "contributing.md": 0.5, RULES: 0.2}
"""A search for a word in a category's name means that category, and no rule about how it is written."""


def page_boost(path: str) -> float:
    """Returns the search boost of the page at ``path`` below ``site_src/``.

    Of two APIs whose names contain all words of a query, the shorter one is preferred: ``functional.relu`` to
    ``leaky_relu`` and ``relu_``.
    """
    folder, _, name = path.removesuffix(".md").rpartition("/")
    if folder == FOLDER:
        return round(1 + 0.4 / max(1, len(_WORD.findall(name)) + name.endswith("_")), 3)
    return _CATEGORY_BOOST if folder == CATEGORY_FOLDER else _BOOSTS.get(path, 1.0)

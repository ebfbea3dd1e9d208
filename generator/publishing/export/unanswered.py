"""The names that no record answers, in the shape of ``data.json``."""

from __future__ import annotations

from collections.abc import Mapping

from generator.catalog.catalog import Catalog
from generator.catalog.unanswered.differences import differences
from generator.catalog.unanswered.entries import Unanswered, by_page
from generator.model.signature import Signature
from generator.publishing.export.record import facts_data
from generator.publishing.export.shape import GuessData, UnansweredData
from generator.publishing.views.paths import folder_of, unanswered_path
from generator.publishing.views.prose import plain
from generator.publishing.views.unanswered import say_difference


def unanswered_data(catalog: Catalog) -> Mapping[str, str]:
    """Returns the JSON of each entry by its name."""
    pages = by_page(catalog)
    return catalog.kept(
        __name__,
        (pages,),
        lambda: {one.name: _data(module, one).model_dump_json() for module, found in pages.items() for one in found},
    )


def _data(module: str, one: Unanswered) -> UnansweredData:
    return UnansweredData(
        torch=one.name,
        answer="未整理",
        kind=one.entry.kind,
        others=one.others,
        same_as=one.same_as or None,
        see=one.see or None,
        uses=one.uses,
        guess=_guess(one),
        facts=facts_data(one.samples) if one.samples is not None else None,
        page=f"{folder_of(unanswered_path(module))}#{one.name}",
    )


def _guess(one: Unanswered) -> GuessData | None:
    if one.guess is None or one.guess.match is None:
        return None
    return GuessData(
        paddle=one.guess.entry.name,
        ground=one.guess.ground,
        mostly_wrong=one.weak,
        torch_signature=_signature(one.name, one.guess.match.torch),
        paddle_signature=_signature(one.guess.entry.name, one.guess.match.paddle),
        differences=tuple(plain(say_difference(it)) for it in differences(one.guess.match)),
    )


def _signature(api: str, signature: Signature | None) -> str | None:
    return f"{api}{signature}" if signature is not None else None

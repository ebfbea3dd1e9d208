"""Files of what variations showed: a line per record, see ``json_lines``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from generator.model.evidence import CPU
from generator.model.variation import (
    Count,
    DifferenceClass,
    Disproved,
    DtypeFact,
    LostDigits,
    SecondOrder,
    Untold,
    Variation,
)
from generator.storage.json_lines import ModuleLines, number_of, text_of

VARIATIONS = "mapping_data/variations"


def keep_old(new: Variation, old: Mapping[str, Variation]) -> Variation:
    """Returns the new result, or the old one where that adds nothing.

    It differs in the date alone; or it is of the same code, found nothing and had less time, as on a busy machine: then
    only what is measured first is new.
    """
    before = old.get(new.api)
    if before is None:
        return new
    same = (new.digest, new.versions, new.seed, new.device) == (
        before.digest,
        before.versions,
        before.seed,
        before.device,
    )
    made_less = sum(new.counts.values()) < sum(before.counts.values())
    if same and made_less and not (new.untold or new.disproved):
        views = tuple(sorted({*before.wrong_views, *new.wrong_views}))
        seen = {one.at for one in new.second_orders}
        orders = *(one for one in before.second_orders if one.at not in seen), *new.second_orders
        found = replace(before, wrong_views=views, second_orders=orders)
        return before if found == before else replace(found, date=new.date)
    return before if replace(new, date=before.date) == before else new


def with_measured(before: Variation, new: Variation) -> Variation:
    """Returns a result with the facts of a run that only measured; as it was where that had no time for all of them."""
    if new.left:
        return before
    found = replace(before, dtypes=new.dtypes, second_orders=new.second_orders, wrong_views=new.wrong_views)
    return before if found == before else replace(found, date=new.date)


def _as_json(variation: Variation) -> dict[str, Any]:
    data: dict[str, Any] = {
        "api": variation.api,
        "digest": variation.digest,
        "versions": dict(variation.versions),
        "date": variation.date,
        "seed": variation.seed,
        "counts": {str(count): variation.counts[count] for count in Count if variation.counts.get(count)},
        "left": variation.left,
        "untold": [
            {
                "kind": str(one.kind),
                "change": one.change,
                "at": one.at,
                "given": dict(one.given),
                "message": one.message,
                "count": one.count,
            }
            for one in variation.untold
        ],
        "disproved": [
            {"row": one.row, "change": one.change, "at": one.at, "given": dict(one.given), "count": one.count}
            for one in variation.disproved
        ],
        "unmet": list(variation.unmet),
        "dtypes": [_dtypes_as_json(one) for one in variation.dtypes],
        "second_orders": [
            {"at": one.at, "always": one.is_always}
            | ({"parameters": list(one.parameters)} if one.parameters else {})
            | ({"ends": True} if one.ends else {})
            | ({"usual": True} if one.is_usual else {})
            for one in variation.second_orders
        ],
        "lost_digits": [
            {"at": one.at, "dtype": one.dtype, "backward": one.backward, "error": one.error}
            for one in variation.lost_digits
        ],
        "wrong_views": list(variation.wrong_views),
        "device": variation.device,
        "unsafe": variation.unsafe,
    }
    return {key: value for key, value in data.items() if value not in ([], 0) or key == "seed"}


_LISTS = ("parameters", "torch", "refused", "partly", "backward", "mixed")


def _dtypes_as_json(one: DtypeFact) -> dict[str, Any]:
    lists: dict[str, Any] = {name: list(getattr(one, name)) for name in _LISTS}
    return {key: value for key, value in {"at": one.at, **lists}.items() if value}


def _dtypes_from_json(data: dict[str, Any]) -> DtypeFact:
    lists = (tuple(map(text_of, data.get(name, ()))) for name in _LISTS)
    return DtypeFact(text_of(data.get("at", "")), *lists)


def _from_json(data: dict[str, Any]) -> Variation:
    untold = tuple(
        Untold(
            text_of(one["at"]),
            DifferenceClass(one["kind"]),
            text_of(one["change"]),
            dict(one["given"]),
            text_of(one["message"]),
            number_of(one["count"]),
        )
        for one in data.get("untold", ())
    )
    disproved = tuple(
        Disproved(
            text_of(one["row"]), text_of(one["at"]), text_of(one["change"]), dict(one["given"]), number_of(one["count"])
        )
        for one in data.get("disproved", ())
    )
    return Variation(
        text_of(data["api"]),
        text_of(data["digest"]),
        {library: text_of(version) for library, version in data["versions"].items()},
        text_of(data["date"]),
        number_of(data["seed"]),
        {Count(name): number_of(number) for name, number in data["counts"].items()},
        number_of(data.get("left", 0)),
        untold,
        disproved,
        tuple(map(text_of, data.get("unmet", ()))),
        tuple(map(_dtypes_from_json, data.get("dtypes", ()))),
        tuple(
            SecondOrder(
                text_of(one["at"]),
                one["always"] is True,
                tuple(map(text_of, one.get("parameters", ()))),
                one.get("ends") is True,
                one.get("usual") is True,
            )
            for one in data.get("second_orders", ())
        ),
        tuple(
            LostDigits(text_of(one["at"]), text_of(one["dtype"]), one["backward"] is True, text_of(one["error"]))
            for one in data.get("lost_digits", ())
        ),
        tuple(map(text_of, data.get("wrong_views", ()))),
        text_of(data.get("device", CPU)),
        data.get("unsafe", False) is True,
    )


_LINES = ModuleLines(VARIATIONS, "变换结果", "apimap vary", _as_json, _from_json, attrgetter("api"))
read_variations = _LINES.read
parse_variations = _LINES.parse
dump_variations = _LINES.dump
write_variations = _LINES.write
update_variations = _LINES.update

"""A project folder of any size for figures: the shipped records, then copies of them under other public names of torch.

    python -m bench.large_project FOLDER [--records 2000]

The copies have the names that people look for: those that the inventory offers and no record has yet, with a Paddle
counterpart of the same ending. The inventories say of each new name what they say of the one that was copied.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Collection, Iterator, Sequence
from itertools import cycle
from pathlib import Path

from bench.repeated import extend_inventories, renamed
from generator.catalog.catalog import Catalog, load_catalog
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.record import Record

REPOSITORY = Path(__file__).parents[1]
LISTED = frozenset({ApiKind.FUNCTION, ApiKind.CLASS, ApiKind.METHOD})


def main() -> None:
    """Makes the project folder and says how many records it has."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--records", type=int, default=2000)
    arguments = parser.parse_args()
    make_large_project(arguments.folder, arguments.records)
    print(f"{len(list((arguments.folder / 'mapping_data/records').rglob('*.yml')))} records")


def make_large_project(root: Path, count: int) -> None:
    """Fills ``root`` with everything that a build needs, and with ``count`` records."""
    for name in ("mapping_data", "templates", "site_src"):
        shutil.copytree(REPOSITORY / name, root / name, dirs_exist_ok=True)
    shutil.copy(REPOSITORY / "mkdocs.yml", root)
    records = root / "mapping_data/records"
    catalog = load_catalog(root)
    counterparts = {
        name for record in catalog.records() for api in record.paddle_apis for name in _all_names(catalog, api)
    }
    pairs: list[str] = []
    for api, record in zip(_new_names(catalog, count - len(catalog.by_api)), cycle(_copied(catalog)), strict=False):
        text = Path(catalog.by_api[record.torch].file).read_text(encoding="utf-8")
        new = {name: _other_name(name, api, counterparts) for name in (record.torch, *record.paddle_apis)}
        target = records / api.rpartition(".")[0] / f"{api}.yml"
        target.parent.mkdir(exist_ok=True)
        target.write_text(renamed(text, new), encoding="utf-8")
        pairs += [f"{name}\t{replacement}" for name, replacement in new.items()]
    extend_inventories(root / "mapping_data/inventory", pairs)


def _copied(catalog: Catalog) -> list[Record]:
    """The records that can stand under another name: without aliases, with code that runs and at most one counterpart."""
    return [
        record
        for record in catalog.records()
        if not record.aliases
        and record.torch.startswith("torch.")
        and not record.overloads
        and any(snippet.skip is None for _, snippet in record.snippets())
        and all(_is_canonical(catalog, api) for api in (record.torch, *record.paddle_apis))
    ]


def _is_canonical(catalog: Catalog, api: str) -> bool:
    inventory = catalog.inventories.get(api.partition(".")[0])
    return inventory is not None and api in inventory.entries and not inventory.entries[api].alias_of


def _other_name(name: str, api: str, taken: Collection[str]) -> str:
    """The new name of the record's API or of its counterpart, which none of the shipped records has."""
    if name.startswith("torch."):
        return api
    other = f"paddle.{api.partition('.')[2]}"
    return other if other not in taken else f"paddle.copied.{api.partition('.')[2]}"


def _new_names(catalog: Catalog, count: int) -> Iterator[str]:
    """Names without a record, the most looked for first; none twice where case is not told."""
    recorded = {name for api in (*catalog.by_api, *catalog.by_alias) for name in _all_names(catalog, api)}
    taken = {name.casefold() for name in recorded}
    entries = [
        entry
        for entry in catalog.inventories["torch"]
        if entry.kind in LISTED and not entry.alias_of and "._" not in entry.name
    ]
    for entry in sorted(entries, key=lambda entry: _rarity(entry, catalog.settings.coverage)):
        if count > 0 and entry.name.casefold() not in taken:
            taken.add(entry.name.casefold())
            count -= 1
            yield entry.name


def _rarity(entry: ApiEntry, modules: Sequence[str]) -> int:
    """The modules that coverage is measured in come first, there the in-place forms and torch's inner classes last."""
    module = entry.name.rpartition(".")[0]
    if module not in modules:
        return 2
    return int(entry.name.endswith("_") or (module == "torch" and entry.kind is ApiKind.CLASS))


def _all_names(catalog: Catalog, api: str) -> tuple[str, ...]:
    """The name, and the one that the inventory knows it as."""
    entry = catalog.entry(api)
    return (api, entry.alias_of) if entry is not None else (api,)


if __name__ == "__main__":
    main()

"""How much of the shipped records ``apimap new`` drafts as people wrote them.

Each API with a record is drafted afresh from the inventory, as if it had none, and the draft is compared: the Paddle
counterpart, the pairs of parameters, and the category. What is left is what a person has to know.

Usage: python -m bench.drafting [--list]
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from generator.catalog.catalog import RECORDS, Catalog, load_catalog
from generator.commands.new import read_glossary
from generator.drafting.draft import Draft, draft_record
from generator.lint.run import lint_catalog
from generator.model.derive import derive_category
from generator.model.glossary import TO_WRITE
from generator.model.record import Mapping, Record
from generator.storage.record_path import record_path
from generator.storage.yaml_file import read_record

ROOT = Path(__file__).parents[1]
_ASKS_TO_WRITE = frozenset({"NEW001"})


@dataclass(frozen=True, slots=True)
class Likeness:
    """A draft beside the record: ``missing`` rows only the record has, ``wrong`` ones only the draft."""

    record: Record
    draft: Record
    rows: int
    missing: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def counterpart(self) -> bool:
        """Whether the draft names one of the record's counterparts, or rightly none."""
        return set(self.draft.paddle_apis) <= set(self.record.paddle_apis) and bool(self.draft.paddle_apis) == bool(
            self.record.paddle_apis
        )

    @property
    def pairs(self) -> bool:
        """Whether every row pairs the same names."""
        return not self.missing and not self.wrong

    @property
    def category(self) -> bool:
        """Whether the category is the same."""
        return self.draft.category is self.record.category

    @property
    def category_by_signatures(self) -> bool:
        """Whether it is the same but for what only a run or a reader can tell: use, types, return values, context."""
        draft, record = (derive_category(_as_signatures_tell(one)).category for one in (self.draft, self.record))
        return draft is record


def compare(record: Record, draft: Record) -> Likeness:
    """The draft beside the record, the rows of all overloads taken together."""
    ours, theirs = _pairs(record), _pairs(draft)
    missing, wrong = sorted(ours - theirs), sorted(theirs - ours)
    return Likeness(record, draft, len(ours), tuple(missing), tuple(wrong))


def _pairs(record: Record) -> set[str]:
    rows = (row for _, row in record.rows() if row.returns is None)
    return {f"{row.torch or '-'}={row.paddle or '-'}" for row in rows}


def _as_signatures_tell(record: Record) -> Record:
    """The record without the differences that no signature shows."""

    def plain(mapping: Mapping) -> dict[str, object]:
        rows = (row.model_copy(update={"differs": None}) for row in mapping.parameters if row.returns is None)
        return {"parameters": tuple(rows)}

    overloads = tuple(one.model_copy(update=plain(one)) for one in record.overloads)
    return record.model_copy(update={**plain(record), "overloads": overloads, "context": False})


def findings(catalog: Catalog, drafts: list[Draft]) -> Counter[str]:
    """How many findings lint has on the drafts, by code; the one that asks to write what is marked is left out."""
    sources = tuple(
        read_record(f"{RECORDS}/{record_path(draft.record.torch)}", draft.text.encode()) for draft in drafts
    )
    found = lint_catalog(Catalog(catalog.settings, sources, catalog.inventories))
    return Counter(finding.code for finding in found if finding.code not in _ASKS_TO_WRITE)


def main() -> None:
    """Prints the shares; with ``--list`` also where draft and record part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="list the records that the draft differs from")
    listed = parser.parse_args().list
    catalog = load_catalog(ROOT)
    glossary = read_glossary(ROOT)
    found, drafts = [], []
    for record in catalog.records():
        entry = catalog.entry(record.torch)
        if entry is not None:
            draft = draft_record(entry, None, catalog.inventories["paddle"], glossary)
            drafts.append(draft)
            found.append(compare(record, draft.record))
    for one in found if listed else ():
        _print(one)
    print(f"{len(found)} records drafted afresh")
    for name in ("counterpart", "pairs", "category_by_signatures", "category"):
        same = sum(getattr(one, name) for one in found)
        print(f"same {name:24}{same:5} / {len(found):<5}{same / len(found):6.1%}")
    rows, missing = sum(one.rows for one in found), sum(len(one.missing) for one in found)
    wrong = sum(len(one.wrong) for one in found)
    print(f"same {'rows':24}{rows - missing:5} / {rows:<5}{1 - missing / rows:6.1%}, {wrong} rows that no record has")
    marks = sum(draft.text.count(TO_WRITE) - 1 for draft in drafts)
    print(f"{marks} marks to write, {marks / len(drafts):.1f} a draft; findings beside them:")
    for code, number in findings(catalog, drafts).most_common():
        print(f"  {code} {number}")


def _print(one: Likeness) -> None:
    parts = []
    if not one.counterpart:
        parts.append(
            f"counterpart {', '.join(one.draft.paddle_apis) or 'none'} (record: {', '.join(one.record.paddle_apis) or 'none'})"
        )
    if not one.pairs:
        parts.append(f"rows missing {' '.join(one.missing)}; wrong {' '.join(one.wrong)}")
    if not one.category:
        parts.append(f"category {one.draft.category} (record: {one.record.category})")
    if parts:
        print(f"{one.record.torch}: " + "\n    ".join(parts))


if __name__ == "__main__":
    main()

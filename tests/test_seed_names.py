"""The names that the documents this catalogue grew from speak of, and where each is answered."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from samples import shipped_catalog

from generator.catalog.catalog import Catalog
from generator.model.topics import EntryKind

NAMES = Path(__file__).parent / "data/seed_names.txt"
SEEDS = Path(os.environ.get("MAPPING_CORPUS", "")).parents[1] / "seeds" if os.environ.get("MAPPING_CORPUS") else None
PREFIXES = ("000", "001", "003", "004")
"""The documents with names; the others hold no list of APIs."""

_WORD = r"[A-Za-z_][A-Za-z0-9_]*"
_NAME = re.compile(
    rf"(?<![A-Za-z0-9_./])(?:torch(?:vision|text)?(?:\.{_WORD})+|nn(?:\.{_WORD})+|torchviz|torchsummary)"
)
_ADDRESS = re.compile(r"\]\([^)]*\)|https?://\S+")


@pytest.fixture(scope="module")
def shipped() -> Catalog:
    """The catalogue of this repository."""
    return shipped_catalog()


def listed() -> list[tuple[str, str, str]]:
    """Each name, how it is answered, and by what or why not."""
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    parts = [line.split(maxsplit=2) for line in lines if not line.startswith("#")]
    assert parts
    return [(name, how, " ".join(rest)) for name, how, *rest in parts]


def answered(catalog: Catalog, name: str) -> Iterator[tuple[str, str]]:
    """The ways in which the catalogue answers a name, the best first."""
    if name in catalog.by_api:
        yield "record", ""
    elif (source := catalog.source_of(name)) is not None and source.record is not None:
        yield "alias", source.record.torch
    if name in catalog.by_family:
        yield "family", ""
    topics = catalog.topics.model.topics if catalog.topics is not None and catalog.topics.model is not None else ()
    if any(entry.api == name and entry.kind is not EntryKind.API for topic in topics for entry in topic.entries):
        yield "topic", ""
    for note in catalog.notes_on({name}):
        yield "note", note.stem


def names_in(text: str) -> set[str]:
    """The torch names that a document speaks of; ``nn.Parameter`` is one of them under its short name."""
    found = _NAME.findall(_ADDRESS.sub("]", text.replace("\\_", "_")))
    return {f"torch.{name}" if name.startswith("nn.") else name for name in found}


def test_every_name_is_answered_as_stated(shipped: Catalog) -> None:
    """A name has a record, is an alias, belongs to a family, has a line in the topics or a note, or there is a reason."""
    for name, how, what in listed():
        if how == "none":
            assert what.endswith("。"), name
            assert not list(answered(shipped, name)), name
        else:
            assert next(answered(shipped, name), None) == (how, what), name


def test_names_are_sorted_and_stand_once() -> None:
    """The list can be read, and compared."""
    names = [name for name, _, _ in listed()]
    assert names == sorted(set(names))


@pytest.mark.skipif(SEEDS is None or not SEEDS.is_dir(), reason="the documents are not at hand")
def test_no_name_of_the_documents_is_missing() -> None:
    """The list holds just the names that stand in the documents themselves."""
    assert SEEDS is not None
    files = [path for path in SEEDS.iterdir() if path.name.startswith(PREFIXES)]
    assert len(files) == len(PREFIXES)
    found = {name for path in files for name in names_in(path.read_text(encoding="utf-8"))}
    assert found == {name for name, _, _ in listed()}


def test_names_are_found_in_running_text() -> None:
    """Names are found beside Chinese, in links and code; addresses and longer names are not cut to pieces."""
    text = "不用torch.a\\_b()和[torch.c](https://x/torch.d)，nn.E 与 paddle.nn.F、torchviz，见 https://x/torch.g"
    assert names_in(text) == {"torch.a_b", "torch.c", "torch.nn.E", "torchviz"}

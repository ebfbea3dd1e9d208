from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from known_signatures import INVENTORIES
from samples import SETTINGS

from generator.catalog.catalog import Catalog
from generator.lint.rules.base import Bad
from generator.lint.rules.notes_and_topics import NamedApiUnknown, NumberTwice, OtherRule
from generator.lint.rules.registry import OTHER_RULES
from generator.lint.rules.samples import NOTE
from generator.model.migration_note import MigrationNote
from generator.model.topics import Topics
from generator.storage.yaml_file import read_model

BAD = [pytest.param(rule, bad, id=f"{rule.code}-{i}") for rule in OTHER_RULES for i, bad in enumerate(rule.bad)]
GOOD = [pytest.param(rule, good, id=f"{rule.code}-{i}") for rule in OTHER_RULES for i, good in enumerate(rule.good)]


def catalog_of(folder: Path, files: Mapping[str, str]) -> Catalog:
    """A catalogue of notes and topics by their paths, that knows a few signatures."""
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    notes = tuple(read_model(MigrationNote, path) for path in sorted(folder.glob("notes/*.yml")))
    topics = read_model(Topics, folder / "topics.yml") if "topics.yml" in files else None
    return Catalog(SETTINGS, (), INVENTORIES, notes=notes, topics=topics)


@pytest.mark.parametrize(("rule", "bad"), BAD)
def test_bad_example_is_found_where_it_says(rule: OtherRule, bad: Bad, tmp_path: Path) -> None:
    """A rule finds its bad example once, in its file, at the text that the example names."""
    ((source, problem),) = rule.check(catalog_of(tmp_path, {bad.path: bad.text, **bad.others}))
    span = source.span(problem.loc, at_key=problem.at_key)
    assert source.file == (tmp_path / bad.path).as_posix()
    assert bad.text.split("\n")[span.line - 1][span.column - 1 :].startswith(bad.at)


@pytest.mark.parametrize(("rule", "good"), GOOD)
def test_good_example_is_clean(rule: OtherRule, good: str, tmp_path: Path) -> None:
    """A good example is a file that can be read, and a rule finds nothing in it."""
    path = "topics.yml" if good.startswith("topics:") else "notes/one.yml"
    catalog = catalog_of(tmp_path, {path: good})
    assert [source.defects for source in catalog.other_sources] == [()]
    assert list(rule.check(catalog)) == []


def test_unreadable_note_hides_nothing(tmp_path: Path) -> None:
    """What a note without a model would have said is not asked of it, and the other notes are."""
    files = {"notes/broken.yml": "number: [", "notes/one.yml": NOTE, "notes/two.yml": NOTE}
    catalog = catalog_of(tmp_path, files)
    assert [source.stem for source, _ in NumberTwice().check(catalog)] == ["two"]


def test_free_number_is_free(tmp_path: Path) -> None:
    """The number that the hint offers is used by no note."""
    files = {
        f"notes/{name}.yml": NOTE.replace("number: 7", f"number: {n}") for name, n in (("a", 3), ("b", 9), ("c", 3))
    }
    ((_, problem),) = NumberTwice().check(catalog_of(tmp_path, files))
    assert problem.hint.endswith("：10。")


def test_tool_is_not_looked_up(tmp_path: Path) -> None:
    """A third-party tool in the topics belongs to no inventory, whatever it is called."""
    entry = "{api: torch.viz, kind: tool, meaning: 画图。, remark: 没有对应的工具。}"
    catalog = catalog_of(tmp_path, {"topics.yml": f"topics:\n  - title: 工具\n    entries:\n      - {entry}\n"})
    assert catalog.topics is not None
    assert catalog.topics.defects == ()
    assert list(NamedApiUnknown().check(catalog)) == []
    assert list(NamedApiUnknown().check(replace(catalog, inventories={}))) == []

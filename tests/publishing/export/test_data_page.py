"""What the page 数据与接口 says is so."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from export_samples import made_files, shipped
from samples import REPOSITORY, Project

from generator.catalog.catalog import load_catalog
from generator.cli import main
from generator.model.category import CATEGORIES, MISSING
from generator.model.relation import Relation
from generator.model.status import Outcome, Status
from generator.model.vocabulary import NAMES_OF_2024, NAMES_OF_2025, Vocabulary
from generator.publishing.export import docs_mappings
from generator.publishing.export.mapping_csv import COLUMNS
from generator.publishing.export.registry import EXPORTS, Export
from generator.publishing.export.schema import data_schema
from generator.publishing.export.writer import read_pages, write_files

PAGE = (REPOSITORY / "site_src/data.md").read_text(encoding="utf-8")
SCHEMA = data_schema()
PARTS = {"Data": SCHEMA, **{name: part for name, part in SCHEMA["$defs"].items() if "properties" in part}}
LINKED = re.findall(r'<a href="\.\./([^"]+)">', PAGE)
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def tables() -> list[dict[str, str]]:
    """The two-column tables of the page: first cell without backticks to second cell."""
    blocks = re.findall(r"(?:^\|.*\|\n)+", PAGE, re.MULTILINE)
    rows = (
        [[cell.strip() for cell in line.strip("|\n").split(" | ")] for line in block.splitlines()] for block in blocks
    )
    return [{cells[0].strip("`"): cells[1] for cells in block[2:]} for block in rows if len(block[0]) == 2]


@pytest.mark.parametrize("name", PARTS)
def test_every_key_is_documented(name: str) -> None:
    """Each part of ``data.json`` has a table on the page with its keys and the words of the schema, in order."""
    wanted = {key: field["description"] for key, field in PARTS[name]["properties"].items()}
    assert [list(table.items()) for table in tables()].count(list(wanted.items())) == 1


def test_columns_of_the_csv_are_documented() -> None:
    """The page names the columns in their order."""
    assert any(tuple(table) == COLUMNS for table in tables())


def test_keys_of_the_docs_mappings_are_documented() -> None:
    """The page names every key of an entry, in the order of the public format."""
    parts = (record.parts[docs_mappings.__name__] for record in shipped()[0].exported)
    entries = [json.loads(part) for part in parts if part]
    longest = max(entries, key=len)
    assert any(tuple(table) == tuple(longest) for table in tables())
    assert all(list(entry) == [key for key in longest if key in entry] for entry in entries)


@pytest.mark.parametrize("values", [Relation, Status, Outcome])
def test_values_are_documented(values: Any) -> None:
    """Each value of a closed list is explained."""
    rows = re.findall(r"^\| (?:`\w+`)? ?\| `([\w-]+)` \| \S+", PAGE, re.MULTILINE)
    assert {str(value) for value in values} <= set(rows)


def names_in(vocabulary: Vocabulary) -> dict[str, list[str]]:
    """The names of an edition for each of our categories."""
    return {
        one.name: [term.name for term in vocabulary.terms if one in term.categories]
        for one in CATEGORIES
        if any(one in term.categories for term in vocabulary.terms)
    }


def test_names_of_2024_are_documented() -> None:
    """The table of names has each category whose name was another in 2024."""
    said = next(table for table in tables() if "用法不同：涉及上下文修改" in table and "功能缺失" not in table)
    named = {
        ours: "、".join(theirs)
        for ours, theirs in names_in(NAMES_OF_2024).items()
        if ours != MISSING.name and theirs != [ours]
    }
    assert {name: words.partition("，")[0] for name, words in said.items()} == named


def test_names_of_2025_are_documented() -> None:
    """The table of today's public names says for each of our categories which it may be, and names all thirteen."""
    said = next(table for table in tables() if "无参数、参数完全一致" in table)
    for ours, theirs in names_in(NAMES_OF_2025).items():
        words = next(words for names, words in said.items() if ours in names.split("、"))
        assert re.findall(r"`([^`]+)`", words.replace("`torch.`", "").replace("`paddle.`", "")) == theirs
    assert all(f"`{term.name}`" in PAGE for term in NAMES_OF_2025.terms)


@pytest.fixture
def built(project: Project) -> Path:
    """A folder with all files of a small project."""
    with pytest.raises(SystemExit, match="0"):
        main(["--root", str(project.root), "render"])
    catalog, folder = load_catalog(project.root), project.root / "built"
    write_files(folder, made_files(catalog, read_pages(project.pages)))
    return folder


def test_examples_in_python_run(built: Path) -> None:
    """Each example runs as it stands, with the files in the place of the site, and prints what the page says."""
    reading = [example for example in EXAMPLES if "urlopen" in example]
    assert len(reading) == 2
    printed = []
    for example in reading:
        code, number = re.subn(r'^SITE = ".*"$', f'SITE = "{built.as_uri()}/"', example, flags=re.MULTILINE)
        assert number == 1
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(compile(code, "data.md", "exec"), {})  # noqa: S102  (the page's own example)
        printed.append(output.getvalue())
    assert f"```text\n{printed[0]}```" in PAGE
    assert printed[1] == "['torch.absolute']\n"


def test_example_for_sphinx_is_a_configuration() -> None:
    """The lines for ``conf.py`` are Python, and name this site."""
    (example,) = (example for example in EXAMPLES if "urlopen" not in example)
    values: dict[str, Any] = {}
    exec(compile(example, "conf.py", "exec"), values)  # noqa: S102  (the page's own example)
    assert values["extensions"] == ["sphinx.ext.intersphinx"]
    assert set(values["intersphinx_mapping"]) == {"apimap"}


def test_files_that_are_linked_exist(built: Path) -> None:
    """What the page links to beside pages is among the files."""
    assert [path for path in LINKED if not (built / path).is_file()] == []


@pytest.mark.parametrize("export", EXPORTS, ids=lambda export: export.name)
def test_every_export_is_named(export: Export) -> None:
    """The page links to the file of each export."""
    assert export.path in LINKED

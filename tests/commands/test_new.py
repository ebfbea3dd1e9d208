from __future__ import annotations

from dataclasses import replace

import pytest
from command_line import run
from samples import REPOSITORY, Project, path_of

from generator.catalog.catalog import RECORDS, load_without_records
from generator.commands import new as command
from generator.lint.run import lint_catalog
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature
from generator.storage.inventory_file import dump_inventory
from generator.storage.yaml_file import read_record


@pytest.fixture
def with_inventories(project: Project) -> Project:
    """A project that knows three APIs of each library."""
    folder = project.root / "mapping_data/inventory"
    folder.mkdir()
    for library, version in (("torch", "2.13.0"), ("paddle", "3.3.1")):
        calls = [f"{library}.abs(input)", f"{library}.cumsum(input, dim)", f"{library}.fft.fft(input)"]
        entries = [
            ApiEntry(call.partition("(")[0], ApiKind.FUNCTION, (Signature.parse(call),), "inspect") for call in calls
        ]
        text = dump_inventory(Inventory(library, version, {entry.name: entry for entry in entries}))
        (folder / f"{library}-{version}.txt").write_text(text, encoding="utf-8")
    return project


def new(project: Project, *arguments: str) -> int:
    """The exit code of ``apimap new`` by names alone."""
    return run("--root", project.root, "new", "--no-run", *arguments)


def test_draft_is_written_where_it_belongs(with_inventories: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A draft lies in the file that its API's name says, and the terminal names it and what is left to write."""
    assert new(with_inventories, "torch.cumsum") == 0
    path = with_inventories.records / "torch/torch.cumsum.yml"
    assert "paddle: paddle.cumsum" in path.read_text(encoding="utf-8")
    assert "torch.cumsum.yml" in capsys.readouterr().out


def test_existing_record_is_never_overwritten(with_inventories: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there stays as it is, unless ``--force`` says otherwise."""
    path = with_inventories.records / "torch/torch.abs.yml"
    before = path.read_bytes()
    assert new(with_inventories, "torch.abs") == 2
    assert path.read_bytes() == before
    assert "--force" in capsys.readouterr().err
    assert new(with_inventories, "torch.abs", "--force") == 0
    assert path.read_bytes() != before


def test_unknown_api_is_answered_with_the_likely_one(
    with_inventories: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """A misspelt API is named, with the one that was probably meant; nothing is written."""
    assert new(with_inventories, "torch.cumsun") == 2
    assert "torch.cumsum" in capsys.readouterr().err


def test_all_missing_drafts_what_has_no_record(with_inventories: Project) -> None:
    """A whole module is drafted but for what is recorded already, and deeper modules are left alone."""
    assert new(with_inventories, "--all-missing", "torch.") == 0
    assert sorted(path.name for path in (with_inventories.records / "torch").iterdir()) == [
        "torch.abs.yml",
        "torch.cumsum.yml",
    ]


def test_all_missing_drafts_from_the_library_that_the_prefix_names(
    with_inventories: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """The APIs of another library of the source side are drafted like torch's."""
    entry = ApiEntry("torchvision.ops.nms", ApiKind.FUNCTION, (Signature.parse("(boxes)"),), "inspect")
    text = dump_inventory(Inventory("torchvision", "0.28.0", {entry.name: entry}))
    (with_inventories.root / "mapping_data/inventory/torchvision-0.28.0.txt").write_text(text, encoding="utf-8")
    assert new(with_inventories, "--all-missing", "torchvision.ops.", "--stdout") == 0
    assert "torch: torchvision.ops.nms" in capsys.readouterr().out


def test_without_inventory_the_command_says_what_to_do(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Without an inventory there is nothing to draft from, and the message names the command that makes one."""
    assert new(project, "torch.cumsum") == 2
    assert "apimap inventory" in capsys.readouterr().err


def test_draft_names_records_to_learn_from(with_inventories: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Records of the same module are named in the draft."""
    assert new(with_inventories, "torch.cumsum", "--stdout") == 0
    assert "# 同一模块已有的记录，可作参考：torch.abs。" in capsys.readouterr().out


def test_missing_glossary_is_told(with_inventories: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a glossary the draft is written, and why it knows so little is said beside it; with one nothing is."""
    assert new(with_inventories, "torch.cumsum", "--stdout") == 0
    assert "没有" in (error := capsys.readouterr().err)
    assert "glossary.yml" in error
    (with_inventories.root / "mapping_data/glossary.yml").write_text("names: {a: b}\n", encoding="utf-8")
    assert new(with_inventories, "torch.cumsum", "--stdout") == 0
    assert capsys.readouterr().err == ""


def test_without_the_libraries_a_draft_is_made_by_names_and_says_so(
    with_inventories: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody needs the libraries to begin; a line says what they would add, and the draft is marked all the same."""
    monkeypatch.setattr(command, "installed_version", lambda _: None)
    assert run("--root", with_inventories.root, "new", "torch.cumsum") == 0
    assert "只按名称与签名起草" in capsys.readouterr().err
    assert "draft: true" in (with_inventories.records / "torch/torch.cumsum.yml").read_text(encoding="utf-8")


@pytest.mark.libraries
def test_the_draft_of_sum_carries_its_differences_and_is_refused_for_its_mark(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What an untouched draft got wrong is in it: small integers, the dtype of ``out``; no person has vouched for it."""
    assert run("--root", REPOSITORY, "new", "torch.sum", "--force", "--stdout") == 0
    text = capsys.readouterr().out
    source = read_record(f"{RECORDS}/{path_of(text)}", text.encode())
    record = source.record
    assert record is not None
    assert record.category.name == "参数不一致"
    rows = {row.label: row for row in record.parameters}
    assert rows["out"].differs is not None
    assert "int8" in (rows["返回值"].returns or "")
    assert all("待写" not in check.torch + check.paddle for check in record.checks)
    findings = lint_catalog(replace(load_without_records(REPOSITORY, results=False), sources=(source,)))
    assert "NEW002" in {finding.code for finding in findings}

from __future__ import annotations

import pytest
from command_line import run
from samples import Project

from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature
from generator.storage.inventory_file import dump_inventory


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
    """The exit code of ``apimap new``."""
    return run("--root", project.root, "new", *arguments)


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

from __future__ import annotations

from pathlib import Path

import command_line
import pytest

from generator.catalog.inventory.reader_process import ReadingError
from generator.commands import inventory as command
from generator.libraries.library import Library
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature
from generator.storage.inventory_file import dump_inventory

Installed = dict[str, Inventory]


def offers(version: str = "2.13.0", **signatures: str) -> Inventory:
    """A torch of this version with these functions."""
    entries = (
        ApiEntry(f"torch.{name}", ApiKind.FUNCTION, (Signature.parse(text),), "stub")
        for name, text in signatures.items()
    )
    return Inventory("torch", version, {entry.name: entry for entry in entries})


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Installed:
    """The libraries that count as installed, by name, and a project folder without inventories."""
    libraries: Installed = {}

    def read(library: Library) -> tuple[Inventory, str]:
        found = libraries[library.name]
        if not found.entries:
            raise ReadingError("ImportError: libtorch.so")
        return found, dump_inventory(found)

    def version(library: str) -> str | None:
        return libraries[library].version if library in libraries else None

    monkeypatch.setattr(command, "read_library", read)
    monkeypatch.setattr(command, "installed_version", version)
    (tmp_path / "mapping_data").mkdir()
    return libraries


def run(root: Path, *arguments: str) -> int:
    """The exit code of ``apimap inventory``."""
    return command_line.run("--root", root, "inventory", *arguments)


def test_each_version_has_its_own_file(installed: Installed, tmp_path: Path) -> None:
    """Another version's inventory stands beside the first, which is left as it was."""
    installed["torch"] = offers(abs="(input)")
    assert run(tmp_path, "torch") == 0
    installed["torch"] = offers("2.14.0", abs="(input)")
    assert run(tmp_path) == 0
    files = sorted(path.name for path in (tmp_path / "mapping_data/inventory").iterdir())
    assert files == ["torch-2.13.0.txt", "torch-2.14.0.txt"]


def test_check_passes_on_what_was_just_written(installed: Installed, tmp_path: Path) -> None:
    """What the command writes is what the check wants."""
    installed["torch"] = offers(abs="(input)")
    run(tmp_path)
    assert run(tmp_path, "--check") == 0


def test_check_says_what_differs_and_writes_nothing(
    installed: Installed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check names the APIs that came, went and changed, with the parameter, and leaves the file alone."""
    installed["torch"] = offers(abs="(input)", gone="()")
    run(tmp_path)
    before = (tmp_path / "mapping_data/inventory/torch-2.13.0.txt").read_bytes()
    installed["torch"] = offers(abs="(input, *, out=None)", come="()")
    assert run(tmp_path, "--check") == 1
    said = capsys.readouterr().out
    assert "torch.come" in said
    assert "torch.gone" in said
    assert "torch.abs：新增参数 out=None" in said
    assert (tmp_path / "mapping_data/inventory/torch-2.13.0.txt").read_bytes() == before


def test_check_fails_where_nothing_is_committed(installed: Installed, tmp_path: Path) -> None:
    """A library without an inventory is a difference."""
    installed["torch"] = offers(abs="(input)")
    assert run(tmp_path, "--check") == 1


def test_a_library_that_is_not_installed_cannot_be_read(installed: Installed, tmp_path: Path) -> None:
    """Asking for what is not installed is exit 2, and so is checking an inventory nobody can make."""
    assert run(tmp_path, "paddle") == 2
    assert run(tmp_path) == 2
    installed["torch"] = offers(abs="(input)")
    run(tmp_path)
    installed["paddle"] = Inventory("paddle", "3.3.1", {"paddle": ApiEntry("paddle", ApiKind.MODULE)})
    del installed["torch"]
    assert run(tmp_path, "--check") == 2


def test_a_library_that_cannot_be_imported_is_no_traceback(
    installed: Installed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A broken installation is said in one line with its reason."""
    installed["torch"] = Inventory("torch", "2.13.0")
    assert run(tmp_path) == 2
    assert "无法读取 torch：ImportError: libtorch.so" in capsys.readouterr().err


def test_a_damaged_inventory_is_written_anew(installed: Installed, tmp_path: Path) -> None:
    """The command that makes inventories also mends one that cannot be read."""
    folder = tmp_path / "mapping_data/inventory"
    folder.mkdir()
    (folder / "torch-2.13.0.txt").write_text("<<<<<<< HEAD\n", encoding="utf-8")
    installed["torch"] = offers(abs="(input)")
    assert run(tmp_path) == 0
    assert run(tmp_path, "--check") == 0


def test_the_counts_and_the_unreadable_are_told(
    installed: Installed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output counts by kind, and lists what could not be read with the reason."""
    entry = ApiEntry("torch.Odd", ApiKind.CLASS, unreadable="读不到")
    installed["torch"] = Inventory("torch", "2.13.0", {**offers(abs="(input)").entries, "torch.Odd": entry})
    run(tmp_path)
    said = capsys.readouterr().out
    assert "函数 1、类 1" in said
    assert "读不到：torch.Odd" in said


def test_without_a_project_folder_nothing_is_written(installed: Installed, tmp_path: Path) -> None:
    """A folder without ``mapping_data`` is a mistake of the caller's, not a place to write to."""
    installed["torch"] = offers(abs="(input)")
    assert run(tmp_path / "elsewhere") == 2
    assert not (tmp_path / "elsewhere").exists()

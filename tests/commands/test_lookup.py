from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import run
from samples import Project

from generator.commands import compiled_data, lookup


def test_what_is_unknown_decides_the_exit_code(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """0 where every name was found, 1 where one was not, which is told with what may be meant."""
    root = project.root
    assert run("--root", root, "lookup", "torch.absolute", "paddle.abs") == 0
    assert capsys.readouterr().out.count("torch.abs → paddle.abs") == 2
    assert run("--root", root, "lookup", "torch.abs", "torch.asb") == 1
    assert "torch.asb：没有找到。是否想写 torch.abs？" in capsys.readouterr().out


def test_json_has_the_entries_of_the_data(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """An item for each name in its order, with the entries that the site's files hold."""
    assert run("--root", project.root, "lookup", "--json", "F.dropout", "torch.nothing") == 1
    first, second = json.loads(capsys.readouterr().out)
    assert run("--root", project.root, "export", "json") == 0
    data = json.loads(capsys.readouterr().out)
    assert first["answers"] == [data["records"]["torch.nn.functional.dropout"]]
    assert (first["name"], first["side"]) == ("F.dropout", "torch")
    assert (second["answers"], second["side"]) == ([], None)


def test_edit_is_seen(project: Project) -> None:
    """What was kept from an earlier look-up is made anew after any change of a record."""
    assert run("--root", project.root, "lookup", "torch.abs") == 0
    assert lookup.DATA.cache(project.root).is_file()
    (file,) = project.records.rglob("torch.abs.yml")
    file.unlink()
    assert run("--root", project.root, "lookup", "torch.abs") == 1


def test_the_wheels_data_is_used_outside_of_a_project(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ``apimap export json`` writes is what the installed command reads; without it the remedy is told."""
    outside = tmp_path / "outside"
    outside.mkdir()
    monkeypatch.setattr(compiled_data, "_PACKAGE", outside)
    assert run("--root", project.root, "export", "json", "--output", outside / "data.json") == 0
    monkeypatch.chdir(outside)
    assert run("lookup", "torch.abs") == 0
    (outside / "data.json").write_text("{}", encoding="utf-8")
    assert run("lookup", "torch.abs") == 2
    (outside / "data.json").unlink()
    assert run("lookup", "torch.abs") == 2
    assert "--root" in capsys.readouterr().err


def test_no_library_is_loaded(project: Project) -> None:
    """A look-up needs neither of the libraries."""
    assert run("--root", project.root, "lookup", "torch.abs") == 0
    code = (
        "import sys\nfrom generator.cli import main\n"
        f"try:\n    main(['--root', {str(project.root)!r}, 'lookup', 'torch.abs'])\n"
        "finally:\n    print(sorted({'torch', 'paddle', 'numpy'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr

"""What a pull request may add to a project folder: each costs one finding, and the other records stand."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from samples import ABS, Project
from site_builds import fresh_builds

from generator.catalog.catalog import CatalogError, load_catalog, load_without_records, record_files, record_paths
from generator.cli import main
from generator.lint.run import lint_catalog, lint_files
from generator.model.finding import Finding

Plant = Callable[[Path], object]


def _text(old: str, new: str) -> Plant:
    return lambda file: file.write_text(ABS.replace(old, new, 1).replace("aliases: [torch.absolute]\n", ""))


def _bytes_name(file: Path) -> None:
    Path(os.fsdecode(os.fsencode(file.with_suffix("")) + b"\xff.yml")).write_text(ABS)


def _line_break_in_name(file: Path) -> None:
    file.with_name("a\n::error::x.yml").write_text(ABS)


def _deep_folders(file: Path) -> None:
    folder = file.with_name("d")
    folder.joinpath(*["d"] * 30).mkdir(parents=True)


HOSTILE: dict[str, tuple[Plant, str]] = {
    "a Paddle name of 1,000 parts": (_text("paddle.abs", "paddle" + ".a" * 1000), "YML007"),
    "an API name of 240 characters": (_text("torch.abs", "torch." + "a" * 234), "YML007"),
    "a link to a device without end": (lambda file: file.symlink_to("/dev/zero"), "YML009"),
    "a link to a file outside": (lambda file: file.symlink_to("/etc/hostname"), "YML009"),
    "a link to nothing": (lambda file: file.symlink_to("nothing"), "YML009"),
    "a link to itself": (lambda file: file.symlink_to(file.name), "YML009"),
    "a pipe": (os.mkfifo, "YML009"),
    "a folder with a record's name": (lambda file: file.mkdir(), "YML009"),
    "a folder that is a link": (lambda file: file.with_suffix("").symlink_to("/etc"), "YML009"),
    "thirty folders inside each other": (_deep_folders, "YML009"),
    "a name that is not UTF-8": (_bytes_name, "YML009"),
    "a name with a line break": (_line_break_in_name, "YML009"),
    "a name as long as the system takes": (
        lambda file: file.with_name(f"torch.{'a' * 245}.yml").write_bytes(b"a"),
        "YML003",
    ),
    "a file without end": (lambda file: os.truncate(os.open(file, os.O_CREAT | os.O_WRONLY), 1 << 40), "YML008"),
}


@pytest.mark.parametrize(("plant", "code"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_file_is_one_finding(project: Project, plant: Plant, code: str) -> None:
    """Each is found once, where it lies, by both ways through the records; nothing else is said."""
    plant(project.records / "torch" / "torch.hostile.yml")
    catalog = load_catalog(project.root)
    for findings in (lint_catalog(catalog), _by_files(project.root)):
        (finding,) = findings
        assert finding.code == code
        assert finding.file.startswith(f"{project.records.as_posix()}/torch/")
        assert finding.hint
        assert finding.file.isprintable()
    assert {record.torch for record in catalog.records()} == {"torch.abs", "torch.nn.functional.dropout"}


def _by_files(root: Path) -> list[Finding]:
    return lint_files(load_without_records(root), record_paths(root)).findings


def test_link_inside_the_project_is_read(project: Project) -> None:
    """A record may be a link to another file of the project."""
    file = project.add(ABS)
    file.rename(project.root / "elsewhere.yml")
    file.symlink_to(project.root / "elsewhere.yml")
    assert "torch.abs" in load_catalog(project.root).by_api
    assert file.as_posix() in record_files(project.root)


@pytest.mark.parametrize("name", ["topics.yml", "notes/note.yml", "families/torch.fft.yml"])
@pytest.mark.parametrize("target", ["/etc/hostname", "/dev/zero", "nothing"])
def test_file_beside_the_records_is_one_finding(project: Project, name: str, target: str) -> None:
    """Notes, topics and families are opened like records, also where a link leads nowhere."""
    file = project.root / "mapping_data" / name
    file.parent.mkdir(exist_ok=True)
    file.symlink_to(target)
    (finding,) = lint_catalog(load_catalog(project.root))
    assert (finding.code, finding.file) == ("YML009", file.as_posix())


@pytest.mark.parametrize("name", ["catalog.yml", "evidence/torch.jsonl", "inventory/torch-2.13.0.txt"])
@pytest.mark.parametrize("plant", [os.mkfifo, lambda file: file.symlink_to("/dev/zero")], ids=["pipe", "device"])
def test_file_that_all_depends_on_is_named(project: Project, name: str, plant: Plant) -> None:
    """Settings, evidence and inventories that are no files end the command with their path, and do not hang it."""
    file = project.root / "mapping_data" / name
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    plant(file)
    with pytest.raises(CatalogError, match=file.name):
        load_catalog(project.root)


@pytest.mark.parametrize("name", ["records", "notes", "families", "evidence", "inventory"])
def test_folder_that_leads_out_of_the_project_is_named(project: Project, tmp_path: Path, name: str) -> None:
    """A folder of data that is a link out of the project is not read."""
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    folder = project.root / "mapping_data" / name
    if folder.exists():
        folder.rename(project.root / "kept")
    folder.symlink_to(outside)
    with pytest.raises(CatalogError, match="文件夹之外"):
        load_catalog(project.root)


@pytest.mark.slow
def test_site_is_built_around_them(project: Project) -> None:
    """All of them at once cost no page of another record, neither in MkDocs nor in what is rendered for other engines."""
    with fresh_builds(project) as build_site:
        good = build_site()
        for number, (plant, _) in enumerate(HOSTILE.values()):
            folder = project.records / f"torch.m{number}"
            folder.mkdir()
            plant(folder / f"torch.m{number}.hostile.yml")
        site = build_site()
        with pytest.raises(SystemExit, match="0"):
            main(["--root", str(project.root), "render"])
    page = "api/torch.nn.functional.dropout/index.html"
    assert site[page] == good[page]
    assert len([path for path in site if path.startswith("api/")]) > len(HOSTILE)

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from samples import ABS, REPOSITORY, Project
from sampling import NIGHTLY, SEED

from generator.publishing.export.export_context import ExportedRecord
from generator.publishing.pages.rendered import RenderedPage
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.site.workspace import Contents, Made, Workspace

SOME = sorted((REPOSITORY / "mapping_data/records/torch").glob("torch.[a-d]*.yml"))


def random_edit(project: Project, chance: random.Random) -> None:
    """Changes, adds, removes or breaks a record."""
    files = sorted(project.records.rglob("*.yml"))
    kind = chance.choice(["note", "add", "remove", "break", "category", "alias"])
    if kind == "add" or len(files) < 3:
        project.add(chance.choice(SOME).read_text(encoding="utf-8"))
        return
    file = chance.choice(files)
    text = file.read_text(encoding="utf-8")
    if kind == "remove":
        file.unlink()
    elif kind == "break":
        file.write_text(text[: chance.randrange(len(text))], encoding="utf-8")
    elif kind == "category":
        file.write_text(text.replace("category: ", "category: 功能缺失 #", 1), encoding="utf-8")
    elif kind == "alias":
        file.write_text(text + "\nrelated: [torch.abs]\n", encoding="utf-8")
    else:
        file.write_text(text.replace("表示", f"表示第 {chance.randrange(9)} 个", 1), encoding="utf-8")


def keep(page: RenderedPage | None, exported: ExportedRecord | None) -> Made:
    """Publishes nothing, and keeps everything."""
    return Made(exported, {}, page)


def make(workspace: Workspace) -> Contents:
    """What the project's files say now."""
    workspace.reload()
    return workspace.make(keep, "kept")


def fresh(project: Project) -> Workspace:
    """A workspace that has read nothing yet."""
    return Workspace(project.root, template_folders(project.root))


def said(contents: Contents) -> object:
    """All that becomes visible of a project."""
    return contents.findings, contents.records, contents.others, contents.lists, contents.entries, contents.exported


@pytest.mark.parametrize("seed", range(8) if NIGHTLY else [SEED])
@pytest.mark.slow
def test_edits_one_by_one_give_what_a_fresh_look_gives(project: Project, seed: int) -> None:
    """After any series of edits, pages, findings, search entries and exports are those of a first rendering."""
    chance = random.Random(seed)
    workspace = fresh(project)
    make(workspace)
    for _ in range(12 if NIGHTLY else 6):
        random_edit(project, chance)
        assert said(make(workspace)) == said(make(fresh(project)))


def test_what_is_no_record_is_seen(project: Project) -> None:
    """A change of settings or templates reaches every page that shows it."""
    project.template("difference.md.j2")
    workspace = fresh(project)
    make(workspace)
    for path, old, new in [
        ("mapping_data/catalog.yml", "title: 组网类", "title: 网络类"),
        ("templates/difference.md.j2", "### {{ md", "### 新 {{ md"),
    ]:
        file = project.root / path
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        contents = make(workspace)
        assert said(contents) == said(make(fresh(project)))
    pages = [made.page for made in contents.records if made.page is not None]
    assert len(pages) == 2
    assert all("### 新 " in page.markdown for page in pages)


def test_edit_of_prose_leaves_the_lists_alone(project: Project) -> None:
    """After an edit of a note the other pages are the very same objects: nothing of them was made again."""
    workspace = fresh(project)
    before = make(workspace)
    file = project.records / "torch/torch.abs.yml"
    file.write_text(ABS.replace("表示输入的", "表示给出的"), encoding="utf-8")
    after = make(workspace)
    assert after.records != before.records
    assert after.others is before.others


def test_file_with_the_same_time_stamp_is_read(project: Project) -> None:
    """A record that changed without its time or size changing is seen: only content counts."""
    workspace = fresh(project)
    make(workspace)
    file: Path = project.records / "torch/torch.abs.yml"
    before = file.stat()
    file.write_text(ABS.replace("表示输入的", "表示给出的"), encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    page = next(page for page in make(workspace).pages if page.path == "api/torch.abs.md")
    assert "表示给出的" in page.markdown


@pytest.mark.parametrize(
    "plant", [os.mkfifo, lambda file: file.symlink_to("/etc/hostname"), lambda file: file.symlink_to("/dev/zero")],
    ids=["pipe", "outside", "device"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["records/torch/torch.abs.yml", "topics.yml"])
@pytest.mark.slow
def test_file_that_becomes_no_file_is_a_finding(project: Project, plant: Callable[[Path], object], name: str) -> None:
    """A pipe or a link out of the project in place of a file is a finding at once, and gone when the file is back."""
    (project.root / "mapping_data/topics.yml").write_text("topics: []\n", encoding="utf-8")
    workspace = fresh(project)
    before = make(workspace)
    file = project.root / "mapping_data" / name
    kept = file.read_bytes()
    file.unlink()
    plant(file)
    after = make(workspace)
    assert [(finding.code, finding.file) for finding in after.findings if finding not in before.findings] == [
        ("YML009", file.as_posix())
    ]
    assert said(after) == said(make(fresh(project)))
    file.unlink()
    file.write_bytes(kept)
    assert said(make(workspace)) == said(before)


def test_file_that_becomes_empty_is_read_again(project: Project) -> None:
    """An empty file in place of one that could not be read is examined for what it is."""
    file = project.records / "torch/torch.abs.yml"
    file.unlink()
    os.mkfifo(file)
    workspace = fresh(project)
    make(workspace)
    file.unlink()
    file.touch()
    assert [finding.code for finding in make(workspace).findings if finding.file == file.as_posix()] == ["YML003"]

from __future__ import annotations

import random
from pathlib import Path

import pytest
from samples import ABS, DROPOUT, REPOSITORY, Project

from generator.site.rendered import Renderer

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


@pytest.mark.parametrize("seed", range(3))
def test_edits_one_by_one_give_what_a_fresh_look_gives(project: Project, seed: int) -> None:
    """After any series of edits, pages, findings, search entries and files are those of a first rendering."""
    chance = random.Random(seed)  # noqa: S311  (edits for a test)
    workspace = Renderer(project.root)
    workspace.render()
    for _ in range(12):
        random_edit(project, chance)
        assert workspace.render() == Renderer(project.root).render()


def test_surroundings_are_seen(project: Project) -> None:
    """A change of settings, notes or templates reaches every page that shows it."""
    workspace = Renderer(project.root)
    workspace.render()
    for path, old, new in [
        ("mapping_data/catalog.yml", "title: 组网类", "title: 网络类"),
        ("templates/difference.md.j2", "### 参数映射", "### 参数对照"),
    ]:
        file = project.root / path
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        rendered = workspace.render()
        assert rendered == Renderer(project.root).render()
    assert "### 参数对照" in rendered.pages["api/torch.abs.md"]


def test_file_with_the_same_time_stamp_is_read(project: Project) -> None:
    """A record that changed without its time or size changing is seen: only content counts."""
    import os

    workspace = Renderer(project.root)
    workspace.render()
    file: Path = project.records / "torch/torch.abs.yml"
    before = file.stat()
    file.write_text(ABS.replace("表示输入的", "表示给出的"), encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "表示给出的" in workspace.render().pages["api/torch.abs.md"]
    assert DROPOUT

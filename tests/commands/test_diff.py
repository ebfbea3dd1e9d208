from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run
from repositories import Repository
from samples import ABS, MAX, Project

from generator.catalog.catalog import DATA


@pytest.fixture
def repository(project: Project) -> Repository:
    """A project in a repository."""
    return Repository(project)


def diff(repository: Repository, capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    """What the command prints."""
    assert run("--root", repository.root, "diff", *arguments) == code
    captured = capsys.readouterr()
    return captured.err if code else captured.out


def test_work_tree_is_compared_with_a_commit(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """Without HEAD the files as they are count, committed or not, and nothing of the repository changes."""
    repository.project.add(ABS.replace("仅参数名不一致", "参数不一致"))
    repository.project.add(MAX)
    before = repository.files()
    found = diff(repository, capsys, "main")
    assert "| `torch.max` | `paddle.max` | 参数不一致 |" in found
    assert "由“仅参数名不一致”变为“参数不一致”" in found
    assert repository.files() == before


def test_two_commits_are_compared(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """With HEAD the files of the work tree do not count; the JSON names both commits."""
    repository.project.add(MAX)
    commit = repository.commit()
    repository.project.add(ABS.replace("仅参数名不一致", "参数不一致"))
    data = json.loads(diff(repository, capsys, "HEAD~1", commit, "--format", "json"))
    assert [one["torch"] for one in data["added"]] == ["torch.max"]
    assert data["changed"] == []
    assert data["head"] == commit[:10]
    assert data["base"].startswith("HEAD~1（")


def test_merge_base_leaves_out_what_others_did(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """With ``--merge-base`` what came to the base since the branch left is no change of the branch."""
    repository.git("switch", "--quiet", "--create", "change")
    repository.project.add(MAX)
    repository.commit()
    repository.git("switch", "--quiet", "main")
    repository.project.add(ABS.replace("仅参数名不一致", "参数不一致"))
    repository.commit()
    assert "### 改动的记录" in diff(repository, capsys, "main", "change")
    found = diff(repository, capsys, "main", "change", "--merge-base")
    assert "### 改动的记录" not in found
    assert "### 新增的记录（1）" in found


def test_what_cannot_be_compared_is_one_error(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown revision, a commit without data and data of another format are one message and exit 2."""
    assert "没有名为 nowhere 的提交" in diff(repository, capsys, "nowhere", code=2)
    (repository.root / "mapping_data/evidence").mkdir()
    (repository.root / "mapping_data/evidence/torch.jsonl").write_text("# x\n{\n", encoding="utf-8")
    repository.commit()
    broken = diff(repository, capsys, "HEAD", code=2)
    assert broken.count("错误：") == 1
    repository.git("rm", "-r", "--quiet", "mapping_data/evidence")
    repository.commit()
    assert "它的格式可能与现在的不同：mapping_data/evidence" in diff(repository, capsys, "HEAD~1", code=2)
    repository.git("rm", "-r", "--quiet", "--cached", DATA)
    repository.git("commit", "--quiet", "--message", "no data")
    assert f"中没有 {DATA}/" in diff(repository, capsys, "HEAD", code=2)


def test_pages_are_written_into_a_new_folder(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """The pages of what changed are copied; a folder that exists, or a site without them, is told, and stays as it is."""
    repository.project.add(ABS.replace("仅参数名不一致", "参数不一致"))
    site, pages = repository.root / "site", repository.root / "build/pages"
    site.mkdir()
    (site / "index.html").write_text("", encoding="utf-8")
    asked = ("main", "--site", site, "--pages", pages)
    assert "没有 api/torch.abs" in diff(repository, capsys, *asked, code=2)
    assert not pages.exists()
    (site / "api/torch.abs").mkdir(parents=True)
    (site / "api/torch.abs/index.html").write_text("<p>", encoding="utf-8")
    diff(repository, capsys, *asked)
    assert (pages / "api/torch.abs/index.html").is_file()
    assert "已经存在" in diff(repository, capsys, *asked, code=2)
    assert "要一起写" in diff(repository, capsys, "main", "--pages", Path("x"), code=2)

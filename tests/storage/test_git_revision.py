from __future__ import annotations

from pathlib import Path

import pytest
from repositories import Repository
from samples import ABS, Project

from generator.storage.git_revision import RevisionError, commit_of, folder_at, merge_base


@pytest.fixture
def repository(project: Project) -> Repository:
    """A project in a repository."""
    return Repository(project)


def test_folder_is_as_it_was_and_nothing_else_changes(repository: Repository) -> None:
    """The files of a revision are there while they are asked for; work tree, index and git's files stay as they are."""
    base = repository.git("rev-parse", "HEAD")
    repository.project.add(ABS.replace("Tensor。", "张量。"))
    repository.git("add", "--all")
    before = repository.files()
    with folder_at(repository.root, base, "mapping_data") as folder:
        assert (folder / "mapping_data/records/torch/torch.abs.yml").read_text(encoding="utf-8") == ABS
        assert not (folder / "mkdocs.yml").exists()
    assert not folder.exists()
    assert repository.files() == before


def test_project_may_be_a_folder_of_the_repository(repository: Repository) -> None:
    """The folder is looked for below the project, and not below the repository."""
    (repository.root / "inner").mkdir()
    (repository.root / "mapping_data").rename(repository.root / "inner/mapping_data")
    repository.commit()
    with folder_at(repository.root / "inner", "HEAD", "mapping_data") as folder:
        assert (folder / "mapping_data/records/torch/torch.abs.yml").is_file()


def test_links_are_left_out(repository: Repository) -> None:
    """A link in the data leads nowhere, since it is not there."""
    (repository.root / "mapping_data/records/torch/torch.x.yml").symlink_to("/etc/passwd")
    repository.commit()
    with folder_at(repository.root, "HEAD", "mapping_data") as folder:
        assert not (folder / "mapping_data/records/torch/torch.x.yml").is_symlink()


@pytest.mark.parametrize("name", ["nowhere", "--output=/tmp/x", "", "HEAD:mkdocs.yml", "a\0b"])
def test_what_is_no_commit_is_one_error(repository: Repository, name: str) -> None:
    """A name that git does not know as a commit is told, and is never an option of git."""
    with pytest.raises(RevisionError):
        commit_of(repository.root, name)


def test_folder_that_was_not_there_is_one_error(repository: Repository) -> None:
    """A commit from before there was data is told as that."""
    repository.git("rm", "-r", "--quiet", "mapping_data")
    repository.commit()
    with pytest.raises(RevisionError, match="中没有 mapping_data/"), folder_at(repository.root, "HEAD", "mapping_data"):
        pass


def test_without_a_repository_there_is_one_error(tmp_path: Path) -> None:
    """A folder outside of git is told as that."""
    with pytest.raises(RevisionError, match="不在 git 仓库中"):
        commit_of(tmp_path, "HEAD")


def test_lines_of_history_part_somewhere(repository: Repository) -> None:
    """What a branch is compared with is where it left, whatever came to the other one since."""
    base = repository.git("rev-parse", "HEAD")
    repository.git("switch", "--quiet", "--create", "change")
    repository.project.add(ABS.replace("Tensor。", "张量。"))
    repository.commit()
    repository.git("switch", "--quiet", "main")
    (repository.root / "other").touch()
    repository.commit()
    assert merge_base(repository.root, "main", "change") == base

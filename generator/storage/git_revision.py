"""Reads folders of a git revision into a temporary folder; the work tree and git's own files stay as they are."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_TIMEOUT = 120


class RevisionError(Exception):
    """The revision or its folder cannot be read; the message has the fault and a hint."""


def commit_of(root: Path, revision: str) -> str:
    """Returns the full id of the commit that a revision of the repository around ``root`` names.

    Raises:
        RevisionError: there is no git, no repository or no such commit.
    """
    _git(root, "rev-parse", "--git-dir", fault=f"{root} 不在 git 仓库中，无法读取 {revision}。")
    hint = "可写提交、分支或标签；浅克隆没有较早的历史，先 git fetch --unshallow。"
    arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return _git(root, *arguments, fault=f"没有名为 {revision} 的提交：{hint}").decode().strip()


def merge_base(root: Path, revision: str, other: str) -> str:
    """Returns the merge base of two revisions.

    Raises:
        RevisionError: one of them is no commit, or they have none in common.
    """
    commits = commit_of(root, revision), commit_of(root, other)
    return _git(root, "merge-base", *commits, fault=f"{revision} 与 {other} 没有共同的祖先。").decode().strip()


def changed_files(root: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """Returns the files below these paths that differ from the last commit, new ones among them.

    Raises:
        RevisionError: there is no git, or no repository.
    """
    fault = f"{root} 不在 git 仓库中。"
    status = _git(
        root, "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames", "--", *paths, fault=fault
    )
    return tuple(line[3:] for line in status.decode("utf-8", "replace").split("\0") if line)


@contextmanager
def folder_at(root: Path, revision: str, folder: str) -> Iterator[Path]:
    """Context manager that gives a temporary folder with ``folder``, a path below ``root``, as it was at a revision.

    Links are left out: data has none.

    Raises:
        RevisionError: there is no such revision, or it has no such folder.
    """
    commit = commit_of(root, revision)
    _git(root, "cat-file", "-e", f"{commit}:./{folder}", fault=f"提交 {revision} 中没有 {folder}/，无从比较。")
    packed = _git(root, "archive", "--format=tar", commit, folder, fault=f"无法读取提交 {revision} 的 {folder}/。")
    with tempfile.TemporaryDirectory(prefix="apimap-") as temporary:
        try:
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                for member in archive:
                    content = archive.extractfile(member) if member.isreg() else None
                    if content is not None:
                        path = Path(temporary, member.name)
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_bytes(content.read())
        except tarfile.TarError as error:
            raise RevisionError(f"无法读取提交 {revision} 的 {folder}/：{error}。") from error
        yield Path(temporary)


def _git(root: Path, *arguments: str, fault: str) -> bytes:
    command = ("git", "-C", str(root), *arguments)
    try:
        done = subprocess.run(command, capture_output=True, timeout=_TIMEOUT, check=False)  # noqa: S603
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise RevisionError(f"无法运行 git：{error}。") from error
    if done.returncode:
        raise RevisionError(fault)
    return done.stdout

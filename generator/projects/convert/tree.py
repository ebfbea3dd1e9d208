"""Writes a converted copy of a folder beside it, and nothing anywhere else."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from generator.projects.convert.converted_file import ConvertedFile
from generator.projects.sources.find import Found
from generator.projects.sources.problem import Problem, reason_of
from generator.storage.atomic import copy_file, write_bytes
from generator.storage.yaml_file import shown_path


class TargetError(Exception):
    """A copy cannot be written to this folder; the message says why."""


def check_target(source: Path, to: Path) -> None:
    """Refuses a target folder in which the copy could overwrite its source.

    A folder inside of the source is taken: it is left out of what is read.

    Raises:
        TargetError: the folder is the source, or holds it, or is no folder.
    """
    real_source, real_target = Path(os.path.realpath(source)), Path(os.path.realpath(to))
    if real_source == real_target:
        raise TargetError(f"--to 的 {to} 就是 {source} 本身：要就地改写，用 --write。")
    if real_source.is_relative_to(real_target):
        raise TargetError(f"--to 的 {to} 含有 {source}，会写到原来的文件上：换一个文件夹。")
    if os.path.lexists(to) and not to.is_dir():
        raise TargetError(f"--to 的 {to} 不是文件夹。")


def write_tree(found: Found, converted: Mapping[Path, ConvertedFile], to: Path) -> tuple[Problem, ...]:
    """Writes every file to its place below ``to``, converted or as it is; tells which could not be written.

    Each is written whole or not at all. A link that stands in the way below ``to`` is not followed.
    """
    problems = []
    for file in (*found.code, *found.others):
        target = to / file.relative
        try:
            _check_place(target, to)
            one = converted.get(file.path)
            if one is not None and one.new is not None:
                write_bytes(target, one.new, stat.S_IMODE(file.path.stat().st_mode))
            else:
                copy_file(file.path, target)
        except OSError as error:
            problems.append(Problem(shown_path(target), f"没有写入：{reason_of(error)}。"))
    return tuple(problems)


def _check_place(target: Path, to: Path) -> None:
    """Refuses a target that links lead out of the folder.

    Raises:
        OSError: a link stands in the way.
    """
    parent = Path(os.path.realpath(target.parent))
    if not parent.is_relative_to(os.path.realpath(to)) or target.is_symlink():
        raise OSError("路径中有符号链接")

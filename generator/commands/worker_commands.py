"""What commands share that run the code of records in worker processes: options, progress, and errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from generator.catalog.catalog import Catalog
from generator.commands import CannotRunError, Invocation
from generator.evidence.verify.worker import NotIsolatedError, WorkerError
from generator.storage.evidence_file import read_evidence
from generator.storage.json_lines import LinesError
from generator.storage.variation_file import read_variations

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
Shard = tuple[int, int]
"""One of several parts of the work: its number, from 1, and the number of parts."""


def part_of(work: Sequence[T], shard: Shard | None) -> Sequence[T]:
    """Returns every N-th item of the work, so that all shards take about as long; all of it without a shard."""
    return work if shard is None else work[shard[0] - 1 :: shard[1]]


class _ShardType(click.ParamType[Shard]):
    """Reads a part of the work, such as ``2/4``."""

    name = "I/N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Shard:
        part, _, parts = str(value).partition("/")
        if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
            self.fail(f"{value} 应写成 I/N，例如 1/4。", param, ctx)
        return int(part), int(parts)


def worker_options(result: str) -> Callable[[F], F]:
    """Adds ``--shard``, ``--unsafe`` and ``--jobs``; ``result`` is what the command writes, in Chinese."""
    shard = click.option("--shard", type=_ShardType(), help="只运行 N 份中的第 I 份，使几台机器各做一份。")
    unsafe = click.option(
        "--unsafe",
        is_flag=True,
        help=f"不隔离：记录的代码能读写这台机器上的一切、使用网络。只用于自己写的记录；{result}注明 unsafe，不能通过 --check。",
    )
    jobs = click.option(
        "--jobs",
        type=click.IntRange(min=1),
        default=os.cpu_count() or 1,
        show_default="核数",
        help="同时运行几条记录。",
    )
    return lambda command: shard(unsafe(jobs(command)))


def with_progress(label: str, length: int, results: Iterable[T]) -> Iterator[T]:
    """Yields the results of workers, and shows how many of ``length`` are there.

    Raises:
        CannotRunError: no worker can be started.
    """
    with click.progressbar(length=length, label=label, show_pos=True, file=sys.stderr) as bar:
        try:
            for result in results:
                yield result
                bar.update(1)
        except NotIsolatedError as error:
            raise CannotRunError(
                f"不能隔离记录的代码，没有运行：{error}。隔离需要 Linux 5.12 以上，并允许建立用户命名空间"
                "（容器可能要放宽 seccomp 或 AppArmor）。确信要运行的代码无害时，可加 --unsafe。"
            ) from error
        except WorkerError as error:
            raise CannotRunError(f"无法启动验证进程：{error}") from error


def read_old(read: Callable[[Path], dict[str, T]], root: Path) -> dict[str, T]:
    """Returns what an earlier run wrote below ``root``; where that is damaged, reports it and returns nothing."""
    try:
        return read(root)
    except LinesError as error:
        click.echo(f"{error}", err=True)
        return {}


def open_measured(invocation: Invocation) -> Catalog:
    """Reads the catalogue with what earlier runs have measured of attributes and views, by which conversion goes.

    Raises:
        CannotRunError: as ``open_catalog``; what is damaged of the results themselves is left out.
    """
    root = invocation.root
    return replace(
        invocation.open_catalog(results=False),
        evidence=read_old(read_evidence, root),
        variations=read_old(read_variations, root),
    )


@contextmanager
def writing(root: Path) -> Iterator[None]:
    """Context manager that reports files which cannot be written below ``root``.

    Raises:
        CannotRunError: one cannot be.
    """
    try:
        yield
    except OSError as error:
        raise CannotRunError(f"无法写入 {error.filename or root}：{error.strerror}。") from error

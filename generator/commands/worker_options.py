"""The options of commands that run the code of records in worker processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
Shard = tuple[int, int]
"""One of several parts of the work: its number, from 1, and the number of parts."""


def part_of(work: Sequence[T], shard: Shard | None) -> Sequence[T]:
    """One part of the work, every so many items, so that all parts take about as long; the whole without a shard."""
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

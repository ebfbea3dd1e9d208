"""The options of commands that run the code of records in worker processes."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def worker_options(result: str) -> Callable[[F], F]:
    """Adds ``--unsafe`` and ``--jobs``; ``result`` is what the command writes, in Chinese."""
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
    return lambda command: unsafe(jobs(command))

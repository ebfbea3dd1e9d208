"""``verify``, ``vary``: the options of commands that run code."""

from __future__ import annotations

import command_line
import pytest
from samples import Project

from generator.commands.worker_commands import part_of


@pytest.mark.parametrize("command", ["verify", "vary"])
@pytest.mark.parametrize("shard", ["0/2", "3/2", "x", "1"])
def test_a_part_that_does_not_exist_is_refused(
    command: str, shard: str, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """A part is a number of as many as there are."""
    assert command_line.run("--root", project.root, command, "--shard", shard) == 2
    assert "应写成 I/N" in capsys.readouterr().err


def test_parts_leave_nothing_out() -> None:
    """Each piece of work belongs to exactly one of the parts, and without a part all of it is done."""
    work = list(range(10))
    assert sorted(item for part in range(1, 4) for item in part_of(work, (part, 3))) == work
    assert part_of(work, None) == work

from __future__ import annotations

import pytest
from command_line import run
from samples import Project

from generator.model.promises import Promises
from generator.storage.promises_file import PROMISES, dump_promises, parse_promises, read_promises_file

PROMISED = Promises(
    "2026.11.22",
    "c" * 40,
    "1.4",
    keys=frozenset({"records", "records.*.torch"}),
    names=frozenset({"torch.abs"}),
    anchors=frozenset({"notes/#dtype"}),
)


def test_promises_are_read_as_they_were_written() -> None:
    """What is written is read back, and written again it is the same text."""
    text = dump_promises(PROMISED)
    assert parse_promises(text) == PROMISED
    assert dump_promises(parse_promises(text)) == text


@pytest.mark.parametrize("cut", [0, 10, 60, 150, -1])
def test_file_that_is_cut_off_is_refused(cut: int) -> None:
    """A part of the file promises less, and is never taken for the whole."""
    with pytest.raises(ValueError, match=r"不完整|不是一项承诺"):
        parse_promises(dump_promises(PROMISED)[:cut])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2026.11.22", "2026.13.1"),
        ("2026.11.22", "2026.11.02"),
        ("names\t", "name\t"),
        ("count\t4", "count\t5"),
        ("# 由", "# "),
    ],
)
def test_file_that_was_changed_by_hand_is_refused(old: str, new: str) -> None:
    """Another version, kind or count than the program writes is told."""
    with pytest.raises(ValueError, match=r"."):
        parse_promises(dump_promises(PROMISED).replace(old, new))


def test_damaged_file_is_one_error_of_every_command(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands that read the data say what is wrong with the file, and exit with 2."""
    assert read_promises_file(project.root) == Promises()
    (project.root / PROMISES).write_text(dump_promises(PROMISED)[:-5], encoding="utf-8")
    assert run("--root", project.root, "stats") == 2
    assert PROMISES in capsys.readouterr().err

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from generator.reports.release.archive import SUMS, checksums, packed, problems_of

FILES = {"data.json": b"{}\n" * 1000, "mapping.csv": b"a,b\n"}


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A folder with an archive and another file, and their checksums."""
    files = {"a.tar.gz": packed("a", FILES, 1_700_000_000), "CHANGES.md": b"# x\n"}
    for name, content in {**files, SUMS: checksums(files).encode()}.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def test_archive_has_the_files_and_nothing_of_the_machine(release: Path) -> None:
    """The files are there with their content; owner, order and time do not depend on who packs, nor when."""
    content = (release / "a.tar.gz").read_bytes()
    assert packed("a", dict(reversed(FILES.items())), 1_700_000_000) == content
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        assert archive.getnames() == ["a/data.json", "a/mapping.csv"]
        assert {(entry.uid, entry.uname, entry.mtime) for entry in archive} == {(0, "", 1_700_000_000)}


def test_checksums_are_those_of_the_usual_tool(release: Path) -> None:
    """``sha256sum --check`` accepts them."""
    subprocess.run(["sha256sum", "--check", "--strict", SUMS], cwd=release, check=True, capture_output=True)
    assert list(problems_of(release)) == []


@pytest.mark.parametrize("length", [0, 1, 20, 100, -1])
def test_archive_that_is_cut_off_is_told(release: Path, length: int) -> None:
    """However much of an archive arrived, it is one sentence that names the file."""
    path = release / "a.tar.gz"
    path.write_bytes(path.read_bytes()[:length])
    (said,) = problems_of(release)
    assert str(path) in said


def test_what_is_missing_or_other_is_told(release: Path) -> None:
    """A file that is gone, one that changed, and a line that leads out of the folder are told."""
    (release / "a.tar.gz").unlink()
    (release / "CHANGES.md").write_text("# y\n", encoding="utf-8")
    (release / SUMS).write_text((release / SUMS).read_text(encoding="utf-8") + "00  ../x\n", encoding="utf-8")
    found = list(problems_of(release))
    assert ["CHANGES.md" in found[0], "a.tar.gz" in found[1], "../x" in found[2], len(found)] == [True, True, True, 3]
    (release / SUMS).unlink()
    assert len(list(problems_of(release))) == 1

"""Packs files into a reproducible archive, whose bytes do not depend on place and time, and checks its contents."""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

SUMS = "SHA256SUMS"


def packed(folder: str, files: Mapping[str, bytes], moment: int) -> bytes:
    """Returns a ``.tar.gz`` of the files, all below ``folder``; ``moment`` is the time of every one of them."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mtime, entry.mode = len(content), moment, 0o644
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(plain.getvalue(), 9, mtime=moment)


def checksums(files: Mapping[str, bytes]) -> str:
    """Returns the text of ``SHA256SUMS``, as ``sha256sum --check`` reads it."""
    return "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))


def problems_of(folder: Path) -> Iterator[str]:
    """Yields the faults of a release: files that are missing, have changed or cannot be opened whole.

    Raises:
        OSError: a file cannot be read.
    """
    if not (folder / SUMS).is_file():
        yield f"{folder} 中没有 {SUMS}：它不是 apimap release 做成的目录，或没有下载完整。"
        return
    for line in (folder / SUMS).read_text(encoding="utf-8", errors="replace").splitlines():
        digest, _, name = line.partition("  ")
        path = folder / name
        if not name or Path(name).name != name:
            yield f"{folder / SUMS} 的一行读不懂：{line}"
        elif not path.is_file():
            yield f"没有 {path}。"
        elif (content := path.read_bytes()) and (fault := _fault(name, content)):
            yield f"{path} 不完整：{fault}。重新下载或重新生成。"
        elif hashlib.sha256(content).hexdigest() != digest:
            yield f"{path} 与 {SUMS} 不符：它改动过，或没有下载完整。"


def _fault(name: str, content: bytes) -> str:
    """Returns why an archive cannot be read to its end; empty where it can, or the file is no archive."""
    try:
        if name.endswith(".tar.gz"):
            with tarfile.open(fileobj=io.BytesIO(gzip.decompress(content))) as archive:
                archive.getmembers()
        elif name.endswith(".whl"):
            with zipfile.ZipFile(io.BytesIO(content)) as wheel:
                wheel.testzip()
    except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile) as error:
        return str(error) or type(error).__name__
    return ""

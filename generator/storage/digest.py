"""Digests of texts and of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from generator.storage.file_bytes import MAX_DATA, read_bytes


def digest_of(*parts: str | bytes) -> str:
    """Returns the digest of these parts, whose boundaries count."""
    digest = sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", errors="surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)  # not joined to its length: that would be another copy of what may be 100 MB
    return digest.hexdigest()


def file_parts(files: Iterable[Path], within: Path | None = None) -> Iterator[str | bytes]:
    """Yields names and contents of files; for one that is not read, such as a link out of ``within``, the reason."""
    for file in files:
        yield str(file)
        try:
            yield read_bytes(file, MAX_DATA, within)
        except OSError as error:
            yield repr(error)

"""The path of an API's record below the folder of records."""

from __future__ import annotations

LOWERCASE = "-lowercase"
"""Ending of the file name of the lower-case one of two APIs that differ only by case."""
UPPERCASE = "-uppercase"
"""Ending of the file name of the other one, where the lower-case one has a published address already."""
CASE_ENDINGS = (LOWERCASE, UPPERCASE, "__lower", "__upper")
"""Endings of file names in other projects for two such APIs."""


def record_path(api: str) -> str:
    """Returns the path of the record of ``api`` below ``records/``: ``torch.nn/torch.nn.Linear.yml``."""
    return f"{api.rpartition('.')[0]}/{api}.yml"

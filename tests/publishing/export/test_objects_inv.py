from __future__ import annotations

import json
import re
import zlib

from export_samples import files_of, shipped_files
from samples import ABS

SPHINX_LINE = re.compile(r"(.+?)\s+(\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)")
"""How Sphinx takes a line of an inventory apart (``sphinx/util/inventory.py``)."""


def read_as_sphinx(raw: bytes) -> dict[str, tuple[str, str]]:
    """Type and address of each name, read as Sphinx does."""
    head, rest = raw.split(b"\n", 4)[:4], raw.split(b"\n", 4)[4]
    assert head[0] == b"# Sphinx inventory version 2"
    assert head[1].startswith(b"# Project: ")
    assert head[2].startswith(b"# Version: ")
    assert b"zlib" in head[3]
    found = {}
    for line in zlib.decompress(rest).decode().splitlines():
        match = SPHINX_LINE.match(line)
        assert match is not None
        name, kind, _, address, title = match.groups()
        assert title == "-"
        assert name not in found
        found[name] = (kind, address)
    return found


def test_inventory_leads_from_every_name_to_what_speaks_of_it() -> None:
    """Records and aliases are found under their names; an alias leads to its record, what is missing to its row."""
    found = read_as_sphinx(shipped_files()["objects.inv"])
    data = json.loads(shipped_files()["data.json"])
    assert found.keys() >= {*data["records"], *data["aliases"]}
    for api, record in data["records"].items():
        assert found[api][1] == record["page"]
    assert found["torch.absolute"][1] == "api/torch.abs/"
    assert found["torchvision.models.resnet18"][1] == "api/torchvision.models/"


def test_inventory_says_what_each_name_is() -> None:
    """Functions, classes and methods are found under the roles that documentation uses for them."""
    found = read_as_sphinx(shipped_files()["objects.inv"])
    assert found["torch.abs"][0] == "py:function"
    assert found["torch.nn.Linear"][0] == "py:class"
    assert read_as_sphinx(files_of(ABS)["objects.inv"])["torch.abs"][0] == "py:function"

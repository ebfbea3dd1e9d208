"""Builds catalogues from text, so that a test says all it depends on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from generator.catalog import RECORDS, Catalog
from generator.model.settings import LinkRule, Section, Selection, Settings
from generator.rules.api import record_path
from generator.yaml_file import read_record

SETTINGS = Settings(
    versions={"torch": "2.13.0", "paddle": "3.3.1"},
    links=(
        LinkRule(prefix="torch.", url="https://pytorch.org/docs/stable/generated/{api}.html"),
        LinkRule(
            prefix="paddle.", url="https://www.paddlepaddle.org.cn/documentation/docs/zh/api/{path}_cn.html#{anchor}"
        ),
    ),
    sections=(
        Section(title="基础操作类", intro="基础操作。", select=(Selection(prefix="torch."),)),
        Section(title="组网类", intro="组网。", select=(Selection(prefix="torch.nn."),)),
    ),
)

MakeCatalog = Callable[[Mapping[str, str | bytes]], Catalog]


@pytest.fixture
def make_catalog() -> MakeCatalog:
    """Builds a catalogue from record texts by their paths below ``records/``."""

    def make(files: Mapping[str, str | bytes]) -> Catalog:
        sources = (
            read_record(f"{RECORDS}/{path}", text.encode() if isinstance(text, str) else text)
            for path, text in sorted(files.items())
        )
        return Catalog(SETTINGS, tuple(sources))

    return make


def path_of(text: str) -> str:
    """Where a record text belongs, by the API that its first line names."""
    api = text.partition("torch: ")[2].partition("\n")[0].strip()
    return record_path(api) if "." in api and "/" not in api else "torch/torch.unnamed.yml"

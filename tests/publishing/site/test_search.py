from __future__ import annotations

import marshal
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jieba
import pytest

from generator.publishing.site.search import Entries, keep_entries, read_dictionary_as_installed


class Index:
    """An index that says which pages it was asked to take apart."""

    def __init__(self) -> None:
        self.entries: Entries = [{"location": "api/torch.abs/"}]
        self.asked: list[str] = []

    def add_entry_from_context(self, page: Any) -> None:
        """Adds an entry for each word."""
        self.asked.append(page.url)
        self.entries.extend({"location": page.url, "text": text} for text in page.content.split())


def page(**changes: Any) -> Any:
    """A hand-written page as the plugin knows it."""
    return SimpleNamespace(**{"url": "data/", "title": "t", "meta": {}, "content": "one two", **changes})


def build(known: dict[str, Entries], *pages: Any, made_by: str = "programs") -> tuple[Index, dict[str, Entries]]:
    """The index after a build, and what is kept of it."""
    index = Index()
    kept = keep_entries(index, known, made_by)
    for one in pages:
        index.add_entry_from_context(one)
    return index, kept


def test_page_that_did_not_change_is_not_taken_apart_again() -> None:
    """Its entries come from the build before, in the same place of the index, and are kept for the next one too."""
    first, kept = build({}, page(), page(url="format/"))
    second, kept_again = build(kept, page(), page(url="format/"))
    assert (first.asked, second.asked) == (["data/", "format/"], [])
    assert first.entries == second.entries
    assert kept == kept_again


@pytest.mark.parametrize(
    "changes", [{"content": "one"}, {"url": "other/"}, {"title": "u"}, {"meta": {"search": {"boost": 2}}}], ids=str
)
def test_page_that_changed_is_taken_apart(changes: dict[str, Any]) -> None:
    """Whatever the entries are made from makes them anew, and the old ones are forgotten."""
    _, kept = build({}, page())
    index, kept_again = build(kept, page(**changes))
    assert index.asked
    assert len(kept_again) == 1
    assert kept_again.keys() != kept.keys()


def test_other_programs_take_all_apart() -> None:
    """Entries that another version of a program or other settings made are not used."""
    _, kept = build({}, page())
    assert build(kept, page(), made_by="others")[0].asked


def test_dictionary_of_the_temporary_folder_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody else left in the temporary folder decides nothing of how words are cut, and nothing is left there."""
    (tmp_path / "jieba.cache").write_bytes(marshal.dumps(({"张量的": 10**9}, 10**9)))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(jieba, "dt", jieba.Tokenizer())
    read_dictionary_as_installed()
    assert list(jieba.dt.cut("张量的形状")) == ["张量", "的", "形状"]
    assert [path.name for path in tmp_path.iterdir()] == ["jieba.cache"]

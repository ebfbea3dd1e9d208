"""Material's full-text search: its index, which is told of generated pages and remembers those written by hand."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from mkdocs.structure.pages import Page

from generator.storage.digest import digest_of

Entries = list[dict[str, Any]]
_LONGEST = 16
"""The characters of the longest word in jieba's dictionary."""


class SearchIndex(Protocol):
    """Of the search plugin's index, what is used here."""

    entries: Entries
    add_entry_from_context: Callable[[Page], None]


def keep_entries(index: SearchIndex, known: Mapping[str, Entries], made_by: str) -> dict[str, Entries]:
    """Has the index take a page that did not change from ``known``; returns what it takes, which grows page by page.

    ``made_by`` is the digest of programs and settings. Replaces a method of the plugin: to cut the words of the three
    hand-written pages it loads a dictionary of 350,000, which is half of a build that finds nothing changed.
    """
    taken: dict[str, Entries] = {}
    add = index.add_entry_from_context

    def add_or_take(page: Page) -> None:
        key = digest_of(made_by, page.url, str(page.title), repr(page.meta), page.content or "")
        start = len(index.entries)
        if key in known:
            index.entries.extend(known[key])
        else:
            add(page)
        taken[key] = index.entries[start:]

    index.add_entry_from_context = add_or_take
    return taken


def read_dictionary_as_installed() -> None:
    """Makes jieba, which segments Chinese, read its own dictionary and nothing else.

    It would load a file from the system's temporary folder, where every user of a machine may put one. Its own reader
    of the dictionary takes four times as long: line by line, and with each prefix of each word, which only its own
    search for the words in a sentence needs.
    """
    import jieba  # type: ignore[import-untyped]

    def initialize(_dictionary: str | None = None) -> None:
        with jieba.dt.get_dict_file() as file:
            fields = file.read().decode().split()
        words, numbers = fields[::3], [int(number) for number in fields[1::3]]
        jieba.dt.FREQ, jieba.dt.total = dict(zip(words, numbers, strict=True)), sum(numbers)
        jieba.dt.initialized = True

    def last_characters(sentence: str) -> dict[int, list[int]]:
        """Returns where a word may end that starts at a character: at the character itself, if at no other."""
        jieba.dt.check_initialized()
        known, length = jieba.dt.FREQ, len(sentence)
        return {
            start: [
                end - 1 for end in range(start + 1, min(start + _LONGEST, length) + 1) if known.get(sentence[start:end])
            ]
            or [start]
            for start in range(length)
        }

    jieba.dt.initialize, jieba.dt.get_DAG = initialize, last_characters
    jieba.setLogLevel(logging.WARNING)

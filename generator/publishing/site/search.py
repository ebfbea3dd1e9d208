"""Material's full-text search: its index, which is told of generated pages and remembers those written by hand."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from mkdocs.structure.pages import Page

from generator.storage.digest import digest_of

Entries = list[dict[str, Any]]


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
    of the dictionary, line by line, takes twice as long for the same result: the frequency of each word, and 0 for the
    prefixes of words that are no words.
    """
    import jieba  # type: ignore[import-untyped]

    def initialize(_dictionary: str | None = None) -> None:
        with jieba.dt.get_dict_file() as file:
            fields = file.read().decode().split()
        words, numbers = fields[::3], [int(number) for number in fields[1::3]]
        frequencies = dict.fromkeys((word[:length] for word in words for length in range(1, len(word))), 0)
        frequencies.update(zip(words, numbers, strict=True))
        jieba.dt.FREQ, jieba.dt.total = frequencies, sum(numbers)
        jieba.dt.initialized = True

    jieba.dt.initialize = initialize
    jieba.setLogLevel(logging.WARNING)

"""Migration notes and topics: their APIs exist, and no number is used twice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from generator.catalog.catalog import Catalog
from generator.lint.rules.api import unknown_api
from generator.lint.rules.base import Bad, Rule
from generator.lint.rules.samples import NOTE
from generator.model.finding import Loc, Problem
from generator.model.migration_note import MigrationNote
from generator.model.topics import EntryKind, Topics
from generator.storage.yaml_file import ModelSource

OtherSource = ModelSource[MigrationNote] | ModelSource[Topics]

_TOPICS = """\
topics:
  - title: 逐元素运算
    entries:
      - {api: torch.abs, meaning: 求绝对值。}
"""
_NOTE_PATH, _TOPICS_PATH = "notes/absolute-value.yml", "topics.yml"


class OtherRule(Rule):
    """A rule about migration notes and topics, which may use the libraries and the other notes."""

    @abstractmethod
    def check(self, catalog: Catalog) -> Iterator[tuple[OtherSource, Problem]]:
        """Finds the faults of this kind, each with its file. ``catalog`` may be without records."""


class NamedApiUnknown(OtherRule):
    """A note or a topic names an API that its library does not have."""

    code = "API007"
    title = "迁移经验或速查里的 API 不存在"
    why = "经验与速查按 API 的名称连到差异页面；名称写错了，读者在那一页便找不到它。"
    bad = (
        Bad(NOTE.replace("torch.abs", "torch.abss"), at="torch.abss", path=_NOTE_PATH),
        Bad(_TOPICS.replace("torch.abs", "torch.abss"), at="torch.abss", path=_TOPICS_PATH),
    )
    good = (NOTE, _TOPICS)

    def check(self, catalog: Catalog) -> Iterator[tuple[OtherSource, Problem]]:
        """Looks each name up in the inventory of its library; third-party tools have none."""
        for note in catalog.notes:
            for index, api in enumerate(note.model.apis if note.model is not None else ()):
                if (wrong := unknown_api(catalog, api)) is not None:
                    yield note, Problem(("apis", index), *wrong)
        if catalog.topics is not None and catalog.topics.model is not None:
            for loc, api in _named(catalog.topics.model):
                if (wrong := unknown_api(catalog, api)) is not None:
                    yield catalog.topics, Problem(loc, *wrong)


def _named(topics: Topics) -> Iterator[tuple[Loc, str]]:
    for index, topic in enumerate(topics.topics):
        for number, entry in enumerate(topic.entries):
            if entry.kind is not EntryKind.TOOL:
                yield ("topics", index, "entries", number, "api"), entry.api


class NumberTwice(OtherRule):
    """Two migration notes with one number."""

    code = "SET005"
    title = "两条迁移经验用了同一个编号"
    why = "证据按编号存放；编号相同，一条的证据便成了另一条的，页面上也只剩一条。"
    bad = (Bad(NOTE, at="7", path=_NOTE_PATH, others={"notes/a-first-note.yml": NOTE}),)
    good = (NOTE,)

    def check(self, catalog: Catalog) -> Iterator[tuple[OtherSource, Problem]]:
        """Reports every note but the first by path, with the next number that is free."""
        notes = {note.file: (note, note.model.number) for note in catalog.notes if note.model is not None}
        free = max((number for _, number in notes.values()), default=0) + 1
        first: dict[int, str] = {}
        for file, (note, number) in sorted(notes.items()):
            if (earlier := first.setdefault(number, file)) != file:
                yield note, Problem(("number",), f"编号 {number} 已经用在 {earlier}", f"改用没有用过的编号：{free}。")

"""SET: the redirects in ``catalog.yml``."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from generator.catalog.index import Index
from generator.lint.rules.base import Bad, Rule
from generator.model.finding import Problem

_PATH = "mapping_data/catalog.yml"
_GOOD = """\
redirects:
  torch.old_name: torch.abs
"""


class SettingsRule(Rule):
    """A rule about the settings, which may use the index of all records."""

    @abstractmethod
    def check(self, index: Index) -> Iterator[Problem]:
        """Finds the settings' faults of this kind, each with its place in the file."""


class RedirectUnused(SettingsRule):
    """An old name that is the API or an alias of a record."""

    code = "SET006"
    title = "转走的名称仍有记录"
    why = "有记录的名称和别名已有自己的地址，redirects 中的这一条不起作用，只会让人误以为地址已经转走。"
    bad = (Bad(_GOOD.replace("torch.old_name", "torch.abs"), at="torch.abs", path=_PATH),)
    good = (_GOOD,)

    def check(self, index: Index) -> Iterator[Problem]:
        """Looks each old name up among the records, their forms and aliases."""
        for old in index.libraries.settings.redirects:
            other = index.by_other_name.get(old)
            if (owner := index.by_api.get(old) or (other[0] if other else None)) is not None:
                message = f"redirects 转走了 {old}，而 {owner.file} 记录着它"
                yield Problem(("redirects", old), message, "删去这一条，或删去那条记录或别名。", at_key=True)


class RedirectToNothing(SettingsRule):
    """A new name that is neither the API nor an alias of a record."""

    code = "SET007"
    title = "旧地址转到的 API 没有记录"
    why = "旧地址转到不存在的页面，等于没有转：收藏了旧地址的人看到的是“找不到”。"
    bad = (Bad(_GOOD.replace("torch.abs", "torch.abss"), at="torch.abss", path=_PATH),)
    good = (_GOOD,)

    def check(self, index: Index) -> Iterator[Problem]:
        """Looks each new name up among the records and their aliases; a redirect does not lead to another redirect."""
        redirects = index.libraries.settings.redirects
        for old, new in redirects.items():
            if not index.records(new):
                end = redirects.get(new)
                hint = f"它自己也转走了，直接写 {end}。" if end else "写一个有记录的 API 或别名。"
                yield Problem(("redirects", old), f"{old} 转到 {new}，而它没有记录", hint)

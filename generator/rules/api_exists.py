"""API: the APIs that a record names exist, each named once."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.index import Index, Libraries
from generator.model.finding import Loc, Problem, Remove
from generator.model.spelling import nearest
from generator.rules.base import Bad, CatalogRule, RecordRule
from generator.rules.subject import Subject

RECORD = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: out, paddle: out, note: 表示存放结果的 Tensor。}
checks:
  - given: {x: "float32[2, 3]", y: "float32[2, 3]"}
    torch: torch.abs(x, out=y)
    paddle: paddle.abs(x, out=y)
"""


class ApiUnknown(RecordRule):
    """An API that the pinned version of its library does not have."""

    code = "API002"
    title = "库里没有这个 API"
    spec = ("R5",)
    why = "照着写错或早已删去的名称，读者的代码会报 AttributeError。"
    bad = (
        Bad(RECORD.replace("paddle: paddle.abs\n", "paddle: padle.abs\n"), at="padle.abs"),
        Bad(RECORD.replace("paddle: paddle.abs\n", "paddle: paddle.abss\n"), at="paddle.abss"),
        Bad(RECORD + "aliases: [torch.absolutee]\n", at="torch.absolutee"),
    )
    good = (RECORD, RECORD + "aliases: [torch.absolute]\n")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks each name up in the inventory of its library; a library without an inventory is not judged."""
        record, libraries = subject.record, subject.libraries
        names: list[tuple[Loc, str]] = [(("torch",), record.torch)]
        names += [((*loc, "paddle"), mapping.paddle) for loc, mapping in subject.mappings if mapping.paddle]
        names += [(("aliases", index), alias) for index, alias in enumerate(record.aliases)]
        for loc, api in names:
            if (wrong := unknown_api(libraries, api)) is not None:
                yield Problem(loc, *wrong)


def unknown_api(libraries: Libraries, api: str) -> tuple[str, str] | None:
    """A message and a hint about an API that nobody has; None where it exists, or nobody can tell."""
    library = api.partition(".")[0]
    inventory = libraries.inventories.get(library)
    if inventory is None:
        likely = nearest(library, libraries.settings.versions) if library not in libraries.settings.versions else ""
        return (f"没有名为 {library} 的库：{api}", f"是否想写 {likely}{api[len(library) :]}？") if likely else None
    if api in inventory.entries or libraries.entry(api) is not None or inventory.unreadable_module(api) is not None:
        return None
    likely = nearest_api(libraries, api)
    version = libraries.settings.versions.get(library, inventory.version)
    return f"{library} {version} 里没有 {api}", f"是否想写 {likely}？" if likely else "改正名称，或删去它。"


def nearest_api(libraries: Libraries, api: str) -> str:
    """The known API that a name most likely means: in the same module, or of the same last name elsewhere."""
    inventory = libraries.inventories[api.partition(".")[0]]
    module, _, name = api.rpartition(".")
    start = len(module) + 1
    siblings = [
        known[start:] for known in inventory.entries if known.startswith(f"{module}.") and "." not in known[start:]
    ]
    if likely := nearest(name, siblings):
        return f"{module}.{likely}"
    return min((known for known in inventory.entries if known.endswith(f".{name}")), key=len, default="")


class RelatedUnknown(CatalogRule):
    """A related API that leads nowhere."""

    code = "API003"
    title = "相关的 API 不存在，或就是它自己"
    why = "“相关”是给读者的路标，要指向另一个存在的 API。"
    fixes = True
    bad = (
        Bad(RECORD + "related: [torch.abs]\n", at="torch.abs"),
        Bad(RECORD + "related: [torch.negg]\n", at="torch.negg"),
        Bad(RECORD + "related: [torch.neg, torch.neg]\n", at="torch.neg]"),
    )
    good = (RECORD + "related: [torch.neg]\n",)

    def check(self, index: Index) -> Iterator[tuple[str, Problem]]:
        """Looks each one up among the records, their aliases and the inventory."""
        for outline in index.outlines:
            for position, api in enumerate(outline.related):
                loc: Loc = ("related", position)
                if api == outline.torch or api in outline.aliases:
                    yield outline.file, Problem(loc, f"{api} 就是这条记录自己", "删去它。", (Remove(loc),))
                elif api in outline.related[:position]:
                    yield outline.file, Problem(loc, f"{api} 写了两次", "删去一个。", (Remove(loc),))
                elif not index.records(api) and (wrong := unknown_api(index.libraries, api)):
                    yield outline.file, Problem(loc, *wrong)


class AliasTwice(RecordRule):
    """An alias that is the record's own name, or stands twice."""

    code = "API004"
    title = "别名就是它自己，或写了两次"
    why = "别名在总表中各占一行，重复的会出现两次。"
    keys = frozenset({"aliases"})
    fixes = True
    bad = (
        Bad(RECORD + "aliases: [torch.abs]\n", at="torch.abs]"),
        Bad(RECORD + "aliases: [torch.absolute, torch.absolute]\n", at="torch.absolute]"),
    )
    good = (RECORD + "aliases: [torch.absolute]\n",)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the aliases with the record's name and with each other."""
        record = subject.record
        for index, alias in enumerate(record.aliases):
            if alias == record.torch or alias in record.aliases[:index]:
                what = "就是这条记录自己" if alias == record.torch else "写了两次"
                yield Problem(("aliases", index), f"别名 {alias} {what}", "删去它。", (Remove(("aliases", index)),))

"""API: the APIs that a record names exist, and their documentation has an address."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog import Catalog
from generator.model.finding import Loc, Problem, Remove, Severity
from generator.rules.base import Bad, RecordRule
from generator.rules.subject import Subject
from generator.yaml_text import nearest

_ABS = """\
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
_LINKS = 'links: {{{side}: "{url}"}}\n'


class ApiUnknown(RecordRule):
    """An API that the pinned version of its library does not have."""

    code = "API002"
    title = "库里没有这个 API"
    spec = ("R5",)
    why = "照着写错或早已删去的名称，读者的代码会报 AttributeError。"
    bad = (
        Bad(_ABS.replace("paddle: paddle.abs\n", "paddle: padle.abs\n"), at="padle.abs"),
        Bad(_ABS.replace("paddle: paddle.abs\n", "paddle: paddle.abss\n"), at="paddle.abss"),
        Bad(_ABS + "aliases: [torch.absolutee]\n", at="torch.absolutee"),
    )
    good = (_ABS, _ABS + "aliases: [torch.absolute]\n")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks each name up in the inventory of its library; a library without an inventory is not judged."""
        record, catalog = subject.record, subject.catalog
        names: list[tuple[Loc, str]] = [(("torch",), record.torch)]
        names += [((*loc, "paddle"), mapping.paddle) for loc, mapping in subject.mappings if mapping.paddle]
        names += [(("aliases", index), alias) for index, alias in enumerate(record.aliases)]
        for loc, api in names:
            if (wrong := unknown_api(catalog, api)) is not None:
                yield Problem(loc, *wrong)


def unknown_api(catalog: Catalog, api: str) -> tuple[str, str] | None:
    """A message and a hint about an API that nobody has; None where it exists, or nobody can tell."""
    library = api.partition(".")[0]
    inventory = catalog.inventories.get(library)
    if inventory is None:
        likely = nearest(library, catalog.settings.versions) if library not in catalog.settings.versions else ""
        return (f"没有名为 {library} 的库：{api}", f"是否想写 {likely}{api[len(library) :]}？") if likely else None
    if api in inventory.entries or catalog.entry(api) is not None or inventory.unreadable_module(api) is not None:
        return None
    likely = nearest_api(catalog, api)
    version = catalog.settings.versions.get(library, inventory.version)
    return f"{library} {version} 里没有 {api}", f"是否想写 {likely}？" if likely else "改正名称，或从记录中删去它。"


def nearest_api(catalog: Catalog, api: str) -> str:
    """The known API that a name most likely means: in the same module, or of the same last name elsewhere."""
    inventory = catalog.inventories[api.partition(".")[0]]
    module, _, name = api.rpartition(".")
    start = len(module) + 1
    siblings = [
        known[start:] for known in inventory.entries if known.startswith(f"{module}.") and "." not in known[start:]
    ]
    if likely := nearest(name, siblings):
        return f"{module}.{likely}"
    return min((known for known in inventory.entries if known.endswith(f".{name}")), key=len, default="")


class RelatedUnknown(RecordRule):
    """A related API that leads nowhere."""

    code = "API003"
    title = "相关的 API 不存在，或就是它自己"
    why = "“相关”是给读者的路标，要指向另一个存在的 API。"
    keys = frozenset({"related"})
    fixes = True
    bad = (
        Bad(_ABS + "related: [torch.abs]\n", at="torch.abs"),
        Bad(_ABS + "related: [torch.negg]\n", at="torch.negg"),
        Bad(_ABS + "related: [torch.neg, torch.neg]\n", at="torch.neg]"),
    )
    good = (_ABS + "related: [torch.neg]\n",)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks each one up among the records, their aliases and the inventory."""
        record, catalog = subject.record, subject.catalog
        for index, api in enumerate(record.related):
            loc: Loc = ("related", index)
            if api in {record.torch, *record.aliases}:
                yield Problem(loc, f"{api} 就是这条记录自己", "删去它。", (Remove(loc),))
            elif api in record.related[:index]:
                yield Problem(loc, f"{api} 写了两次", "删去一个。", (Remove(loc),))
            elif api not in catalog.by_api and api not in catalog.by_alias and (wrong := unknown_api(catalog, api)):
                yield Problem(loc, *wrong)


class AliasTwice(RecordRule):
    """An alias that is the record's own name, or stands twice."""

    code = "API004"
    title = "别名就是它自己，或写了两次"
    why = "别名在总表中各占一行，重复的会出现两次。"
    keys = frozenset({"aliases"})
    fixes = True
    bad = (
        Bad(_ABS + "aliases: [torch.abs]\n", at="torch.abs]"),
        Bad(_ABS + "aliases: [torch.absolute, torch.absolute]\n", at="torch.absolute]"),
    )
    good = (_ABS + "aliases: [torch.absolute]\n",)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the aliases with the record's name and with each other."""
        record = subject.record
        for index, alias in enumerate(record.aliases):
            if alias == record.torch or alias in record.aliases[:index]:
                what = "就是这条记录自己" if alias == record.torch else "写了两次"
                yield Problem(("aliases", index), f"别名 {alias} {what}", "删去它。", (Remove(("aliases", index)),))


class LinkSuperfluous(RecordRule):
    """A link that says what the rules derive, or that has nothing to link."""

    code = "API005"
    title = "多余的链接"
    severity = Severity.WARNING
    spec = ("R18", "R19")
    why = "链接由 catalog.yml 的规则推导；与推导结果相同的覆盖，在文档地址整体变动时不会跟着变。"
    keys = frozenset({"links"})
    fixes = True
    bad = (
        Bad(
            _ABS + _LINKS.format(side="torch", url="https://pytorch.org/docs/stable/generated/torch.abs.html"),
            at="torch:",
        ),
        Bad(
            "torch: torch.jit.script_method\ncategory: 功能缺失\nreason: Paddle 没有这个接口。\n"
            + _LINKS.format(side="paddle", url="https://example.org/a"),
            at="paddle:",
        ),
    )
    good = (_ABS, _ABS + _LINKS.format(side="torch", url="https://example.org/abs"))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares each override with the derived address."""
        record = subject.record
        if record.links is None or not subject.is_yaml:
            return
        apis = {"torch": record.torch, "paddle": next(iter(record.paddle_apis), None)}
        for side, api in apis.items():
            url = getattr(record.links, side)
            if url is None or (api is not None and url != subject.catalog.settings.address(api)):
                continue
            what = "与推导出的相同" if api else "没有可以链接的 API"
            both = record.links.torch and record.links.paddle
            place: Loc = ("links", side) if both else ("links",)
            yield Problem(("links", side), f"链接{what}：{url}", "删去它。", (Remove(place),), at_key=True)


class LinkMissing(RecordRule):
    """An API whose documentation nobody finds."""

    code = "API006"
    title = "推导不出文档链接"
    spec = ("R18", "R19")
    why = "两边的标题都要带链接，读者才看得到官方文档。"
    bad = (
        Bad(
            _ABS.replace("paddle: paddle.abs\n", "paddle: paddlenlp.abs\n").replace(
                "仅参数名不一致", "对应 API 不在主框架"
            ),
            at="paddlenlp.abs",
        ),
    )
    good = (_ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Derives the address of both sides, overrides aside."""
        record, settings = subject.record, subject.catalog.settings
        if not record.category.has_page or not subject.is_yaml:
            return
        if not (record.links and record.links.torch) and not settings.address(record.torch):
            yield Problem(("torch",), f"推导不出 {record.torch} 的文档链接", _LINK_HINT.format(side="torch"))
        for loc, mapping in subject.mappings:
            if mapping.paddle is None:
                continue
            covered = record.links and record.links.paddle and mapping.paddle == record.paddle_apis[0]
            if not covered and not settings.address(mapping.paddle):
                place = (*loc, "paddle")
                yield Problem(place, f"推导不出 {mapping.paddle} 的文档链接", _LINK_HINT.format(side="paddle"))


_LINK_HINT = "写 links: {{{side}: https://…}}，或在 mapping_data/catalog.yml 的 links 中加一条规则。"

"""API: the addresses of the documentation on both sides."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.finding import Loc, Problem, Remove, Severity
from generator.rules.api_exists import RECORD
from generator.rules.base import Bad, RecordRule
from generator.rules.subject import Subject

_LINKS = 'links: {{{side}: "{url}"}}\n'


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
            RECORD + _LINKS.format(side="torch", url="https://pytorch.org/docs/stable/generated/torch.abs.html"),
            at="torch:",
        ),
        Bad(
            "torch: torch.jit.script_method\ncategory: 功能缺失\nreason: Paddle 没有这个接口。\n"
            + _LINKS.format(side="paddle", url="https://example.org/a"),
            at="paddle:",
        ),
    )
    good = (RECORD, RECORD + _LINKS.format(side="torch", url="https://example.org/abs"))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares each override with the derived address."""
        record = subject.record
        if record.links is None or not subject.is_yaml:
            return
        apis = {"torch": record.torch, "paddle": next(iter(record.paddle_apis), None)}
        for side, api in apis.items():
            url = getattr(record.links, side)
            if url is None or (api is not None and url != subject.libraries.settings.address(api)):
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
            RECORD.replace("paddle: paddle.abs\n", "paddle: paddlenlp.abs\n").replace(
                "仅参数名不一致", "对应 API 不在主框架"
            ),
            at="paddlenlp.abs",
        ),
    )
    good = (RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Derives the address of both sides, overrides aside."""
        record, settings = subject.record, subject.libraries.settings
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

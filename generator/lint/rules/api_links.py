"""API: the addresses of the documentation on both sides."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.samples import ABS_WITH_OUT
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem, Remove, Severity

_MISSING = "torch: torch.jit.script_method\ncategory: 功能缺失\nreason: Paddle 没有这个接口。\n"
_LINKS = 'links: {{{side}: "{url}"}}\n'


class LinkSuperfluous(RecordRule):
    """A link that the settings derive anyway, or that belongs to no API."""

    code = "API005"
    title = "多余的链接"
    severity = Severity.WARNING
    spec = ("R18", "R19")
    why = "链接由 catalog.yml 的规则推导；与推导结果相同的覆盖，在文档地址整体变动时不会跟着变。"
    bad = (
        Bad(
            ABS_WITH_OUT + _LINKS.format(side="torch", url="https://pytorch.org/docs/stable/generated/torch.abs.html"),
            at="torch:",
            mended=ABS_WITH_OUT,
        ),
        Bad(_MISSING + _LINKS.format(side="paddle", url="https://example.org/a"), at="paddle:", mended=_MISSING),
        Bad(
            _MISSING + 'links: {torch: "https://example.org/a", paddle: "https://example.org/b"}\n',
            at="paddle:",
            mended=_MISSING + _LINKS.format(side="torch", url="https://example.org/a"),
        ),
    )
    good = (ABS_WITH_OUT, ABS_WITH_OUT + _LINKS.format(side="torch", url="https://example.org/abs"))

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
    """An API without an address for its documentation."""

    code = "API006"
    title = "推导不出文档链接"
    spec = ("R18", "R19")
    why = "两边的标题都要带链接，读者才看得到官方文档。"
    bad = (
        Bad(
            ABS_WITH_OUT.replace("paddle: paddle.abs\n", "paddle: paddlenlp.abs\n").replace(
                "仅参数名不一致", "对应 API 不在主框架"
            ),
            at="paddlenlp.abs",
        ),
    )
    good = (ABS_WITH_OUT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Derives the address of both sides, where no override gives it."""
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

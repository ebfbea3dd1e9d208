"""The page 检查规则: what each lint rule requires and why, good and bad code, and the sentence of the spec."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Rule
from generator.lint.rules.registry import ALL_RULES
from generator.lint.rules.spec import SPEC, UNCHECKED
from generator.model.finding import Severity
from generator.publishing.views import page, paths
from generator.publishing.views.prose import Link, Place, Prose, compose, join, read_prose

FAMILIES = {
    "API": "API 的名称、别名与链接",
    "CAT": "分类",
    "CHK": "用来验证的等价调用",
    "CON": "差别的条件与转换的模板",
    "DOC": "Markdown 差异文档的结构",
    "EXA": "转写示例及其代码",
    "EXM": "豁免",
    "EVI": "运行的证据",
    "NEW": "尚未写完的草稿",
    "PAR": "参数映射的行与备注",
    "REC": "记录的键、总结与多组参数",
    "SET": "整个目录",
    "SIG": "与两个库的签名比较",
    "TAB": "映射总表",
    "TXT": "文字与排版",
    "YML": "YAML 文件",
}
"""What each family of codes is about."""
_COLUMNS = (
    page.Column("rule", "规则"),
    page.Column("title", "说明"),
    page.Column("family", "族"),
    page.Column("severity", "级别"),
    page.Column("fixable", "可修正"),
)
_SHOWN_BAD, _LONGEST = 3, 2_000
"""How many bad examples a page shows, and the longest of them in characters."""


def rules_page() -> page.PageView:
    """Returns all rules by family, in the order of their codes, and the sentences of the spec with their rules."""
    codes = sorted({rule.code[:3] for rule in ALL_RULES})
    families = {code: [rule for rule in ALL_RULES if rule.code.startswith(code)] for code in codes}
    overview = tuple(_overview_row(rule) for rules in families.values() for rule in rules)
    blocks: list[page.Block] = [
        page.title("检查规则"),
        page.paragraph(
            f"`apimap lint` 的全部规则，共 {len(ALL_RULES)} 条。可用 `apimap explain 规则` 在终端里查看同样的说明，"
            "用 `--select`、`--ignore` 按规则或族取舍；标有“可修正”的，`apimap lint --fix` 会改好。"
        ),
        page.FilterForm(("family", "fixable")),
        page.Table(_COLUMNS, overview, "rules"),
    ]
    for family, rules in families.items():
        blocks.append(page.Heading(2, compose(f"{family}：{FAMILIES.get(family, family)}"), family.lower()))
        for rule in rules:
            blocks += _rule(rule)
    sentences = tuple(page.row(number, read_prose(text), _enforced(number)) for number, text in SPEC.items())
    blocks += [
        page.Heading(2, compose("规范的每一句由谁检查"), "spec"),
        page.Table(("编号", "规范", "规则"), sentences),
    ]
    return page.PageView(paths.RULES, "generator/lint/rules/", tuple(blocks))


def _overview_row(rule: Rule) -> page.Row:
    family = FAMILIES.get(rule.code[:3], rule.code[:3])
    fixes = "可修正" if rule.fixes else ""
    return page.row(_link(rule.code), read_prose(rule.title), family, _severity(rule), fixes)


def _severity(rule: Rule) -> str:
    return "错误" if rule.severity is Severity.ERROR else "警告"


def _link(code: str) -> Link:
    return Link(code, Place(paths.RULES, code.lower()))


def _rule(rule: Rule) -> Iterator[page.Block]:
    yield page.Heading(3, compose(f"{rule.code} ", *read_prose(rule.title)), rule.code.lower())
    fixes = "，可用 `--fix` 修正" if rule.fixes else ""
    yield page.paragraph(f"{_severity(rule)}{fixes}。", read_prose(rule.why))
    if rule.spec:
        yield page.Bullets(tuple(compose(f"规范 {number}：", *read_prose(SPEC[number])) for number in rule.spec))
    bad = [example.text for example in rule.bad[:_SHOWN_BAD] if _is_showable(example.text)]
    for words, texts in (("错误的写法：", bad), ("正确的写法：", rule.good[:1])):
        if texts:
            yield page.paragraph(words)
            yield from (page.Code(text, "yaml") for text in texts)


def _enforced(number: str) -> Prose:
    """Returns the rules that enforce a sentence, or the reason why none does."""
    codes = [rule.code for rule in ALL_RULES if number in rule.spec]
    return compose(join("、", [_link(code) for code in codes]), read_prose(UNCHECKED.get(number, "")))


def _is_showable(text: str) -> bool:
    return bool(text) and len(text) < _LONGEST and text.replace("\n", "").replace("\t", "").isprintable()

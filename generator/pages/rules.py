"""All rules of the lint as one page says them: what each wants, why, bad and good, and which sentence it enforces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.model.finding import Severity
from generator.pages import markdown
from generator.rules.base import Rule
from generator.rules.registry import ALL_RULES
from generator.rules.spec import SPEC, UNCHECKED

FAMILIES = {
    "API": "API 的名称、别名与链接",
    "CAT": "分类",
    "CHK": "用来验证的等价调用",
    "DOC": "Markdown 差异文档的结构",
    "EXA": "转写示例及其代码",
    "EXM": "豁免",
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


@dataclass(frozen=True, slots=True)
class ShownRule:
    """One rule, ready to stand in the Markdown file."""

    code: str
    anchor: str
    title: str
    severity: str
    fixable: bool
    why: str
    spec: tuple[str, ...]
    bad: tuple[str, ...]
    good: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """The rules whose codes begin alike."""

    code: str
    title: str
    rules: tuple[ShownRule, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the spec, with the rules that enforce it or the reason why none does."""

    number: str
    text: str
    codes: tuple[str, ...]
    reason: str


def families() -> tuple[Family, ...]:
    """All rules by family, in the order of their codes."""
    codes = sorted({rule.code[:3] for rule in ALL_RULES})
    return tuple(
        Family(code, FAMILIES.get(code, code), tuple(_shown(rule) for rule in ALL_RULES if rule.code.startswith(code)))
        for code in codes
    )


def sentences() -> Iterator[Sentence]:
    """The spec from its own side: each sentence and what checks it."""
    for number, text in SPEC.items():
        codes = tuple(rule.code for rule in ALL_RULES if number in rule.spec)
        yield Sentence(number, markdown.inline(text), codes, markdown.inline(UNCHECKED.get(number, "")))


def _shown(rule: Rule) -> ShownRule:
    bad = tuple(markdown.fence(example.text, "yaml") for example in rule.bad[:3] if _is_showable(example.text))
    return ShownRule(
        code=rule.code,
        anchor=rule.code.lower(),
        title=markdown.inline(rule.title),
        severity="错误" if rule.severity is Severity.ERROR else "警告",
        fixable=rule.fixes,
        why=markdown.paragraph(rule.why),
        spec=tuple(f"{number}：{markdown.inline(SPEC[number])}" for number in rule.spec),
        bad=bad,
        good=tuple(markdown.fence(text, "yaml") for text in rule.good[:1]),
    )


def _is_showable(text: str) -> bool:
    longest = 2_000
    return bool(text) and len(text) < longest and text.replace("\n", "").replace("\t", "").isprintable()

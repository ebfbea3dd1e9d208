"""``apimap explain``: the documentation of a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from generator.lint.rules.base import Rule
from generator.lint.rules.registry import ALL_RULES, find_rule
from generator.lint.rules.spec import SPEC
from generator.model.finding import Severity


@click.command(
    help="解释一条规则：为什么、依据规范的哪一句、错误与正确的例子、--fix 做什么。不写 CODE 则列出全部规则。"
)
@click.argument("code", required=False)
def command(code: str | None) -> int:
    """Prints one rule, the rules of a family, or the list of all."""
    family = [rule for rule in ALL_RULES if code is None or rule.code.startswith(code.upper())]
    if not family:
        raise click.UsageError(f"没有编号为 {code} 的规则；apimap explain 列出全部规则。")
    found = find_rule(code) if code is not None else None
    lines = _explained(found) if found is not None else (f"{rule.code}  {rule.title}" for rule in family)
    click.echo("\n".join(lines))
    return 0


def _explained(rule: Rule) -> Iterator[str]:
    severity = "错误" if rule.severity is Severity.ERROR else "警告"
    yield f"{rule.code} {rule.title}（{severity}）"
    yield from ("", rule.why)
    yield from (f"规范 {number}：{SPEC[number]}" for number in rule.spec)
    yield from _examples("错误的写法", (bad.text for bad in rule.bad if bad.text))
    yield from _examples("正确的写法", rule.good)
    yield from ("", "apimap lint --fix 会改好它。" if rule.fixes else "没有唯一正确的改法，--fix 不改它。")
    yield from _mended(rule)


def _mended(rule: Rule) -> Iterator[str]:
    """Shows what ``--fix`` writes, where the examples above do not."""
    bad = next((bad for bad in rule.bad if bad.mended is not None), None)
    if bad is not None and (bad.text, bad.mended) != (rule.bad[0].text, rule.good[0]):
        yield from _examples("改之前", [bad.text] if bad is not rule.bad[0] else [])
        yield from _examples("改之后", [bad.mended or ""])


def _examples(heading: str, texts: Iterable[str]) -> Iterator[str]:
    for text in list(texts)[:1]:
        yield from ("", f"{heading}：", "")
        yield from (f"    {line}" for line in text.splitlines())

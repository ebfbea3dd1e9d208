"""``apimap explain``: what a rule wants, and why."""

from __future__ import annotations

import click

from generator.rules.registry import ALL_RULES, find_rule


@click.command(help="解释一条规则：为什么、依据规范的哪一句、错误与正确的例子。不写 CODE 则列出全部规则。")
@click.argument("code", required=False)
def command(code: str | None) -> int:
    """Prints one rule, or the list of all."""
    if code is None:
        for rule in ALL_RULES:
            click.echo(f"{rule.code}  {rule.title}")
        return 0
    found = find_rule(code)
    if found is None:
        raise click.UsageError(f"没有编号为 {code} 的规则；apimap explain 列出全部规则。")
    spec = f"（规范 {'、'.join(found.spec)}）" if found.spec else ""
    click.echo(f"{found.code} {found.title}{spec}\n\n{found.why}")
    for heading, texts in (("错误的写法", [bad.text for bad in found.bad if bad.text]), ("正确的写法", found.good)):
        for text in texts[:1]:
            click.echo(f"\n{heading}：\n")
            click.echo("\n".join(f"    {line}" for line in text.splitlines()))
    return 0

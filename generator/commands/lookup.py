"""``apimap lookup``: what is known of names, in the terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from generator.commands import Invocation
from generator.commands.compiled_data import CompiledFile, open_compiled

_HELP = """查 API：对应的 Paddle API、参数的差别与最平常的写法。NAME 可以是 PyTorch 的名称、别名或方法，可以省去前面的模块（`F.relu`、`nn.Linear`），也可以是 Paddle 的名称：列出换成它的 PyTorch API；还可以是 PyTorch 的模块（`torch.optim`、`nn.functional`、`F`）：列出其中已整理的 API。

不联网，也不需要安装 PyTorch 或 Paddle。退出码：0 全都找到，1 有没找到的，2 无法运行。
"""
DATA = CompiledFile("data.json")


@click.command(help=_HELP)
@click.argument("names", metavar="NAME …", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="打印 JSON：每个名称一项，内容同网站的 record.json。")
@click.option("--site-url", default="", metavar="URL", help="网站首页的地址；写了才列出页面。")
@click.pass_obj
def command(invocation: Invocation, names: Sequence[str], site_url: str, *, as_json: bool) -> int:
    """Prints what there is for each name, in their order."""
    from generator.projects.lookup.answers import Answers

    answers = open_compiled(invocation, DATA, Answers.parse, _make)
    found = [answers.find(name) for name in names]
    if as_json:
        items = [
            {"name": one.name, "side": one.side or None, "answers": [*one.answers.values()], "likely": one.likely}
            for one in found
        ]
        click.echo(json.dumps(items, ensure_ascii=False, indent=2))
    else:
        from generator.projects.lookup.text import format_found

        click.echo("\n\n".join("\n".join(format_found(one, site_url)) for one in found))
    return 0 if all(one.answers for one in found) else 1


def _make(invocation: Invocation) -> str:
    """Returns the text of ``data.json`` for a project folder."""
    from generator.publishing.export import data_json
    from generator.publishing.export.export_context import Exporting, exported_records

    catalog = invocation.open_catalog()
    return data_json.dump(Exporting(catalog, exported_records(catalog), {}))

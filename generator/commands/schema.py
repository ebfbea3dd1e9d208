"""``apimap schema``: the JSON Schema of a record, for editors."""

from __future__ import annotations

import click

from generator.commands import CannotRunError, Invocation


@click.command(help="由模型生成记录的 JSON Schema（mapping_data/record.schema.json），供编辑器补全与提示。")
@click.option("--check", is_flag=True, help="不写文件；若文件不是最新的，以 1 退出。")
@click.pass_obj
def command(invocation: Invocation, *, check: bool) -> int:
    """Writes the schema, or says whether it is fresh."""
    from generator.model.schema import FILE, dump_schema
    from generator.storage.atomic import write_text

    path, text = invocation.root / FILE, dump_schema()
    try:
        fresh = path.is_file() and path.read_text(encoding="utf-8") == text
        if not fresh and not check:
            write_text(path, text)
    except (OSError, UnicodeDecodeError) as error:
        raise CannotRunError(f"无法写入 {path}：{error}。") from error
    if not fresh:
        click.echo(f"{'需更新' if check else '已写入'} {path}")
    return 1 if check and not fresh else 0

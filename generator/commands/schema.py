"""``apimap schema``: the JSON Schema of a record, for editors."""

from __future__ import annotations

import os

import click

from generator.commands import CannotRunError, Invocation


@click.command(help="由模型生成记录的 JSON Schema（mapping_data/record.schema.json），供编辑器补全与提示。")
@click.option("--check", is_flag=True, help="不写文件；若文件不是最新的，以 1 退出。")
@click.pass_obj
def command(invocation: Invocation, *, check: bool) -> int:
    """Writes the schema, or checks whether it is up to date."""
    from generator.model.schema import FILE, dump_schema
    from generator.storage.atomic import write_text
    from generator.storage.file_bytes import MAX_DATA, read_bytes

    path, text = invocation.root / FILE, dump_schema()
    try:
        fresh = os.path.lexists(path) and read_bytes(path, MAX_DATA, within=invocation.root) == text.encode()
        if not fresh and not check:
            write_text(path, text)
    except OSError as error:
        raise CannotRunError(f"无法写入 {path}：{error.strerror}。") from error
    if not fresh:
        click.echo(f"{'需更新' if check else '已写入'} {path}")
    return 1 if check and not fresh else 0

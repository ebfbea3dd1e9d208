"""The command ``apimap``: imports the verb's module on use, and converts errors to exit codes."""

from __future__ import annotations

import atexit
import gc
import importlib
import keyword
import os
import sys
from contextlib import suppress
from pathlib import Path

import click

from generator import __version__
from generator.commands import CannotRunError, Invocation

VERBS: dict[str, str] = {
    "lookup": "查 API：对应的 Paddle API、参数的差别与写法",
    "scan": "找出项目中 PyTorch 的使用，说明要改多少",
    "convert": "把项目中的 PyTorch 代码转成 Paddle，只改有把握的",
    "lint": "检查记录，列出全部问题",
    "explain": "解释一条规则",
    "schema": "生成记录的 JSON Schema",
    "render": "把记录写成 site_src/ 中的页面",
    "verify": "在两个库上运行示例与检查，写下证据",
    "vary": "由示例与检查派生输入，列出没有说明的差别",
    "samples": "在 PyTorch 自带的样本上运行，写下只换前缀够不够",
    "probe": "用各种输入试一个 API，列出两边的差别",
    "inventory": "读取已安装的库，写下 API 清单",
    "versions": "在库的其他版本上核对：从哪个版本起有，哪些版本与页面一致",
    "import": "把 Markdown 文档与映射表转成记录",
    "migrate": "把记录改成新的写法，保留注释与排版",
    "new": "由 API 清单起草一条记录",
    "init": "建立一个新的项目文件夹",
    "export": "写成供程序读取的文件：JSON、CSV、Sphinx 清单等",
    "stats": "计数、覆盖，以及要重看的记录",
    "diff": "以文字说明数据的改动：记录、证据与覆盖",
    "release": "做成一次数据发布：压缩包、wheel、改动的说明与校验和",
}
"""Every verb with its line of help, so that ``apimap --help`` imports none of their modules."""


class _LazyGroup(click.Group):
    """A group that imports a command's module when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  (click's signature)
        if cmd_name not in VERBS:
            return None
        module = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        command: click.Command = importlib.import_module(f"generator.commands.{module}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  (click's signature)
        with formatter.section("命令"):
            formatter.write_dl(list(VERBS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS:
            raise click.UsageError(f"没有名为 {args[0]} 的命令；可用的命令：{'、'.join(VERBS)}。", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=_LazyGroup, help="apimap：PyTorch 到 PaddlePaddle 的 API 映射，检查、渲染与验证。")
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    show_default="当前目录",
    help="含有 mapping_data/ 的项目目录。",
)
@click.version_option(__version__, prog_name="apimap", message="%(prog)s %(version)s")
@click.pass_context
def group(ctx: click.Context, root: Path) -> None:
    """Reads the options before the verb."""
    ctx.obj = Invocation(root)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command and exits: 0 clean, 1 findings, 2 could not run. All errors are converted here."""
    # Otherwise Pydantic searches the metadata of all installed packages for plugins, of which we use none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    atexit.register(gc.freeze)  # else the collector would go through all that was read, at the very end, for seconds
    try:
        code = group.main(args=arguments, prog_name="apimap", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("已中断。", err=True)
        code = 130
    except click.ClickException as error:
        error.show()
        code = 2
    except CannotRunError as error:
        _complain(str(error))
        code = 2
    except OSError as error:  # commands handle what they expect; the rest is the output, or a full disk
        from generator.storage.atomic import unwritable

        _complain(unwritable(error, "输出"))
        code = 2
    _close_output()
    sys.exit(code)


def _complain(message: str) -> None:
    """Prints an error, which may quote a file, to standard error; does nothing where the disk is full there too."""
    from generator.lint.report import one_line

    with suppress(OSError):
        click.echo("\n".join(one_line(line) for line in f"错误：{message}".split("\n")), err=True)


def _close_output() -> None:
    """Discards output that cannot be written; the interpreter would retry at exit, and fail with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with Path(os.devnull).open("wb") as nothing:
                os.dup2(nothing.fileno(), stream.fileno())

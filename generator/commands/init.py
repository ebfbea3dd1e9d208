"""``apimap init``: a new project folder that works at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from generator.catalog.catalog import GLOSSARY, INVENTORY, RECORDS, SETTINGS
from generator.commands import CannotRunError
from generator.libraries.registry import FRAMEWORK_NAMES
from generator.storage.atomic import OccupiedError, write_folder
from generator.storage.inventory_file import ENDING

_CHECKOUT = Path(__file__).parents[2]
_PACKAGED = Path(__file__).parents[1] / "scaffold"
"""The same files as in a checkout, where the wheel has them; ``pyproject.toml`` puts there what is copied."""
_CONFIG = "mkdocs.yml"
_COPIED = (
    _CONFIG,
    GLOSSARY,
    f"{RECORDS}/torch/torch.abs.yml",
    "site_src/assets/css",
    "site_src/assets/images",
    "site_src/assets/javascripts",
    "site_src/assets/js",
    "site_src/data.md",
    "site_src/format.md",
    "site_src/scan.md",
    "templates/theme",
)
"""Files and folders of this project that any other needs as they are."""
_OWN = {"catalog.yml": SETTINGS, "contributing.md": "site_src/contributing.md", "gitignore": ".gitignore"}
"""What another project has in place of this one's, from ``templates/project``."""
_HELP = f"""建立一个立即可用的项目文件夹：设置、两个库的清单、词汇、一条完整的记录，以及网站的设置、主题与脚本。

DIR 是新的或空的文件夹。之后在其中运行 apimap lint 与 mkdocs serve，照 {SETTINGS} 里的说明改成自己的。
"""


@click.command(help=_HELP)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(folder: Path) -> int:
    """Writes the folder whole, or nothing."""
    files = project_files()
    try:
        write_folder(folder, files)
    except OccupiedError as error:
        raise CannotRunError(f"{folder} 已经存在，而且不是空的文件夹：换一个名称，或先移走其中的文件。") from error
    except OSError as error:
        raise CannotRunError(f"无法写入 {folder}：{error.strerror}。") from error
    click.echo(f"已建立 {folder}，共 {len(files)} 个文件。接下来在其中运行：")
    click.echo("  apimap lint          检查记录\n  mkdocs serve         预览网站\n  apimap new API_NAME  起草一条记录")
    return 0


def project_files() -> Mapping[str, bytes]:
    """Returns the content of each file of a new project, by path.

    Raises:
        CannotRunError: the installed package lacks some of it.
    """
    origin = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    try:
        copied = {path.relative_to(origin).as_posix(): path.read_bytes() for path in _copied(origin)}
        own = {path: (_own_folder() / name).read_bytes() for name, path in _OWN.items()}
    except OSError as error:
        raise CannotRunError(f"无法读取 {error.filename}：{error.strerror}。请重新安装 apimap。") from error
    versions = {}
    for path in copied:
        if path.startswith(INVENTORY):
            library, _, version = Path(path).name.removesuffix(ENDING).partition("-")
            versions[library] = version
    lines = "".join(f"  {name}: {versions[name]}\n" for name in FRAMEWORK_NAMES)
    settings = own[SETTINGS].decode().replace("{versions}\n", lines)
    return {**copied, **own, SETTINGS: settings.encode(), _CONFIG: _config(copied[_CONFIG])}


def _copied(origin: Path) -> Iterator[Path]:
    for name in _COPIED:
        found = origin / name
        yield from sorted(path for path in found.rglob("*") if path.is_file()) if found.is_dir() else (found,)
    for name in FRAMEWORK_NAMES:
        yield from (origin / INVENTORY).glob(f"{name}-*{ENDING}")


def _own_folder() -> Path:
    from generator.publishing.pages.template_folders import template_folders

    return template_folders(Path())[-1] / "project"


def _config(config: bytes) -> bytes:
    """Returns the settings of the site but for what it says of this project's licence."""
    lines = config.decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("copyright:")).encode()

"""The same pages for several engines: a catalogue of any size imported from the corpus, and bare sites of its Markdown.

Records of the corpus count that have a page; from then on they are repeated under other names.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from itertools import cycle, islice
from pathlib import Path

import yaml

from generator.catalog.catalog import load_catalog

REPOSITORY = Path(__file__).parents[1]
APIMAP = [sys.executable, "-c", "from generator.cli import main; main()"]
_LISTS = re.compile(r"(?m)^(?:aliases|related):.*\n(?:[ -].*\n)*")
"""Names that would be said twice, or lead from every copy to the same record."""
HUGO = {
    "config.yaml": "disablePathToLower: true\n"
    "disableKinds: [RSS, sitemap, taxonomy, term]\n"
    "markup: {goldmark: {renderer: {unsafe: true}}}\n",
    "layouts/index.html": "{{ .Title }}{{ .Content }}",
    "layouts/_default/list.html": "{{ .Title }}{{ .Content }}",
    "layouts/_default/single.html": "{{ .Title }}{{ .Content }}",
}
"""The settings and the templates of a Hugo site that prints each page's title and content, and nothing else."""
_COMMENT = re.compile(r"\A<!--.*?-->\s*")
COMMON = {
    "site_name": "material",
    "docs_dir": "docs",
    "plugins": [{"search": {"lang": "zh"}}],
    "markdown_extensions": [
        "attr_list",
        "def_list",
        "md_in_html",
        "tables",
        "pymdownx.highlight",
        "pymdownx.superfences",
        {"toc": {"permalink": True}},
    ],
}


def make_catalogue(root: Path, records: int, corpus: Path) -> None:
    """A project folder like this repository with so many records that have a page.

    Raises:
        subprocess.CalledProcessError: the corpus could not be imported.
    """
    shutil.copytree(REPOSITORY / "mapping_data/inventory", root / "mapping_data/inventory")
    for name in ("templates", "site_src"):
        shutil.copytree(REPOSITORY / name, root / name)
    shutil.copy(REPOSITORY / "mkdocs.yml", root)
    shutil.copy(REPOSITORY / "mapping_data/catalog.yml", root / "mapping_data")
    imported = root / "mapping_data/records"
    command = [*APIMAP, "import", str(corpus), "--to", str(imported)]
    subprocess.run(command, cwd=root, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    sources = load_catalog(root).by_api.values()
    kept = [Path(source.file) for source in sources if source.record is not None and source.record.category.has_page]
    texts = [path.read_text(encoding="utf-8") for path in kept]
    shutil.rmtree(imported)
    _write(root, list(zip(kept, texts, strict=True)), records)


def _write(root: Path, kept: list[tuple[Path, str]], records: int) -> None:
    """Writes the records, again and again under names with a number, and tells the inventories of the new names."""
    new_names: dict[str, list[str]] = defaultdict(list)
    for number, (path, text) in enumerate(islice(cycle(kept), records)):
        api, again = path.stem, number // len(kept)
        if again:
            new_names[api].append(f"{api}_{again}")
            api = new_names[api][-1]
            text = _LISTS.sub("", re.sub(r"(?m)^torch: .*$", f"torch: {api}", text))  # noqa: PLW2901  (its new name)
        target = path.with_name(f"{api}.yml")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    for inventory in (root / "mapping_data/inventory").glob("*.txt"):
        head, body = _split(inventory.read_text(encoding="utf-8"))
        lines = {line.partition("\t")[0]: line for line in body}
        for name, added in new_names.items():
            lines |= {api: lines[name].replace(name, api, 1) for api in added if name in lines}
        inventory.write_text("\n".join([*head, *(lines[name] for name in sorted(lines)), ""]), encoding="utf-8")


def _split(text: str) -> tuple[list[str], list[str]]:
    lines = text.splitlines()
    return lines[:2], lines[2:]


def make_material(root: Path, markdown: Path, *, prune: bool) -> None:
    """A plain Material site of the Markdown files of another project, every page in ``nav``, by module."""
    shutil.copytree(markdown, root / "docs")
    modules: defaultdict[str, list[str]] = defaultdict(list)
    for page in sorted((root / "docs/api").glob("*.md")):
        modules[page.stem.rpartition(".")[0] or page.stem].append(f"api/{page.name}")
    pages = [page.name for page in sorted((root / "docs").glob("*.md"))]
    features = ["navigation.prune"] if prune else []
    settings = {
        **COMMON,
        "theme": {"name": "material", "language": "zh", "font": False, "features": features},
        "nav": [*pages, *({module: found} for module, found in modules.items())],
    }
    (root / "mkdocs.yml").write_text(yaml.safe_dump(settings, allow_unicode=True), encoding="utf-8")


def make_hugo(root: Path, markdown: Path) -> None:
    """A Hugo site of the Markdown files of another project, without a theme."""
    for path in sorted(markdown.rglob("*.md")):
        # To Hugo the neighbours of an index.md are its attachments, those of an _index.md are pages.
        name = "_index.md" if path.name == "index.md" else path.name
        target = root / "content" / path.relative_to(markdown).with_name(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        # A comment before the title is to Hugo front matter that was commented out.
        target.write_text(_COMMENT.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    for name, text in HUGO.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def without_shortcut(root: Path) -> str:
    """Adds the settings with which MkDocs makes every page itself, and returns their file's name."""
    text = (root / "mkdocs.yml").read_text(encoding="utf-8")
    plain = text.replace("  - apimap\n", "  - apimap:\n      fast: false\n")
    assert plain != text
    (root / "plain.yml").write_text(plain, encoding="utf-8")
    return "plain.yml"

"""Measures how many receivers of members the inference recognises as Tensors, against labels made by hand.

The labels are a table with the columns repository, path, line, column (of the end of the receiver, in UTF-8 bytes),
receiver, member, label (``tensor``, ``not``, ``unclear``) and why; the repositories lie below a folder.

    python -m bench.receivers labels.tsv --repositories DIR
"""

from __future__ import annotations

import ast
import csv
from collections import Counter
from pathlib import Path

import click

from generator.calls.inference.infer import Inference
from generator.calls.inference.project import Project
from generator.calls.inference.scopes import Modules
from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.kinds import TENSOR, TENSOR_VALUE, UNKNOWN, Kind, is_tensor
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import load_catalog
from generator.projects.sources.find import find_files
from generator.projects.sources.modules import ModuleFiles


@click.command()
@click.argument("labels", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--repositories", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--list", "listed", is_flag=True, help="List each label that the inference missed or contradicts.")
def main(labels: Path, repositories: Path, *, listed: bool) -> None:
    """Prints the share of Tensor receivers that are recognised, and how many others are taken for one."""
    knowledge = Knowledge.of(compile_knowledge(load_catalog(Path.cwd())))
    counts: Counter[tuple[str, str]] = Counter()
    kinds: dict[Path, dict[tuple[int, int, str], Kind]] = {}
    projects: dict[str, Project] = {}
    with labels.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            root = repositories / row["repository"]
            path = root / row["path"]
            if root.name not in projects:
                projects[root.name] = Project(ModuleFiles(find_files([root]).code), knowledge.names)
            if path not in kinds:
                modules = projects[root.name].seen_from(path.absolute().as_posix())
                kinds[path] = _receivers(path.read_text(encoding="utf-8"), knowledge, modules)
            kind = kinds[path].get((int(row["line"]), int(row["column"]), row["member"]), UNKNOWN)
            found = "tensor" if is_tensor(kind) else "unknown" if kind == UNKNOWN else "not"
            counts[row["label"], found] += 1
            if listed and row["label"] != found and (row["label"], found) != ("not", "unknown"):
                click.echo(f"{path}:{row['line']} {row['receiver']}.{row['member']} {row['label']} {found} {kind}")
    tensors = sum(count for (label, _), count in counts.items() if label == "tensor")
    wrong = counts["not", "tensor"]
    right = counts["tensor", "tensor"]
    click.echo(f"Tensors recognised: {right} of {tensors} ({right / tensors:.1%}); wrong among recognised: {wrong}")
    for (label, found), count in sorted(counts.items()):
        click.echo(f"  labelled {label}, found {found}: {count}")


def _receivers(source: str, knowledge: Knowledge, modules: Modules) -> dict[tuple[int, int, str], Kind]:
    """The kind of each receiver by line and column of its end and the member's name; a subclass of Tensor counts as one."""
    tree = ast.parse(source)
    inference = Inference(tree, knowledge.names, modules=modules)
    return {
        (node.value.end_lineno or 0, node.value.end_col_offset or 0, node.attr): TENSOR_VALUE
        if TENSOR in inference.torch_bases(kind := inference.kind(node.value))
        else kind
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
    }


if __name__ == "__main__":
    main()

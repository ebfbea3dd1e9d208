"""Projects of several files, as data that another implementation can be held to, and the order of questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.calls.analyse import analyse
from generator.calls.convert import convert
from generator.calls.inference.project import Project, Seen
from generator.projects.sources.find import find_files
from generator.projects.sources.modules import ModuleFiles, place_of
from tests.call_samples import cases, knowledge

CASES = [pytest.param(case, id=case["case"]) for case in cases("projects.yml")]


class CountedFiles(ModuleFiles):
    """Counts how often each file is read."""

    read: Counter[str]

    def text(self, place: str) -> str | None:
        """The text of a module."""
        self.read[place] += 1
        return super().text(place)


def write(folder: Path, files: Mapping[str, str]) -> CountedFiles:
    """The modules of a project that is written into a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    modules = CountedFiles(find_files([folder]).code)
    modules.read = Counter()
    return modules


def sites(folder: Path, name: str, project: Project) -> list[str]:
    """The uses of torch in one file of a project."""
    [file] = find_files([folder / name]).code
    found = analyse(file.path.read_text(encoding="utf-8"), knowledge(), modules=project.seen_from(place_of(file)))
    return [f"{site.api}{'?' if site.guess else ''} {site.verdict}" for site in found.sites]


@pytest.mark.parametrize("case", CASES)
def test_sites(case: dict[str, Any], tmp_path: Path) -> None:
    """What a file imports from its project is known where one statement alone decides it, and else stays unknown."""
    project = Project(write(tmp_path, case["files"]), knowledge().names)
    assert {name: sites(tmp_path, name, project) for name in case["sites"]} == case["sites"]


def orders(names: list[str]) -> Iterator[list[str]]:
    """A few orders of the files."""
    yield from (names, names[::-1], names[1:] + names[:1])


@pytest.mark.parametrize("case", CASES)
def test_order_does_not_matter(case: dict[str, Any], tmp_path: Path) -> None:
    """Each file has the same uses whatever was asked before, and no file is read twice."""
    names = [name for name in case["files"] if "broken" not in name]
    modules = write(tmp_path, case["files"])
    alone = {name: sites(tmp_path, name, Project(modules, knowledge().names)) for name in names}
    for order in orders(names):
        modules.read.clear()
        project = Project(modules, knowledge().names)
        assert {name: sites(tmp_path, name, project) for name in order} == alone
        assert max(modules.read.values(), default=1) == 1


def test_answers_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules and answers that are forgotten for want of room are found again, with the same result."""
    files = next(case for case in cases("projects.yml") if case["case"].startswith("relative"))
    modules = write(tmp_path, files["files"])
    monkeypatch.setattr("generator.calls.inference.project._MOST_TEXT", 1)
    monkeypatch.setattr("generator.calls.inference.project._MOST_ANSWERS", 1)
    [(name, wanted)] = files["sites"].items()
    assert sites(tmp_path, name, Project(modules, knowledge().names)) == wanted
    assert max(modules.read.values()) > 1


def test_deep_nesting_of_another_file_does_no_harm(tmp_path: Path) -> None:
    """A file is analysed whatever the nesting of those that it imports from."""
    deep = f"import torch\nx = {'-' * 900}1\ndef make() -> torch.Tensor: return x\n"
    modules = write(tmp_path, {"main.py": "import torch\nfrom b import make, x\nmake().max()\nx\n", "b.py": deep})
    assert sites(tmp_path, "main.py", Project(modules, knowledge().names)) == ["torch.Tensor.max 未整理"]


def test_a_module_of_torch_is_not_imported_from_a_file_that_loses_it(tmp_path: Path) -> None:
    """What another file had of torch is named in full; what stays torch's is still imported from there."""
    texts = {
        "main.py": "from parts import nn, size\nlayer = nn.Linear(2, size)\n",
        "parts.py": "import torch.nn as nn\nsize = 3\n",
        "left.py": "from parts import nn\nlayer = nn.Nothing(2)\n",
    }
    project = Project(write(tmp_path, texts), knowledge().names)

    def converted(name: str) -> str:
        (file,) = find_files([tmp_path / name]).code
        return convert(texts[name], knowledge(), modules=project.seen_from(place_of(file))).text

    assert converted("main.py") == "import paddle\nfrom parts import size\nlayer = paddle.nn.Linear(2, size)\n"
    assert "from parts import nn\n" in converted("left.py")


def test_a_sign_may_stand_in_another_file(tmp_path: Path) -> None:
    """What one file shows of the program, another one is told of; alone it is not."""
    texts = {"model.py": "import torch\ny = torch.quantile(1, 0.5)\n", "train.py": "loss.backward(create_graph=True)\n"}
    project = Project(write(tmp_path, texts), knowledge().names)
    (file,) = find_files([tmp_path / "model.py"]).code

    def told(modules: Seen | None) -> bool:
        found = analyse(texts["model.py"], knowledge(), modules=modules)
        return any("求二阶导数时不同" in site.warnings for site in found.sites)

    assert told(project.seen_from(place_of(file)))
    assert not told(None)


def test_a_helper_is_written_into_each_file_that_uses_it(tmp_path: Path) -> None:
    """What another file of the project imports from torch is defined anew: that file may have it no longer."""
    texts = {
        "main.py": "from parts import weighted, torch\ny = weighted(torch.weighted(x))\n",
        "parts.py": "import torch\nfrom torch import weighted\nz = torch.abs(x)\n",
    }
    project = Project(write(tmp_path, texts), knowledge().names)
    (file,) = find_files([tmp_path / "main.py"]).code
    found = convert(texts["main.py"], knowledge(), modules=project.seen_from(place_of(file))).text
    assert found.startswith("import paddle\n\n\ndef weighted(input, weight=None):\n")
    assert found.endswith("\n\n\ny = weighted(weighted(x))\n")


def test_layers_of_another_file_on_the_way_to_a_gradient(tmp_path: Path) -> None:
    """Of what is called of another file, the layers without second derivatives are told."""
    net = (
        "from torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.act = nn.ReLU6()\n    def forward(self, x):\n        return self.act(x)\n"
    )
    main = (
        "import torch\nfrom net import Net\ndef slope(net, x):\n"
        "    return torch.autograd.grad(net(x), x, create_graph=True)\nslope(Net(), x)\n"
    )
    project = Project(write(tmp_path, {"net.py": net, "main.py": main}), knowledge().names)
    [file] = find_files([tmp_path / "main.py"]).code
    (site,) = analyse(main, knowledge(), modules=project.seen_from(place_of(file))).sites
    (said,) = site.warnings
    assert "`torch.nn.ReLU6`" in said

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from generator.calls.convert import convert
from generator.calls.inference.project import Project
from generator.model.parameter import Effect
from generator.projects.convert.converted_file import convert_file
from generator.projects.convert.reminders import Reminder, told
from generator.projects.sources.find import FoundFile
from generator.projects.sources.modules import ModuleFiles
from tests.call_samples import knowledge


def test_what_the_result_does_not_show_is_told_with_its_line(tmp_path: Path) -> None:
    """The converted uses of a file tell of effects; lines are those of the file as it was, or of a notebook's cell."""
    code = "import torch\n\nx = torch.quantile(1, 0.5)\ny = torch.quantile(x, q=0.5)\n"
    cells = [{"cell_type": "code", "source": part, "metadata": {}, "outputs": []} for part in code.split("\n\n")]
    contents = {"a.py": code, "b.ipynb": json.dumps({"cells": cells, "nbformat": 4, "metadata": {}})}
    found = []
    for name, content in contents.items():
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        found += convert_file(FoundFile(path, name, name), partial(convert, knowledge=knowledge())).reminders
    assert list(told(found))[1:] == [
        "【梯度：反向传播时】",
        "- torch.quantile：梯度不同。",
        "  a.py 第 3、4 行；b.ipynb 第 2 格 第 1、2 行",
    ]


def test_what_is_assumed_of_classes_is_told_first(tmp_path: Path) -> None:
    """It may be harmful whatever the data is; other assumptions are not told."""
    path = tmp_path / "a.py"
    path.write_text(
        "import torch\nfrom torch.distributions import Laplace, Transform\n"
        "def f(x, p, q):\n    return torch.quantile(1, 0.5), torch.divergence(Laplace(x, x), q)\n",
        encoding="utf-8",
    )
    found = convert_file(FoundFile(path, "a.py", "a.py"), partial(convert, knowledge=knowledge())).reminders
    lines = list(told(found))[1:]
    assert lines[:3] == [
        "【假定：看不出是不是这些类的对象，是的话结果不同或报错】",
        "- torch.divergence：假定 `q` 不是 `Transform` 的对象。",
        "  a.py 第 4 行",
    ]
    assert lines[3] == "【梯度：反向传播时】"


def test_packages_built_on_torch_are_told(tmp_path: Path) -> None:
    """Those that the project does not contain itself, at the imports; libraries that are converted are none of them."""
    (tmp_path / "timm").mkdir()
    contents = {
        "a.py": "import torch.nn as nn, torchaudio\nfrom . import timm\nfrom timm.data import x\nimport numpy\n",
        "b.py": "def f():\n    import torchaudio.functional as F\n    from rotary_torch import Rotary\n",
        "timm/data.py": "from timm.other import y\n",
    }
    files = []
    for name, content in contents.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
        files.append(FoundFile(tmp_path / name, name, name))
    converting, known = partial(convert, knowledge=knowledge()), knowledge()
    project = Project(ModuleFiles(files), known.names)
    found = [convert_file(file, converting, project, known.is_built_on_torch).reminders for file in files]
    lines = list(told(reminder for each in found for reminder in each))
    assert lines[1].startswith("【别的包：建立在 PyTorch 之上，没有转换。")
    assert lines[2:] == [
        "- torchaudio",
        "  a.py 第 1 行；b.py 第 2 行",
        "- rotary_torch",
        "  b.py 第 3 行",
        "- timm",
        "  timm/data.py 第 1 行",
    ]


def test_each_reminder_is_told_once_and_the_most_frequent_first() -> None:
    """However often it applies, under when it matters; of many places, some are listed."""
    often = [Reminder("torch.b", "是副本", Effect.VIEW, "a.py", 0, line) for line in range(1, 21)]
    once = Reminder("torch.a", "是视图。", Effect.VIEW, "a.py", 0, 9)
    first = Reminder("torch.c", "取自均匀分布", Effect.INIT, "a.py", 0, 1)
    lines = [line for line in list(told([once, *often, first]))[1:] if not line.startswith("  ")]
    assert lines == [
        "【初始值：从头训练时】",
        "- torch.c：取自均匀分布。",
        "【视图：之后原位修改其中之一时】",
        "- torch.b：是副本。",
        "- torch.a：是视图。",
    ]
    assert list(told(often))[-1].endswith("、12 行……共 20 处")
    assert not list(told([]))


def test_dtypes_that_paddle_refuses_on_a_cpu_are_told(tmp_path: Path) -> None:
    """The code shows them; what is assumed of the data is not told."""
    path = tmp_path / "a.py"
    path.write_text("import torch\nx = torch.graded(torch.tensor([True]))\ny = torch.graded(z)\n", encoding="utf-8")
    found = convert_file(FoundFile(path, "a.py", "a.py"), partial(convert, knowledge=knowledge())).reminders
    assert list(told(found))[1:] == [
        "【dtype：在 CPU 上运行时报错，要先转换】",
        "- torch.graded：Paddle 在 CPU 上不接受 `bool` 的 `input`。",
        "  a.py 第 2 行",
    ]

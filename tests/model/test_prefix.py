from __future__ import annotations

import pytest

from generator.model.prefix import change_prefix

CASES = {
    "a call": ("y = torch.abs(x)", "y = paddle.abs(x)"),
    "a dtype": ("x.to(torch.float32)", "x.to(paddle.float32)"),
    "vision": ("torchvision.transforms.Resize(3)", "paddle.vision.transforms.Resize(3)"),
    "twice in a line": ("torch.add(torch.ones(2), 1)", "paddle.add(paddle.ones(2), 1)"),
    "text": ("print('torch.abs', torch.abs(x))", "print('torch.abs', paddle.abs(x))"),
    "an attribute": ("x.torch = torch", "x.torch = paddle"),
    "a longer name": ("torch_like = torchish.y", "torch_like = torchish.y"),
    "Chinese before it": ("s = '张量'; y = torch.abs(x)", "s = '张量'; y = paddle.abs(x)"),
    "an import": ("import torch.nn as nn, os", "import paddle.nn as nn, os"),
    "an import from": ("from  torch.nn import Linear", "from  paddle.nn import Linear"),
    "an import of vision": ("import torchvision.transforms as T", "import paddle.vision.transforms as T"),
    "a comment": ("# torch\ny = torch.abs(x)  # torch", "# torch\ny = paddle.abs(x)  # torch"),
    "an f-string": ("f'{torch.pi}'", "f'{paddle.pi}'"),
    "form feed": ("a = 1\n\x0c\nb = torch.pi", "a = 1\n\x0c\nb = paddle.pi"),
}


@pytest.mark.parametrize("case", CASES)
def test_only_the_prefix_changes(case: str) -> None:
    """Names and imports of torch's packages change, and not a character else."""
    before, after = CASES[case]
    assert change_prefix(before) == after


def test_what_is_no_python_has_no_other_form() -> None:
    """Code that cannot be parsed is not rewritten by guessing."""
    assert change_prefix("y = torch.add(x，x)") is None

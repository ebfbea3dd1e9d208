"""Tests of the numbers of dimensions that are read from a text, against torch."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

import pytest

from generator.calls.inference import ndims
from generator.calls.inference.infer import Inference
from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.calls.knowledge.names import PublicNames
from tests.samples import shipped_catalog

_CALLS = (
    *(
        "torch.{}(x)",
        "torch.{}(x, 1)",
        "torch.{}(x, 0, 1)",
        "torch.{}(x, y)",
        "torch.{}(x, y.long())",
        "torch.{}(2, 3)",
    ),
    *("torch.{}(3)", "torch.{}((2, 3), 1)", "torch.{}(5, (2, 3))", "torch.{}(x, 1, True)", "torch.{}(x, dim=(0, 1))"),
    *("torch.{}(x, keepdim=True, dim=1)", "torch.{}(start_dim=1, input=x)", "torch.{}([x, y])", "torch.{}([x, y], 1)"),
    *("torch.{}([[1, 2], [3, 4]])", "torch.{}(2.5)", "x.{}()", "x.{}(1)", "x.{}(0, 1)", "x.{}(y)", "x.{}(1, True)"),
    *("x.{}(-1)", "x.{}((-1, 1))", "x.{}(-1, 1)", "x.{}(size=(2, 3))", "x.{}((2, 3), 1)", "x.{}(x.size())", "x.{}(2)"),
    *(
        "x.{}([[1], [2]])",
        "x.{}(y.shape)",
        "x.{}(2, 1, 1, 1)",
        "x.{}_()",
        "x.{}_(y)",
        "x.{}(torch.float64)",
        "torch.{}(x, (-1,))",
    ),
)
_OWN = """torch.nn.functional.adaptive_max_pool2d(torch.rand(1, 2, 4, 4), 2)
torch.nn.functional.batch_norm(torch.rand(2, 3), torch.rand(3), torch.rand(3))
torch.nn.functional.layer_norm(torch.rand(2, 3), [3])
torch.nn.functional.conv1d(torch.rand(1, 2, 4), torch.rand(2, 2, 1))
torch.nn.functional.conv2d(torch.rand(1, 2, 4, 4), torch.rand(2, 2, 1, 1))
torch.nn.functional.conv3d(torch.rand(1, 2, 4, 4, 4), torch.rand(2, 2, 1, 1, 1))
torch.nn.functional.pad(torch.rand(2, 3), (1, 1))
torch.nn.functional.one_hot(torch.tensor([[1, 2], [3, 4]]))
torch.rand(2, 3).gather(1, torch.tensor([[0], [1]]))
torch.rand(2, 3).index_select(1, torch.tensor([0]))
torch.rand(2, 3).narrow(1, 0, 1)
torch.rand(2, 3).to_sparse().coalesce()
torch.nn.functional.pixel_shuffle(torch.rand(1, 4, 2, 2), 2)
torch.nn.functional.pixel_unshuffle(torch.rand(4, 2, 2), 2)
torch.masked_select(torch.rand(2, 3), torch.rand(2, 3) > 0)
torch.bincount(torch.tensor([1, 2]))
torch.mm(torch.rand(2, 3), torch.rand(3, 2))
torch.bmm(torch.rand(2, 3, 1), torch.rand(2, 1, 2))
torch.addmm(torch.rand(2), torch.rand(2, 3), torch.rand(3, 2))
torch.baddbmm(torch.rand(2), torch.rand(2, 3, 1), torch.rand(2, 1, 2))""".splitlines()
"""Calls of those that take other arguments."""
_OTHERS = ("flatten", "unsqueeze", "one_hot", "cat", "stack")
_LISTED = (ndims._KEPT, ndims._FIXED, ndims._SHAPED, ndims._REDUCED, ndims._BROADCAST, ndims._OF_DATA)
_NAMES = sorted({*_OTHERS}.union(*_LISTED))
_INDICES = ("x[0]", "x[:, None]", "x[..., 0]", "x[1:]", "x[None]", "x + y", "2 * x", "x > 0.5", "-x", "x.T", "x.data")


@pytest.mark.libraries
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [*_NAMES, "an index"])
def test_torch_gives_the_dimensions_that_are_read(name: str) -> None:
    """Whatever torch makes of an expression whose dimensions are read from it, it has as many."""
    import torch

    written = [each.format(name) for each in _CALLS] if name != "an index" else list(_INDICES)
    written += [each for each in _OWN if f".{name}(" in each]
    written += [each.replace("torch.", "torch.nn.functional.") for each in written if each.startswith("torch.")]
    tried = 0
    for shape, other in (([2, 3], [2, 3]), ([2, 3], [3]), ([3], [2, 3]), ([2, 3, 4], [4]), ([3], [3]), ([], [3])):
        for text in written:
            made = {"x": torch.rand(shape), "y": torch.rand(other)}
            try:
                result = eval(text, {"torch": torch, **made})  # noqa: S307  (our own text)
            except Exception:  # noqa: BLE001, S112  (torch does not take it)
                continue
            if isinstance(result, torch.Tensor):
                read = _read(text, shape, other)
                tried += read is not None
                assert read in {None, result.ndim}, (text, shape, other)
    assert tried or name in _UNTRIED


_UNTRIED = frozenset({"adaptive_max_pool2d", "cuda", "nonzero"})
"""Those that need a device which is not there, or that may give a tuple."""


def _read(text: str, shape: Any, other: Any) -> int | None:
    """The dimensions of the value of an expression of ``x`` and ``y``, as read from the text."""
    lines = f"import torch\nx = torch.rand({_size(shape)})\ny = torch.rand({_size(other)})\nz = {text}\n"
    tree = ast.parse(lines)
    last = tree.body[-1]
    assert isinstance(last, ast.Assign)
    return Inference(tree, _names()).ndims.of(last.value)


def _size(shape: list[int]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


@cache
def _names() -> PublicNames:
    return Knowledge.of(compile_knowledge(shipped_catalog(), proven_only=False)).names

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from generator.calls import dtypes
from generator.calls.dtypes import DtypeClass

_REAL = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64"]
_SETS = {
    "_TRUTHS": DtypeClass.BOOL,
    "_INTEGERS": DtypeClass.INT,
    "_FLOATS": DtypeClass.FLOAT,
    "_FILLED": DtypeClass.FLOAT,
    "_LIKE": None,
    "_KEPT": None,
}
"""What the functions of each set give; None is the class of what they are given."""
_NAMES = [(group, name) for group in _SETS for name in sorted(getattr(dtypes, group))]


@pytest.mark.libraries
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("group", "name"), _NAMES)
def test_torch_gives_the_dtype_that_its_functions_are_listed_for(group: str, name: str) -> None:
    """Whatever of these arguments a function takes, of whatever dtype; one that needs a device that is not there apart."""
    import torch

    tried = 0
    for dtype in _REAL:
        x = torch.ones(2, 3).to(getattr(torch, dtype))
        for result in _results(torch, name, x):
            tried += 1
            assert _class(result) is (_SETS[group] or _class(x)), (dtype, result)
    assert tried or name == "cuda"


def _results(torch: Any, name: str, x: Any) -> Iterator[Any]:
    """What functions and the method of this name give: those that make Tensors, for sizes; the others for ``x``."""
    functions = [f for space in (torch, torch.nn.functional) if (f := getattr(space, name, None)) is not None]
    if name in _MADE:
        calls = [(function, _MADE[name]) for function in functions]
    else:
        index, mask = torch.tensor([0]), x > 0
        others = [(), (0,), (1,), (0, 1), (0, 0, 1), (0, index), (0, index[None]), (mask, 1), (x,), ((2, 3),), (2, 3)]
        calls = [(function, (first, *other)) for function in functions for first in (x, x[0]) for other in others]
        calls += [(getattr(x, name), other) for other in others if hasattr(x, name)]
    for function, given in calls:
        try:
            result = function(*given)
        except (TypeError, ValueError, RuntimeError, IndexError, AttributeError, AssertionError):
            continue
        if isinstance(result, torch.Tensor):
            yield result


_MADE: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("zeros", "ones", "empty", "eye", "rand", "randn"), (2, 3)),
    "linspace": (0, 1, 5),
    "randint": (0, 5, (2,)),
    "randperm": (3,),
    "normal": (0.0, 1.0, (2,)),
}
"""The arguments of the functions that make a Tensor of nothing."""


def _class(tensor: Any) -> DtypeClass:
    if str(tensor.dtype) == "torch.bool":
        return DtypeClass.BOOL
    return DtypeClass.FLOAT if tensor.dtype.is_floating_point else DtypeClass.INT

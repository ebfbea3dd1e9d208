from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from generator.calls.inference import dtypes
from generator.model.given import FLOATS

_REAL = ["bool", "uint8", "int8", "int16", "int32", "int64", *sorted(FLOATS)]
_WANTED = {
    "_TRUTHS": frozenset({"bool"}),
    "_INTEGERS": frozenset({"int64"}),
    "GIVE_FLOATS": FLOATS,
    "_FILLED": FLOATS,
    "_LIKE": None,
    "KEEP_DTYPE": None,
    "_SUMS": frozenset({"int64"}),
}
"""The dtypes of which one is what the functions of each set give; None is the dtype that they are given."""
_NAMES = [(group, name) for group in _WANTED for name in sorted(getattr(dtypes, group))]


@pytest.mark.libraries
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("group", "name"), _NAMES)
def test_torch_gives_the_dtype_that_its_functions_are_listed_for(group: str, name: str) -> None:
    """Whatever of these arguments a function takes, of whatever dtype; one that needs a device that is not there, and einops' own, apart."""
    import torch

    tried = 0
    for dtype in _REAL:
        for result in _results(torch, name, torch.ones(2, 3).to(getattr(torch, dtype))):
            tried += 1
            is_kept = group in {"GIVE_FLOATS", "_SUMS"} and dtype in FLOATS and name not in _MADE
            wanted = _WANTED[group] if not is_kept else None
            assert str(result.dtype).removeprefix("torch.") in (wanted or {dtype})
    assert tried or name in {"cuda", "rearrange"}


@pytest.mark.libraries
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_what_works_in_place_keeps_the_dtype() -> None:
    """Every method whose name ends in one underscore."""
    import torch

    names = [name for name in dir(torch.Tensor) if name.endswith("_") and not name.endswith("__")]
    tried = 0
    for name in names:
        for dtype in (torch.float64, torch.int32, torch.bool):
            for result in _results(torch, name, torch.ones(2, 3).to(dtype)):
                tried += 1
                assert result.dtype is dtype, name
    assert tried > len(names)


@pytest.mark.libraries
@pytest.mark.parametrize("name", sorted(dtypes._LAYERS))
def test_layers_keep_the_dtype_of_floats_and_make_floats_of_integers(name: str) -> None:
    """Only an embedding takes integers."""
    import torch

    shape = [2] * (2 + int("".join(filter(str.isdigit, name)) or 0))
    sizes = {"Embedding": (2, 2), "GroupNorm": (1, 2), "LayerNorm": (2,), "Linear": (2, 2)}
    made = sizes.get(name, (2,) if "Norm" in name else (2, 2, 1) if "Conv" in name else ())
    layer = getattr(torch.nn, name)(*made, **({"dim": 0} if "Softmax" in name else {})).double()
    given = torch.ones(shape, dtype=torch.int64 if name == "Embedding" else torch.float64)
    assert layer(given).dtype is torch.float64


@pytest.mark.libraries
@pytest.mark.parametrize("name", sorted(dtypes._WEIGHTED))
def test_weights_are_floats_of_the_dtype_of_their_layer(name: str) -> None:
    """Normalisation over a batch has them unless it is told to have none, that of each instance where it is told to."""
    import torch

    sizes = {"GroupNorm": (1, 2), "LayerNorm": (2,), "Linear": (2, 2), "RMSNorm": (2,), "PReLU": (2,)}
    given = (2,) if "Norm" in name else (2, 2, 1) if "Conv" in name or name == "Bilinear" else (2, 2)
    layer = getattr(torch.nn, name)(*sizes.get(name, given), **({"affine": True} if "Instance" in name else {}))
    found = {getattr(layer.double(), each, None) for each in dtypes._WEIGHTS} - {None}
    assert {each.dtype for each in found} == {torch.float64}


@pytest.mark.libraries
def test_attributes_that_have_the_dtype_of_their_tensor() -> None:
    """A gradient, too."""
    import torch

    x = torch.ones(2, 2, dtype=torch.float64, requires_grad=True)
    x.sum().backward()
    assert {getattr(x, name).dtype for name in dtypes._SAME} == {torch.float64}


@pytest.mark.libraries
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", sorted(dtypes._WITH_INDICES))
def test_what_is_given_beside_the_values_is_int64(name: str) -> None:
    """The indices of the values, where each came from, how often it stands there, and how long each sequence is."""
    import torch

    x = torch.ones([2] * (2 + int("".join(filter(str.isdigit, name)) or 0)), dtype=torch.float64)
    if name[0].isupper():
        found = getattr(torch.nn, name)(1, return_indices=True)(x)
    elif "pool" in name:
        found = getattr(torch.nn.functional, name)(x, 1, return_indices=True)
    elif "unique" in name:
        found = getattr(torch, name)(x, return_inverse=True, return_counts=True)
    elif name == "pad_packed_sequence":
        found = torch.nn.utils.rnn.pad_packed_sequence(torch.nn.utils.rnn.pack_padded_sequence(x, [2, 1]))
    else:
        found = getattr(torch, name)(x, 1)
    assert [str(each.dtype) for each in found] == ["torch.float64"] + ["torch.int64"] * (len(found) - 1)


@pytest.mark.libraries
@pytest.mark.parametrize("name", sorted(dtypes._BETWEEN))
def test_functions_of_two_tensors_promote_them_as_operators_do(name: str) -> None:
    """Also where both are of one dtype."""
    import torch

    made = {dtype: torch.ones(2, dtype=getattr(torch, dtype)) for dtype in _REAL if dtype != "bool"}
    for one in made.values():
        for other in made.values():
            assert getattr(torch, name)(one, other).dtype is (one + other).dtype


@pytest.mark.libraries
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_torch_makes_the_dtypes_that_its_casts_and_types_are_listed_for() -> None:
    """Signed and unsigned bytes have no name of their own in torch but as methods and types."""
    import torch

    made = {name: getattr(torch.ones(2), name)().dtype for name in dtypes.CASTS}
    assert {name: str(dtype).removeprefix("torch.") for name, dtype in made.items()} == dtypes.CASTS
    made = {name: getattr(torch, name)([1]).dtype for name in dtypes.LEGACY}
    assert {name: str(dtype).removeprefix("torch.") for name, dtype in made.items()} == dtypes.LEGACY
    assert all(
        getattr(torch, name) == getattr(torch, dtype)
        for name, dtype in dtypes._SYNONYMS.items()
        if name not in {"char", "byte"}
    )


def _results(torch: Any, name: str, x: Any) -> Iterator[Any]:
    """What functions and the method of this name give: those that make Tensors, for sizes; the others for ``x``."""
    spaces = torch, torch.nn.functional, torch.nn.Transformer
    functions = [f for space in spaces if (f := getattr(space, name, None)) is not None]
    if name in _MADE:
        calls = [(function, _MADE[name]) for function in functions]
    else:
        index, mask = torch.tensor([0]), x > 0
        others = [(), (0,), (1,), (0, 1), (0, 0, 1), (0, index), (0, index[None]), (mask, 1), (x,), ((2, 3),)]
        others += [(2, 3), *([(x[0],)] if name == "bucketize" else [])]
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
    "generate_square_subsequent_mask": (3,),
    "linspace": (0, 1, 5),
    "randint": (0, 5, (2,)),
    "randperm": (3,),
    **dict.fromkeys(("tril_indices", "triu_indices"), (2, 3)),
    "normal": (0.0, 1.0, (2,)),
}
"""The arguments of the functions that make a Tensor of nothing."""

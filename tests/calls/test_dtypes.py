from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from sampling import NIGHTLY, sample

from generator.calls.inference import dtypes, result_dtypes
from generator.model.given import COMPLEX, FLOATS

_GROUPS = {name: found for name, found in vars(result_dtypes).items() if isinstance(found, frozenset)}
_OTHERS = frozenset().union(*(_GROUPS[name] for name in ("FILLED", "HELD", "OF_DATA", "MASKS")))
"""Those that make Tensors of something else, or that einops has."""
_ANY = FLOATS | COMPLEX | {"complex32"}
_HALVES = {"complex64": "float32", "complex128": "float64"}
_CALLS = (
    *(
        f"{name}(x)"
        for name in [
            "absolute",
            "arccos",
            "arccosh",
            "arcsinh",
            "arctan",
            "arctanh",
            "expit",
            "fix",
            "logsigmoid",
            "negative",
        ]
    ),
    *(f"{name}(x)" for name in ["normalize", "psi", "softmin", "trapz"]),
    *(
        f"{name}(x, x)"
        for name in ["arctan2", "divide", "greater", "greater_equal", "less", "less_equal", "multiply", "not_equal"]
    ),
    *(f"{name}(x, x)" for name in ["subtract", "tensordot", "true_divide"]),
    *(f"{name}([x, x])" for name in ["concat", "concatenate", "pad_sequence", "row_stack"]),
    *("ger(x[0], x[0])", "moveaxis(x, 0, 1)", "swapdims(x, 0, 1)"),
)
"""Calls that no record makes, of other names of functions above all."""
_MADE: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("zeros", "ones", "empty", "eye", "rand", "randn"), (2, 3)),
    **{f"{name}_window": (3,) for name in ("bartlett", "blackman", "hamming", "hann", "kaiser")},
    **dict.fromkeys(("fftfreq", "rfftfreq"), (3,)),
    "logspace": (0, 1, 5),
    "generate_square_subsequent_mask": (3,),
    "linspace": (0, 1, 5),
    "randint": (0, 5, (2,)),
    "randperm": (3,),
    **dict.fromkeys(("tril_indices", "triu_indices"), (2, 3)),
    "normal": (0.0, 1.0, (2,)),
}
"""The arguments of the functions that make a Tensor of nothing."""
_EINOPS = frozenset({"rearrange"})
_DEVICES = frozenset({"cuda"})
_BY_OTHERS = frozenset({"inv", "pad_packed_sequence"})
"""Those that only the code of other records calls."""


@pytest.mark.libraries
@pytest.mark.filterwarnings("ignore")
def test_torch_gives_the_dtypes_that_its_functions_and_layers_are_listed_for() -> None:
    """In every call that the records' code makes of them, with every dtype that torch takes there."""
    from result_dtypes import measured

    names = frozenset(sample(sorted(frozenset().union(*_GROUPS.values()) - _OTHERS - _EINOPS - _DEVICES), 80))
    found = measured(names, _CALLS)
    unseen = names - {*found} - _MADE.keys() - (frozenset() if NIGHTLY else _BY_OTHERS)
    assert not unseen
    wrong = {
        f"{group} {name}: {gave}"
        for group in _GROUPS
        for name in _GROUPS[group] & found.keys()
        for gave in found[name]
        if not _fits(group, name, gave)
    }
    assert not wrong
    assert sum(map(len, found.values())) > 9 * len(names)


def _fits(group: str, name: str, gave: Any) -> bool:
    """Tells whether what a call gave is what is taken for it."""
    first, results = gave.given[0], {*gave.results}
    if group in {"BETWEEN", "PRODUCTS", "QUOTIENTS"}:
        return _is_promoted(group, name, gave)
    if group == "MAGNITUDES":  # which says more of those of other groups
        return results <= FLOATS if first in COMPLEX else True
    if group == "WITH_INDICES" or (name in result_dtypes.WITH_INDICES and len(gave.results) > 1):
        return (
            len(gave.results) == 1
            or group != "WITH_INDICES"
            or gave.results == (first, *["int64"] * (len(gave.results) - 1))
        )
    is_weighted = name == "bincount" and len(gave.given) > 1
    if is_weighted or (group == "SEVERAL" and len({*gave.given}) > 1):
        return True
    wanted: Mapping[str, frozenset[str]] = {
        "TRUTHS": frozenset({"bool"}),
        "QUANTIFIERS": frozenset({"uint8" if first == "uint8" else "bool"}),
        "INTEGERS_GIVEN": frozenset({"int64"}),
        "ANY_FLOATS": _ANY,
        "GIVE_FLOATS": _ANY if first in COMPLEX else frozenset({first if first in FLOATS else "float32"}),
        "LAYERS": frozenset({first}) if first in FLOATS else _ANY,
        "SUMS": frozenset({first if first in _ANY else "int64"}),
    }
    kept = frozenset({first, _HALVES.get(first, first)} if name in result_dtypes.MAGNITUDES else {first})
    return results <= wanted.get(group, kept)


def _is_promoted(group: str, name: str, gave: Any) -> bool:
    """Tells whether a call gave what promotion gives, as far as ``Dtypes`` takes it for known."""
    if len(gave.results) > 1 or (name == "where" and len(gave.given) == 1):
        return True
    highest = max(map(_rank, gave.given))
    given = {each for each in gave.given if _rank(each) == highest}
    if highest < _rank("float32"):
        if group == "QUOTIENTS":
            return {*gave.results} <= FLOATS
        return group == "PRODUCTS" or not gave.is_alone or {*gave.results} == given or len(given) > 1
    if {*gave.results} <= _ANY - FLOATS:  # of a complex number
        return bool(given & COMPLEX) or not gave.is_alone
    if given & COMPLEX:
        return {*gave.results} <= FLOATS
    return {*gave.results} == given if len(given) == 1 else {*gave.results} <= FLOATS


def _rank(dtype: str) -> int:
    return 0 if dtype == "bool" else 2 if dtype in _ANY else 1


@pytest.mark.libraries
@pytest.mark.parametrize("name", sorted((result_dtypes.FILLED | result_dtypes.INTEGERS_GIVEN) & _MADE.keys()))
def test_torch_gives_the_dtypes_that_what_makes_tensors_is_listed_for(name: str) -> None:
    """Of sizes and of numbers, which are floats for those that give floats."""
    import torch

    results = [*_results(torch, name, torch.ones(2, 3))]
    assert {str(each.dtype) for each in results} == {
        "torch.int64" if name in result_dtypes.INTEGERS_GIVEN else "torch.float32"
    }


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
@pytest.mark.parametrize("name", sorted(result_dtypes.WITH_INDICES))
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
    spaces = torch, torch.nn.functional, torch.fft, torch.nn.Transformer
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

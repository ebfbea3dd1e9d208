"""What the constants of ``catalog.yml`` become, against both inventories and both libraries."""

from __future__ import annotations

import importlib
import math
import re
import warnings
from enum import Enum
from types import ModuleType
from typing import Any

import pytest
from samples import shipped_catalog

from generator.calls.knowledge.builtin_kinds import NUMBERS_OF_TORCH
from generator.libraries.torchvision import declare_operators
from generator.model.constant import VALUE

CATALOG = shipped_catalog()
CONSTANTS = CATALOG.settings.constants
WRITTEN = sorted(name for name, constant in CONSTANTS.items() if constant.paddle is not None)
CONVERTED = [name for name in WRITTEN if CONSTANTS[name].reason is None]
ABSENT = sorted(set(CONSTANTS) - set(WRITTEN))
ASSIGNED = sorted(name for name, constant in CONSTANTS.items() if constant.assign is not None)
OF_ITS_LIBRARY = {"torch.version.git_version"}
"""Texts that say which library it is, and so never are equal."""
RENAMED = {
    "CUDA": "GPU",
    "PRODUCT": "PROD",
    "NONE": "CLOSED",
    "WARMUP": "READY",
    "RECORD_AND_SAVE": "RECORD_AND_RETURN",
}
"""Members of enumerations that have another name in Paddle."""
UNDOCUMENTED = {"paddle.version.commit", "paddle.utils.cpp_extension.CUDA_HOME"}
"""Names that Paddle has and its inventory, of what its modules say is public, has not."""
MEANS_OTHERWISE = {"torch.uint16"}
"""Names that Paddle has for something else."""


def test_constants_are_public_names_of_either_side() -> None:
    """Each constant stands in torch's inventory, and a name that it becomes in Paddle's."""
    assert CONSTANTS
    for name, constant in CONSTANTS.items():
        assert CATALOG.entry(name) is not None, name
        if re.fullmatch(r"paddle(\.\w+)+", constant.expression) and constant.expression not in UNDOCUMENTED:
            assert CATALOG.entry(constant.expression) is not None, constant.expression


@pytest.fixture(scope="module")
def sides() -> tuple[Any, Any]:
    """Both libraries; Paddle warns at its import of what it does not find."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        declare_operators()
        return importlib.import_module("torch"), importlib.import_module("paddle")


def found(name: str) -> Any:
    """The object of a dotted name; modules on the way are imported.

    Raises:
        AttributeError: there is none.
    """
    root, *parts = name.split(".")
    value: Any = importlib.import_module(root)
    path = root
    for part in parts:
        path = f"{path}.{part}"
        if isinstance(value, ModuleType) and not hasattr(value, part):
            try:
                value = importlib.import_module(path)
            except ImportError:
                raise AttributeError(path) from None
        else:
            value = getattr(value, part)
    return value


def evaluated(expression: str, paddle: Any) -> Any:
    """The value of what a constant becomes, with nothing but Paddle at hand."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a group that is not there yet
        return eval(expression, {"paddle": paddle})  # noqa: S307  # one of the expressions of catalog.yml


def exhausted(paddle: Any) -> Exception | None:
    """What Paddle raises for more memory than there is."""
    try:
        paddle.empty([10**14])
    except MemoryError as error:
        return error
    return None


@pytest.mark.libraries
@pytest.mark.parametrize("name", CONVERTED)
def test_constant_means_the_same(name: str, sides: tuple[Any, Any]) -> None:
    """A dtype makes Tensors of the same dtype, a value is equal, a member of an enumeration has the name that is told."""
    torch, paddle = sides
    left, right = found(name), evaluated(CONSTANTS[name].expression, paddle)
    member = name.rpartition(".")[2]
    if isinstance(left, torch.dtype):
        made = torch.ones([1]).to(left), paddle.ones([1]).astype(right)
        assert str(made[0].dtype).removeprefix("torch.") == str(made[1].dtype).removeprefix("paddle.")
    elif isinstance(left, type):
        values = {
            "torch.Tensor": (torch.ones([1]), paddle.ones([1])),
            "torch.dtype": (torch.float32, paddle.float32),
            "torch.nn.attention.SDPBackend": (getattr(left, "MATH", None), getattr(right, "MATH", None)),
            "torch.OutOfMemoryError": (left("") if issubclass(left, Exception) else None, exhausted(paddle)),
        }
        assert isinstance(values[name][0], left)
        assert isinstance(values[name][1], right)
    elif isinstance(left, torch.Generator):
        torch.manual_seed(5), paddle.seed(5)
        assert left.initial_seed() == right.initial_seed() == 5
    elif isinstance(left, Enum) and isinstance(right, str):
        assert left.value == right
    elif hasattr(left, "name") and not isinstance(left, str):
        assert CONSTANTS[name].expression.rpartition(".")[2] == RENAMED.get(member, member)
    elif name in OF_ITS_LIBRARY:
        assert type(left) is type(right)
    else:
        assert left is right is None or left == right or (math.isnan(left) and math.isnan(right))


@pytest.mark.libraries
@pytest.mark.parametrize("name", sorted(set(WRITTEN) - set(CONVERTED)))
def test_what_a_person_decides_can_be_written(name: str, sides: tuple[Any, Any]) -> None:
    """What stands for a constant that is not converted is there as well."""
    assert evaluated(CONSTANTS[name].expression, sides[1]) is not None


@pytest.mark.libraries
@pytest.mark.parametrize("name", ABSENT)
def test_what_is_said_to_be_absent_is_absent(name: str, sides: tuple[Any, Any]) -> None:
    """PyTorch has the constant, and Paddle has none of this name, or one that means something else."""
    found(name)
    theirs = f"paddle.{name.partition('.')[2]}"
    if name in MEANS_OTHERWISE:
        assert str(sides[1].ones([1]).astype(found(theirs)).dtype) != name.replace("torch", "paddle")
    else:
        with pytest.raises(AttributeError):
            found(theirs)


@pytest.mark.libraries
@pytest.mark.parametrize("name", ASSIGNED)
def test_switch_can_be_set(name: str, sides: tuple[Any, Any]) -> None:
    """What stands for an assignment runs, and the switch has the value on a machine where it has any effect."""
    template = CONSTANTS[name].assign
    assert template is not None
    before = evaluated(CONSTANTS[name].expression, sides[1])
    for value in (True, False):
        evaluated(template.fill({VALUE: str(value)}), sides[1])
        assert evaluated(CONSTANTS[name].expression, sides[1]) in {value, False}
    evaluated(template.fill({VALUE: str(before)}), sides[1])


@pytest.mark.libraries
@pytest.mark.usefixtures("sides")
def test_the_floats_among_torchs_constants_are_known() -> None:
    """A conversion takes them for numbers; there are no others directly in torch."""
    direct = [name for name in CONSTANTS if name.count(".") == 1]
    assert {name for name in direct if isinstance(found(name), float)} == NUMBERS_OF_TORCH

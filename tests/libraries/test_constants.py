"""What the constants of ``catalog.yml`` become, against both inventories and both libraries."""

from __future__ import annotations

import importlib
import math
import os
import warnings
from typing import Any

import pytest
from samples import REPOSITORY

from generator.catalog.catalog import load_surroundings
from generator.libraries.installed import installed_version

CATALOG = load_surroundings(REPOSITORY)
CONSTANTS = CATALOG.settings.constants


def test_constants_are_public_names_of_either_side() -> None:
    """Each constant and what it becomes stand in the inventories."""
    assert CONSTANTS
    for torch, paddle in CONSTANTS.items():
        assert CATALOG.entry(torch) is not None, torch
        assert CATALOG.entry(paddle) is not None, paddle


@pytest.fixture(scope="module")
def sides() -> tuple[Any, Any]:
    """Both libraries; Paddle warns at its import of what it does not find."""
    if any(installed_version(name) is None for name in ("torch", "paddle")):
        (pytest.fail if "CI" in os.environ else pytest.skip)("torch and paddle are not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module("torch"), importlib.import_module("paddle")


@pytest.mark.libraries
@pytest.mark.parametrize("torch", sorted(CONSTANTS))
def test_constant_means_the_same(torch: str, sides: tuple[Any, Any]) -> None:
    """A dtype makes Tensors of the same dtype on both sides, a number is equal, a class is the class of Tensors' parts."""
    ours, theirs = sides
    left, right = (getattr(side, name.partition(".")[2]) for side, name in ((ours, torch), (theirs, CONSTANTS[torch])))
    if isinstance(left, ours.dtype):
        made = ours.ones([1]).to(left), theirs.ones([1]).astype(right)
        assert str(made[0].dtype).removeprefix("torch.") == str(made[1].dtype).removeprefix("paddle.")
    elif isinstance(left, type):
        values = {"torch.Tensor": (ours.ones([1]), theirs.ones([1])), "torch.dtype": (ours.float32, theirs.float32)}[
            torch
        ]
        assert isinstance(values[0], left)
        assert isinstance(values[1], right)
    else:
        assert left is right is None or left == right or (math.isnan(left) and math.isnan(right))

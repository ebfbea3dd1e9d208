"""What a snippet leaves behind in a library, and what setting it back leaves."""

from __future__ import annotations

import importlib

import pytest

from generator.libraries.registry import FRAMEWORKS

pytestmark = pytest.mark.libraries


def test_restoring_torch_leaves_its_functions_as_users_have_them() -> None:
    """After the restoring, l1_loss heeds its weight, which torch drops wherever a default device is set."""
    torch = importlib.import_module("torch")
    torch.set_default_device("meta")
    FRAMEWORKS["torch"].restore(0)
    ones, weight = torch.ones(2), torch.tensor([1.0, 3.0])
    loss = torch.nn.functional.l1_loss(ones * torch.tensor([1.0, 2.0]), ones * 0, weight=weight)
    assert loss.item() == 7 / 4
    assert ones.device.type == "cpu"

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from samples import shipped_catalog

from generator.libraries.torchvision import declare_operators

pytestmark = pytest.mark.libraries

INNER_LAYERS = shipped_catalog().settings.inner_layers["torchvision.models"]


def test_torchvision_runs_without_its_operators() -> None:
    """Beside a CPU-only torch, torchvision imports, and what needs no operator of its own works."""
    program = (
        "from generator.libraries.torchvision import declare_operators as declare; declare();"
        "declare(); import torch; from torchvision.transforms import v2;"
        "print(tuple(v2.Resize((8, 8))(torch.zeros(3, 16, 16)).shape))"
    )
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "(3, 8, 8)", done.stderr


_LINEAR = "fc", "paddle.compat.nn.Linear(3, 4)", {"in_features": 3, "out_features": 4}
_CONVOLUTION = (
    "conv1",
    "paddle.nn.Conv2D(4, 8, (1, 2), stride=3, padding=(0, 1), dilation=2, groups=2)",
    {"in_channels": 4, "out_channels": 8, "kernel_size": (1, 2), "stride": (3, 3), "padding": (0, 1)}
    | {"dilation": (2, 2), "groups": 2},
)
_PLACES = {
    "in_features": _LINEAR,
    "out_features": _LINEAR,
    "num_features": ("bn1", "paddle.nn.BatchNorm2D(5)", {"num_features": 5}),
}
"""For each attribute, a layer of ResNet, one that may take its place, and what the latter has."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(INNER_LAYERS))
def test_layers_inside_of_models_have_what_is_written_for_an_attribute(name: str) -> None:
    """The expression gives torch's value, for a layer of Paddle's model and for one that took its place."""
    declare_operators()
    paddle, torchvision = importlib.import_module("paddle"), importlib.import_module("torchvision")
    written = INNER_LAYERS[name].fill({"self": "layer"})
    place, other, own = _PLACES.get(name, _CONVOLUTION)
    model = paddle.vision.models.resnet18()
    wanted = getattr(getattr(torchvision.models.resnet18(), place), name)
    assert eval(written, {"layer": getattr(model, place)}) == wanted  # noqa: S307  (our own data)
    assert eval(written, {"layer": eval(other, {"paddle": paddle})}) == own[name]  # noqa: S307

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.libraries


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

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from samples import REPOSITORY

SCRIPTS = sorted((REPOSITORY / "bench").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_benchmark_can_be_started(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every benchmark imports what exists: a change of the code does not leave it behind unnoticed."""
    spec = importlib.util.spec_from_file_location(f"bench_{script.stem}", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    assert callable(module.main)

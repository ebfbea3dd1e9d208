from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from samples import REPOSITORY

SCRIPTS = sorted((REPOSITORY / "bench").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_benchmark_can_be_started(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every benchmark imports what exists, so that no change of the code leaves it behind; each module serves one."""
    spec = importlib.util.spec_from_file_location(f"bench_{script.stem}", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    uses = f"from bench.{script.stem} import "
    assert callable(getattr(module, "main", None)) or any(uses in other.read_text("utf-8") for other in SCRIPTS)

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml
from sampling import sample

from bench.training import main

SCRIPT = """
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.Dropout(0.5), nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
samples = TensorDataset(torch.randn(8, 3), torch.rand(8, 1))
for epoch in range(2):
    for x, y in DataLoader(samples, batch_size=4, shuffle=True):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
"""


def write_project(folder: Path, **changes: object) -> list[str]:
    """Writes a repository with a script, and what is to be run of it; the arguments of the command."""
    repository = folder / "small"
    repository.mkdir()
    (repository / "script.py").write_text(SCRIPT, encoding="utf-8")
    author = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    for command in (["init", "-q"], ["add", "script.py"], ["commit", "-q", "-m", "a script"]):
        subprocess.run(["git", "-C", repository, *author, *command], check=True)
    run = "import runpy\nrunpy.run_path('script.py')\n"
    script = {"name": "small", "repository": "someone/small", "commit": "HEAD", "files": ["script.py"], "run": run}
    (folder / "scripts.yml").write_text(yaml.safe_dump([{**script, "losses": 4, **changes}]), encoding="utf-8")
    return [str(folder), "--scripts", str(folder / "scripts.yml")]


@pytest.mark.slow
@pytest.mark.libraries
@pytest.mark.parametrize("rate", sample(["0.1", "0.2"], 1))
def test_losses_of_both_sides_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str], rate: str) -> None:
    """Same weights, draws and order give the same losses without dropout; another learning rate is seen."""
    hand = [{"file": "script.py", "find": "learning_rate=0.1", "replace": f"learning_rate={rate}"}]
    code = main(write_project(tmp_path, hand=hand))
    assert code == (rate != "0.1")
    told = capsys.readouterr().out
    changed = int(rate != "0.1")
    assert f"| small | {len(SCRIPT.splitlines())} | {changed} | 0 | 4 |" in told
    assert ("都在其内" in told) == (code == 0)


def test_a_missing_checkout_is_told(tmp_path: Path) -> None:
    """Whoever has not fetched a repository, or not its commit, reads the command that does."""
    arguments = write_project(tmp_path, commit="0" * 40)
    with pytest.raises(SystemExit, match=f"fetch origin {'0' * 40}"):
        main(arguments)
    (tmp_path / "small").rename(tmp_path / "other")
    with pytest.raises(SystemExit, match=r"git clone https://github\.com/someone/small"):
        main(arguments)


@pytest.mark.slow
def test_a_line_by_hand_must_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A change by hand that the conversion no longer needs is told."""
    assert main(write_project(tmp_path, hand=[{"file": "script.py", "find": "absent", "replace": "x"}])) == 1
    assert "没有要手改的“absent”" in capsys.readouterr().out

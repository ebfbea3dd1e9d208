"""What the collectors read from the libraries that are installed."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sampling import sample

from generator.catalog.inventory.reader_process import read_library
from generator.libraries.installed import installed_version
from generator.libraries.registry import LIBRARIES
from generator.model.inventory import ApiKind, Inventory
from generator.storage.inventory_file import file_name, read_inventory

pytestmark = [pytest.mark.libraries, pytest.mark.filterwarnings("ignore")]

COMMITTED = Path(__file__).parents[3] / "mapping_data/inventory"
_TITLE = re.compile(r"##\s*\[[^\]]*\]\s*([\w.\\]+)")
_HEADING = re.compile(r"###\s*\[\s*([\w.\\]+)\s*\]\(")


@pytest.fixture(scope="module", params=sorted(LIBRARIES))
def installed(request: pytest.FixtureRequest) -> Inventory:
    """The committed inventory of an installed library, which a test below holds to what is installed."""
    return read_inventory(COMMITTED / file_name(request.param, _version(request.param)))


@pytest.fixture(scope="module")
def by_library() -> dict[str, Inventory]:
    """The committed inventories."""
    return {path.name.partition("-")[0]: read_inventory(path) for path in sorted(COMMITTED.glob("*.txt"))}


@pytest.mark.parametrize("library", sample(sorted(LIBRARIES), 1))
def test_every_process_reads_the_same(library: str, tmp_path: Path) -> None:
    """Another process, with another hash seed, home, language and working folder, gives the bytes that are committed.

    Each takes ten seconds; where the code that reads them has changed, CI also runs ``apimap inventory --check``.
    """
    root = str(Path(__file__).parents[3])
    changed = {"PYTHONHASHSEED": "7", "HOME": str(tmp_path), "LANG": "C", "OMP_NUM_THREADS": "1", "PYTHONPATH": root}
    command = [sys.executable, "-m", "generator.catalog.inventory.reader_process", library]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | changed, capture_output=True, check=True)
    assert done.stdout.decode() == (COMMITTED / file_name(library, _version(library))).read_text("utf-8")


def test_a_library_is_read_in_a_process_of_its_own() -> None:
    """What ``apimap inventory`` calls gives the bytes that are committed; shown for the smallest of the libraries."""
    text = read_library(LIBRARIES["torchvision"])[1]
    assert text == (COMMITTED / file_name("torchvision", _version("torchvision"))).read_text(encoding="utf-8")


def test_no_address_and_no_path_of_a_machine(installed: Inventory) -> None:
    """Nothing in an inventory changes with the memory or the folders of the machine that made it."""
    text = (COMMITTED / file_name(installed.library, installed.version)).read_text(encoding="utf-8")
    assert not re.search(r"0x[0-9a-f]{4,}|site-packages|/home/|/root", text)


def test_every_entry_is_read_or_says_why(installed: Inventory) -> None:
    """What can be called has a signature or a reason; an enumeration, whose constructor nobody calls, has its members."""
    silent = [
        entry.name
        for entry in installed
        if entry.kind in {ApiKind.FUNCTION, ApiKind.METHOD} and not (entry.signatures or entry.unreadable)
    ]
    assert silent == []


@pytest.mark.parametrize(
    ("api", "expected"),
    [
        ("torch.abs", ["(input, *, out=None)"]),
        (
            "torch.max",
            ["(input, dim, keepdim=False, *, out=None)", "(input, other, *, out=None)", "(input, *, out=None)"],
        ),
        ("torch.Tensor.permute", ["(*dims)", "(dims)"]),
        ("torch.nn.Linear", ["(in_features, out_features, bias=True, device=None, dtype=None)"]),
        ("torch.einsum", ["(equation, *operands)"]),
        (
            "torch.nn.functional.max_pool2d",
            ["(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)"],
        ),
        ("torch.nn.Linear.register_buffer", ["(name, tensor, persistent=True)"]),
        ("torch.nn.utils.weight_norm", ["(module, name='weight', dim=0)"]),
        ("paddle.abs", ["(x, name=None, *, out=None)"]),
        ("paddle.Tensor.abs", ["(name=None, *, out=None)"]),
        ("paddle.max", ["(x, axis=None, keepdim=False, name=None)"]),
        ("paddle.nn.Linear", ["(in_features, out_features, weight_attr=None, bias_attr=None, name=None)"]),
        ("paddle.linalg.matmul", ["(x, y, transpose_x=False, transpose_y=False, name=None, *, out=None)"]),
        ("torchvision.transforms.Normalize", ["(mean, std, inplace=False)"]),
    ],
)
def test_signatures_that_were_checked_by_hand(by_library: dict[str, Inventory], api: str, expected: list[str]) -> None:
    """Functions, methods, classes and inherited members have the signatures that ``help`` shows."""
    entry = by_library[api.partition(".")[0]].find(api)
    assert entry is not None
    assert [str(signature) for signature in entry.signatures] == expected


@pytest.mark.parametrize(
    ("api", "expected"),
    [
        ("torch.max", ["tuple[torch.Tensor, torch.Tensor]", "torch.Tensor", "torch.Tensor"]),
        ("torch.Tensor.shape", ["torch.Size"]),
        ("torch.Tensor.grad", ["torch.Tensor | None"]),
        ("torch.Tensor.size", ["torch.Size | int"]),
        ("torch.Tensor.item", ["number"]),
        ("torch.Tensor.numpy", ["numpy.ndarray"]),
        ("torch.nn.Module.named_parameters", ["iterator[tuple[str, torch.nn.Parameter]]"]),
        ("torch.nn.Linear.train", ["torch.nn.Linear"]),
        ("torch.nn.functional.max_pool2d", ["torch.Tensor | tuple[torch.Tensor, torch.Tensor]"]),
        ("torch.nn.Linear.forward", ["torch.Tensor"]),
        ("torch.unique", []),
        ("torch.nn.Module.state_dict", ["dict"]),
        ("torchvision.models.resnet18", ["torchvision.models.ResNet"]),
        ("paddle.add", ["paddle.Tensor"]),
    ],
)
def test_returns_that_were_checked_by_hand(by_library: dict[str, Inventory], api: str, expected: list[str]) -> None:
    """Calls return what they return when they are run; what depends on more than the source tells is unknown."""
    entry = by_library[api.partition(".")[0]].find(api)
    assert entry is not None
    assert list(entry.returns) == expected


@pytest.mark.parametrize(
    ("alias", "canonical"),
    [
        ("torch.long", "torch.int64"),
        ("torch.conv2d", "torch.nn.functional.conv2d"),
        ("torch.nn.modules.linear.Linear", "torch.nn.Linear"),
        ("torch.absolute", "torch.abs"),
        ("torch.autograd.no_grad", "torch.no_grad"),
        ("paddle.conv2d", "paddle.nn.functional.conv2d"),
        ("paddle.nn.Conv2d", "paddle.nn.Conv2D"),
        ("paddle.float", "paddle.float32"),
        ("paddle.cat", "paddle.concat"),
    ],
)
def test_the_canonical_name_is_the_documented_one(by_library: dict[str, Inventory], alias: str, canonical: str) -> None:
    """Of several names for one object, documentation's is the one that the others are aliases of."""
    inventory = by_library[alias.partition(".")[0]]
    assert (inventory.entries[alias].alias_of, inventory.entries[canonical].alias_of) == (canonical, "")


def test_nothing_that_the_corpus_names_is_missing(installed: Inventory) -> None:
    """Each API that a difference document names and that the installed library has is in the inventory."""
    folder = os.environ.get("MAPPING_CORPUS")
    if not folder:
        pytest.skip("MAPPING_CORPUS is not set")
    names = {name for name in _named(Path(folder)) if name.partition(".")[0] == installed.library}
    assert len(names) > 40
    assert [name for name in sorted(names) if installed.find(name) is None and _exists(name)] == []


def _version(name: str) -> str:
    """The installed version of a library."""
    version = installed_version(name)
    assert version is not None
    return version


def _named(folder: Path) -> Iterator[str]:
    """The APIs in the titles and headings of the difference documents."""
    for path in sorted(folder.rglob("*.md")):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            found = _TITLE.match(line.strip()) or _HEADING.match(line.strip())
            if found:
                yield found[1].replace("\\", "")


def _exists(name: str) -> bool:
    """Whether the installed library has the name: an attribute, or a module that can be imported."""
    root, *rest = name.split(".")
    prepare = LIBRARIES[root].prepare
    if prepare is not None:
        prepare()
    found: Any = importlib.import_module(root)
    for index, part in enumerate(rest, 1):
        try:
            found = getattr(found, part)
        except Exception:  # noqa: BLE001  (a library's ``__getattr__`` may raise anything)
            try:
                found = importlib.import_module(".".join([root, *rest[:index]]))
            except Exception:  # noqa: BLE001  (and so may an import)
                return False
    return True

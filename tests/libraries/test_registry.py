from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from generator.libraries.library import Side
from generator.libraries.registry import FRAMEWORKS, LIBRARIES, NAMES, PACKAGES

ROOT = Path(__file__).parents[2]


def test_no_library_is_needed_to_know_it() -> None:
    """The registry loads without importing one of the libraries that it describes."""
    program = "import sys, generator.libraries.registry as known; print(sorted(known.LIBRARIES.keys() & sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_each_side_has_one_framework() -> None:
    """Of the libraries on a side, exactly one brings the tensors that inputs are made of."""
    with_tensors = [library.side for library in LIBRARIES.values() if library.framework is not None]
    assert sorted(with_tensors) == sorted(get_args(Side)) == sorted(FRAMEWORKS)


def test_the_source_side_is_replaced_and_the_target_side_is_not() -> None:
    """Only a library of the source side says what its prefix becomes."""
    assert {name for name, library in LIBRARIES.items() if library.becomes} == NAMES["torch"]


@pytest.mark.libraries
def test_each_package_of_an_installed_library_is_known() -> None:
    """The packages hidden from the other side are all that the installed distributions bring, private ones apart."""
    installed = importlib.metadata.packages_distributions()
    missing = [
        package
        for library in LIBRARIES.values()
        for package, distributions in installed.items()
        if set(distributions) & set(library.distributions) and not package.startswith("_")
        if package not in PACKAGES[library.side]
    ]
    assert missing == []

"""Collects the samples of every torch name: torch's own, made in a process of their own, and the records' checks."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import generator
from generator.catalog.catalog import Catalog
from generator.evidence.samples.sample import (
    Sample,
    SampleSet,
    function_sample,
    method_sample,
    module_sample,
    optimizer_sample,
)
from generator.evidence.verify.permitted import forbidden_use
from generator.model.inventory import ApiEntry
from generator.model.prefix import change_prefix
from generator.model.record import Record
from generator.model.sample_result import Source

PACKAGES = ("torch", "expecttest", "numpy")
"""What torch's samples need."""
_START = "from generator.evidence.samples.torch_testing import main; main()"
_TIMEOUT = 1800.0


class CollectError(Exception):
    """The samples cannot be made; the message, in Chinese, says why."""


def collect(catalog: Catalog, names: Iterable[str] | None = None) -> dict[str, SampleSet]:
    """Returns the samples of the public torch names, or of those in ``names``, each with its own source, by name.

    Raises:
        CollectError: a package is missing, or torch's code for samples fails.
    """
    chosen = frozenset(names) if names is not None else None
    found: dict[str, SampleSet] = {}
    for entry in _entries(chosen):
        for api, form in entry["forms"].items():
            if (chosen is None or api in chosen) and catalog.entry(api) is not None:
                one = SampleSet(api, Source(entry["source"]), *_read(catalog, api, form, entry))
                found[api] = _joined(found[api], one) if api in found else one
    for record in catalog.records():
        is_wanted = chosen is None or record.torch in chosen
        checks = tuple(checks_of(record)) if is_wanted else ()
        if checks and record.torch in found and found[record.torch].samples:
            found[record.torch] = replace(found[record.torch], checks=checks)
        elif checks:
            found[record.torch] = SampleSet(record.torch, Source.CHECKS, checks)
    return dict(sorted(found.items()))


def _entries(names: frozenset[str] | None) -> Iterator[dict[str, Any]]:
    missing = [package for package in PACKAGES if importlib.util.find_spec(package) is None]
    if missing:
        raise CollectError(
            f"没有安装 {'、'.join(missing)}，不能取得 PyTorch 自带的样本；"
            "请运行 make libraries，或 pip install -r requirements/libraries.txt。"
        )
    environment = {
        "PATH": os.defpath,
        "PYTHONPATH": str(Path(generator.__file__).parent.parent),
        "PYTHONHASHSEED": "0",
        "LANG": "C.UTF-8",
        "CUDA_VISIBLE_DEVICES": "",
        "OMP_NUM_THREADS": "1",
    }
    wanted = json.dumps(sorted(names) if names is not None else None)
    try:
        made = subprocess.run(  # noqa: S603  (our own interpreter, our own module)
            [sys.executable, "-c", _START],
            input=wanted.encode(),
            capture_output=True,
            env=environment,
            timeout=_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise CollectError("PyTorch 自带的样本没有在半小时内做完。") from error
    if made.returncode:
        lines = made.stderr.decode("utf-8", "replace").strip().splitlines()
        raise CollectError(f"不能取得 PyTorch 自带的样本：{lines[-1] if lines else '没有说明原因'}")
    for line in made.stdout.decode("utf-8").splitlines():
        yield json.loads(line)


def _read(catalog: Catalog, api: str, form: str, entry: dict[str, Any]) -> tuple[tuple[Sample, ...], int]:
    """Returns the samples of an entry as calls of one of its names, and how many are left out."""
    known = catalog.entry(api)
    made = [_sample(api, form, data, known, catalog) for data in entry["samples"]]
    return tuple(one for one in made if one is not None), entry["left"] + made.count(None)


def _sample(api: str, form: str, data: dict[str, Any], entry: ApiEntry | None, catalog: Catalog) -> Sample | None:
    match form:
        case "method":
            return method_sample(api, data, entry)
        case "module":
            return module_sample(api, data, entry, catalog.entry(f"{api}.forward"))
        case "optimizer":
            return optimizer_sample(api, data)
        case _:
            return function_sample(api, data, entry)


def _joined(one: SampleSet, other: SampleSet) -> SampleSet:
    """Returns the samples of both, each once."""
    known = {_key(sample) for sample in one.samples}
    fresh = tuple(sample for sample in other.samples if _key(sample) not in known)
    return SampleSet(one.api, one.source, (*one.samples, *fresh), one.left + other.left)


def _key(sample: Sample) -> str:
    return json.dumps([sample.code, dict(sample.given)])


def checks_of(record: Record) -> Iterator[Sample]:
    """Yields the torch side of a record's examples and checks, as samples: of those that may run and are Python."""
    for _, snippet in record.snippets():
        if not (snippet.skip or forbidden_use(snippet.torch, "torch")) and change_prefix(snippet.torch) is not None:
            yield Sample(snippet.torch, snippet.given, snippet.compare, snippet.random, snippet.tolerance)

"""Which libraries verification needs: whether they are installed, and how a worker loads them."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import sys
from collections.abc import Iterable

from generator.model.record import Snippet

PACKAGES = {
    "torch": ("torch",),
    "paddle": ("paddlepaddle", "paddlepaddle-gpu"),
    "torchvision": ("torchvision",),
}
"""The distributions that may provide a library."""
ALWAYS = ("torch", "paddle")
_PRELOAD = {"optim": "torch._dynamo"}
"""A word in torch code, and the slow module that torch loads when such code first runs: better once than each time."""

_VISION_OPERATORS = (
    "nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "roi_align(Tensor a, Tensor b, float c, int d, int e, int f, bool g) -> Tensor",
    "_roi_align_backward(Tensor a) -> Tensor",
    "qroi_align(Tensor a, Tensor b, float c, int d, int e, int f, bool g) -> Tensor",
    "roi_pool(Tensor a, Tensor b, float c, int d, int e) -> (Tensor, Tensor)",
    "_roi_pool_backward(Tensor a) -> Tensor",
    "ps_roi_align(Tensor a, Tensor b, float c, int d, int e, int f) -> (Tensor, Tensor)",
    "_ps_roi_align_backward(Tensor a) -> Tensor",
    "ps_roi_pool(Tensor a, Tensor b, float c, int d, int e) -> (Tensor, Tensor)",
    "_ps_roi_pool_backward(Tensor a) -> Tensor",
    "deform_conv2d(Tensor a) -> Tensor",
    "_deform_conv2d_backward(Tensor a) -> Tensor",
)
"""What torchvision's Python code refers to when it is imported without its compiled operators."""


def installed_version(library: str) -> str | None:
    """The version without its local part (``2.13.0`` for ``2.13.0+cpu``), or None where it is not installed."""
    for package in PACKAGES.get(library, (library,)):
        try:
            return importlib.metadata.version(package).partition("+")[0]
        except importlib.metadata.PackageNotFoundError:
            continue
    return None


def libraries_of(snippets: Iterable[Snippet]) -> tuple[str, ...]:
    """The libraries whose versions matter to these snippets: torch, paddle, and the packages they name or import."""
    found = set(ALWAYS)
    for snippet in snippets:
        for code in (snippet.torch, snippet.paddle):
            found |= set(_packages(code))
    return tuple(library for library in (*PACKAGES, *sorted(found - set(PACKAGES))) if library in found)


def _packages(code: str) -> Iterable[str]:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in PACKAGES:
            yield node.id
        elif isinstance(node, ast.Import):
            yield from (top for name in node.names if _matters(top := name.name.partition(".")[0]))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            if _matters(top := node.module.partition(".")[0]):
                yield top


def _matters(package: str) -> bool:
    return package not in sys.stdlib_module_names and package not in {"numpy", "PIL"}


def preloads(snippets: Iterable[Snippet]) -> tuple[str, ...]:
    """Modules that a worker had better import before it starts on these snippets."""
    codes = [snippet.torch for snippet in snippets]
    found = [module for word, module in _PRELOAD.items() if any(word in code for code in codes)]
    return (*found, *(["torchvision"] if any("torchvision" in code for code in codes) else []))


def load_libraries(modules: Iterable[str]) -> None:
    """Imports both libraries and ``modules``, and makes one thread do all the work."""
    import paddle
    import torch

    torch.set_num_threads(1)
    paddle.set_device("cpu")
    for module in modules:
        if module == "torchvision":
            load_torchvision()
        else:
            importlib.import_module(module)


def load_torchvision() -> None:
    """Imports torchvision, with its compiled operators only declared where there are none for this torch."""
    import torch

    try:
        importlib.import_module("torchvision")
    except RuntimeError:
        for name in [name for name in sys.modules if name.partition(".")[0] == "torchvision"]:
            del sys.modules[name]
        library = torch.library.Library("torchvision", "DEF")
        for operator in _VISION_OPERATORS:
            library.define(operator)
        _KEPT.append(library)
        importlib.import_module("torchvision")


_KEPT: list[object] = []
"""Declared operators last as long as the object that declared them."""

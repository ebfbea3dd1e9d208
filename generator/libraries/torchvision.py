"""Describes torchvision: its public API, its import beside a CPU build of PyTorch, and how drafts use it."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import Any

from generator.libraries.library import Drafting, Library, Understanding
from generator.libraries.usage import Kind, Usage

_SCALE = "float spatial_scale, SymInt pooled_height, SymInt pooled_width"
_SHAPE = "SymInt batch_size, SymInt channels, SymInt height, SymInt width"
_STEPS = "SymInt stride_h, SymInt stride_w, SymInt pad_h, SymInt pad_w, SymInt dilation_h, SymInt dilation_w"
_DEFORM = f"{_STEPS}, SymInt groups, SymInt offset_groups, bool use_mask"
_DEFORMED = "Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias"
_OPERATORS = (
    "nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    f"roi_align(Tensor input, Tensor rois, {_SCALE}, int sampling_ratio, bool aligned) -> Tensor",
    f"qroi_align(Tensor input, Tensor rois, {_SCALE}, int sampling_ratio, bool aligned) -> Tensor",
    f"_roi_align_backward(Tensor grad, Tensor rois, {_SCALE}, {_SHAPE}, int sampling_ratio, bool aligned) -> Tensor",
    f"roi_pool(Tensor input, Tensor rois, {_SCALE}) -> (Tensor, Tensor)",
    f"_roi_pool_backward(Tensor grad, Tensor rois, Tensor argmax, {_SCALE}, {_SHAPE}) -> Tensor",
    f"ps_roi_align(Tensor input, Tensor rois, {_SCALE}, int sampling_ratio) -> (Tensor, Tensor)",
    f"_ps_roi_align_backward(Tensor grad, Tensor rois, Tensor map, {_SCALE}, int sampling_ratio, {_SHAPE}) -> Tensor",
    f"ps_roi_pool(Tensor input, Tensor rois, {_SCALE}) -> (Tensor, Tensor)",
    f"_ps_roi_pool_backward(Tensor grad, Tensor rois, Tensor mapping, {_SCALE}, {_SHAPE}) -> Tensor",
    f"deform_conv2d({_DEFORMED}, {_DEFORM}) -> Tensor",
    f"_deform_conv2d_backward(Tensor grad, {_DEFORMED}, {_DEFORM}) -> (Tensor, Tensor, Tensor, Tensor, Tensor)",
)
_DECLARED: list[Any] = []
"""The declarations live as long as the object that made them."""


def declare_operators() -> None:
    """Declares the operators that a CUDA build lacks beside a CPU build of torch, so that the library imports.

    Where the wheel's own operators load, it does nothing. The declared operators have no kernels: calling one fails,
    and all else of torchvision runs.

    Raises:
        ImportError: torch is not installed.
    """
    torch = importlib.import_module("torch")
    spec = importlib.util.find_spec("torchvision")
    if _DECLARED or spec is None or spec.origin is None:
        return
    try:
        for binary in Path(spec.origin).parent.glob("_C*.so"):
            torch.ops.load_library(binary)
            return
    except OSError:  # the build is for another torch: torchvision, too, goes on without its operators
        pass
    library = torch.library.Library("torchvision", "DEF")
    for schema in _OPERATORS:
        library.define(schema)
    _DECLARED.append(library)


TORCHVISION = Library(
    name="torchvision",
    side="torch",
    distributions=("torchvision",),
    becomes="paddle.vision",
    prepare=declare_operators,
    layers=("torchvision.",),
    drafting=Drafting(
        classes={"torchvision.transforms.": Usage(Kind.LAYER, given={"x": "float32[3, 8, 12] in (0, 1)"})}
    ),
    understanding=Understanding(images_first=frozenset({"img", "inpt"})),
    host="pytorch.org",
    imports_submodules=True,
    skipped=("torchvision.extension", "torchvision.image", "torchvision.prototype"),
)

"""Describes PaddlePaddle: its public API, its tensors and layers, and how drafts use it."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from generator.libraries.initial_weights import replace_initialisers
from generator.libraries.library import (
    Array,
    Drafting,
    Framework,
    LayerParts,
    Library,
    NamedParts,
    Parts,
    TensorParts,
)

_STATISTICS = ("_mean", "_variance")
"""What batch norms keep as parameters, and the source side's as buffers."""


def _paddle() -> Any:
    """Returns the imported library, without types: what mypy says must not depend on what is installed."""
    return importlib.import_module("paddle")


def _start() -> None:
    _paddle().set_device("cpu")


def _restore(seed: int) -> None:
    paddle = _paddle()
    paddle.disable_static()
    paddle.set_default_dtype("float32")
    paddle.set_device("cpu")
    paddle.set_grad_enabled(True)
    paddle.seed(seed)


def _tensor(array: Array, dtype: str, grad: bool, layout: str) -> Any:  # noqa: FBT001  (the signature of Framework.tensor)
    tensor = _paddle().to_tensor(array).astype(dtype)
    if layout == "offset" and array.size:  # flat: a slice has at most six dimensions; a view of nothing cannot be made
        flat = _paddle().concat((_paddle().zeros([1], dtype), tensor.flatten()))[1:]
        tensor = flat.view(list(array.shape)).detach()
    elif layout == "strided":  # by as_strided: a slice may be a copy, and has to be no leaf of its own
        shape = list(array.shape)
        pair = _paddle().stack((tensor, tensor), axis=-1)
        tensor = _paddle().as_strided(pair, shape, pair.strides[:-1]).detach()
    tensor.stop_gradient = not grad
    return tensor


def _gradient(value: Any) -> Any:
    """Returns the gradient of a leaf that requires one, else None."""
    return value.grad if isinstance(value, _paddle().Tensor) and value.is_leaf and not value.stop_gradient else None


def _describe(value: Any) -> Parts | None:
    paddle, kind = _paddle(), type(value)
    if issubclass(kind, paddle.Tensor):
        return _parts(value)
    if issubclass(kind, paddle.nn.Layer):
        return LayerParts(kind.__name__, tuple(_parameters(value)))
    if issubclass(kind, paddle.dtype):
        return NamedParts("dtype", _dtype(value))
    if issubclass(kind, paddle.base.core.Place):
        return NamedParts("device", str(value).removeprefix("Place(").rstrip(")").partition(":")[0])
    return None


def _parts(tensor: Any) -> TensorParts:
    dense = tensor.detach()
    layout = "sparse_coo" if tensor.is_sparse_coo() else "sparse_csr" if tensor.is_sparse_csr() else ""
    if layout:
        dense = dense.to_dense()
    dtype = _dtype(tensor.dtype)
    if dtype == "bfloat16" or dtype.startswith("float8"):
        dense = _paddle().cast(dense, "float32")
    grad = not tensor.stop_gradient if dtype.startswith(("float", "bfloat", "complex")) else None
    return TensorParts(dense.numpy(), dtype, layout, grad)


def _parameters(layer: Any) -> list[tuple[str, TensorParts]]:
    """Returns a layer's parameters, a Linear's weight transposed, as the source side stores it."""
    kind = _paddle().nn.Layer  # whose methods are called, not what a class of the snippet's own says
    linears = (part for part in kind.sublayers(layer, include_self=True) if isinstance(part, _paddle().nn.Linear))
    turned = {id(part.weight) for part in linears}
    found = []
    for name, parameter in kind.named_parameters(layer):
        if name.rpartition(".")[2] not in _STATISTICS:
            parts = _parts(parameter)
            found.append((name, replace(parts, array=parts.array.T) if id(parameter) in turned else parts))
    return found


def _dtype(dtype: Any) -> str:
    return str(dtype).removeprefix("paddle.")


def _fix_weights(weight: Callable[[Sequence[int]], Array], layers: tuple[str, ...]) -> None:
    """Fills what the source side draws, unless the snippet asks for an initial value."""
    paddle = _paddle()

    def fill(tensor: Any, numbers: Array = None) -> Any:
        with paddle.no_grad():
            numbers = weight(tensor.shape) if numbers is None else numbers
            tensor.set_value(paddle.to_tensor(numbers).astype(tensor.dtype))
        return tensor

    original = paddle.nn.Layer.create_parameter
    signature = inspect.signature(original)

    @functools.wraps(original)
    def create_parameter(self: Any, *args: Any, **kwargs: Any) -> Any:
        parameter = original(self, *args, **kwargs)
        asked = signature.bind(self, *args, **kwargs).arguments
        is_bias = bool(asked.get("is_bias"))
        if (
            parameter is not None
            and paddle.in_dynamic_mode()
            and not _is_asked_for(asked.get("attr"))
            and _is_random(self, asked.get("default_initializer"), is_bias=is_bias)
        ):
            turned = isinstance(self, paddle.nn.Linear) and not is_bias
            fill(parameter, weight(parameter.shape[::-1]).T if turned else None)
        return parameter

    paddle.nn.Layer.create_parameter = create_parameter
    if importlib.util.find_spec("paddle.nn.init") is not None:  # releases before 3.2 have none
        replace_initialisers(importlib.import_module("paddle.nn.init"), fill, layers)


def _is_asked_for(attr: Any) -> bool:
    """Tells whether the snippet gives the parameter's initial value."""
    paddle = _paddle()
    if isinstance(attr, paddle.ParamAttr):
        return attr.initializer is not None
    return isinstance(attr, paddle.nn.initializer.Initializer) or _has_global_initialiser()


def _has_global_initialiser() -> bool:
    module = importlib.import_module("paddle.base.initializer")  # set_global_initializer stores its arguments here
    names = ("_global_weight_initializer_", "_global_bias_initializer_")
    return any(getattr(module, name, None) is not None for name in names)


def _is_random(layer: Any, initialiser: Any, *, is_bias: bool) -> bool:
    """Tells whether the source side draws this parameter's initial value at random."""
    paddle = _paddle()
    kinds = (paddle.nn.initializer.Constant, paddle.nn.initializer.Assign)
    if is_bias and (initialiser is None or isinstance(initialiser, kinds)):
        families = (paddle.nn.Linear, paddle.nn.layer.conv._ConvNd, paddle.nn.Bilinear)  # noqa: SLF001  (the convolutions' base)
        return isinstance(layer, families)
    return not isinstance(initialiser, kinds)


PADDLE = Library(
    name="paddle",
    side="paddle",
    distributions=("paddlepaddle", "paddlepaddle-gpu", "paddlepaddle-xpu"),
    layers=("paddle.compat.",),
    framework=Framework(
        start=_start,
        restore=_restore,
        tensor=_tensor,
        gradient=_gradient,
        describe=_describe,
        fix_weights=_fix_weights,
        first_step="paddle.nn.Linear(3, 2)(paddle.abs(x)).sum().backward()",
        default_dtype="paddle.set_default_dtype('{}')",
        seed="paddle.seed({})",
        as_real="paddle.as_real({0}) if {0}.is_complex() else {0}.float() if {0}.element_size() < 4 else {0}",
        gradient_alone="next((grad for grad in paddle.grad({loss}, [{input}], allow_unused=True) if grad is not None),"
        " paddle.zeros_like({input}))",
        second_order="(lambda loss: sum((grad.abs().square().sum() for grad in paddle.grad(loss, [{inputs}], create_graph=True,"
        " allow_unused=True) if grad is not None), 0 * loss).backward())({loss})",
        reload="{new}.set_state_dict({old}.state_dict())",
        no_gradients="paddle.no_grad()",
        classes=("paddle.Tensor", "paddle.nn.Layer"),
    ),
    drafting=Drafting(
        unlikely=("paddle.base.", "paddle.incubate.", "paddle.static.", "paddle.utils.", "paddle.tensor."),
        compatible="paddle.compat",
        rewritten={
            "out": "paddle.assign({call}, output=out)",
            "dtype": "y = {call}.astype('float64')",
            "device": "y = {call}.to('cpu')",
            "requires_grad": "y = {call}\ny.stop_gradient = False",
        },
        rewritten_in_layers={"dtype": "{call}.to(dtype='float64')", "device": "{call}.to(device='cpu')"},
    ),
    host="paddlepaddle.org.cn",
    page=re.compile(r"/api/(paddle[\w/]*?)(?:_cn|_en)?\.html$"),
    skipped=(
        "paddle.api_tracer",
        "paddle.base",
        "paddle.check_import_scipy",
        "paddle.cinn",
        "paddle.cinn_config",
        "paddle.common_ops_import",
        "paddle.cuda_env",
        "paddle.decomposition",
        "paddle.distributed.auto_tuner",
        "paddle.distributed.fleet.base.util_factory",
        "paddle.distributed.fleet.meta_optimizers",
        "paddle.distributed.fleet.runtime",
        "paddle.distributed.launch",
        "paddle.distributed.passes",
        "paddle.distributed.ps",
        "paddle.distributed.transpiler",
        "paddle.incubate.cc",
        "paddle.incubate.distributed",
        "paddle.incubate.passes",
        "paddle.jit.dy2static",
        "paddle.jit.pir_dy2static",
        "paddle.jit.sot",
        "paddle.pir",
        "paddle.pir_utils",
        "paddle.proto",
        "paddle.static.quantization",
        "paddle.tensorrt",
        "paddle.utils.gast",
    ),
    also=(
        "paddle.__version__",
        "paddle.__version__.split",
        "paddle.nn.layer.norm._BatchNormBase",
        "paddle.optimizer.Optimizer._add_param_group",
    ),
    stubs={
        "paddle": ("tensor/tensor.pyi",),
        "paddle.base.libpaddle": ("_typing/libs/libpaddle/__init__.pyi",),
        "paddle.base.libpaddle.eager": ("_typing/libs/libpaddle/eager/__init__.pyi",),
        "paddle.base.libpaddle.pir": ("_typing/libs/libpaddle/pir/__init__.pyi",),
    },
    tensors=("paddle.Tensor",),
    preferred=("paddle.nn.functional",),
    demoted=(
        "paddle.compat",
        "paddle.cuda",
        "paddle.framework",
        "paddle.functional",
        "paddle.hapi",
        "paddle.special",
        "paddle.tensor",
    ),
    wrappers="paddle.base.dygraph.generated_tensor_methods_patch",
)

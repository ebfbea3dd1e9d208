"""Describes PyTorch: its public API, its tensors and layers, and how drafts use it."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
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
    Understanding,
)
from generator.libraries.usage import Kind, Usage


def _torch() -> Any:
    """Returns the imported library, without types: what mypy says must not depend on what is installed."""
    return importlib.import_module("torch")


def _start() -> None:
    _torch().set_num_threads(1)


def _restore(seed: int) -> None:
    torch = _torch()
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)  # "cpu" would leave a mode behind, under which l1_loss drops its weight
    torch.set_grad_enabled(True)
    torch.manual_seed(seed)


def _tensor(array: Array, dtype: str, grad: bool, layout: str) -> Any:  # noqa: FBT001  (the signature of Framework.tensor)
    torch = _torch()
    tensor = torch.from_numpy(array).to(getattr(torch, dtype))
    if layout == "strided":
        tensor = torch.stack((tensor, tensor), dim=-1)[..., 0]
    elif layout == "offset":
        tensor = torch.cat((tensor.new_zeros(1), tensor.flatten()))[1:].view(tensor.shape)
    return tensor.requires_grad_() if grad else tensor


def _gradient(value: Any) -> Any:
    """Returns the gradient of a leaf that requires one, else None; torch warns when others are read."""
    return value.grad if isinstance(value, _torch().Tensor) and value.is_leaf and value.requires_grad else None


def _describe(value: Any) -> Parts | None:
    torch, kind = _torch(), type(value)
    if issubclass(kind, torch.Tensor):
        return _parts(value)
    if issubclass(kind, torch.nn.Module):
        named = torch.nn.Module.named_parameters(value)  # not what a class of the snippet's own says
        return LayerParts(kind.__name__, tuple((name, _parts(parameter)) for name, parameter in named))
    if issubclass(kind, torch.dtype):
        return NamedParts("dtype", _name(value))
    return NamedParts("device", value.type) if issubclass(kind, torch.device) else None


def _parts(tensor: Any) -> TensorParts:
    torch = _torch()
    dense = tensor.detach()
    if dense.is_quantized:
        dense = dense.dequantize()
    if dense.layout is not torch.strided:
        dense = dense.to_dense()
    dense = dense.cpu().resolve_conj().resolve_neg()
    dtype, layout = _name(tensor.dtype), _name(tensor.layout)
    if dtype == "bfloat16" or dtype.startswith("float8"):
        dense = dense.to(torch.float32)
    grad = bool(tensor.requires_grad) if tensor.is_floating_point() or tensor.is_complex() else None
    return TensorParts(dense.numpy(), dtype, "" if layout == "strided" else layout, grad)


def _name(value: Any) -> str:
    return str(value).removeprefix("torch.")


def _fix_weights(weight: Callable[[Sequence[int]], Array], layers: tuple[str, ...]) -> None:
    """Fills what layers draw; ``torch.nn.init`` in a snippet stays as it is."""
    torch = _torch()

    def fill(tensor: Any) -> Any:
        with torch.no_grad():
            return tensor if tensor.is_meta else tensor.copy_(torch.from_numpy(weight(tensor.shape)))

    replace_initialisers(torch.nn.init, fill, layers)


_FILLS_AT_RANDOM = Usage(Kind.FUNCTION, "{call}", compare="tensor", is_random=True)
_FILLS = Usage(Kind.FUNCTION, "{call}", compare="tensor")

TORCH = Library(
    name="torch",
    side="torch",
    distributions=("torch",),
    packages=("torchgen", "functorch"),
    becomes="paddle",
    preloads={"optim": "torch._dynamo"},
    layers=("torch.nn.modules.",),
    framework=Framework(
        start=_start,
        restore=_restore,
        tensor=_tensor,
        gradient=_gradient,
        describe=_describe,
        fix_weights=_fix_weights,
        first_step="torch.nn.Linear(3, 2)(torch.abs(x)).sum().backward()",
        default_dtype="torch.set_default_dtype(torch.{})",
        seed="torch.manual_seed({})",
        as_real="torch.view_as_real({0}.resolve_conj()) if {0}.is_complex() else {0}.float() if {0}.element_size() < 4 else {0}",
        gradient_alone="next((grad for grad in torch.autograd.grad({loss}, [{input}], allow_unused=True) if grad is not None),"
        " torch.zeros_like({input}))",
        second_order="(lambda loss: sum((grad.abs().square().sum() for grad in torch.autograd.grad(loss, [{inputs}], create_graph=True,"
        " allow_unused=True) if grad is not None), 0 * loss).backward())({loss})",
        reload="{new}.load_state_dict({old}.state_dict())",
        no_gradients="torch.no_grad()",
        classes=("torch.Tensor", "torch.nn.Module"),
    ),
    drafting=Drafting(
        classes={
            "torch.nn.Module": Usage(Kind.LAYER),
            "torch.optim.Optimizer": Usage(
                Kind.OPTIMIZER,
                "optimizer = {call}\n(w * w).sum().backward()\noptimizer.step()",
                {"w": "float32[3] grad"},
                compare="w",
            ),
            "torch.distributions.Distribution": Usage(
                Kind.FUNCTION, "y = {call}.log_prob(x)", {"x": "float32[3] in (0, 1)"}
            ),
        },
        functions={
            "torch.nn.init.": _FILLS_AT_RANDOM,
            **{f"torch.nn.init.{name}_": _FILLS for name in ("constant", "ones", "zeros", "eye", "dirac")},
        },
        device_packages=("torch.cuda.",),
    ),
    understanding=Understanding(
        tensors_first=frozenset(
            {"input", "self", "tensor", "x", "mat1", "mat2", "query", "key", "value", "anchor", "positive", "negative"}
            | {"input1", "input2", "x1", "x2", "target", "weight", "mask", "index", "vec", "batch1", "batch2"}
        ),
        held=(
            *("torch.nn.Module", "torch.nn.ModuleList", "torch.nn.ModuleDict", "torch.nn.ParameterList"),
            *("torch.nn.ParameterDict", "torch.optim.Optimizer", "torch.optim.lr_scheduler.LRScheduler"),
            *("torch.utils.data.DataLoader", "torch.utils.data.Dataset", "torch.device", "torch.dtype"),
            *(
                "torch.Generator",
                "torch.cuda.Event",
                "torch.cuda.Stream",
                "torch.amp.GradScaler",
                "torch.distributions",
            ),
        ),
        held_as={f"torch.nn.{name}": "torch.nn.Module" for name in ("ModuleList", "ModuleDict")},
    ),
    host="pytorch.org",
    page=re.compile(r"/generated/([\w.]+)\.html$"),
    documented_as={"torch.strided": "None"},
    imports_submodules=True,
    skipped=(
        "torch.ao.ns",
        "torch.bin",
        "torch.contrib",
        "torch.distributed.argparse_util",
        "torch.distributed.elastic",
        "torch.distributed.flight_recorder",
        "torch.distributed.launch",
        "torch.distributed.launcher",
        "torch.distributed.nn.jit",
        "torch.distributed.run",
        "torch.fx.experimental",
        "torch.fx.passes",
        "torch.fx.tensor_type",
        "torch.jit.generate_bytecode",
        "torch.jit.mobile",
        "torch.nn.backends",
        "torch.nn.cpp",
        "torch.package.analyze",
        "torch.quantization.fx",
        "torch.utils.backcompat",
        "torch.utils.benchmark.examples",
        "torch.utils.benchmark.op_fuzzers",
        "torch.utils.benchmark.utils",
        "torch.utils.bottleneck",
        "torch.utils.data.datapipes",
        "torch.utils.hipify",
        "torch.utils.jit",
        "torch.utils.viz",
    ),
    also=(
        "torch.Tensor._indices",
        "torch.Tensor._nnz",
        "torch.Tensor._values",
        "torch.__version__",
        "torch.__version__.split",
        "torch._assert",
        "torch._foreach_*",
        "torch.backends.cuda.matmul.allow_tf32",
        "torch.distributed.group.WORLD",
        "torch.nn.attention._cur_sdpa_kernel_backends",
        "torch.nn.functional._Reduction.get_enum",
        "torch.nn.init._calculate_fan_in_and_fan_out",
        "torch.nn.modules.batchnorm._BatchNorm",
        "torch.nn.modules.loss._Loss",
        "torch.nn.modules.loss._WeightedLoss",
        "torch.nn.modules.utils._ntuple",
        "torch.nn.modules.utils._pair",
        "torch.utils.cpp_extension.CUDA_HOME",
        "torch.utils.data._utils.collate.default_collate",
        "torch.utils.data._utils.collate.default_collate_err_msg_format",
        "torch.utils.data._utils.collate.np_str_obj_array_pattern",
        "torch.utils.dlpack.to_dlpack",
        "torch.utils.model_zoo.load_url",
    ),
    stubs={
        "torch": ("_C/_VariableFunctions.pyi", "_C/__init__.pyi"),
        "torch._C._distributed_c10d": ("_C/_distributed_c10d.pyi",),
        "torch.distributed": ("_C/_distributed_c10d.pyi",),
        "torch.nn.functional": ("nn/functional.pyi", "_C/_nn.pyi"),
    },
    tensors=("torch.Tensor",),
    tensor_copies="tensortype",
    preferred=("torch.nn.functional", "torch"),
)

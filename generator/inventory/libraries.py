"""The libraries that are read, and what has to be known of each to read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Library:
    """One library.

    ``skipped`` are packages that are no public API: compilers, launchers, generated code. ``imports_submodules`` says
    whether public modules that ``import library`` does not load are loaded too. ``also`` are names that documentation
    uses though they are private by their spelling. ``stubs`` names, for a module that C code claims to come from, the
    stub files to look in, relative to the package. ``tensors`` are the classes whose operators count as methods.
    ``preferred`` are namespaces that documentation uses for an object, the closest first. ``demoted`` are
    packages that documentation does not use where there is another name. ``wrappers`` is the module that keeps, as ``_name``, a Python function with the signature of each C function.
    """

    name: str
    distributions: tuple[str, ...]
    imports_submodules: bool = False
    skipped: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    stubs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tensors: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()
    demoted: tuple[str, ...] = ()
    wrappers: str = ""

    def skips(self, module: str) -> bool:
        """Whether a module is private, or below a skipped package."""
        parts = module.split(".")
        return any(part.startswith("_") for part in parts) or any(
            module == prefix or module.startswith(f"{prefix}.") for prefix in self.skipped
        )


TORCH = Library(
    name="torch",
    distributions=("torch",),
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
    preferred=("torch.nn.functional", "torch"),
)
PADDLE = Library(
    name="paddle",
    distributions=("paddlepaddle", "paddlepaddle-gpu", "paddlepaddle-xpu"),
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
TORCHVISION = Library(
    name="torchvision",
    distributions=("torchvision",),
    imports_submodules=True,
    skipped=("torchvision.extension", "torchvision.image", "torchvision.prototype"),
)
LIBRARIES: Mapping[str, Library] = {library.name: library for library in (TORCH, PADDLE, TORCHVISION)}
"""Every library that ``apimap inventory`` reads, by the name it is imported under."""

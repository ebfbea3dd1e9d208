"""What is done with an API so that there is something to compare: a layer is applied, an optimizer makes a step."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from generator.model.glossary import TO_WRITE
from generator.model.inventory import ApiEntry, ApiKind

_TENSOR = "float32[2, 4]"
_IMAGE = "float32[3, 8, 12] in (0, 1)"
_BY_ENDING = {"1d": "float32[2, 4, 8]", "2d": "float32[2, 4, 8, 8]", "3d": "float32[2, 4, 8, 8, 8]"}
_BY_NAME = dict.fromkeys(("RNN", "GRU", "LSTM"), "float32[2, 5, 3]") | dict.fromkeys(
    ("Embedding", "EmbeddingBag"), "int64[2, 3]"
)
_RANDOM_WORDS = ("dropout", "random")
_NOT_RANDOM = frozenset({"constant_", "ones_", "zeros_", "eye_", "dirac_"})
"""Of the functions that fill a Tensor with initial values, those that draw nothing."""


class Kind(StrEnum):
    """What an API is used as."""

    FUNCTION = "function"
    METHOD = "method"
    LAYER = "layer"
    OPTIMIZER = "optimizer"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Usage:
    """How code uses a call: ``{call}`` in ``code`` stands for it, ``given`` are inputs beside its own arguments."""

    kind: Kind
    code: str = "y = {call}"
    given: dict[str, str] = field(default_factory=dict)
    compare: str = ""
    is_random: bool = False
    skip: str = ""
    input: str = ""
    """What the API takes as its first input, where its name tells more than the glossary."""


_BY_BASE = {
    "torch.optim.Optimizer": Usage(
        Kind.OPTIMIZER,
        "optimizer = {call}\n(w * w).sum().backward()\noptimizer.step()",
        {"w": "float32[3] grad"},
        compare="w",
    ),
    "torch.distributions.Distribution": Usage(Kind.FUNCTION, "y = {call}.log_prob(x)", {"x": "float32[3] in (0, 1)"}),
}
_OTHER = Usage(Kind.OTHER, f"y = {{call}}  # {TO_WRITE}：用它得到可以比较的值")


def usage_of(torch: ApiEntry) -> Usage:
    """How code uses a torch API, as far as its name, its kind and its ancestors tell."""
    name = torch.name.rpartition(".")[2]
    is_random = _is_random(torch)
    if torch.kind in {ApiKind.METHOD, ApiKind.PROPERTY}:
        return Usage(Kind.METHOD, given={"x": _TENSOR}, is_random=is_random)
    if torch.kind is not ApiKind.CLASS:
        return _function(torch, name, is_random=is_random)
    if torch.name.startswith("torchvision.transforms."):
        return Usage(Kind.LAYER, "y = {call}(x)", {"x": _IMAGE}, is_random=is_random)
    if "torch.nn.Module" in torch.bases:
        loss = {"target": _TENSOR} if name.endswith("Loss") else {}
        code = f"y = {{call}}({', '.join(('x', *loss))})"
        return Usage(Kind.LAYER, code, {"x": _layer_input(name), **loss}, is_random=is_random)
    return next((usage for base, usage in _BY_BASE.items() if base in torch.bases), _OTHER)


def _function(torch: ApiEntry, name: str, *, is_random: bool) -> Usage:
    if torch.name.startswith("torch.nn.init."):
        return Usage(Kind.FUNCTION, "{call}", compare="tensor", is_random=name not in _NOT_RANDOM)
    skip = f"{TO_WRITE}：需要 GPU 的写明原因，否则删去这一行。" if torch.name.startswith("torch.cuda.") else ""
    return Usage(Kind.FUNCTION, input=_input_by_ending(name), is_random=is_random, skip=skip)


def _layer_input(name: str) -> str:
    return _BY_NAME.get(name) or _input_by_ending(name) or _TENSOR


def _input_by_ending(name: str) -> str:
    return next((spec for end, spec in _BY_ENDING.items() if name.endswith(end)), "")


def _is_random(torch: ApiEntry) -> bool:
    """Whether it draws at random: it takes a generator, or its name says so."""
    takes_generator = any(one.name == "generator" for signature in torch.signatures for one in signature.parameters)
    return takes_generator or any(word in torch.name.rpartition(".")[2].casefold() for word in _RANDOM_WORDS)

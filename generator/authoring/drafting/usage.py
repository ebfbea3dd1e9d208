"""Tells how code uses an API from its name, its kind and its ancestors."""

from __future__ import annotations

from dataclasses import replace

from generator.libraries.registry import drafting_of
from generator.libraries.usage import Kind, Usage
from generator.model.glossary import TO_WRITE
from generator.model.inventory import ApiEntry, ApiKind

_TENSOR = "float32[2, 4]"
_BY_ENDING = {"1d": "float32[2, 4, 8]", "2d": "float32[2, 4, 8, 8]", "3d": "float32[2, 4, 8, 8, 8]"}
_BY_NAME = dict.fromkeys(("RNN", "GRU", "LSTM"), "float32[2, 5, 3]") | dict.fromkeys(
    ("Embedding", "EmbeddingBag"), "int64[2, 3]"
)
_RANDOM_WORDS = ("dropout", "random")
_OTHER = Usage(Kind.OTHER, f"y = {{call}}  # {TO_WRITE}：用它得到可以比较的值")


def usage_of(torch: ApiEntry) -> Usage:
    """Returns how code uses a torch API."""
    is_random = _is_random(torch)
    if torch.kind in {ApiKind.METHOD, ApiKind.PROPERTY}:
        return Usage(Kind.METHOD, given={"x": _TENSOR}, is_random=is_random)
    if torch.kind is not ApiKind.CLASS:
        return _function(torch, is_random=is_random)
    classes = drafting_of(torch.name).classes.items()
    found = next((usage for key, usage in classes if _is_of(torch, key)), _OTHER)
    return _layer(torch, found, is_random=is_random) if found.kind is Kind.LAYER else found


def needs_device(api: str) -> bool:
    """Tells whether an API needs a device that the machine which verifies records lacks."""
    return api.startswith(drafting_of(api).device_packages)


def _is_of(torch: ApiEntry, key: str) -> bool:
    return torch.name.startswith(key) if key.endswith(".") else key in torch.bases


def _layer(torch: ApiEntry, usage: Usage, *, is_random: bool) -> Usage:
    name = torch.name.rpartition(".")[2]
    loss = {"target": _TENSOR} if name.endswith("Loss") else {}
    given = usage.given or {"x": _BY_NAME.get(name) or _input_by_ending(name) or _TENSOR, **loss}
    return replace(usage, code=f"y = {{call}}({', '.join(given)})", given=given, is_random=is_random)


def _function(torch: ApiEntry, *, is_random: bool) -> Usage:
    functions = drafting_of(torch.name).functions
    prefixes = [prefix for prefix in functions if torch.name.startswith(prefix)]
    if prefixes:
        return functions[max(prefixes, key=len)]
    skip = f"{TO_WRITE}：需要 GPU 的写明原因，否则删去这一行。" if needs_device(torch.name) else ""
    return Usage(Kind.FUNCTION, input=_input_by_ending(torch.name), is_random=is_random, skip=skip)


def _input_by_ending(name: str) -> str:
    return next((spec for end, spec in _BY_ENDING.items() if name.endswith(end)), "")


def _is_random(torch: ApiEntry) -> bool:
    """Tells whether an API is random: it takes a generator, or its name says so."""
    takes_generator = any(one.name == "generator" for signature in torch.signatures for one in signature.parameters)
    return takes_generator or any(word in torch.name.rpartition(".")[2].casefold() for word in _RANDOM_WORDS)

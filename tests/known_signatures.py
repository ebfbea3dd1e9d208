"""A few real signatures of torch 2.13.0 and Paddle 3.3.1, so that rules about them need no inventory files."""

from __future__ import annotations

from generator.model.demand import Demand, Use
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature

TORCH = (
    "torch.abs(input, *, out=None)",
    "torch.absolute(input, *, out=None)",
    "torch.add(input, other, *, alpha=1, out=None)",
    "torch.linalg.svd(A, full_matrices=True)",
    "torch.neg(input, *, out=None)",
    "torch.nn.ReLU.forward(input)",
    "torch.Tensor.outer(vec2)",
)
PADDLE = (
    "paddle.abs(x, name=None, *, out=None)",
    "paddle.add(x, y, name=None, *, out=None)",
    "paddle.linalg.svd(x, full_matrices=False, name=None)",
    "paddle.outer(x, y, name=None)",
)


def inventory(library: str, version: str, signatures: tuple[str, ...]) -> Inventory:
    """The inventory of a library that has only these functions and methods."""
    entries = {}
    for text in signatures:
        name = text.partition("(")[0]
        kind = ApiKind.METHOD if ".Tensor." in name else ApiKind.FUNCTION
        entries[name] = ApiEntry(name, kind, (Signature.parse(text),), "inspect")
    return Inventory(library, version, entries)


INVENTORIES = {
    "torch": inventory("torch", "2.13.0", TORCH),
    "paddle": inventory("paddle", "3.3.1", PADDLE),
}

DEMAND = Demand(
    "十个仓库", (Use("torch.abs", "", 30, 3), Use("torch.Tensor.abs", "", 20, 2), Use("torch.absolute", "", 1, 1))
)
"""What code uses, so that one name of a record is more usual than another."""

"""Finds code that passes and proves nothing: examples without a difference, ``out`` or gradients not compared."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

from generator.evidence.verify.observation import Observation
from generator.model.parameter import ParameterRow
from generator.model.record import Example, Snippet
from generator.model.record import Mapping as Counterpart
from generator.model.snippet_syntax import parse_code

OUT = "out"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the other ways to write an example gave.

    ``moved`` and ``named`` say whether it passes with nothing changed but the prefix, and by names alone; None where
    that was not run.
    """

    moved: bool | None = None
    named: bool | None = None


def says_of_example(api: str, mapping: Counterpart, example: Example, shown: Shown) -> str:
    """Returns why an example shows nothing; empty where it shows a difference, or one that no result shows.

    A passing prefix swap counts only where it leads to the counterpart: a Paddle API of the same path may be another
    one.
    """
    rows = [row for row in mapping.parameters if row.label in example.parameter]
    if not rows or any(row.effect for row in rows) or example.random:
        return ""
    is_counterpart = (mapping.paddle or "").partition(".")[2] == api.partition(".")[2]
    if shown.moved and is_counterpart:
        return "这个示例没有演示任何差别：只换前缀也得到同样的结果。换成能看出差别的输入，或改正这一行"
    if shown.named and not any(_packs_arguments(row) for row in rows):
        return "这个示例没有演示任何差别：只按名称转换也得到同样的结果。换成能看出差别的输入，或改正这一行"
    return ""


def _packs_arguments(row: ParameterRow) -> bool:
    """Tells whether several arguments become one, as in ``f(*tensors)`` and ``f(tensors)``: names alone do that too."""
    return row.torch is not None and row.torch.startswith("*") and not (row.paddle or "*").startswith("*")


def says_of_out(snippet: Snippet, torch: Observation) -> str:
    """Returns why what is passed as ``out`` cannot make the code fail; empty where it can, or nothing is passed."""
    for name in outputs_of(snippet.torch, snippet.given):
        if snippet.compare and name not in snippet.compare:
            return f"传了 {OUT}={name}，而 compare 里没有 {name}：写进去的是什么都能通过"
        if not snippet.compare and name not in dict(torch.inputs):
            return f"传了 {OUT}={name}，而 {name} 运行之后没有变：换成与结果不同的初值"
    return ""


def says_of_gradients(snippet: Snippet, torch: Observation) -> str:
    """Returns why no gradient of a backward pass can make the code fail; empty where one can, or without such a pass.

    Where an optimizer makes a step, its result is what the gradients came to.
    """
    names = [name for name, dot, _ in (name.partition(".grad") for name, _ in torch.inputs) if dot]
    compared = {name.partition(".")[0] for name in snippet.compare}
    if not compared or not compared.isdisjoint(names) or re.search(r"\.grad\b|\.step\(", snippet.torch):
        return ""
    return f"反向传播得到 {'、'.join(names)} 的梯度，而 compare 里没有写：梯度是什么都能通过" if names else ""


def outputs_of(code: str | ast.AST, inputs: Container[str]) -> Iterator[str]:
    """Yields the inputs that code passes as ``out``."""
    tree = parse_code(code) if isinstance(code, str) else code
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.keyword) and node.arg == OUT:
            names = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
            yield from (name.id for name in names if isinstance(name, ast.Name) and name.id in inputs)

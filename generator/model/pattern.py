"""Patterns of torch code around the use of an attribute, with placeholders: ``{self}.param_groups[0]['lr']``."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from generator.model.template import read_from_text, split_placeholders
from generator.model.when import RECEIVER

_MARK = "__placeholder_"
Found = dict[str, ast.expr]
"""The expression that each placeholder of a pattern stands for."""


@dataclass(frozen=True)
class Pattern:
    """An expression or statement of torch code around ``{self}.attribute``; other placeholders are expressions.

    A placeholder that the code binds, as the variable of a loop, stands for a name.
    """

    text: str
    root: ast.expr | ast.stmt = field(repr=False, compare=False)
    """The syntax tree, with a ``Name`` for each placeholder."""
    use: ast.Attribute = field(repr=False, compare=False)
    """The attribute of ``{self}`` in it."""
    depth: int = field(repr=False, compare=False)
    """How many nodes are around that attribute."""

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Reads a pattern.

        Raises:
            ValueError: it is no Python, or has not one attribute of ``{self}``; the message is in Chinese.
        """
        parts, names = split_placeholders(text)
        source = "".join(part + f"{_MARK}{name}" * bool(name) for part, name in zip(parts, [*names, ""], strict=True))
        try:
            body = ast.parse(source).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ValueError("占位符换成变量名之后，应是一个 Python 表达式或一个语句。") from None
        if len(body) != 1:
            raise ValueError("只写一个表达式或一个语句。")
        root = body[0].value if isinstance(body[0], ast.Expr) else body[0]
        uses = [(node, depth) for node, depth in _with_depth(root) if _is_use(node)]
        if len(uses) != 1:
            raise ValueError("其中应恰好有一处 `{self}` 的属性，例如 `{self}.param_groups`。")
        (use, depth), *_ = uses
        assert isinstance(use, ast.Attribute)
        return cls(text, root, use, depth)

    @cached_property
    def names(self) -> frozenset[str]:
        """The placeholders."""
        return frozenset(name for node in ast.walk(self.root) if (name := placeholder(node)))

    @cached_property
    def bound(self) -> frozenset[str]:
        """The placeholders that the code binds."""
        stored = (node for node in ast.walk(self.root) if isinstance(node, ast.Name))
        return frozenset(placeholder(node) for node in stored if isinstance(node.ctx, ast.Store)) - {""}

    def match(self, node: ast.AST) -> Found | None:
        """Returns what the placeholders match in a node; None where it does not match, or is an assignment target."""
        found: Found = {}
        is_place = isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
        return found if not is_place and _fits(self.root, node, found) else None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return read_from_text(_read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string"}


def placeholder(node: ast.AST) -> str:
    """Returns the placeholder that a node of a pattern stands for; empty for any other node."""
    return node.id.removeprefix(_MARK) if isinstance(node, ast.Name) and node.id.startswith(_MARK) else ""


def _read(raw: object) -> Pattern:
    if isinstance(raw, Pattern):
        return raw
    hint = "写 PyTorch 的一段代码，例如 `{self}.param_groups[0]['lr']`。"
    if isinstance(raw, str):
        try:
            return Pattern.parse(raw.strip())
        except ValueError as error:
            hint = str(error)
    raise PydanticCustomError("pattern", "not a pattern", {"hint": hint})


def _with_depth(node: ast.AST, depth: int = 0) -> list[tuple[ast.AST, int]]:
    below = [pair for child in ast.iter_child_nodes(node) for pair in _with_depth(child, depth + 1)]
    return [(node, depth), *below]


def _fits(pattern: object, node: object, found: Found) -> bool:
    """Tells whether a node is what a pattern says, placeholders aside, which go into ``found``."""
    if isinstance(pattern, ast.AST):
        if (name := placeholder(pattern)) and isinstance(node, ast.expr):
            known = found.setdefault(name, node)
            may_be = isinstance(pattern, ast.Name) and (isinstance(pattern.ctx, ast.Load) or isinstance(node, ast.Name))
            return may_be and (known is node or _fits(known, node, {}))
        return type(pattern) is type(node) and all(
            _fits(getattr(pattern, field), getattr(node, field), found)
            for field in pattern._fields
            if field not in _NOT_COMPARED
        )
    if isinstance(pattern, list) and isinstance(node, list):
        return len(pattern) == len(node) and all(map(_fits, pattern, node, [found] * len(node)))
    return type(pattern) is type(node) and pattern == node


_NOT_COMPARED = frozenset({"ctx", "kind", "type_comment"})


def _is_use(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and placeholder(node.value) == RECEIVER

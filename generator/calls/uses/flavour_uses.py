"""Modules that another package has for torch, and for Paddle under another name: ``einops.layers.torch``."""

from __future__ import annotations

import ast

from generator.calls.uses.uses import Use, Uses
from generator.model.call_verdict import CallVerdict


class FlavourUses:
    """Decides where one text imports or names such a module."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses
        self._flavours = uses.knowledge.flavours

    def decide(self, node: ast.Attribute) -> bool:
        """Decides an attribute that stands for such a module; false where it does not."""
        path = self._uses.references.module(node)
        flavour = self._flavours.get(path)
        if flavour is not None:
            self._change(node, path, flavour, self._uses.text.start(node))
        return flavour is not None

    def decide_import(self, node: ast.ImportFrom | ast.alias) -> None:
        """Decides the import of such a module, or of names from it."""
        path = node.name if isinstance(node, ast.alias) else node.module or ""
        flavour = self._flavours.get(path)
        if flavour is None or (isinstance(node, ast.ImportFrom) and node.level):
            return
        root = path.partition(".")[0]
        if isinstance(node, ast.alias) and not node.asname and not self._uses.references.is_imported(root):
            reason = f"改为导入 `{flavour}`；`{root}` 在代码里还有别的意思"
            self._uses.add(node, path, CallVerdict.REWRITE, reason)
            return
        text = self._uses.text
        self._change(node, path, flavour, text.source.index(root, text.start(node)))

    def _change(self, node: Use, path: str, flavour: str, start: int) -> None:
        """Writes the name of the module for Paddle in the place of the one for torch, which begins at ``start``."""
        end = start + len(path)
        if self._uses.text.source[start:end] != path:
            self._uses.add(node, path, CallVerdict.REWRITE, f"改为导入 `{flavour}`")
            return
        self._uses.edits.replace(start, end, flavour)
        self._uses.add(node, path, CallVerdict.RENAMED, "", paddle=flavour)

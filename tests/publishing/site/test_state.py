from __future__ import annotations

import ast
import inspect
from pathlib import Path
from textwrap import dedent

import pytest

from generator.mkdocs_plugin import ApimapPlugin
from generator.publishing.site.build import SiteBuilder
from generator.publishing.site.workspace import Workspace


@pytest.mark.parametrize(
    "made", [ApimapPlugin(), SiteBuilder(), Workspace(Path(), ())], ids=lambda made: type(made).__name__
)
def test_state_is_whole_from_the_start(made: object) -> None:
    """No method adds an attribute later: what a build can know is listed where the object is made."""
    tree = ast.parse(dedent(inspect.getsource(type(made))))
    stored = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    assert stored
    assert stored <= set(vars(made))

"""Code that follows a snippet: the object that it makes is used again, its result or an input is changed in place."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator

from generator.evidence.vary.change import Later
from generator.libraries.registry import FRAMEWORKS

_AGAIN = {
    Later.AGAIN: "",
    Later.EVALUATED: "{name}.eval()",
    Later.INFERRED: "{name}.eval()",
    Later.COPIED: "import copy\n{name} = copy.deepcopy({name})",
    Later.PRINTED: "repr({name})",
    Later.RELOADED: "earlier = {name}\n{made}\n{reload}",
}
"""What stands between the two uses of an object ``name``, which ``made`` makes."""
OF_OBJECTS = tuple(_AGAIN)
"""What is tried of layers; of other objects the first."""


def object_of(torch: ast.Module, paddle: ast.Module) -> tuple[str, bool]:
    """Returns the last variable that both sides bind to a new object and use, and whether the object is a layer."""
    found = [dict(_objects(tree)) for tree in (torch, paddle)]
    name = next((name for name in reversed(found[0]) if name in found[1]), "")
    return name, found[0].get(name, "").startswith(_LAYERS)


_LAYERS = f"{FRAMEWORKS['torch'].classes[-1].rpartition('.')[0]}."
"""What the names of layers begin with; what stands in their place is a layer too."""


def _objects(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yields the variables bound to new objects, in order, with the class: calls of capitalized names."""
    for index, statement in enumerate(tree.body):
        match statement:
            case ast.Assign(targets=[ast.Name(name)], value=ast.Call(func=ast.Attribute(attr=made) as func)):
                if made[:1].isupper() and any(_uses(later, name) for later in tree.body[index + 1 :]):
                    yield name, ast.unparse(func)


def _uses(tree: ast.AST, name: str) -> bool:
    """Tells whether an object is called, or one of its methods is."""
    functions = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    owners = (function.value if isinstance(function, ast.Attribute) else function for function in functions)
    return any(isinstance(owner, ast.Name) and owner.id == name for owner in owners)


def used_again(code: str, side: str, name: str, how: Later) -> str:
    """Returns the code with all that follows the making of an object twice."""
    tree = ast.parse(code)
    made = max(
        index
        for index, statement in enumerate(tree.body)
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == name
    )
    again = "\n".join(map(ast.unparse, tree.body[made + 1 :]))
    if how is Later.INFERRED:
        again = f"with {FRAMEWORKS[side].no_gradients}:\n{textwrap.indent(again, '    ')}"
    reload = FRAMEWORKS[side].reload.format(old="earlier", new=name)
    between = _AGAIN[how].format(name=name, made=ast.unparse(tree.body[made]), reload=reload)
    return "\n".join(part for part in (code, between, again) if part)

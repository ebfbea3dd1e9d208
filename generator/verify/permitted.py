"""Finds in a snippet's text what must not be there for the result to count: what could decide the result itself.

Read from the text, in the command's process, which no record's code runs in. What is not permitted still runs, in the
sandbox, but never passes. The rules: no module of the standard library but
harmless ones, no name or attribute that leads to frames, modules or namespaces, no assignment to a library's names.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence

from generator.libraries.registry import PACKAGES
from generator.verify.libraries import other_packages

_HARMLESS = frozenset(
    "__future__ abc array base64 bisect cmath collections contextlib copy dataclasses datetime decimal enum fractions"  # noqa: SIM905  (a list of words)
    " functools glob hashlib heapq io itertools json logging math numbers os pathlib random re shutil statistics string"
    " struct tempfile textwrap time typing uuid warnings weakref zlib".split()
)
"""The modules of the standard library that may be imported."""
_UNSAFE_PACKAGES = frozenset({"generator", "cffi", "_cffi_backend", "psutil", "_pytest", "pytest", "mypy", "mypyc"})
_NAMES = frozenset(
    "eval exec compile __import__ setattr delattr globals locals vars breakpoint __builtins__ __loader__"  # noqa: SIM905  (a list of words)
    " __spec__".split()
)
_ATTRIBUTES = frozenset(
    "sys gc ctypes importlib inspect builtins traceback tb_frame tb_next f_back f_globals f_locals f_builtins f_code"  # noqa: SIM905  (a list of words)
    " gi_frame gi_code cr_frame ag_frame _getframe setattr attrgetter methodcaller find_class load_module".split()
)
_DUNDERS = frozenset(
    "__init__ __call__ __len__ __getitem__ __setitem__ __iter__ __next__ __enter__ __exit__ __name__ __qualname__"  # noqa: SIM905  (a list of words)
    " __version__ __doc__ __file__".split()
)
"""The names with two underscores that may be used as attributes."""


def forbidden_use(code: str, library: str) -> str | None:
    """What the code of the side of ``library`` does that it must not, in Chinese and with its line; None where nothing.

    Code that is no Python does nothing.
    """
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return None
    nodes = list(ast.walk(tree))
    roots = _library_names(nodes, library)
    for node in nodes:
        for what in _forbidden(node, library, roots):
            return f"第 {getattr(node, 'lineno', 1)} 行{what}"
    return None


def _forbidden(node: ast.AST, library: str, roots: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (f"引用了 `{name.name}`" for name in node.names if not _may_import(name.name, library))
    elif isinstance(node, ast.ImportFrom):
        if node.level or not _may_import(node.module or "", library):
            yield f"引用了 `{node.module}`"
        yield from (f"用到了 `{name.name}`" for name in node.names if not _may_use(name.name))
    elif isinstance(node, ast.Name) and node.id in _NAMES:
        yield f"用到了 `{node.id}`"
    elif isinstance(node, ast.Attribute) and not _may_use(node.attr):
        yield f"用到了 `{node.attr}`"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"getattr", "hasattr"}:
        if not _says_name(node, roots):
            yield f"用到了 `{node.func.id}`，名称不是写出的"
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For | ast.withitem | ast.Delete):
        yield from (f"改动了 `{ast.unparse(target)}`" for target in _targets(node) if _root(target) in roots)


def _says_name(call: ast.Call, roots: frozenset[str]) -> bool:
    """Whether ``getattr`` is given a name that is written there, or that a library says: ``paddle.get_default_dtype()``."""
    name = call.args[1] if len(call.args) > 1 else None
    if isinstance(name, ast.Call):
        return not name.args and not name.keywords and _root(name.func) in roots
    return isinstance(name, ast.Constant) and _may_use(str(name.value))


def _may_import(module: str, library: str) -> bool:
    top = module.partition(".")[0]
    if top in other_packages(library) | _UNSAFE_PACKAGES:
        return False
    return (top in _HARMLESS or top not in sys.stdlib_module_names) and all(map(_may_use, module.split(".")))


def _may_use(name: str) -> bool:
    return name not in _ATTRIBUTES and (not name.startswith("__") or name in _DUNDERS or name == "__future__")


def _library_names(nodes: Sequence[ast.AST], library: str) -> frozenset[str]:
    """The names that stand for a module, or for something that was taken out of one without a call."""
    found = {*PACKAGES[library], "np", "numpy"}
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {name.asname or name.name.partition(".")[0] for name in node.names}
    for node in nodes:  # in the order of the code, but for what stands in blocks: see tampering.py
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute):
            names = {target.id for target in node.targets if isinstance(target, ast.Name)}
            found |= names if _root(node.value) in found else set()
    return frozenset(found)


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    """The attributes and items that a statement assigns to or deletes; not where it sets an option to a constant."""
    if isinstance(getattr(node, "value", None), ast.Constant):
        return
    for field in ("targets", "target", "optional_vars"):
        value = getattr(node, field, None) or []
        for target in value if isinstance(value, list) else [value]:
            yield from (part for part in ast.walk(target) if isinstance(part, ast.Attribute | ast.Subscript))


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None

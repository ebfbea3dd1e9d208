"""Finds in a snippet's text what must not be there for the result to count: what could decide the result itself.

Read from the text, in the command's process, which no record's code runs in. What is not permitted still runs, in the
sandbox, but never passes. The rules: no module of the standard library but
harmless ones, no name or attribute that leads to frames, modules or namespaces, no assignment to a library's names.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence

from generator.evidence.verify.libraries import other_packages
from generator.libraries.registry import PACKAGES
from generator.model.snippet_syntax import parse_code

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
    "tb_frame tb_next f_back f_globals f_locals f_builtins f_code gi_frame gi_code cr_frame ag_frame _getframe setattr"  # noqa: SIM905  (a list of words)
    " attrgetter methodcaller find_class load_module load_library cpp_extension ctypeslib update_wrapper Formatter"
    " BaseConfigurator DictConfigurator dictConfig fileConfig FunctionType CodeType CellType".split()
)
_MODULES = frozenset(
    "sys gc ctypes importlib inspect builtins traceback atexit bdb codecs codeop copyreg doctest faulthandler fcntl imp"  # noqa: SIM905  (a list of words)
    " marshal mmap multiprocessing pdb pickle pickletools pkgutil posix pydoc resource runpy shelve site socket"
    " subprocess thread threading tracemalloc unittest zipimport".split()
)
"""Modules of the standard library that others hold as an attribute, some with an underscore before the name."""
_HOOKS = frozenset(
    "__reduce__ __reduce_ex__ __getstate__ __setstate__ __match_args__ __instancecheck__ __subclasshook__"  # noqa: SIM905  (a list of words)
    " __getattr__ __getattribute__ __set_name__ __class_getitem__".split()
)
"""Methods by which Python calls or reads something that the code does not write."""
_DUNDERS = frozenset(
    "__init__ __call__ __len__ __getitem__ __setitem__ __iter__ __next__ __enter__ __exit__ __name__ __qualname__"  # noqa: SIM905  (a list of words)
    " __version__ __doc__ __file__ __int__ __float__ __complex__".split()
)
"""The names with two underscores that may be used as attributes."""


def forbidden_use(code: str, library: str) -> str | None:
    """Returns the first forbidden use in the code for ``library``, in Chinese and with its line, or None.

    Code that is no Python does nothing. What is nested too deeply to be looked at might run elsewhere.
    """
    try:
        tree = ast.parse(code)
        ast.unparse(tree)
    except (RecursionError, MemoryError):
        return "代码嵌套过深"
    except (SyntaxError, ValueError):
        return None
    nodes = list(ast.walk(tree))
    roots = _library_names(nodes, library)
    for node in nodes:
        for what in _forbidden(node, library, roots):
            return f"第 {getattr(node, 'lineno', 1)} 行{what}"
    return None


def _forbidden(node: ast.AST, library: str, roots: frozenset[str]) -> Iterator[str]:
    yield from (f"用到了 `{name}`" for name in _forbidden_words(node))
    if isinstance(node, ast.Import):
        yield from (f"引用了 `{name.name}`" for name in node.names if not _may_import(name.name, library))
    elif isinstance(node, ast.ImportFrom):
        if node.level or not _may_import(node.module or "", library):
            yield f"引用了 `{node.module}`"
        yield from (f"用到了 `{name.name}`" for name in node.names if name.name == "*" or not _may_use(name.name))
    elif isinstance(node, ast.Call):
        yield from _forbidden_call(node, roots)
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For | ast.withitem | ast.Delete):
        yield from (f"改动了 `{ast.unparse(target)}`" for target in _targets(node) if _root(target) in roots)


def _forbidden_words(node: ast.AST) -> Iterator[str]:
    """Yields the names in a node that may not be there, whatever it does with them."""
    if isinstance(node, ast.Name):
        yield from {node.id} & (_NAMES | _HOOKS)
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from {node.name} & _HOOKS
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from {node.value} & _HOOKS
    elif isinstance(node, ast.Attribute | ast.MatchClass):
        names = [node.attr] if isinstance(node, ast.Attribute) else node.kwd_attrs
        yield from (name for name in names if not _may_use(name))


def _forbidden_call(call: ast.Call, roots: frozenset[str]) -> Iterator[str]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if isinstance(call.func, ast.Name) and name in {"getattr", "hasattr"} and not _says_name(call, roots):
        yield f"用到了 `{name}`，名称不是写出的"
    elif name == "wraps" and (len(call.args) > 1 or call.keywords):
        yield "用到了 `wraps`，写出了要抄的属性"


def reads_outside(code: str) -> bool:
    """Tells whether the code may read what it does not contain: a file, the system or the text of a package.

    What is told of an error of such code must not repeat its values.
    """
    tree = parse_code(code)
    nodes = list(ast.walk(tree)) if tree is not None else []
    imported = {
        name.partition(".")[0]
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    named = {node.id if isinstance(node, ast.Name) else node.attr for node in nodes if isinstance(node, _NAMED)}
    return not imported <= _KNOWS_NOTHING | set(PACKAGES["torch"] | PACKAGES["paddle"]) or not named.isdisjoint(
        _READERS
    )


_NAMED = (ast.Name, ast.Attribute)
_KNOWS_NOTHING = frozenset(
    "__future__ abc array cmath collections contextlib copy dataclasses decimal enum fractions functools heapq itertools"  # noqa: SIM905  (a list of words)
    " math numbers numpy PIL random re statistics string struct textwrap typing warnings weakref".split()
)
"""The modules that say nothing of the system and of files."""
_READERS = frozenset(
    "open os sys environ FileIO fromfile from_file memmap load loads loadtxt genfromtxt fromregex read_file imread"  # noqa: SIM905  (a list of words)
    " DataSource open_memmap print_dir help __doc__ __file__ __path__ __spec__ __loader__ __cached__".split()
)


def _says_name(call: ast.Call, roots: frozenset[str]) -> bool:
    """Tells whether the name given to ``getattr`` is a literal, or comes from a call of a library.

    An example of such a call is ``paddle.get_default_dtype()``.
    """
    name = call.args[1] if len(call.args) > 1 else None
    if isinstance(name, ast.Call):
        return not name.args and not name.keywords and _root(name.func) in roots
    return isinstance(name, ast.Constant) and _may_use(str(name.value))


def may_unpickle(module: str, name: str, library: str) -> bool:
    """Tells whether unpickled data may refer to this name: values of the libraries, and nothing that runs code."""
    if (module, name) in _PICKLED:
        return True
    known = PACKAGES[library] | {"numpy", "collections", "datetime", "decimal", "fractions", "pathlib", "__main__"}
    return module.partition(".")[0] in known and all(part not in _NAMES and _may_use(part) for part in name.split("."))


_VALUES = "object bool int float complex str bytes bytearray tuple list dict set frozenset slice range"
_PICKLED = frozenset(
    {("copyreg", "_reconstructor"), ("copyreg", "__newobj__"), ("_codecs", "encode")}
    | {("multiprocessing.resource_sharer", "DupFd")}  # how the processes of a DataLoader pass tensors
    | {(module, kind) for module in ("builtins", "__builtin__") for kind in _VALUES.split()}
)


def _may_import(module: str, library: str) -> bool:
    top = module.partition(".")[0]
    if top in other_packages(library) | _UNSAFE_PACKAGES:
        return False
    if top in sys.stdlib_module_names and (top not in _HARMLESS or module.startswith("logging.")):
        return False
    return all(map(_may_use, module.split(".")))


def _may_use(name: str) -> bool:
    return (
        name not in _ATTRIBUTES
        and name.lstrip("_") not in _MODULES
        and (not name.startswith("__") or name in _DUNDERS or name == "__future__")
    )


def _library_names(nodes: Sequence[ast.AST], library: str) -> frozenset[str]:
    """Returns the names that stand for a module, or for something that was taken out of one without a call."""
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
    """Yields the attributes and items that a statement assigns to or deletes; none where it assigns a constant."""
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

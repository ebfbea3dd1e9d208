from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.catalog.inventory.collect import collect
from generator.libraries.library import Library
from generator.model.inventory import ApiKind, Inventory

FILES = {
    "__init__.py": """
import os
from . import nn, settings
from ._private import hidden as shown, Tensor
from .tools import trace
__version__ = "1.2+cpu"
__all__ = ["nn", "Tensor", "shown", "relu", "_listed"]
relu = nn.functional.relu
_listed = shown
LIMIT = 3
def unlisted(x): ...
""",
    "_private.py": '''
def hidden(x, *, out=None): """Alias for :func:`fakelib.unlisted`."""
class _Base:
    def inherited(self, a): ...
class Tensor(_Base):
    """A tensor."""
    @property
    def shape(self): ...
    @classmethod
    def make(cls, size): ...
    @staticmethod
    def load(path): ...
    def __add__(self, other): ...
    def own(self, *args, **kwargs):
        """own(dim, keepdim=False) -> Tensor"""
    def _hidden(self): ...
''',
    "nn/__init__.py": """
from typing import Any
from fakelib._private import Tensor as _T
from .functional import relu
from .modules import Linear, Module
""",
    "nn/functional.py": """
from typing import Any
def relu(input, inplace=False): ...
def _no(): ...
""",
    "nn/modules.py": """
import enum
class _Hint:
    def __call__(self, low): ...
class Module:
    AUTO = _Hint()
    def train(self, mode=True): ...
    def _register(self, hook): ...
class Linear(Module):
    def __init__(self, size, device=object()): ...
    def forward(self, x): ...
class Mode(enum.Enum):
    FAST = 1
""",
    "protocols.py": """
import typing
Size = list[int]
class Named(typing.Protocol):
    name: str = ""
    def rename(self, name): ...
class Layer(Named):
    def __init__(self, size, keys=None):
        self.groups: list[int] = []
        self._cache: dict[int, int] = {}
        self.call: int = 0
        self.plain = size
        keys.order: int = 0
    def call(self, x): ...
class Options(typing.TypedDict):
    size: int
""",
    "typed.py": """
from __future__ import annotations
import asyncio, contextlib, functools, typing
from typing import TYPE_CHECKING, Any, TypeVar, overload
if TYPE_CHECKING:
    from typing_extensions import TypeAlias
    from ._private import Tensor
    Pair: TypeAlias = tuple[Tensor, int]
    Nested: TypeAlias = "int | list[Nested]"
T = TypeVar("T")
B = TypeVar("B", bound="Layer")
class Layer:
    scale: float
    scale = 1.0
    def __init__(self): ...
    def train(self: T) -> T: ...
    def forward(self, x): return chosen(x)
    def children(self): yield self
    @property
    def pair(self) -> Pair: ...
    @functools.cached_property
    def size(self) -> int: ...
    @overload
    def get(self, x: int) -> int: ...
    @overload
    def get(self, x: str) -> str: ...
    def get(self, x): ...
def plain(x) -> Tensor: ...
def pair(x) -> Pair: ...
def nested(x) -> Nested: ...
def anything(x) -> Any: ...
def same(x: T) -> T: ...
def bound(x: B) -> B: ...
def number(x) -> typing.Union[int, float, bool]: ...
def guard(x) -> typing.TypeGuard[int]: ...
@functools.lru_cache
def cached(x) -> bool: ...
@contextlib.contextmanager
def entered(x) -> typing.Iterator[int]: ...
async def later(x) -> int: ...
def calls(x): return plain(x)
def returns(x): return x
def documented(*args, **kwargs):
    \"\"\"documented(x, y=None) -> (Tensor, int)\"\"\"
def _false(x) -> int: ...
def _true(x) -> tuple[int, Tensor]: ...
def _unknown(x): ...
def _dispatch(if_true, if_false):
    def chosen(*args, **kwargs):
        \"\"\"chosen(x, flag=False) -> str\"\"\"
        return (if_true or if_false)(*args)
    return chosen
chosen = _dispatch(_true, _false)
unsure = _dispatch(_true, _unknown)
""",
    "settings.py": "DEBUG = False\nimport json\n",
    "broken.py": "raise ImportError('no such driver')\n",
    "skipped.py": "def out_of_sight(): ...\n",
    "tools/__init__.py": "from .trace import trace\n",
    "tools/trace.py": "def trace(x): ...\ndef deep(x): ...\n",
}
LIBRARY = Library(
    name="fakelib",
    side="torch",
    distributions=("fakelib",),
    imports_submodules=True,
    skipped=("fakelib.skipped",),
    also=("fakelib.nn.functional._no", "fakelib.nn.Module._register", "fakelib.nothing._here"),
    tensors=("fakelib.Tensor",),
    preferred=("fakelib.nn.functional",),
)


@pytest.fixture
def inventory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inventory]:
    """What is collected from a small library made of the files above."""
    for name, text in FILES.items():
        path = tmp_path / "fakelib" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield collect(LIBRARY)
    for name in [name for name in sys.modules if name.partition(".")[0] == "fakelib"]:
        del sys.modules[name]


def test_what_is_public(inventory: Inventory) -> None:
    """Listed names, defined names and re-exports are there; imports, private names and skipped modules are not."""
    names = {name.removeprefix("fakelib.") for name in inventory.entries}
    assert {"nn.Linear", "unlisted", "_listed", "shown", "nn.modules.Mode.FAST", "settings.DEBUG"} <= names
    assert {"nn.functional._no", "tools.trace.deep", "Tensor.__add__", "Tensor.shape"} <= names
    assert not {"os", "LIMIT", "_private", "nn.Any", "nn._T", "settings.json", "Tensor._hidden"} & names
    assert not any(name.startswith(("skipped", "nothing")) for name in names)


def test_the_version_is_the_release(inventory: Inventory) -> None:
    """The build that a local version names is no part of the release."""
    assert (inventory.library, inventory.version) == ("fakelib", "1.2")


@pytest.mark.parametrize(
    ("api", "kind", "signature"),
    [
        ("relu", ApiKind.FUNCTION, "(input, inplace=False)"),
        ("Tensor.own", ApiKind.METHOD, "(dim, keepdim=False)"),
        ("Tensor.make", ApiKind.METHOD, "(size)"),
        ("Tensor.load", ApiKind.METHOD, "(path)"),
        ("Tensor.__add__", ApiKind.METHOD, "(other)"),
        ("Tensor.shape", ApiKind.PROPERTY, "None"),
        ("nn.Linear", ApiKind.CLASS, "(size, device=<object>)"),
        ("nn.Linear.train", ApiKind.METHOD, "(mode=True)"),
        ("nn.Module._register", ApiKind.METHOD, "(hook)"),
        ("nn.Module.AUTO", ApiKind.PROPERTY, "None"),
        ("nn.modules.Mode", ApiKind.CLASS, "None"),
        ("nn.modules.Mode.FAST", ApiKind.CONSTANT, "None"),
        ("nn", ApiKind.MODULE, "None"),
    ],
)
def test_kinds_and_signatures(inventory: Inventory, api: str, kind: ApiKind, signature: str) -> None:
    """Each sort of API has its kind, and a method has no first parameter."""
    entry = inventory.find(f"fakelib.{api}")
    assert entry is not None
    assert (entry.kind, str(entry.signature)) == (kind, signature)


@pytest.mark.parametrize(
    ("api", "returns"),
    [
        ("plain", "fakelib.Tensor"),
        ("pair", "tuple[fakelib.Tensor, int]"),
        ("nested", "int | list"),
        ("anything", ""),
        ("same", ""),
        ("bound", "fakelib.typed.Layer"),
        ("number", "number"),
        ("guard", "bool"),
        ("cached", "bool"),
        ("entered", ""),
        ("later", ""),
        ("calls", "fakelib.Tensor"),
        ("returns", ""),
        ("documented", "tuple[fakelib.Tensor, int]"),
        ("chosen", "int | tuple[int, fakelib.Tensor]"),
        ("unsure", ""),
        ("Layer", ""),
        ("Layer.train", "fakelib.typed.Layer"),
        ("Layer.forward", "int | tuple[int, fakelib.Tensor]"),
        ("Layer.children", "iterator"),
        ("Layer.pair", "tuple[fakelib.Tensor, int]"),
        ("Layer.size", "int"),
        ("Layer.scale", "float"),
        ("Layer.get", "int | str"),
    ],
)
def test_what_is_returned(inventory: Inventory, api: str, returns: str) -> None:
    """It is read where the source tells, of any wrapper that leaves the result alone, and is unknown elsewhere."""
    entry = inventory.find(f"fakelib.typed.{api}")
    assert entry is not None
    assert entry.returns == ((returns,) if returns else ())


@pytest.mark.parametrize(
    ("alias", "canonical"),
    [
        ("relu", "nn.functional.relu"),
        ("nn.relu", "nn.functional.relu"),
        ("nn.modules.Linear", "nn.Linear"),
        ("tools.trace.trace", "tools.trace"),
    ],
)
def test_aliases(inventory: Inventory, alias: str, canonical: str) -> None:
    """The same object under a second name points to the name that documentation uses."""
    assert inventory.entries[f"fakelib.{alias}"].alias_of == f"fakelib.{canonical}"
    assert inventory.entries[f"fakelib.{canonical}"].alias_of == ""


def test_a_documented_alias(inventory: Inventory) -> None:
    """What calls itself an alias in its docstring is one, though it is another object."""
    assert inventory.entries["fakelib.shown"].alias_of == "fakelib.unlisted"


def test_inheritance(inventory: Inventory) -> None:
    """A private ancestor's method is listed with its origin; a public ancestor's is found through it."""
    assert inventory.entries["fakelib.Tensor.inherited"].inherited_from == "fakelib._private._Base"
    assert "fakelib.nn.Linear.train" not in inventory.entries
    found = inventory.find("fakelib.nn.Linear.train")
    assert found is not None
    assert found.inherited_from == "fakelib.nn.Module"


def test_a_function_hides_its_module(inventory: Inventory) -> None:
    """Where a package imports a function over the module of its name, the name is the function's."""
    assert inventory.entries["fakelib.tools.trace"].kind is ApiKind.FUNCTION


def test_a_module_that_cannot_be_imported_is_listed(inventory: Inventory) -> None:
    """It is not dropped: its line says why nothing below it is known."""
    assert inventory.entries["fakelib.broken"].unreadable == "无法导入：ImportError: no such driver"


@pytest.mark.parametrize(("name", "signature"), [("Layer", "(size, keys=None)"), ("Named", "None")])
def test_a_class_with_a_metaclass_of_typing_is_a_class(inventory: Inventory, name: str, signature: str) -> None:
    """A protocol, whose constructor nobody calls, and what implements it are classes."""
    entry = inventory.entries[f"fakelib.protocols.{name}"]
    assert (entry.kind, str(entry.signature)) == (ApiKind.CLASS, signature)


def test_what_is_of_use_in_annotations_only(inventory: Inventory) -> None:
    """A type alias is no API; a typed dictionary is a class that users fill."""
    assert "fakelib.protocols.Size" not in inventory.entries
    assert inventory.entries["fakelib.protocols.Options"].kind is ApiKind.CLASS


def test_members_of_what_implements_a_protocol(inventory: Inventory) -> None:
    """Its own are listed under it, the protocol's under the protocol."""
    assert "fakelib.protocols.Layer.call" in inventory.entries
    assert {"fakelib.protocols.Named.name", "fakelib.protocols.Named.rename"} <= set(inventory.entries)
    assert "fakelib.protocols.Layer.rename" not in inventory.entries
    found = inventory.find("fakelib.protocols.Layer.rename")
    assert found is not None
    assert found.inherited_from == "fakelib.protocols.Named"


def test_attributes_that_the_constructor_declares_with_a_type(inventory: Inventory) -> None:
    """They are listed as attributes; private ones, methods, and what is set without a type or on another object are not."""
    listed = {name.rpartition(".")[2] for name in inventory.entries if name.startswith("fakelib.protocols.Layer.")}
    assert listed == {"call", "groups"}
    assert inventory.entries["fakelib.protocols.Layer.groups"].kind is ApiKind.PROPERTY
    assert inventory.entries["fakelib.protocols.Layer.call"].kind is ApiKind.METHOD

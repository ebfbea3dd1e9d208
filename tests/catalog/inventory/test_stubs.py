from __future__ import annotations

from pathlib import Path

import pytest

from generator.catalog.inventory.stubs import Stub, read_stub, signatures

STUB = """
from typing import overload
@overload
def max(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    \"\"\"Documented.\"\"\"
@overload
def max(input: Tensor, dim: _int, keepdim: _bool = False) -> Pair: ...
@overload
def max(input: Tensor, dim: str, keepdim: _bool = False) -> Pair: ...
def call(a, /, *args: int, b: str = 'x, y', **kwargs: Any) -> None: ...
class Base:
    def __init__(self, size: int = ...) -> None: ...
    @staticmethod
    def make(size: int) -> Base: ...
    @classmethod
    def load(cls, path: str) -> Base: ...
class Child(Base):
    size: int
    @property
    def data(self) -> Tensor: ...
    def own(self) -> None: ...
    def chained(self: T) -> T: ...
if sys.version_info > (3, 0):
    def late(x=-1e-5): ...
"""


@pytest.fixture
def stub(tmp_path: Path) -> Stub:
    """The stub above, read."""
    path = tmp_path / "lib.pyi"
    path.write_text(STUB, encoding="utf-8")
    return read_stub(path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("max", ["(input, *, out=None)", "(input, dim, keepdim=False)"]),
        ("call", ["(a, /, *args, b='x, y', **kwargs)"]),
        ("Base.__init__", ["(size=...)"]),
        ("Base.make", ["(size)"]),
        ("Base.load", ["(path)"]),
        ("Child.make", ["(size)"]),
        ("Child.own", ["()"]),
        ("late", ["(x=-1e-05)"]),
        ("nothing", []),
    ],
)
def test_overloads(stub: Stub, name: str, expected: list[str]) -> None:
    """Every overload is there once, without annotations; a method has no ``self``, and bases are followed."""
    assert [str(signature) for signature in signatures(stub.declared.get(name, ()))] == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("max", ["Tensor", "Pair", "Pair"]),
        ("Child.make", ["Base"]),
        ("Child.size", ["int"]),
        ("Child.data", ["Tensor"]),
        ("Child.chained", ["Self"]),
        ("late", [""]),
    ],
)
def test_what_is_returned(stub: Stub, name: str, expected: list[str]) -> None:
    """Each overload keeps the source of what it returns, and an attribute that of what it is."""
    assert [declared.returns for declared in stub.declared[name]] == expected


def test_the_bases_of_a_class(stub: Stub) -> None:
    """A named tuple of C code has its items in the source of its base only."""
    assert stub.bases["Child"] == ("Base",)


def test_a_stub_that_is_not_there_knows_nothing(tmp_path: Path) -> None:
    """Most modules have no stub, and that is no error."""
    assert read_stub(tmp_path / "none.pyi") == Stub()

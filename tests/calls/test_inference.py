"""Tests of what expressions are inferred to be, and of names and kinds."""

from __future__ import annotations

import ast

import pytest

from generator.calls.inference.infer import Inference
from generator.calls.knowledge.kinds import (
    FLOAT,
    INT,
    NONE,
    STR,
    TENSOR_VALUE,
    UNKNOWN,
    Kind,
    Name,
    Value,
    is_number,
    is_tensor,
    item_of,
    join,
    options_of,
    parse_kind,
)
from tests.call_samples import knowledge


def kind(source: str, expression: str = "y") -> Kind:
    """The kind of a variable where a text reads it last."""
    tree = ast.parse(f"import torch\nfrom torch import nn\nimport torch.nn.functional as F\n{source}\n")
    inference = Inference(tree, knowledge().names)
    found = [n for n in ast.walk(tree) if isinstance(n, ast.expr) and ast.unparse(n) == expression]
    last = max((n for n in found if isinstance(getattr(n, "ctx", ast.Load()), ast.Load)), key=lambda n: n.lineno)
    return inference.kind(last)


@pytest.mark.parametrize(
    "source",
    [
        "y = torch.abs(x); y",
        "y = torch.abs(x).view(2).T; y",
        "y = torch.abs(x) + 1; y",
        "y = 1 - torch.abs(x); y",
        "y = -torch.abs(x)[0]; y",
        "y, _ = torch.abs(x).max(1); y",
        "y = torch.abs(x).max(1)[0]; y",
        "for y in torch.abs(x): y",
        "y = [torch.abs(x)][0]; y",
        "y = torch.abs(x) if a else torch.sin(x); y",
        "y = nn.Linear(2, 3)(x); y",
        "y = nn.Embedding.from_pretrained(w)(x); y",
        "def f(y: torch.Tensor): y",
        "def f(y: 'torch.Tensor'): y",
        "def f(y: torch.Tensor | None = None): y",
        "def f(x=None):\n    if x is not None:\n        y = x; y\nf(torch.abs(1))\nf()",
        "def f(y): y\nf(torch.abs(x))",
        "def f(a, y):\n    torch.weighted(y, a)\n    y",
        "def f(): return torch.abs(x)\ny = f(); y",
        "if isinstance(y, torch.Tensor):\n    y",
        "with torch.no_grad():\n    y = torch.abs(x)\ny",
        "y = None\nif a:\n    y = torch.abs(x)\ny",
        "if (y := torch.abs(x)): y",
        "class A(nn.Module):\n    def forward(self, y):\n        return y.abs(), y",
        "class A(nn.Module):\n    def __init__(self):\n        self.w = torch.abs(x)\n    def g(self):\n        y = self.w; y",
        "y = [x for x in [torch.abs(1)]][0]; y",
        "a, (b, y) = 1, (2, torch.abs(x)); y",
        "try:\n    import torch as t\nexcept ImportError:\n    pass\ny = t.abs(x); y",
        "def default(v, d):\n    return v if v is not None else d\ndefault(1, 2)\ny = default(None, torch.abs(x)); y",
        "def f() -> torch.Tensor:\n    return g()\ny = f(); y",
        "def f():\n    yield torch.abs(x)\nfor y in f():\n    y",
        "from contextlib import contextmanager\n@contextmanager\ndef f():\n    yield torch.abs(x)\nwith f() as y:\n    y",
        "y = next(each for each in g() if torch.is_tensor(each)); y",
        "y = z if isinstance(z, torch.Tensor) else torch.abs(x); y",
        "assert isinstance(y, torch.Tensor)\ny",
        "a, y = map(lambda each: torch.abs(each), g()); y",
        "from functools import partial\ny = partial(torch.abs, out=None)(x); y",
        "from einops import rearrange\ny = rearrange([torch.abs(x)], 'a b -> b a'); y",
        "class A(nn.Module):\n    def forward(self, a):\n        return 1, torch.abs(a)\n_, y = A()(x); y",
        "class A:\n    w: torch.Tensor\ny = A().w; y",
        "class A:\n    def __init__(self):\n        self.w: torch.Tensor = g()\n        self.w = h()\ny = A().w; y",
        "class A:\n    @classmethod\n    def make(cls, a):\n        return torch.abs(a)\ny = A.make(x); y",
        "def takes(a: torch.Tensor): pass\ndef f(y):\n    takes(y)\n    y",
        "def f(m, y, b):\n    m.mul_(b).add_(y, alpha=1 - b)\n    y",
        "class A:\n    def f(self):\n        r = lambda n, v: self.register_buffer(n, v)\n        r('w', x)\n        y = self.w; y",
        "from typing import NamedTuple\nclass A(NamedTuple):\n    a: int\n    b: torch.Tensor\n_, y = A(1, x); y",
    ],
)
def test_tensors(source: str) -> None:
    """A Tensor is known as one by its annotation, its value, its use or the calls of its function."""
    assert is_tensor(kind(source))


@pytest.mark.parametrize(
    "source",
    [
        "y = f(x); y",
        "def f(m, y, b):\n    m.mul_(b).add_(y)\n    y",
        "def f(y): y.max(1)",
        "def f(y): return y[0]",
        "def f(a, y=None):\n    torch.weighted(a, y)\n    y",
        "y = torch.abs(x)\ny = f(y)\ny",
        "y = torch.abs(x)\nif a:\n    y = f(y)\ny",
        "def torch_(y): y\ntorch_(g())",
        "y = torch.abs(x).tolist(); y",
        "y = numpy.abs(torch.abs(x)); y",
        "y = {'a': 1}; y",
        "y = torch.abs(x).item(); y",
        "y = torch.abs(x).shape; y",
        "y = nn.Linear(2, 3); y",
        "y = 'text'; y",
        "def f(y): y.name",
        "def f(engine):\n    y = engine; y.backward(z)",
        "class A:\n    def f(self):\n        y = self.settings.clone(); y",
        "class A:\n    def f(self): return torch.abs(x)\nA.f = g\ny = A().f(); y",
        "from contextlib import contextmanager\n@contextmanager\ndef f() -> torch.Tensor:\n    yield 1\ny = f(); y",
        "def f():\n    yield torch.abs(x)\ny = f(); y",
        "async def f() -> torch.Tensor: return torch.abs(x)\ny = f(); y",
    ],
)
def test_no_tensors(source: str) -> None:
    """What may be something else is not taken for a Tensor."""
    assert not is_tensor(kind(source))


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("y = torch; y", Name("torch")),
        ("y = F; y", Name("torch.nn.functional")),
        ("y = 1; y", INT),
        ("y = 1 / 2; y", FLOAT),
        ("y = f'{x}'; y", STR),
        ("y = torch.numel(x); y", INT),
        ("y = torch.abs(x).shape; y", Value("torch.Size")),
        ("y = nn.Linear(2, 3); y", Value("torch.nn.Linear")),
        ("import numpy as np\ny = [1, 2] * np.array(x) / 255; y", Value("numpy.ndarray")),
        ("import numpy as np\ny = np.array(x) / z; y", UNKNOWN),
        ("import numpy as np\ny = np.array(x) @ np.array(x); y", UNKNOWN),
    ],
)
def test_kinds(source: str, wanted: Kind) -> None:
    """Modules, numbers, texts and objects of torch's classes are told from each other."""
    assert kind(source) == wanted


@pytest.mark.parametrize(
    ("source", "expression", "wanted"),
    [
        ("class A:\n    K = 3\n    def f(self): self.K", "self.K", 3),
        ("class A:\n    K = 3\nA.K", "A.K", 3),
        ("class A:\n    K = 3\nclass B(A): pass\nB().K", "B().K", 3),
        ("class A:\n    K = 3\n    def f(self): self.K\nclass B(A):\n    K = 4", "self.K", None),
        ("class A:\n    K = 3\nA.K = 4\nA.K", "A.K", None),
        ("class A:\n    K = 3\n    def f(self):\n        self.K = 4\n        self.K + 1", "self.K", None),
        ("class A:\n    K = 3\n    K = 4\nA.K", "A.K", None),
        ("class A:\n    K = f()\nA.K", "A.K", None),
    ],
)
def test_class_constants(source: str, expression: str, wanted: object) -> None:
    """A constant of a class is its literal where nothing sets it otherwise."""
    tree = ast.parse(source)
    inference = Inference(tree, knowledge().names)
    [*_, last] = [n for n in ast.walk(tree) if isinstance(n, ast.expr) and ast.unparse(n) == expression]
    found = inference.constant(last)
    assert (ast.literal_eval(found) if found is not None else None) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("torch.Tensor", TENSOR_VALUE),
        ("tuple[torch.Tensor, int]", Value("tuple", (TENSOR_VALUE, INT))),
        ("tuple[torch.Tensor, ...]", Value("tuple", (TENSOR_VALUE,), repeated=True)),
        ("torch.Tensor | None", join((TENSOR_VALUE, NONE))),
        ("number", join((INT, FLOAT))),
        ("", UNKNOWN),
        ("no type", UNKNOWN),
    ],
)
def test_notation(text: str, wanted: Kind) -> None:
    """The inventory's notation of types is read."""
    assert parse_kind(text) == wanted


def test_join() -> None:
    """What may be unknown is unknown; None is no kind of its own; an item of a Tensor is a Tensor."""
    assert join((INT, UNKNOWN)) == UNKNOWN
    assert join(()) == UNKNOWN
    assert is_tensor(join((TENSOR_VALUE, NONE)))
    assert is_number(join((INT, FLOAT)))
    assert not is_number(join((INT, TENSOR_VALUE)))
    assert options_of(NONE) == ()
    assert item_of(TENSOR_VALUE) == TENSOR_VALUE
    assert item_of(Value("tuple", (INT, STR))) == join((INT, STR))


def test_names() -> None:
    """Members of base classes are found, aliases lead to their API, and a path without torch does not belong."""
    names = knowledge().names
    found = names.find("torch.nn.Linear.eval")
    assert found is not None
    assert found.path == "torch.nn.Module.eval"
    assert names.is_a("torch.nn.Linear", "torch.nn.Module")
    assert not names.is_a("torch.abs", "torch.nn.Module")
    assert names.find("torch.nowhere") is None
    assert names.belongs("torch.nn")
    assert not names.belongs("torchaudio.x")
    assert "torch.nn.functional" in names.children("torch.nn")
    assert "torch.nn.functional.relu" not in names.children("torch.nn")

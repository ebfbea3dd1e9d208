from __future__ import annotations

import pytest

from generator.evidence.verify.libraries import libraries_of
from generator.evidence.verify.permitted import forbidden_use, may_unpickle, reads_outside
from generator.model.prefix import change_prefix
from generator.model.record import Snippet

FORBIDDEN = {
    "the other library": ("import torch", "第 1 行引用了 `torch`"),
    "a part of the other library": ("y = 1\nfrom torch.nn import Linear", "第 2 行引用了 `torch.nn`"),
    "this package": (
        "import generator.evidence.verify.observe as o",
        "第 1 行引用了 `generator.evidence.verify.observe`",
    ),
    "the interpreter": ("import sys", "第 1 行引用了 `sys`"),
    "the interpreter, through a library": ("s = paddle.sys", "第 1 行用到了 `sys`"),
    "the interpreter, out of a library": ("from paddle import sys as s", "第 1 行用到了 `sys`"),
    "a module by its name": ("__import__('torch')", "第 1 行用到了 `__import__`"),
    "code in a string": ("exec('import torch')", "第 1 行用到了 `exec`"),
    "a computed attribute": ("getattr(paddle, 's' + 'ys')", "第 1 行用到了 `getattr`，名称不是写出的"),
    "a forbidden attribute by its name": ("getattr(paddle, 'sys')", "第 1 行用到了 `getattr`，名称不是写出的"),
    "frames": ("try:\n    1 / 0\nexcept Exception as e:\n    f = e.__traceback__.tb_frame", "第 4 行用到了 `tb_frame`"),
    "a function's inside": ("f.__code__ = g", "第 1 行用到了 `__code__`"),
    "a namespace": ("paddle.__dict__['abs'] = f", "第 1 行改动了 `paddle.__dict__['abs']`"),
    "an assignment": ("paddle.abs = f", "第 1 行改动了 `paddle.abs`"),
    "an assignment in a tuple": ("y, paddle.abs = 1, f", "第 1 行改动了 `paddle.abs`"),
    "an assignment by a loop": ("for paddle.abs in [f]:\n    pass", "第 1 行改动了 `paddle.abs`"),
    "an assignment by with": ("with f as paddle.abs:\n    pass", "第 1 行改动了 `paddle.abs`"),
    "an assignment by another name": ("T = paddle.Tensor\nT.abs = f", "第 2 行改动了 `T.abs`"),
    "an assignment to an imported name": ("import paddle.nn as nn\nnn.Linear = f", "第 2 行改动了 `nn.Linear`"),
    "a deletion": ("del paddle.abs", "第 1 行改动了 `paddle.abs`"),
    "everything of a module": ("from paddle import *", "第 1 行用到了 `*`"),
    "the interpreter, out of a pattern": ("match paddle:\n    case object(sys=s): pass", "第 2 行用到了 `sys`"),
    "the interpreter, by its private name": ("m = collections._sys.modules", "第 1 行用到了 `_sys`"),
    "a module that resolves names": ("import logging.config", "第 1 行引用了 `logging.config`"),
    "a formatter, which reads attributes": (
        "string.Formatter().get_field('0.sys', [paddle], {})",
        "第 1 行用到了 `Formatter`",
    ),
    "pickle, out of another module": ("p = logging.handlers.pickle", "第 1 行用到了 `pickle`"),
    "code from its parts": ("c = typing.types.CodeType", "第 1 行用到了 `CodeType`"),
    "a library of C": ("np.ctypeslib.load_library('c', '/')", "第 1 行用到了 `load_library`"),
    "what copying calls": ("class A:\n    def __reduce__(self): pass", "第 2 行用到了 `__reduce__`"),
    "what copying calls, by its name": ("A = type('A', (), {'__reduce__': f})", "第 1 行用到了 `__reduce__`"),
    "the names that a pattern reads": ("class A:\n    __match_args__ = ('sys',)", "第 2 行用到了 `__match_args__`"),
    "attributes that are copied": ("functools.wraps(f, ('abs',))(paddle)", "第 1 行用到了 `wraps`，写出了要抄的属性"),
}
PERMITTED = {
    "a call": "y = paddle.abs(x)",
    "its own attributes": "layer = paddle.nn.Linear(2, 3)\nlayer.bias.stop_gradient = True",
    "its own class": "class Net(paddle.nn.Layer):\n    def __init__(self):\n        super().__init__()\n        self.a = 1",
    "an option": "paddle.some.option = False",
    "a literal attribute": "y = getattr(x, 'shape', None)",
    "a name that the library says": "y = getattr(paddle, paddle.get_default_dtype())",
    "harmless modules": "import io, os, pathlib\nfrom collections import OrderedDict\nfrom PIL import Image",
    "its own library": "from paddle.vision.transforms import Resize\nimport paddle.nn as nn\ny = nn.ReLU()",
    "what is no Python": "y = paddle.add(x，x)",
}


@pytest.mark.parametrize("case", FORBIDDEN)
def test_what_would_decide_its_own_result_is_named(case: str) -> None:
    """Code that reaches past the libraries is found in its text, with the line and the word."""
    code, expected = FORBIDDEN[case]
    assert forbidden_use(code, "paddle") == expected


@pytest.mark.parametrize("code", ["y = x" + "+x" * 20_000, "y = x" + ".T" * 20_000, "y = " + "-" * 30_000 + "1"])
def test_code_that_is_nested_too_deeply_proves_nothing(code: str) -> None:
    """Code that cannot be looked at is no reason to trust it, and none to end the run."""
    assert forbidden_use(code, "paddle") == "代码嵌套过深"
    assert libraries_of([Snippet(torch=code, paddle=code)]) == libraries_of([])
    assert change_prefix(code) is None


READING = {
    "a file": "text = open('a').read()",
    "an array's file": "y = np.fromfile('a')",
    "a module's text": "text = paddle.abs.__doc__",
    "a module that knows files": "import pathlib",
    "the environment": "import os",
}


@pytest.mark.parametrize("case", READING)
def test_code_that_may_know_a_file_is_told(case: str) -> None:
    """Of such code, evidence does not repeat what an error says."""
    assert reads_outside(READING[case])
    assert not reads_outside("from collections import OrderedDict\nimport numpy as np\ny = paddle.abs(input)")


@pytest.mark.parametrize(
    ("module", "name", "expected"),
    [
        ("numpy", "dtype", True),
        ("paddle.incubate.multiprocessing.reductions", "_rebuild_tensor", True),
        ("builtins", "set", True),
        ("builtins", "eval", False),
        ("os", "system", False),
        ("paddle", "sys.modules", False),
        ("collections", "_sys", False),
        ("torch", "load", False),
    ],
)
def test_pickled_data_calls_for_values_alone(module: str, name: str, *, expected: bool) -> None:
    """What data asks for when it is read is a value of the side's own library, and nothing that runs code."""
    assert may_unpickle(module, name, "paddle") is expected


@pytest.mark.parametrize("case", PERMITTED)
def test_what_records_write_is_permitted(case: str) -> None:
    """Code as people write it is no reason to doubt a result."""
    assert forbidden_use(PERMITTED[case], "paddle") is None

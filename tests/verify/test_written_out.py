"""What a call leaves out, written out: which parameters it leaves out, and what the conversion makes of them."""

from __future__ import annotations

from functools import partial

import pytest
from samples import catalog_of

from generator.model.inventory import ApiEntry, ApiKind
from generator.model.signature import Signature
from generator.probe.plain import knowledge_of
from generator.verify.convert_snippet import convert_snippet
from generator.verify.trial import Setting
from generator.verify.verdict import verify_record
from generator.verify.worker import Worker
from generator.verify.written_out import left_out, other_values, with_values

SIGNATURE = Signature.parse("(input, dim=None, keepdim=False, *, dtype=None, out=None)")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("y = torch.sum(x)", {"dim": "None", "keepdim": "False", "dtype": "None", "out": "None"}),
        ("y = torch.sum(x, 1)", {"keepdim": "False", "dtype": "None", "out": "None"}),
        ("y = torch.sum(x, 1, out=z)", {"keepdim": "False", "dtype": "None"}),
        ("y = torch.sum(*args)", {}),
        ("y = torch.sum(x, **options)", {}),
        ("y = torch.mean(x)", {}),
    ],
)
def test_what_a_call_leaves_out(code: str, expected: dict[str, str]) -> None:
    """What is passed by position or by keyword is not left out; of what cannot be seen nothing is said."""
    assert left_out(code, "torch.sum", SIGNATURE) == expected


def test_default_that_no_code_can_write_is_left_alone() -> None:
    """A member of an enumeration stands in the signature without its module."""
    signature = Signature.parse("(img, size, interpolation=InterpolationMode.BILINEAR, dtype=torch.float32)")
    assert left_out("f(resize(x, 4))", "v.resize", signature) == {}
    assert left_out("v.resize(x, 4)", "v.resize", signature) == {"dtype": "torch.float32"}


def test_defaults_are_keywords_of_the_first_call() -> None:
    """All else stays as it is."""
    code = with_values("y = torch.sum(x, 1)\nz = torch.sum(x)", "torch.sum", {"keepdim": "False", "dtype": "None"})
    assert code == "y = torch.sum(x, 1, keepdim=False, dtype=None)\nz = torch.sum(x)"


@pytest.mark.parametrize(
    ("default", "others"),
    [
        ("False", ("True",)),
        ("1", ("0", "2", "3", "-1")),
        ("1.0", ("0.0", "0.3", "1.5")),
        ("None", ("True", "0", "1", "-1")),
        ("'mean'", ()),
        ("torch.float32", ()),
    ],
)
def test_other_values_are_of_the_default_s_type(default: str, others: tuple[str, ...]) -> None:
    """Of text and of names of a library nothing is known that could stand in their place."""
    assert other_values(default) == others


VARIANCE = """\
torch: torch.var
paddle: paddle.var
category: 仅参数名不一致
signatures:
  torch: torch.var(input, dim=None, *, correction=None, keepdim=False)
  paddle: paddle.var(x, axis=None, correction=1, keepdim=False)
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: dim, paddle: axis, note: 表示求方差所沿的维度。}
  - {torch: correction, paddle: correction, note: 表示除数比元素个数少多少。}
  - {torch: keepdim, paddle: keepdim, note: 表示输出是否保留求方差所沿的维度。}
checks:
  - given: {x: "float32[2, 3]"}
    torch: y = torch.var(x)
    paddle: y = paddle.var(x)
    usual: true
"""


@pytest.mark.libraries
def test_a_default_that_the_other_side_refuses_is_found(worker: Worker) -> None:
    """Paddle takes no None for the correction: the parameter is named, and no other."""
    catalog = catalog_of(VARIANCE)
    (record,) = catalog.records()
    convert = partial(convert_snippet, knowledge=knowledge_of(catalog, [record]))
    signature = Signature.parse("(input, dim=None, *, correction=None, keepdim=False)")
    entry = ApiEntry("torch.var", ApiKind.FUNCTION, (signature,))
    setting = Setting({}, "2026-01-01", convert=convert, entry_of=lambda _: entry)
    found = verify_record(record, worker, setting)
    assert found.written_out.keys() == {"checks.0"}
    assert "`correction=None`" in found.written_out["checks.0"]

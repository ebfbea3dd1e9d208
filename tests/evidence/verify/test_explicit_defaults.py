"""What a call leaves out, written out: which parameters it leaves out, and what the conversion makes of them."""

from __future__ import annotations

from functools import partial

import pytest
from samples import catalog_of

from generator.evidence.probe.names_only import knowledge_of
from generator.evidence.verify.convert_snippet import convert_snippet
from generator.evidence.verify.explicit_defaults import left_out, other_values, with_values
from generator.evidence.verify.trial import Setting
from generator.evidence.verify.verdict import verify_record
from generator.evidence.verify.worker import Worker
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.signature import Signature

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


def written_out(text: str, signature: str, worker: Worker) -> str:
    """What is said of the only check of the only record, for torch's signature."""
    catalog = catalog_of(text)
    (record,) = catalog.records()
    convert = partial(convert_snippet, knowledge=knowledge_of(catalog, [record]))
    entry = ApiEntry(record.torch, ApiKind.FUNCTION, (Signature.parse(signature),))
    setting = Setting({}, "2026-01-01", convert=convert, entry_of=lambda _: entry)
    return verify_record(record, worker, setting).written_out.get("checks.0", "")


@pytest.mark.libraries
def test_a_default_that_the_other_side_refuses_is_found(worker: Worker) -> None:
    """Paddle takes no None for the correction: the parameter is named, and no other."""
    said = written_out(VARIANCE, "(input, dim=None, *, correction=None, keepdim=False)", worker)
    assert said.startswith("写出 `correction=None`（PyTorch 的默认值）时")
    assert "；" not in said


@pytest.mark.libraries
def test_another_value_that_the_conversion_gets_wrong_is_found(worker: Worker) -> None:
    """A template that is right for the default alone is found by the flag the other way round; a row to drop is not asked."""
    row = "{torch: keepdim, paddle: keepdim, note: 表示输出是否保留求方差所沿的维度。}"
    signature = "(input, dim=None, *, keepdim=False)"
    wrong = VARIANCE.replace(row, row.replace("}", '， 见下。, when: {keepdim: passed}, convert: {keepdim: "False"}}'))
    assert written_out(VARIANCE, signature, worker) == ""
    assert "写出 `keepdim=True` 时，按记录转换得到的代码不对" in written_out(wrong, signature, worker)
    dropped = VARIANCE.replace(row, "{torch: keepdim, note: 表示输出是否保留求方差所沿的维度。, rewrite: drop}")
    assert written_out(dropped, signature, worker) == ""


SAMPLER = """\
torch: torch.utils.data.RandomSampler
paddle: paddle.io.RandomSampler
category: 参数完全一致
signatures:
  torch: torch.utils.data.RandomSampler(data_source, replacement=False)
  paddle: paddle.io.RandomSampler(data_source, replacement=False)
parameters:
  - {torch: data_source, paddle: data_source, note: 表示数据集。}
  - {torch: replacement, paddle: replacement, note: 表示是否有放回地抽取。}
checks:
  - torch: y = sorted(torch.utils.data.RandomSampler([0] * 30))
    paddle: y = sorted(paddle.io.RandomSampler([0] * 30))
    usual: true
"""


@pytest.mark.libraries
def test_a_value_that_makes_the_result_random_is_no_fault(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """What depends on the seed in torch as well is compared by its shape; without another seed it would be one."""
    signature = "(data_source, replacement=False)"
    assert written_out(SAMPLER, signature, worker) == ""
    monkeypatch.setattr("generator.evidence.verify.explicit_defaults.OTHER_SEED", "")
    assert "`replacement=True`" in written_out(SAMPLER, signature, worker)


@pytest.mark.libraries
def test_what_is_compared_alone_is_asked_for_again_with_another_seed(worker: Worker) -> None:
    """A fault in an expression of ``compare`` is no randomness, though no variable of the code has its value."""
    row = "{torch: correction, paddle: correction, note: 表示除数比元素个数少多少。}"
    wrong = VARIANCE.replace(row, row.replace("}", ', when: {correction: passed}, convert: {correction: "1"}}'))
    alone = wrong.replace("    usual: true", "    usual: true\n    compare: y.T")
    assert "写出 `correction=0` 时" in written_out(alone, "(input, dim=None, *, correction=1, keepdim=False)", worker)

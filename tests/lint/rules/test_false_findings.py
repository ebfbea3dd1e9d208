"""What rules once said of documents that were right."""

from __future__ import annotations

from dataclasses import replace

import pytest
from known_signatures import INVENTORIES
from samples import MakeCatalog

from generator.lint.rules.samples import GOOD_DOCUMENT
from generator.lint.run import lint_catalog
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature

_OVERLOADS = """\
torch: torch.add
category: torch 参数更多
overloads:
  - title: 两个 Tensor
    paddle: paddle.add
    parameters:
      - {torch: input, paddle: x, note: 表示第一个输入。}
      - {torch: other, paddle: y, note: 表示第二个输入。}
      - {torch: alpha, note: 表示第二个输入的系数。, rewrite: unsupported}
      - {torch: out, paddle: out, note: 表示存放结果的 Tensor。}
  - title: 复数的系数
    summary: Paddle 不支持复数的系数，功能缺失。
"""


def codes(make_catalog: MakeCatalog, path: str, text: str) -> set[str]:
    """The codes of what is found in one file, with a few signatures known."""
    return {finding.code for finding in lint_catalog(replace(make_catalog({path: text}), inventories=INVENTORIES))}


_ENDS = """\
torch: torch.arange
paddle: paddle.arange
category: 参数完全一致
parameters:
  - {torch: start, paddle: start, note: 表示起点。}
  - {torch: end, paddle: end, note: 表示终点。, when: {start: omitted}, convert: {start: "{end}"}}
"""


def test_parameter_that_an_overload_lacks_may_be_left_out(make_catalog: MakeCatalog) -> None:
    """A condition may ask whether it is passed, and a template may set what it stands for; not where every call passes it."""
    both, one = (Signature.parse("torch.arange(start, end)"), Signature.parse("torch.arange(end)"))
    catalog = make_catalog({"torch/torch.arange.yml": _ENDS})
    found = []
    for signatures in ((both, one), (both,)):
        entry = ApiEntry("torch.arange", ApiKind.FUNCTION, signatures, "stub")
        inventories = INVENTORIES | {"torch": Inventory("torch", "2.13.0", {"torch.arange": entry})}
        found.append({each.code for each in lint_catalog(replace(catalog, inventories=inventories))})
    assert not found[0] & {"CON002", "CON005"}
    assert found[1] >= {"CON002", "CON005"}


def test_overload_without_a_counterpart_needs_no_rows(make_catalog: MakeCatalog) -> None:
    """An overload that names no Paddle API is not asked for the parameters; one that names it is, whatever it says."""
    assert "SIG001" not in codes(make_catalog, "torch/torch.add.yml", _OVERLOADS)
    named = _OVERLOADS.replace("    summary", "    paddle: paddle.add\n    summary")
    assert "SIG001" in codes(make_catalog, "torch/torch.add.yml", named)


@pytest.mark.parametrize("ending", ["__upper", "__lower", "-lowercase", "-uppercase"])
def test_document_may_say_its_case_in_its_name(make_catalog: MakeCatalog, ending: str) -> None:
    """File names that tell apart two APIs by an ending agree with the API; any other ending does not."""
    assert not codes(make_catalog, f"docs/torch.abs{ending}.md", GOOD_DOCUMENT) & {"API001", "DOC005"}
    assert "API001" in codes(make_catalog, f"docs/torch.abs{ending}x.md", GOOD_DOCUMENT)


def test_library_of_a_like_name_is_no_slip(make_catalog: MakeCatalog) -> None:
    """``paddlenlp`` is not taken for ``paddle``, which has no such API; a library's misspelt name still is."""
    for api, found in (("paddlenlp.transformers.BertModel", False), ("padle.abs", True)):
        text = f"torch: torch.abs\npaddle: {api}\ncategory: 对应 API 不在主框架\n"
        assert ("API002" in codes(make_catalog, "torch/torch.abs.yml", text)) == found


@pytest.mark.parametrize(
    ("name", "ending", "found"),
    [
        ("T", "-uppercase", set()),
        ("t", "-lowercase", set()),
        ("T", "-lowercase", {"API001"}),
        ("t", "-uppercase", {"API001"}),
    ],
)
def test_record_may_say_its_case_in_its_name(
    make_catalog: MakeCatalog, name: str, ending: str, found: set[str]
) -> None:
    """Of two APIs that differ only by case, the file of either may end with the word for its case, and no other."""
    text = f"torch: torch.Tensor.{name}\npaddle: paddle.Tensor.{name}\ncategory: 无参数\n"
    catalog = make_catalog(
        {f"torch.Tensor/torch.Tensor.{name}{ending}.yml": text}
    )  # no inventory says more of the name
    assert {finding.code for finding in lint_catalog(catalog)} & {"API001"} == found

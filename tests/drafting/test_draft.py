from __future__ import annotations

import pytest

from generator.drafting.counterpart import find_counterparts
from generator.drafting.draft import Draft, draft_record
from generator.model.glossary import TO_WRITE, Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature
from generator.yaml_file import read_record

GLOSSARY = Glossary.model_validate(
    {
        "modules": [{"torch": "torch.optim.", "paddle": "paddle.optimizer."}],
        "names": {"cat": "concat"},
        "parameters": {
            "input": {"paddle": ["x"], "note": "表示输入的 Tensor。"},
            "dim": {"paddle": ["axis"], "note": "表示运算所沿的维度。"},
            "layout": {"note": "表示内存布局。", "rewrite": "drop"},
        },
        "paddle_parameters": {"data_format": "表示数据的布局。"},
    }
)


def entry(call: str, kind: ApiKind = ApiKind.FUNCTION) -> ApiEntry:
    """An inventory entry from a call such as ``torch.abs(input)``."""
    return ApiEntry(call.partition("(")[0], kind, (Signature.parse(call),), "inspect")


def paddle(*calls: str) -> Inventory:
    """A Paddle inventory of these calls."""
    entries = [entry(call) for call in calls]
    return Inventory("paddle", "3.3.1", {item.name: item for item in entries})


def draft(torch: str, *calls: str, kind: ApiKind = ApiKind.FUNCTION) -> Draft:
    """The draft for a torch call where Paddle offers these."""
    return draft_record(entry(torch, kind), None, paddle(*calls), GLOSSARY)


def test_pure_rename_needs_nothing_but_its_check() -> None:
    """A draft whose parameters are all known has rows, meanings and category, and nothing to be written."""
    made = draft("torch.sum(input, dim)", "paddle.sum(x, axis, name=None)")
    assert made.record.category.name == "仅参数名不一致"
    assert [(row.torch, row.paddle, row.note) for row in made.record.parameters] == [
        ("input", "x", "表示输入的 Tensor。"),
        ("dim", "axis", "表示运算所沿的维度。"),
    ]
    assert TO_WRITE not in "".join(row.note for row in made.record.parameters)


def test_draft_is_a_record_with_its_reasons_as_comments() -> None:
    """The text of a draft reads as the record, and says how sure the counterpart is."""
    made = draft("torch.sum(input, dim)", "paddle.sum(x, axis)")
    assert read_record("f.yml", made.text.encode()).record == made.record
    assert "# 对应的 API：paddle.sum，把握 95%，名称相同。" in made.text


def test_what_is_unknown_is_marked() -> None:
    """A parameter that the glossary does not know asks for its meaning, and one that Paddle lacks for an example."""
    made = draft("torch.f(input, frob=1)", "paddle.f(x)")
    (_, frob) = made.record.parameters
    assert (frob.note, frob.rewrite) == (f"{TO_WRITE}。", "example")
    assert made.record.examples[0].title == TO_WRITE
    assert made.record.category.name == "torch 参数更多"


@pytest.mark.parametrize(
    ("torch", "offers", "expected", "reason"),
    [
        ("torch.abs(input)", ("paddle.abs(x)", "paddle.nn.abs(x)"), "paddle.abs", "名称相同"),
        ("torch.nn.Conv2d(a)", ("paddle.nn.Conv2D(a)",), "paddle.nn.Conv2D", "名称只有大小写之别"),
        ("torch.cat(input)", ("paddle.concat(x)",), "paddle.concat", "`cat` 在 Paddle 中通常名为 `concat`"),
        ("torch.optim.Adam(a)", ("paddle.optimizer.Adam(a)",), "paddle.optimizer.Adam", "名称相同"),
        (
            "torch.sort(input, dim)",
            ("paddle.sort(y, z)", "paddle.compat.sort(input, dim)"),
            "paddle.compat.sort",
            "`paddle.compat`",
        ),
    ],
)
def test_counterpart_is_found_by_name_and_signature(
    torch: str, offers: tuple[str, ...], expected: str, reason: str
) -> None:
    """Same name, other case, known rename, other module, and the version that fits torch's signature are found."""
    best = find_counterparts(entry(torch), paddle(*offers), GLOSSARY)[0]
    assert best.entry.name == expected
    assert reason in best.reason


def test_without_a_counterpart_the_draft_is_a_missing_feature() -> None:
    """Where nothing is alike the draft says so, and asks what Paddle lacks."""
    made = draft("torch.frobnicate(input)", "paddle.abs(x)")
    assert made.record.category.name == "功能缺失"
    assert TO_WRITE in (made.record.reason or "")


def test_method_against_function_skips_the_tensor() -> None:
    """A torch method that maps to a function is compared without the function's first parameter (R17)."""
    made = draft_record(
        entry("torch.Tensor.outer(vec2)", ApiKind.METHOD), entry("paddle.outer(x, y)"), paddle(), GLOSSARY
    )
    assert [(row.torch, row.paddle) for row in made.record.parameters] == [("vec2", "y")]


def test_defaults_are_compared_as_values() -> None:
    """0 and 0.0 are the same default; True and 1 are not."""
    same = draft("torch.f(input, eps=1e-5)", "paddle.f(x, eps=1e-05)")
    other = draft("torch.f(input, flag=1)", "paddle.f(x, flag=True)")
    assert same.record.category.name == "仅参数名不一致"
    assert other.record.category.name == "仅参数默认值不一致"

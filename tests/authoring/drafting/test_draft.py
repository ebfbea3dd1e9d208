from __future__ import annotations

from dataclasses import replace

import pytest

from generator.authoring.drafting.draft import Draft, draft_record, separate_signatures
from generator.catalog.unanswered.counterpart import find_counterparts
from generator.model.glossary import TO_WRITE, Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature
from generator.storage.yaml_file import read_record

GLOSSARY = Glossary.model_validate(
    {
        "modules": [{"torch": "torch.optim.", "paddle": "paddle.optimizer."}],
        "names": {"cat": "concat"},
        "parameters": {
            "input": {"paddle": ["x"], "note": "表示输入的 Tensor。", "given": "float32[2, 3]"},
            "dim": {"paddle": ["axis", "axes"], "note": "表示运算所沿的维度。", "sample": "1"},
            "layout": {"note": "表示内存布局。", "rewrite": "drop"},
            "out": {
                "note": "表示存放结果的 Tensor。",
                "rewrite": "example",
                "given": "float32[2]",
                "title": "指定输出",
            },
            "dtype": {
                "note": "表示数据类型。",
                "layer_note": "表示参数的数据类型。",
                "rewrite": "example",
                "sample": "torch.float64",
            },
            "device": {"paddle": ["place"], "note": "表示设备。", "rewrite": "example"},
            "betas": {"paddle": ["beta1"], "note": "表示系数。", "usage": "分为两个", "sample": "(0.8, 0.99)"},
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


def draft(torch: str, *calls: str, kind: ApiKind = ApiKind.FUNCTION, bases: tuple[str, ...] = ()) -> Draft:
    """The draft for a torch call where Paddle offers these."""
    return draft_record(replace(entry(torch, kind), bases=bases), None, paddle(*calls), GLOSSARY)


def rows(made: Draft) -> list[tuple[str | None, str | None]]:
    """The names that the draft's rows pair."""
    return [(row.torch, row.paddle) for row in made.record.parameters]


LAYER = ("torch.nn.Module",)


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


@pytest.mark.parametrize(
    ("torch", "offers", "expected"),
    [
        ("torch.nn.Pool2d(size)", ("paddle.nn.Pool2D(size)", "paddle.compat.nn.Pool2D(size)"), "paddle.nn.Pool2D"),
        (
            "torch.nn.Pool2d(keep)",
            ("paddle.nn.Pool2D(other=1)", "paddle.compat.nn.Pool2D(keep)"),
            "paddle.compat.nn.Pool2D",
        ),
        ("torch.f.Pad(size)", ("paddle.f.pad(size)", "paddle.f.Pad2(size)"), None),
        ("torch.special.erfcx(input)", ("paddle.special.erfc(x)",), None),
    ],
)
def test_likeness_is_weighed(torch: str, offers: tuple[str, ...], expected: str | None) -> None:
    """The compatible version wins where it fits better; a name that is merely alike is no counterpart."""
    made = draft_record(
        entry(torch, ApiKind.CLASS if "Pad" in torch else ApiKind.FUNCTION), None, paddle(*offers), GLOSSARY
    )
    if "Pad" in torch:
        assert made.candidates[0].confidence < 0.8
    else:
        assert (made.record.paddle_apis or (None,)) == (expected,)


def test_other_spelling_gives_way_to_the_documented_one() -> None:
    """``Conv2d`` of Paddle is only another spelling of ``Conv2D``, which its documentation knows."""
    inventory = paddle("paddle.nn.Conv2D(size)")
    alias = replace(inventory.entries["paddle.nn.Conv2D"], name="paddle.nn.Conv2d", alias_of="paddle.nn.Conv2D")
    both = Inventory("paddle", "3.3.1", {**inventory.entries, alias.name: alias})
    assert find_counterparts(entry("torch.nn.Conv2d(size)"), both, GLOSSARY)[0].entry.name == "paddle.nn.Conv2D"


@pytest.mark.parametrize(
    ("torch", "other", "expected"),
    [
        (
            "torch.f(a, device=None)",
            "paddle.f(a, weight_attr=None)",
            [("a", "a"), ("device", None), (None, "weight_attr")],
        ),
        ("torch.f(a, b=None)", "paddle.f(a, c=None)", [("a", "a"), ("b", None), (None, "c")]),
        ("torch.f(a, b)", "paddle.f(a, c)", [("a", "a"), ("b", "c")]),
        (
            "torch.f(a, pickle_protocol=2)",
            "paddle.f(a, x=1, protocol=2)",
            [("a", "a"), ("pickle_protocol", "protocol"), (None, "x")],
        ),
        ("torch.f(*args, **kwargs)", "paddle.f(name=None)", []),
        ("torch.f(a, b=1)", "paddle.f(a, *args, **kwargs)", [("a", "a"), ("b", "b")]),
        ("torch.f(a, name='w')", "paddle.f(a, name='w')", [("a", "a"), ("name", "name")]),
        ("torch.f(*args)", "paddle.f(*layers)", [("*args", "*layers")]),
    ],
)
def test_parameters_are_guessed_only_where_something_speaks_for_it(
    torch: str, other: str, expected: list[tuple[str | None, str | None]]
) -> None:
    """Known names, attributes and two ``None`` are never paired by place; ``*args, **kwargs`` hide names."""
    assert rows(draft(torch, other)) == expected


def test_unreadable_signature_is_written_as_it_was_guessed() -> None:
    """Where a library only says ``(*args, **kwargs)``, the draft writes the signature that its rows speak of."""
    made = draft("torch.f(a, b=1)", "paddle.f(*args, **kwargs)")
    assert made.record.signatures is not None
    assert made.record.signatures.paddle == "paddle.f(a, b=1)"
    assert "这里是猜的" in made.text


def test_signatures_that_differ_become_overloads() -> None:
    """Nothing that a torch API takes is dropped: what no other signature covers has a group of its own."""
    calls = ["f(input, out=None)", "f(self)", "f(input, p, generator=None)", "f(input, *, names, out=None)"]
    signatures = tuple(Signature.parse(call) for call in calls)
    assert [str(one) for one in separate_signatures(signatures)] == ["(input, out=None)", "(input, p, generator=None)"]
    torch = ApiEntry("torch.f", ApiKind.FUNCTION, signatures, "stub")
    made = draft_record(torch, None, paddle("paddle.f(x, p=None)"), GLOSSARY)
    assert [[row.torch for row in overload.parameters if row.torch] for overload in made.record.overloads] == [
        ["input", "out"],
        ["input", "p", "generator"],
    ]
    assert read_record("f.yml", made.text.encode()).record == made.record


def test_out_is_rewritten_and_checked_apart() -> None:
    """Where Paddle lacks ``out`` an example assigns the result; where it has it, a check of its own passes it."""
    lacking = draft("torch.f(input, *, out=None)", "paddle.f(x)").record
    assert [(one.title, one.torch, one.paddle) for one in lacking.examples] == [
        ("指定输出", "torch.f(input=x, out=out)", "paddle.assign(paddle.f(x=x), output=out)")
    ]
    having = draft("torch.f(input, *, out=None)", "paddle.f(x, out=None)").record
    assert [check.torch for check in having.checks] == ["y = torch.f(input=x)", "torch.f(input=x, out=out)"]
    assert having.checks[1].given == {"x": "float32[2, 3]", "out": "float32[2]"}


@pytest.mark.parametrize(
    ("torch", "bases", "given", "code"),
    [
        ("torch.nn.Act(dim)", LAYER, {"x": "float32[2, 4]"}, "y = torch.nn.Act(dim=1)(x)"),
        ("torch.nn.Pool2d(dim)", LAYER, {"x": "float32[2, 4, 8, 8]"}, "y = torch.nn.Pool2d(dim=1)(x)"),
        (
            "torch.nn.MyLoss(dim)",
            LAYER,
            {"x": "float32[2, 4]", "target": "float32[2, 4]"},
            "y = torch.nn.MyLoss(dim=1)(x, target)",
        ),
        (
            "torch.optim.Step(params)",
            ("torch.optim.Optimizer",),
            {"w": "float32[3] grad"},
            "optimizer = torch.optim.Step(params=[w])\n(w * w).sum().backward()\noptimizer.step()\n",
        ),
    ],
)
def test_code_uses_what_it_makes(torch: str, bases: tuple[str, ...], given: dict[str, str], code: str) -> None:
    """A layer is applied, a loss has a target, an optimizer makes a step."""
    offers = [torch.replace("torch.optim", "paddle.optimizer").replace("torch", "paddle")]
    (check,) = draft(torch, *offers, kind=ApiKind.CLASS, bases=bases).record.checks
    assert (check.given, check.torch) == (given, code)


def test_layer_of_another_dtype_gets_such_an_input() -> None:
    """A layer's meaning of ``dtype`` is its own, and its input is of that type."""
    made = draft("torch.nn.Act(dtype=None)", "paddle.nn.Act(name=None)", kind=ApiKind.CLASS, bases=LAYER).record
    assert made.parameters[0].note == "表示参数的数据类型。"
    assert (made.examples[0].given, made.examples[0].paddle) == (
        {"x": "float64[2, 4]"},
        "y = paddle.nn.Act().to(dtype='float64')(x)",
    )


def test_random_functions_are_compared_as_random() -> None:
    """What takes a generator draws at random, and its values are not compared."""
    assert draft("torch.f(input, *, generator=None)", "paddle.f(x)").record.checks[0].random


def test_known_difference_of_use_is_drafted_with_its_example() -> None:
    """A parameter whose counterpart is known to be used otherwise gets the words and an example, and no check."""
    made = draft("torch.optim.A(betas=(0.9, 0.9))", "paddle.optimizer.A(beta1=0.9)").record
    (row,) = made.parameters
    assert (row.differs and row.differs.usage, row.rewrite) == ("分为两个", "example")
    assert "betas=(0.8, 0.99)" in made.examples[0].torch
    assert "betas" not in made.checks[0].torch


def test_default_that_means_nothing_on_both_sides_needs_no_value() -> None:
    """``None`` and ``0`` both switch off; where only one is ``None``, a person decides."""
    made = draft("torch.f(a=0, b=None, c=1)", "paddle.f(a=None, b=2, c=3)").record
    assert [row.set for row in made.parameters] == ["default", TO_WRITE, "1"]


def test_input_has_the_dimensions_that_the_name_says() -> None:
    """``conv2d`` takes four dimensions, as a function and as a layer."""
    made = draft("torch.nn.functional.pool2d(input, dim)", "paddle.nn.functional.pool2d(x, axis)").record
    assert made.checks[0].given == {"x": "float32[2, 4, 8, 8]"}


def test_axes_are_passed_as_a_list() -> None:
    """Where Paddle's name is a plural, both sides get a list."""
    made = draft("torch.f(input, dim)", "paddle.f(x, axes)").record
    assert made.checks[0].torch == "y = torch.f(input=x, dim=[1])"


@pytest.mark.parametrize(
    ("call", "compare", "skip"),
    [("torch.nn.init.draw_(tensor)", ("tensor",), False), ("torch.cuda.count()", (), True)],
)
def test_code_suits_the_module(call: str, compare: tuple[str, ...], skip: bool) -> None:  # noqa: FBT001  (a parameter of the test)
    """What fills a Tensor is compared in it; what belongs to CUDA asks whether it can run at all."""
    check = draft(call, call.replace("torch", "paddle")).record.checks[0]
    assert (check.compare, check.skip is not None) == (compare, skip)


def test_first_parameter_of_a_documented_function_goes_by_position() -> None:
    """Functions written in C do not know the names that their documentation gives."""
    torch = replace(entry("torch.linalg.g(A, dim)"), source="docstring")
    made = draft_record(torch, None, paddle("paddle.linalg.g(x, axis)"), GLOSSARY).record
    assert made.checks[0].torch == f"y = torch.linalg.g({TO_WRITE}, dim=1)"

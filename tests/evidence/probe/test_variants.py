from __future__ import annotations

import pytest

from generator.evidence.probe.variants import Aspect, Callee, Variant, is_plain, outs_of, variants_of, with_result
from generator.evidence.samples.sample import Sample
from generator.model.signature import Signature

SUM = Callee(
    "torch.sum",
    (Signature.parse("(input, dim=None, keepdim=False, *, out=None)"),),
    usual={"dim": "1"},
)
RESIZE = Callee(
    "torch.resize",
    (Signature.parse("(input, size, mode='nearest', scale=2.0)"),),
    modes={"mode": ("nearest", "area")},
)
FILL = Callee("torch.Tensor.fill_", (Signature.parse("(value)"),))


def codes(found: list[Variant], *aspects: Aspect) -> list[str]:
    """The code of the variants of these aspects."""
    return [one.sample.whole(one.sample.code) for one in found if one.aspect in aspects]


def varied(callee: Callee, code: str, **given: object) -> list[Variant]:
    """The variants of a call."""
    return list(variants_of(Sample(code, given), callee))


def test_omitted_dimensions_are_tried_as_numbers_tuples_and_lists() -> None:
    """A call without ``dim`` is tried with one, a negative one, several and none, and with the other bool."""
    found = codes(varied(SUM, "y = torch.sum(x)", x="float32[2, 3]"), Aspect.VALUE, Aspect.KIND)
    assert found == [
        *(f"y = torch.sum(x, dim={dim})" for dim in ("1", "0", "-1", "(0,)", "(0, 1)", "[]")),
        "y = torch.sum(x, keepdim=True)",
    ]


def test_numbers_and_lists_stand_for_each_other_and_tensors_for_numbers() -> None:
    """A number is tried as a Tensor, as NumPy's and in a list, a list as a tuple, empty and as one number."""
    found = varied(RESIZE, "y = torch.resize(x, [4, 5], scale=3)", x="float32[2, 3]")
    kinds = {(one.parameter, one.setting) for one in found if one.aspect is Aspect.KIND}
    assert {("size", "(4, 5)"), ("size", "4"), ("scale", "int64(3)"), ("scale", "np.int64(3)")} <= kinds
    assert ("scale", "[3]") in kinds
    (of_tensor,) = (one for one in found if one.setting == "int64(3)")
    assert of_tensor.sample.code == "y = torch.resize(x, [4, 5], scale=scale_)"
    assert of_tensor.sample.given == {"x": "float32[2, 3]", "scale_": "int64(3)"}
    values = codes(found, Aspect.VALUE)
    assert "y = torch.resize(x, [], scale=3)" in values
    assert "y = torch.resize(x, [4, 5], scale=-1)" in values


def test_documented_modes_are_tried_whether_passed_or_not() -> None:
    """Each mode but the one that the call has is tried, in its place or as another argument."""
    omitted = codes(varied(RESIZE, "y = torch.resize(x, 4)", x="float32[2]"), Aspect.VALUE)
    passed = codes(varied(RESIZE, "y = torch.resize(x, 4, mode='area')", x="float32[2]"), Aspect.VALUE)
    assert "y = torch.resize(x, 4, mode='area')" in omitted
    assert "y = torch.resize(x, 4, mode='nearest')" in passed
    assert "y = torch.resize(x, 4, mode='area')" not in passed


def test_floats_are_tried_with_nan_and_infinity() -> None:
    """An argument that is a float becomes NaN, infinite, zero and negative."""
    found = codes(varied(RESIZE, "y = torch.resize(x, 4, scale=2.5)", x="float32[2]"), Aspect.VALUE)
    numbers = ("0.0", "-2.5", "3.5", "float('nan')", "float('inf')")
    assert {f"y = torch.resize(x, 4, scale={one})" for one in numbers} <= set(found)


def test_inputs_are_varied_under_the_names_of_their_parameters() -> None:
    """Dtypes, lengths, ranks and contents are those of a parameter, not of a variable."""
    found = varied(SUM, "y = torch.sum(a, 1)", a="float32[2, 3]")
    assert {one.parameter for one in found if one.aspect in {Aspect.DTYPE, Aspect.RANK, Aspect.CONTENT}} == {"input"}
    given = [one.sample.given["a"] for one in found]
    assert {"int8[2, 3]", "float32[]", "float32[0, 3]"} <= set(map(str, given))
    assert any("nan" in str(one) for one in given)


def test_gradients_are_asked_of_each_input_and_of_a_tensor_in_the_place_of_a_number() -> None:
    """What a method changes in place is no leaf, and a number that became a Tensor gets its gradient with the object."""
    found = [one for one in varied(FILL, "y = x.fill_(2.5)", x="float32[3]") if one.aspect is Aspect.GRADIENT]
    assert found[0].sample.whole(found[0].sample.code) == "y = (x * 1).fill_(value_)\n(y * y).sum().backward()"
    assert [dict(one.sample.given) for one in found[1:3]] == [
        {"x": "float32[3]", "value_": "float32(2.5) grad"},
        {"x": "float32[3] grad", "value_": "float32(2.5) grad"},
    ]


@pytest.mark.parametrize(
    ("callee", "code", "expected"),
    [
        (SUM, "y = torch.sum(x)", ["y = torch.sum(x)\nx.zero_()"]),
        (FILL, "y = x.fill_(2)", []),
        (SUM, "torch.sum(x)", []),
    ],
)
def test_views_show_after_a_change_of_the_input(callee: Callee, code: str, expected: list[str]) -> None:
    """The input is changed after the call; what changes its object or binds no result has no view to look at."""
    assert codes(varied(callee, code, x="float32[2]"), Aspect.VIEW) == expected


def test_out_is_tried_as_the_result_is_and_otherwise() -> None:
    """``out`` has the result's dtype and shape, other dtypes, and another shape; who has no ``out`` is left alone."""
    sample = Sample("y = torch.sum(x)", {"x": "float32[2]"})
    found = {one.setting: one.sample.given["out"] for one in outs_of(sample, SUM, "float32", (2,))}
    assert (found["与结果相同"], found["形状不同"], found["int64"]) == ("float32[2]", "float32[5]", "int64[2]")
    assert list(outs_of(sample, RESIZE, "float32", (2,))) == []


@pytest.mark.parametrize(
    ("given", "expected"), [("float32[2]", True), ("float32[0]", False), ("int64[2]", False), ("3", False)]
)
def test_plain_calls_have_elements(given: str, expected: bool) -> None:  # noqa: FBT001  (a parameter of the test)
    """A call is worth varying whose first Tensor has floating elements, and where no input takes the result."""
    assert is_plain(Sample("y = torch.sum(x)", {"x": given})) is expected
    assert not is_plain(Sample("torch.sum(x, out=x)", {"x": given}))


def test_an_expression_gets_a_result() -> None:
    """Code that is one call binds its value, so that its gradient can be asked for; other code stays."""
    assert with_result(Sample("x.fill_(2)", {})).code == "y = x.fill_(2)"
    assert with_result(Sample("z = x.fill_(2)", {})).code == "z = x.fill_(2)"
    assert with_result(Sample("torch.sum(x, out=y)", {"y": "float32[]"})).code == "torch.sum(x, out=y)"


def test_dtypes_are_mixed_where_a_tensor_parts_from_others_of_its_own() -> None:
    """An index has a dtype of its own, so that another one of the input mixes nothing; two operands of one dtype do."""
    take = Callee("torch.take", (Signature.parse("(input, index)"),))
    of_index = varied(take, "y = torch.take(x, i)", x="float32[3]", i="int64[2]")
    assert not [one for one in of_index if one.aspect is Aspect.MIXED_DTYPES]
    assert {"input", "index"} <= {one.parameter for one in of_index if one.aspect is Aspect.DTYPE}
    of_two = varied(take, "y = torch.take(x, i)", x="float32[3]", i="float32[3]")
    assert {one.parameter for one in of_two if one.aspect is Aspect.MIXED_DTYPES} == {"input", "index"}

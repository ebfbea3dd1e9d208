from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from samples import shipped_catalog

from generator.calls.knowledge.compile import compile_answer, compile_names
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import Catalog
from generator.evidence.vary import precision
from generator.evidence.vary.call_facts import CallReader
from generator.evidence.vary.record_run import Plan, vary_record
from generator.evidence.verify.worker import Limits, Worker
from generator.model.given import DTYPES
from generator.model.signature import Signature
from generator.model.variation import Count, DifferenceClass, SecondOrder, Variation
from generator.storage.yaml_file import read_record

DATA = Path(__file__).parents[2] / "data/vary"
CASES = {path.stem: path for path in sorted(DATA.glob("*.yml"))}
LIMITS = Limits(seconds=3, memory=512 * 1024**2)
SHORT = {"hangs": replace(LIMITS, seconds=1)}
"""What hangs is waited for to the end, twice, the second time for longer."""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The inventories, whatever the records say."""
    return replace(shipped_catalog(), sources=())


@cache
def names() -> dict[str, Any]:
    """The names of both libraries, which all cases share: to compile them takes longer than to vary some of the cases."""
    return compile_names(shipped_catalog())


def vary(catalog: Catalog, worker: Worker, case: str, seed: int = 0) -> Variation:
    """What the variations of the record in a file show where it is the only record."""
    source = read_record(f"{case}.yml", CASES[case].read_bytes())
    assert source.record is not None
    alone = replace(catalog, sources=(source,))
    answers = {record.torch: compile_answer(alone, record, proven_only=False) for record in alone.records()}

    def forward_of(api: str) -> Signature | None:
        entry = catalog.entry(f"{api}.forward")
        return entry.signature if entry is not None else None

    reader = CallReader(Knowledge.of({**names(), "answers": answers}), forward_of)
    plan = Plan({}, "2026-01-01", seed, seconds=120, limits=SHORT.get(case, LIMITS))
    return vary_record(source.record, worker, reader, plan)


@pytest.fixture(scope="module")
def varied(catalog: Catalog, worker: Worker) -> Callable[[str], Variation]:
    """What the variations of a case show: each is run once for all tests."""
    return cache(partial(vary, catalog, worker))


def said(found: Variation) -> list[str]:
    """Each finding as the first lines of the files say it."""
    return [
        *(f"未说明 {one.kind}，{one.change}" for one in found.untold),
        *(f"不成立 {one.row}，{one.change}" for one in found.disproved),
        *(f"未满足 {place}" for place in found.unmet),
    ]


@pytest.mark.libraries
@pytest.mark.parametrize("case", CASES)
def test_each_planted_fault_is_found_under_its_own_name_and_none_without_one(
    case: str, varied: Callable[[str], Variation]
) -> None:
    """The first line of each file says what varying its code finds; nothing is found where it says nothing."""
    expected = CASES[case].read_text(encoding="utf-8").partition("\n")[0].partition("：")[2]
    found = said(varied(case))
    assert any(one.startswith(expected) for one in found) if expected else found == []


@pytest.mark.libraries
def test_a_told_difference_counts_as_told(varied: Callable[[str], Variation]) -> None:
    """Where a row's condition begins to hold with the change, the difference is its own."""
    assert varied("told_by_its_row").counts[Count.TOLD] > 0


@pytest.mark.libraries
def test_what_a_sentence_may_tell_is_kept_with_it(varied: Callable[[str], Variation]) -> None:
    """Of what it is not likely to tell, which comes first, something else was changed than its condition speaks of."""
    found = varied("perhaps_told").unclear
    assert {one.sentences for one in found} == {(("torch.roll", "长度不是 3 时，Paddle 一侧的结果不同"),)}
    assert [(one.kind, one.is_doubtful) for one in found if one.kind is DifferenceClass.VALUE] == [
        (DifferenceClass.VALUE, True),
        (DifferenceClass.VALUE, False),
    ]
    length = next(one for one in found if one.kind is DifferenceClass.VALUE and not one.is_doubtful)
    assert length.given in ({"x": "float32[2]"}, {"x": "float32[6]"}, {"x": "float32[20]"})


@pytest.mark.libraries
def test_one_seed_gives_the_same_and_another_one_other_lengths(catalog: Catalog, worker: Worker) -> None:
    """What a seed draws can be had again."""
    one, again, other = (vary(catalog, worker, "off_by_one", seed) for seed in (0, 0, 1))
    assert one == again
    assert one.untold != other.untold


@pytest.mark.libraries
def test_the_smallest_input_shows_the_fault(varied: Callable[[str], Variation]) -> None:
    """The inputs that a finding names are given's own notation, with one change where one is enough."""
    found = varied("fails_at_zero").untold
    zeros = next(one for one in found if one.change.startswith("`x` 的内容：全为 0"))
    assert zeros.given == {"x": "float32[3] of (0.0)"}


@pytest.mark.libraries
def test_a_dtype_that_paddle_lacks_is_a_fact_and_no_finding(varied: Callable[[str], Variation]) -> None:
    """What Paddle refuses when nothing but the dtype changes is named for the parameters, and covers mixtures with it."""
    found = varied("lacks_a_kernel")
    (fact,) = found.dtypes
    assert (fact.at, fact.parameters, found.device) == ("", ("input", "other"), "cpu")
    assert "int8" in fact.refused
    assert set(fact.torch) == set(DTYPES)
    assert found.counts[Count.NO_KERNEL] > len(fact.refused)


@pytest.mark.libraries
def test_what_other_code_refuses_is_no_fact_of_the_counterpart(varied: Callable[[str], Variation]) -> None:
    """A dtype that is refused before the counterpart is called was not tried on it, and still excuses the difference."""
    assert not any(fact.differs for fact in varied("refused_beside_the_record").dtypes)
    found = varied("refused_by_other_code")
    assert "int8" not in {dtype for fact in found.dtypes for dtype in (*fact.torch, *fact.refused, *fact.partly)}
    assert found.counts[Count.NO_KERNEL] > 0


@pytest.mark.libraries
def test_a_missing_second_derivative_is_a_fact_and_no_finding(varied: Callable[[str], Variation]) -> None:
    """It is asked of results and of code that ends with a backward pass, and said of what has none in Paddle alone."""
    for case in ("no_second_derivative", "no_second_derivative_of_complex", "no_second_derivative_in_place"):
        assert varied(case).second_orders == (SecondOrder("", is_always=True),)
    for case in ("second_derivative_is_zero", "second_derivative_of_complex", "second_derivative_of_another_part"):
        assert varied(case).second_orders == ()
    assert varied("second_derivative_of_one").second_orders == (
        SecondOrder("", is_always=True, parameters=("source",)),
    )


@pytest.mark.libraries
@pytest.mark.parametrize("case", ["of_each_result", "of_a_chain", "of_parameters", "beside_an_example"])
def test_a_second_derivative_is_asked_of_each_result_and_of_the_parameters_of_a_layer(
    case: str, varied: Callable[[str], Variation]
) -> None:
    """What else the code computes or compares does not keep it from being asked, nor does an example of another case."""
    assert varied(f"no_second_derivative_{case}").second_orders == (SecondOrder("", is_always=True),)


@pytest.mark.libraries
def test_what_a_method_lacks_is_lacked_in_part_by_its_class(varied: Callable[[str], Variation]) -> None:
    """Other methods of the objects may have it."""
    assert varied("no_second_derivative_of_a_method").second_orders == (
        SecondOrder("", is_always=False, parameters=("concentration",), is_usual=True),
    )


@pytest.mark.libraries
def test_what_an_argument_lacks_is_not_said_of_the_object_of_a_method(varied: Callable[[str], Variation]) -> None:
    """By the parameters of a distribution, the same result may have second derivatives."""
    assert varied("no_second_derivative_of_a_value").second_orders == (
        SecondOrder("", is_always=True, parameters=("value",)),
    )


@pytest.mark.libraries
def test_wrong_second_derivatives_of_complex_numbers_are_no_finding(varied: Callable[[str], Variation]) -> None:
    """The note on second derivatives tells them for all functions."""
    found = varied("second_derivative_of_complex")
    (fact,) = found.dtypes
    assert found.counts[Count.NO_KERNEL] > len(fact.refused + fact.partly + fact.backward)


@pytest.mark.libraries
def test_a_dtype_that_is_refused_of_all_tensors_alone_is_told_apart(varied: Callable[[str], Variation]) -> None:
    """Beside another dtype, Paddle takes it."""
    (fact,) = varied("refused_of_all_together").dtypes
    assert (fact.refused, fact.mixed) == (("uint8", "float16", "bfloat16"), ("float16", "bfloat16"))
    (fact,) = varied("lacks_a_kernel").dtypes
    assert not fact.mixed


@pytest.mark.libraries
def test_code_that_casts_the_result_tells_dtypes_where_no_other_code_does(varied: Callable[[str], Variation]) -> None:
    """Code that asks for gradients itself says nothing of them."""
    (fact,) = varied("casts_the_result").dtypes
    assert fact.refused == ("float16", "bfloat16")


@pytest.mark.libraries
def test_a_dtype_that_only_the_loss_of_a_check_lacks_is_no_fact(varied: Callable[[str], Variation]) -> None:
    """In half precision, what a check makes of the result to differentiate it is replaced by what Paddle has."""
    (fact,) = varied("half_in_a_loss").dtypes
    assert "float16" in set(fact.torch) - {*fact.refused, *fact.partly, *fact.backward}


@pytest.mark.libraries
def test_a_gradient_that_is_wrong_through_a_view_is_a_fact_and_no_finding(varied: Callable[[str], Variation]) -> None:
    """It is that of the Tensor of which the code changes a view in place."""
    assert varied("wrong_through_a_view").wrong_views == ("",)
    assert varied("nothing_to_find").wrong_views == ()


@pytest.mark.libraries
def test_digits_that_paddle_itself_loses_are_a_fact_and_no_finding(varied: Callable[[str], Variation]) -> None:
    """What the counterpart computes with a constant of float32 is measured, by what is differentiated or not."""
    found = varied("counterpart_of_float32")
    errors = {(fact.at, fact.dtype, fact.backward): float(fact.error) for fact in found.lost_digits}
    assert errors["", "float64", False] < 1e-6
    assert found.counts[Count.IMPRECISE] > 0


@pytest.mark.libraries
def test_a_missing_inner_kernel_is_counted_apart(varied: Callable[[str], Variation]) -> None:
    """What Paddle lacks a kernel for in combinations alone, of which the measured dtypes know nothing, is no finding."""
    found = varied("lacks_an_inner_kernel")
    assert found.counts[Count.KERNEL] > 0
    assert all(one.kind is not DifferenceClass.REFUSED for one in found.untold)
    assert not any("float16" in fact.refused for fact in found.dtypes)


@pytest.mark.libraries
@pytest.mark.parametrize("case", ["refuses_a_mixture", "mixes_from_the_start"])
def test_a_refused_mixture_is_no_missing_kernel_whatever_its_message_says(
    case: str, varied: Callable[[str], Variation]
) -> None:
    """A dtype that Paddle takes alone is not claimed to be refused, be the others mixed by a change or from the start."""
    found = varied(case)
    assert found.dtypes
    assert not any(fact.differs for fact in found.dtypes)
    assert found.counts.get(Count.NO_KERNEL, 0) == found.counts.get(Count.KERNEL, 0) == 0


@pytest.mark.libraries
def test_rounding_is_measured_before_it_is_a_fault(
    catalog: Catalog, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers that cancel out differ in their digits on both sides, and are none of Paddle's faults."""
    monkeypatch.setattr(precision, "_MARGIN", 1e-9)
    monkeypatch.setattr(precision, "_KNOWN", math.inf)
    found = vary(catalog, worker, "cancels_out")
    assert found.lost_digits

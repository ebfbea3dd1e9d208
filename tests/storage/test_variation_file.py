from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.model.variation import (
    Count,
    DifferenceClass,
    Disproved,
    DtypeFact,
    LostDigits,
    SecondOrder,
    Untold,
    Variation,
)
from generator.storage.json_lines import LinesError
from generator.storage.variation_file import (
    VARIATIONS,
    dump_variations,
    keep_old,
    parse_variations,
    read_variations,
    write_variations,
)

UNTOLD = Untold("checks.0", DifferenceClass.VALUE, "`x` 的内容：含 NaN", {"x": "float32[2] with (nan)"}, "y[0]", 3)
DISPROVED = Disproved("parameters.1", "checks.0", "`x` 的 dtype：int8", {"x": "int8[2]"}, 1)
ABS = Variation(
    "torch.abs",
    "0" * 16,
    {"torch": "2.13.0"},
    "2026-01-01",
    7,
    {Count.SAME: 5, Count.UNTOLD: 3},
    left=2,
    untold=(UNTOLD,),
    disproved=(DISPROVED,),
    unmet=("remarks.0",),
    dtypes=(
        DtypeFact("overloads.1", ("input", "forward.x"), ("int8", "int64"), ("int8",), ("int64",), ("float16",)),
        DtypeFact("", (), ("int8",)),
    ),
    second_orders=(
        SecondOrder("overloads.1", is_always=False, is_usual=True),
        SecondOrder("", is_always=True, parameters=("x",), ends=True),
    ),
    lost_digits=(LostDigits("overloads.1", "float64", backward=True, error="1e-07"),),
    wrong_views=("", "overloads.1"),
)
CLEAN = Variation("torch.nn.functional.relu", "1" * 16, {"torch": "2.13.0"}, "2026-01-01", 0, {Count.SAME: 9})


@pytest.mark.parametrize("variation", [ABS, CLEAN, replace(CLEAN, unsafe=True), replace(CLEAN, device="gpu")])
def test_what_is_written_is_read_again(variation: Variation) -> None:
    """Nothing of a result is lost in its line."""
    assert parse_variations(dump_variations([variation]), "f") == [variation]


def test_files_are_one_for_each_module(tmp_path: Path) -> None:
    """A change of one record changes one line of one file, and files without records go."""
    write_variations(tmp_path, [ABS, CLEAN])
    names = {path.name for path in (tmp_path / VARIATIONS).iterdir()}
    assert names == {"torch.jsonl", "torch.nn.functional.jsonl"}
    assert read_variations(tmp_path) == {one.api: one for one in (ABS, CLEAN)}
    write_variations(tmp_path, [ABS])
    assert [path.name for path in (tmp_path / VARIATIONS).iterdir()] == ["torch.jsonl"]


def test_a_damaged_line_is_named_with_a_way_to_mend_it(tmp_path: Path) -> None:
    """A merge that went wrong is one clear error."""
    write_variations(tmp_path, [ABS])
    path = tmp_path / VARIATIONS / "torch.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"seed": 7', '"seed": "x"'), encoding="utf-8")
    with pytest.raises(LinesError, match=r"torch\.jsonl:2 不是一行变换结果。可用 apimap vary 重新生成"):
        read_variations(tmp_path)


def test_running_again_keeps_the_date_where_nothing_changed() -> None:
    """The same result makes no change in the repository."""
    later = replace(ABS, date="2026-02-02")
    assert keep_old(later, {"torch.abs": ABS}) == ABS
    assert keep_old(replace(later, left=0), {"torch.abs": ABS}).date == "2026-02-02"


def test_a_result_of_less_time_takes_no_place() -> None:
    """What was tried before is not lost to a busy machine; a finding, and what other code gives, always counts."""
    full = replace(CLEAN, counts={Count.SAME: 5}, left=2)
    shorter = replace(full, date="2026-02-02", counts={Count.SAME: 4}, left=1)
    assert keep_old(shorter, {full.api: full}) == full
    assert keep_old(full, {full.api: shorter}) == full
    fact = SecondOrder("", is_always=True)
    measured = replace(full, date="2026-02-02", second_orders=(fact,))
    assert keep_old(replace(shorter, second_orders=(fact,)), {full.api: full}) == measured
    assert keep_old(replace(shorter, digest="another"), {full.api: full}).counts == shorter.counts
    found = replace(ABS, date="2026-02-02", counts={Count.UNTOLD: 3})
    assert keep_old(found, {"torch.abs": ABS}) == found

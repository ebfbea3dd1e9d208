from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.model.sample_result import FactName, Failure, SampleFact, Samples, Source, State
from generator.model.variation import Count, DifferenceClass, Untold
from generator.storage.json_lines import LinesError
from generator.storage.sample_file import (
    FACTS,
    dump_samples,
    keep_date,
    parse_samples,
    read_samples,
    write_samples,
)

FAILURE = Failure(DifferenceClass.REFUSED, "y = paddle.abs(input=x)", {"x": "float32[2]"}, "TypeError")
UNTOLD = Untold("OpInfo", DifferenceClass.VALUE, "y = torch.abs(x)", {"x": "float32[2]"}, "y[0]", 3)
ABS = Samples(
    "torch.abs",
    "0" * 16,
    {"torch": "2.13.0"},
    "2026-01-01",
    Source.OP_INFO,
    9,
    left=2,
    shapes_only="随机",
    facts={
        FactName.PREFIX: SampleFact(9),
        FactName.KEYWORDS: SampleFact(9, 2, 0, FAILURE),
        FactName.COMPAT: SampleFact(0, 0, 9),
    },
    accepted=("input",),
    record="torch.abs",
    counts={Count.SAME: 6, Count.UNTOLD: 3},
    todo=1,
    untold=(UNTOLD,),
)
BARE = Samples("torch.nn.functional.relu", "1" * 16, {"torch": "2.13.0"}, "2026-01-01", Source.CHECKS, 0)


@pytest.mark.parametrize("one", [ABS, BARE, replace(BARE, unsafe=True)])
def test_what_is_written_is_read_again(one: Samples) -> None:
    """Nothing of a result is lost in its line."""
    assert parse_samples(dump_samples([one]), "f") == [one]


def test_files_are_one_for_each_module(tmp_path: Path) -> None:
    """A change of one API changes one line of one file, and files without APIs go."""
    write_samples(tmp_path, [ABS, BARE])
    assert {path.name for path in (tmp_path / FACTS).iterdir()} == {"torch.jsonl", "torch.nn.functional.jsonl"}
    assert read_samples(tmp_path) == {one.api: one for one in (ABS, BARE)}
    write_samples(tmp_path, [ABS])
    assert [path.name for path in (tmp_path / FACTS).iterdir()] == ["torch.jsonl"]


@pytest.mark.parametrize(("old", "new"), [('"samples": 9', '"samples": "x"'), ('"tried": 9', '"tried": null')])
def test_a_damaged_line_is_named_with_a_way_to_mend_it(tmp_path: Path, old: str, new: str) -> None:
    """A merge that went wrong is one clear error."""
    write_samples(tmp_path, [ABS])
    path = tmp_path / FACTS / "torch.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LinesError, match=r"torch\.jsonl:2 不是一行样本结果。可用 apimap samples 重新生成"):
        read_samples(tmp_path)


def test_running_again_keeps_the_date_where_nothing_changed() -> None:
    """The same result makes no change in the repository."""
    later = replace(ABS, date="2026-02-02")
    assert keep_date(later, {"torch.abs": ABS}) == ABS
    assert keep_date(replace(later, left=3), {"torch.abs": ABS}).date == "2026-02-02"


def test_a_fact_holds_only_where_it_was_tried() -> None:
    """What was never run, or only on dtypes that have no kernel, is neither held nor failed."""
    states = [ABS.fact(name).state for name in FactName]
    assert states == [State.HOLDS, State.FAILS, State.UNTRIED]
    assert BARE.fact(FactName.PREFIX).state is State.UNTRIED

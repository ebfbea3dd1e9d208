from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.evidence import ConvertedOutcome, ConvertedResult, DropIn, Evidence, Gave, SnippetResult
from generator.model.status import Outcome
from generator.storage.evidence_file import (
    EVIDENCE,
    dump_evidence,
    keep_dates,
    parse_evidence,
    read_evidence,
    update_evidence,
    write_evidence,
)
from generator.storage.json_lines import LinesError

RESULT = SnippetResult("overloads.0.checks.1", Outcome.DIFFERS, "值", "y[0]，PyTorch 为 1，Paddle 为 2", ("一",))
ABS = Evidence("torch.abs", "0" * 16, {"torch": "2.13.0"}, "2026-01-01", (RESULT,), DropIn(holds=None, reason="无"))
RELU = replace(ABS, api="torch.nn.functional.relu", drop_in=DropIn(holds=True))

texts = st.text()
converted = st.builds(ConvertedResult, st.sampled_from(ConvertedOutcome), texts, texts, texts)
results = st.builds(
    SnippetResult,
    texts.filter(bool),
    st.sampled_from(Outcome),
    texts,
    texts,
    st.lists(texts.filter(bool)).map(tuple),
    st.none() | converted,
    st.lists(st.builds(Gave, *[texts] * 5)).map(tuple),
)
evidences = st.builds(
    Evidence,
    st.just("torch.abs"),
    texts,
    st.dictionaries(texts, texts),
    texts,
    st.lists(results).map(tuple),
    st.builds(DropIn, st.none() | st.booleans(), texts),
    st.booleans(),
    texts,
)


def values_of(result: SnippetResult) -> list[tuple[str, str]]:
    """The values of both sides, which decide nothing."""
    return [(gave.torch_values, gave.paddle_values) for gave in result.gave]


@given(evidences)
def test_what_is_written_is_read(evidence: Evidence) -> None:
    """Evidence survives its file, whatever its messages hold."""
    text = dump_evidence([evidence])
    (read,) = parse_evidence(text, "torch.jsonl")
    assert read == evidence
    assert [one.converted and one.converted.message for one in read.results] == [
        one.converted and one.converted.message for one in evidence.results
    ]
    assert [values_of(one) for one in read.results] == [values_of(one) for one in evidence.results]
    assert text.count("\n") == 2


def test_a_line_is_a_record_in_the_file_of_its_module(tmp_path: Path) -> None:
    """Two branches that verify different records change different lines, and mostly different files."""
    write_evidence(tmp_path, [RELU, replace(ABS, api="torch.tan"), ABS])
    folder = tmp_path / EVIDENCE
    assert sorted(path.name for path in folder.iterdir()) == ["torch.jsonl", "torch.nn.functional.jsonl"]
    lines = (folder / "torch.jsonl").read_text(encoding="utf-8").splitlines()
    assert "apimap verify" in lines[0]
    assert ['"api": "torch.abs"' in lines[1], '"api": "torch.tan"' in lines[2]] == [True, True]
    assert read_evidence(tmp_path)["torch.abs"] == ABS


def test_files_that_nothing_belongs_in_are_removed(tmp_path: Path) -> None:
    """When the last record of a module goes, so does its evidence."""
    write_evidence(tmp_path, [ABS, RELU])
    write_evidence(tmp_path, [ABS])
    assert set(read_evidence(tmp_path)) == {"torch.abs"}


def test_what_another_command_has_written_stays(tmp_path: Path) -> None:
    """An update keeps the records of today beside its own, but for those of a damaged file."""
    tan, gone = replace(ABS, api="torch.tan"), replace(ABS, api="torch.gone")
    write_evidence(tmp_path, [ABS, gone, RELU])
    update_evidence(tmp_path, {"torch.tan": tan}, {"torch.abs", "torch.tan", RELU.api})
    assert read_evidence(tmp_path) == {"torch.abs": ABS, "torch.tan": tan, RELU.api: RELU}
    (tmp_path / EVIDENCE / "torch.jsonl").write_text("\n<<<<<<< HEAD\n", encoding="utf-8")
    update_evidence(tmp_path, {"torch.tan": tan}, {"torch.abs", "torch.tan", RELU.api})
    assert read_evidence(tmp_path) == {"torch.tan": tan, RELU.api: RELU}


def test_the_same_result_keeps_its_date() -> None:
    """Verifying again without a change writes the same bytes; any change takes the new date."""
    again = replace(ABS, date="2026-02-02")
    other = replace(again, versions={"torch": "2.14.0"})
    assert keep_dates([again], {"torch.abs": ABS}) == [ABS]
    assert keep_dates([other], {"torch.abs": ABS}) == [other]
    assert keep_dates([again], {}) == [again]


def test_other_words_for_what_was_left_keep_the_old_ones() -> None:
    """The reasons of conversions are the records' words: to reword a row changes no evidence, another verdict does."""
    left = ConvertedResult(ConvertedOutcome.TODO, "条件不明", "torch.abs", "不支持复数")
    before = replace(ABS, results=(replace(RESULT, converted=left),))
    reworded = replace(ABS, results=(replace(RESULT, converted=replace(left, message="只支持实数")),))
    decided = replace(ABS, results=(replace(RESULT, converted=replace(left, kind="改写")),))
    assert keep_dates([reworded], {"torch.abs": before})[0] is before
    assert keep_dates([decided], {"torch.abs": before}) == [decided]


def test_how_a_wrong_assumption_ends_keeps_the_old_evidence() -> None:
    """Code whose assumption does not hold may wait for ever or give too little; that it is wrong is what counts."""
    waits = ConvertedResult(ConvertedOutcome.UNMET, "超时", "", "30 秒内没有结束")
    before = replace(ABS, results=(replace(RESULT, converted=waits),))
    short = replace(ABS, results=(replace(RESULT, converted=replace(waits, kind="值")),))
    wrong = replace(ABS, results=(replace(RESULT, converted=replace(waits, outcome=ConvertedOutcome.FAILED)),))
    assert keep_dates([short], {"torch.abs": before})[0] is before
    assert keep_dates([wrong], {"torch.abs": before}) == [wrong]
    assert len({waits, replace(waits, kind="值"), replace(waits, outcome=ConvertedOutcome.FAILED)}) == 2


WHOLE = '{"api": "a", "digest": "", "versions": {}, "date": "", "results": [], "drop_in": {"holds": null}}'


@pytest.mark.parametrize(
    "damage",
    [
        "<<<<<<< HEAD", "{}", '{"api": "torch.abs"}', "[]", "\x00", "[" * 100_000, WHOLE.replace('"a"', '["a"]'),
        WHOLE.replace("null", "1"), WHOLE.replace('"versions": {}', '"versions": {"torch": 2}'),
    ],
)  # fmt: skip
def test_a_damaged_line_is_named(damage: str) -> None:
    """A merge that went wrong is told by file and line."""
    with pytest.raises(LinesError, match=r"torch\.jsonl:3"):
        parse_evidence(dump_evidence([ABS]) + damage + "\n", "torch.jsonl")


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    """A file that is not UTF-8 gives a message and no traceback."""
    (tmp_path / EVIDENCE).mkdir(parents=True)
    (tmp_path / EVIDENCE / "torch.jsonl").write_bytes(b"\xff\n")
    with pytest.raises(LinesError, match=r"torch\.jsonl"):
        read_evidence(tmp_path)

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.evidence.verify.trial import Setting
from generator.evidence.verify.verdict import verify_record
from generator.evidence.verify.worker import Limits, Worker
from generator.model.record import Record
from generator.model.status import Outcome
from generator.storage.evidence_file import write_evidence
from generator.storage.yaml_file import read_record

DATA = Path(__file__).parents[2] / "data/verify"
FALSE = {path.stem: path for path in sorted((DATA / "false_claims").glob("*.yml"))}
TRUE = {path.stem: path for path in sorted((DATA / "true_claims").glob("*.yml"))}
LIMITS = Limits(seconds=4, memory=512 * 1024**2)
SETTING = Setting({}, "2026-01-01", LIMITS)
SHORT = {"hangs": Setting({}, "2026-01-01", replace(LIMITS, seconds=1))}
"""What hangs is waited for to the end, twice, the second time for longer."""

pytestmark = pytest.mark.libraries


def record_in(path: Path) -> Record:
    """The record in a file."""
    record = read_record(path.name, path.read_bytes()).record
    assert record is not None
    return record


def expected(path: Path) -> tuple[str, str, str]:
    """What the first line of a false claim says: outcome, kind, and how the message starts."""
    outcome, kind, *message = path.read_text(encoding="utf-8").partition("\n")[0].partition("：")[2].split(" ", 2)
    return outcome, kind, message[0] if message else ""


@pytest.mark.parametrize("case", FALSE)
def test_each_false_claim_is_caught_under_its_own_name(case: str, worker: Worker) -> None:
    """A false claim, whatever way it is false, is found and called what it is."""
    (result,) = verify_record(record_in(FALSE[case]), worker, SHORT.get(case, SETTING)).evidence.results
    outcome, kind, message = expected(FALSE[case])
    assert (str(result.outcome), result.kind) == (outcome, kind)
    assert result.message.startswith(message)


@pytest.mark.parametrize("case", ["crashes", "exits", "hangs", "leaves_processes_behind", "uses_the_network"])
def test_hostile_code_is_caught_without_namespaces_too(case: str, weak_worker: Worker) -> None:
    """Where the kernel gives no namespaces, a hostile record still costs only itself."""
    (result,) = verify_record(record_in(FALSE[case]), weak_worker, SHORT.get(case, SETTING)).evidence.results
    assert (str(result.outcome), result.kind) == expected(FALSE[case])[:2]


def test_what_is_told_can_be_written(worker: Worker, tmp_path: Path) -> None:
    """Text that is no Unicode, or commands a terminal, breaks neither the evidence nor the log."""
    record = record_in(FALSE["patches_a_function"])
    code = "import warnings\nwarnings.simplefilter('error')\nwarnings.warn('\\ud800 \\x1b]0;x\\x07 \\u202e')\ny = 1"
    named = "z = torch.nn.Module()\nz.register_parameter('\\ud800', torch.nn.Parameter(torch.ones(2)))\ny = z"
    layer = "y = paddle.nn.Linear(1, 2, bias_attr=False)"
    checks = tuple(
        record.checks[0].model_copy(update={"torch": torch, "paddle": paddle, "compare": ("y",)})
        for torch, paddle in ((code, "y = 1"), (named, layer))
    )
    found = verify_record(record.model_copy(update={"checks": checks}), worker, SETTING).evidence
    assert [result.outcome for result in found.results] == [Outcome.FAILED, Outcome.DIFFERS]
    assert all(result.message.isprintable() for result in found.results)
    write_evidence(tmp_path, [found])


@pytest.mark.parametrize("case", TRUE)
def test_no_true_claim_is_doubted(case: str, worker: Worker) -> None:
    """What is the same on both sides passes: there are no false alarms."""
    results = verify_record(record_in(TRUE[case]), worker, Setting({}, "2026-01-01")).evidence.results
    assert [result for result in results if result.outcome is not Outcome.PASSED] == []


def test_a_hostile_snippet_costs_no_other_snippet(worker: Worker) -> None:
    """After a snippet has ended its process, the rest of the record and the next record still run."""
    bad = record_in(FALSE["exits"]).checks[0]
    good = record_in(TRUE["initial_values"]).checks[0]
    record = record_in(TRUE["initial_values"]).model_copy(update={"checks": (good, bad, good)})
    outcomes = [result.outcome for result in verify_record(record, worker, SETTING).evidence.results]
    assert outcomes == [Outcome.PASSED, Outcome.FAILED, Outcome.PASSED]


def test_two_runs_give_the_same_evidence(worker: Worker, weak_worker: Worker) -> None:
    """Evidence does not depend on when, where and in which worker it was found."""
    for path in (*TRUE.values(), FALSE["fails"], FALSE["value"]):
        found = [verify_record(record_in(path), chosen, SETTING).evidence for chosen in (worker, worker, weak_worker)]
        assert [evidence.unsafe for evidence in found] == [False, False, True]
        assert found[0] == found[1] == replace(found[2], unsafe=False)


def test_a_skipped_snippet_is_never_a_pass(worker: Worker) -> None:
    """What was not run is neither verified nor drop-in, and its reason is kept."""
    record = record_in(TRUE["initial_values"])
    skipped = record.checks[0].model_copy(update={"skip": "需要 GPU。"})
    found = verify_record(
        record.model_copy(update={"checks": (*record.checks, skipped)}), worker, Setting({}, "2026-01-01")
    )
    assert found.evidence.outcome is Outcome.SKIPPED
    assert found.evidence.results[-1].message == "需要 GPU。"
    assert (found.evidence.drop_in.holds, found.evidence.drop_in.reason) == (None, "需要 GPU。")


def test_drop_in_is_found_and_denied_with_a_reason(worker: Worker) -> None:
    """Drop-in means that the torch code with another prefix gives torch's result."""
    yes = verify_record(record_in(TRUE["own_state"]), worker, Setting({}, "2026-01-01")).evidence.drop_in
    no = verify_record(record_in(TRUE["layers"]), worker, Setting({}, "2026-01-01")).evidence.drop_in
    assert yes.holds is True
    assert no.holds is False
    assert "ConvTranspose2d" in no.reason


WAYS = [
    *(
        "raise ValueError(text)",
        "y = text",
        "y = {text: 1}",
        "y = np.dtype([(text, 'i4')])",
        "float(text)",
        "{}[text[:38]]",
    ),
    "import warnings\n    warnings.simplefilter('error')\n    warnings.warn(text)",
    "(_ for _ in ()).throw(ValueError(text))",
    "np.testing.assert_equal(1, 2, err_msg=text)",
    "text.encode().decode(text[:60])",
    "torch.set_device(text)",
    "z = torch.nn.Layer()\n    z.add_parameter(text.replace('.', ''), z.create_parameter([2]))\n    y = z",
]
"""What a snippet could do with a text so that it is told."""


@pytest.mark.parametrize("words", WAYS)
def test_no_text_of_a_file_gets_into_a_passing_record(words: str, worker: Worker) -> None:
    """The reason why a record is not drop-in does not say what its code makes it say."""
    code = f"y = torch.abs(x)\ntext = open(torch.__file__).read()[:200]\nif 'paddle' in torch.__name__:\n    {words}"
    record = record_in(FALSE["patches_a_function"])
    check = record.checks[0].model_copy(update={"torch": code, "paddle": "y = paddle.abs(x)", "compare": ("y",)})
    found = verify_record(record.model_copy(update={"checks": (check,)}), worker, SETTING).evidence
    assert (found.outcome, found.drop_in.holds) == (Outcome.PASSED, False)
    assert not {"torch", "package", "docstring"} & set(found.drop_in.reason.split())
    assert len(found.drop_in.reason) < 100

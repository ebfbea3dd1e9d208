from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from samples import REPOSITORY

from bench.converting import as_data, count, count_by_api, weigh
from bench.judged_case import Outcome, Todo
from bench.judged_corpus import DEVELOPMENT, EVALUATION, Case, Result, part_of

BASE = """
class APIBase:
    def __init__(self, pytorch_api):
        self.pytorch_api = pytorch_api

    def run(self, pytorch_code, compared_tensor_names=None, expect_paddle_code=None, unsupport=False, reason=None):
        text = self.convert(pytorch_code)
        assert not unsupport and expect_paddle_code in (None, text)
        sides = []
        for code in (pytorch_code, text):
            names = {}
            exec(code, names)
            sides.append([names[name] for name in compared_tensor_names or ()])
        assert sides[0] == sides[1], "not the same"
"""
"""What the runner needs of their base class, in our own words: it converts, executes both sides, and compares."""
CASES = """
import pytest
from apibase import APIBase

obj = APIBase("torch.floor")

def test_right(): obj.run("y = torch_floor(1.5)", ["y"])
def test_right_by_running(): obj.run("y = torch_floor(-1.5)")
def test_right_without_their_text(): obj.run("y = torch_floor(1.5)", expect_paddle_code="y = their_floor(1.5)")
def test_rightly_left(): obj.run("y = torch_ceil(1.5)", ["y"], unsupport=True, reason="rare")
def test_rightly_left_alone(): obj.run("y = 1", ["y"], unsupport=True, reason="rare")
def test_right_beyond_theirs(): obj.run("y = torch_floor(1.5)", ["y"], unsupport=True, reason="rare")
def test_todo(): obj.run("y = torch_ceil(1.5)", ["y"])
def test_wrong(): obj.run("y = torch_floor(-1.5)", ["y"])
def test_wrong_in_the_second_run():
    obj.run("y = torch_floor(1.5)", ["y"])
    obj.run("y = torch_floor(-1.5)", ["y"])
def test_wrong_by_a_name_that_is_missing(): obj.run("if torch_floor(-1.5) == -2: y = 1", ["y"])
def test_wrong_by_crashing(): obj.run("import os\\nif torch_floor(-1.5) == -1: os._exit(3)", ["os"])
def test_wrong_by_hanging(): obj.run("while torch_floor(-1.5) == -1: pass")
def test_wrong_by_staying_torch(): obj.run("import torch\\ny = 1", ["y"])
def test_error(): obj.run("y = torch_boom(1.5)", ["y"])
def test_error_by_no_python(): obj.run("y = torch_bracket(1.5)", ["y"])
def test_not_run_by_failing(): obj.run("y = torch_nothing(1.5)", ["y"])
def test_not_run_whatever_was_left(): obj.run("y = torch_nothing(torch_ceil(1.5))", ["y"], unsupport=True, reason="rare")
def test_not_run_by_crashing(): obj.run("import os\\nif torch_floor(-1.5) == -2: os._exit(3)", ["os"])
def test_not_run_by_a_name_that_is_missing(): obj.run("x = torch_floor(1.5)", ["y"])
def test_not_run_by_their_wish(): test_right()
test_not_run_by_their_wish = pytest.mark.skip(reason="slow")(test_not_run_by_their_wish)
@pytest.mark.skipif(condition=len([obj]) == 1, reason="slow")
def test_not_run_on_a_condition(): test_right()
@pytest.mark.skipif("obj is None", reason="slow")
def test_right_against_a_condition(): test_right()
def helper(): test_right()
"""
RUN = """
import builtins, json, math, sys
from pathlib import Path
from bench.judged_case import Converted, Todo
from bench.judged_corpus import Terms, cases_of, judge_all, test_files

vars(builtins).update(torch_floor=math.floor, torch_ceil=math.ceil, torch_boom=abs, torch_bracket=abs, paddle_floor=math.trunc)

def convert(source):
    if "boom" in source:
        raise ValueError("no such rule")
    todos = (Todo("torch.ceil", "condition", "why"),) if "ceil" in source else ()
    return Converted(source.replace("torch_floor", "paddle_floor").replace("bracket(", "bracket(("), True, todos)

cases = [case for file in test_files(Path(sys.argv[1])) for case in cases_of(file)]
for one in judge_all(cases, convert, Terms(jobs=4, seconds=5)):
    print(json.dumps([one.case.name, one.outcome, one.api, one.message, one.compared, len(one.todos)]))
"""
"""Paddle's floor is a trunc here, and so wrong for what is negative; ceil is left to a person."""


def judged(corpus: Path) -> dict[str, list[object]]:
    """Makes a small corpus, judges it, and gives outcome, API, message, ``compared`` and TODOs of each case."""
    (corpus / "tests").mkdir()
    for name, text in (("apibase.py", BASE), ("torch.py", ""), ("test_floor.py", CASES)):
        (corpus / "tests" / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", RUN, str(corpus)]
    path = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(command, env=path, capture_output=True, text=True, check=True, timeout=120)
    return {name: rest for name, *rest in map(json.loads, done.stdout.splitlines())}


@pytest.mark.slow
def test_outcomes_are_told_apart(tmp_path: Path) -> None:
    """Each case has the outcome that its name says, whether it ends by itself or takes its process with it."""
    found = judged(tmp_path)
    assert len(found) == CASES.count("def test_")
    for name, (outcome, *_) in found.items():
        assert name.startswith(f"test_{str(outcome).replace(' ', '_')}"), (name, outcome)
    assert found["test_wrong"] == ["wrong", "torch.floor", "AssertionError: not the same", True, 0]
    assert found["test_wrong_by_hanging"][2] == "no end in 5 s"
    assert found["test_wrong_by_crashing"][2] == "ended by exit code 3"
    assert found["test_todo"][-1] == 1
    assert [name for name, rest in found.items() if rest[0] == "right" and not rest[3]] == [
        "test_right_by_running",
        "test_right_without_their_text",
    ]


def result(file: str, api: str, outcome: Outcome, *, recorded: bool = True) -> Result:
    """A case with an outcome."""
    todos = (Todo("torch.ceil", "condition", "why"),) if outcome is Outcome.TODO else ()
    return Result(Case(Path(file), "test_case_1", api), outcome, "their words", api, recorded, True, todos, ())  # noqa: FBT003


def test_shares_and_their_mean_by_use() -> None:
    """What did not run counts nowhere, what was left is not converted, and an API counts by its uses."""
    results = [
        *(result("test_a.py", "torch.a", Outcome.RIGHT) for _ in range(3)),
        result("test_a.py", "torch.a", Outcome.TODO),
        *(result("test_b.py", "torch.b", outcome) for outcome in (Outcome.WRONG, Outcome.LEFT, Outcome.NOT_RUN)),
    ]
    figures = count(results)
    assert (figures.run, figures.right_of_run, figures.right_of_converted) == (6, 4 / 6, 3 / 4)
    mean = weigh(count_by_api(results), {"torch.a": 60, "torch.b": 20, "torch.c": 20})
    assert (mean.apis, mean.share) == (2, 0.8)
    assert mean.right_of_run == (60 * 0.75 + 20 * 0.5) / 80
    assert mean.right_of_converted == (60 * 1 + 20 * 0) / 80


def test_evaluation_cases_stay_unread() -> None:
    """Of a file of the evaluation part, the output has numbers and API names, and no case, message or reason."""
    names = [f"test_{number}.py" for number in range(20)]
    kept = next(name for name in names if part_of(name) == EVALUATION)
    shown = next(name for name in names if part_of(name) == DEVELOPMENT)
    outcomes = (Outcome.WRONG, Outcome.TODO)
    data = as_data([result(kept, "torch.a", outcome) for outcome in outcomes], {})
    assert data["development"] == []
    assert data["recorded"]["by_api"]["torch.a"]["wrong"] == 1
    text = json.dumps(data)
    assert not any(secret in text for secret in (kept, "test_case_1", "their words", "torch.ceil"))
    assert shown in json.dumps(as_data([result(shown, "torch.a", Outcome.WRONG)], {}))

from __future__ import annotations

from functools import partial

import pytest
from samples import catalog_of

from generator.evidence.probe.names_only import knowledge_of, plain_record
from generator.evidence.verify.convert_snippet import convert_snippet
from generator.evidence.verify.observation import Kind, Observation, Seen
from generator.evidence.verify.trial import Setting
from generator.evidence.verify.vacuous import Shown, says_of_example, says_of_gradients, says_of_out
from generator.evidence.verify.verdict import verify_record
from generator.evidence.verify.worker import Worker
from generator.model.record import Check, Example, Mapping

MAPPING = Mapping.model_validate(
    {
        "paddle": "paddle.f",
        "parameters": [
            {"torch": "out", "rewrite": "example"},
            {"torch": "*tensors", "paddle": "inputs", "differs": {"usage": "传入列表"}, "rewrite": "example"},
            {"torch": "src", "paddle": "x", "differs": {"usage": "返回副本"}, "rewrite": "example", "effect": "view"},
        ],
    }
)
CLAIM = """\
torch: torch.round
paddle: paddle.round
category: 参数不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。, differs: {type: 虚构的差别}, rewrite: example, when: {input: {ndim: 0}}}
examples:
  - parameter: input
    title: 输入
    given: {x: "float32[2, 3]"}
    torch: y = torch.round(input=x)
    paddle: y = paddle.round(x=x)
checks:
  - given: {x: "float32[3]", z: "float32[3]"}
    torch: y = torch.round(x, out=z)
    paddle: y = paddle.assign(paddle.round(x), z)
    compare: y
"""


def example(parameter: str, *, random: bool = False) -> Example:
    """An example of a row."""
    return Example(parameter=(parameter,), title="", torch="y = 1", paddle="y = 1", random=random)


@pytest.mark.parametrize(
    ("api", "parameter", "shown", "is_idle"),
    [
        ("torch.f", "out", Shown(moved=True), True),
        ("torch.f", "out", Shown(named=True), True),
        ("torch.f", "out", Shown(moved=False, named=False), False),
        ("torch.f", "out", Shown(), False),
        ("torch.g", "out", Shown(moved=True), False),
        ("torch.f", "*tensors", Shown(named=True), False),
        ("torch.f", "*tensors", Shown(moved=True), True),
        ("torch.f", "src", Shown(moved=True), False),
        ("torch.f", "other", Shown(moved=True), False),
    ],
)
def test_an_example_that_passes_without_its_rewriting_shows_nothing(
    api: str,
    parameter: str,
    shown: Shown,
    is_idle: bool,  # noqa: FBT001  (a parameter of the test)
) -> None:
    """So it is where the prefix or the names are enough; a Paddle API of the same path may be no counterpart, and effects do not show."""
    assert bool(says_of_example(api, MAPPING, example(parameter), shown)) is is_idle


def test_random_results_show_no_difference_anyway() -> None:
    """Where only shapes are compared, that they are the same says nothing."""
    assert not says_of_example("torch.f", MAPPING, example("out", random=True), Shown(moved=True))


@pytest.mark.parametrize(
    ("compare", "changed", "words"),
    [((), ("z",), ""), ((), (), "没有变"), (("y",), ("z",), "compare"), (("y", "z"), (), "")],
)
def test_out_that_nobody_looks_at_is_said(compare: tuple[str, ...], changed: tuple[str, ...], words: str) -> None:
    """``out`` has to be changed, or be compared by its name; else whatever is written there passes."""
    snippet = Check(
        given={"x": "float32[2]", "z": "float32[2]"}, torch="torch.f(x, out=z)", paddle="y = 1", compare=compare
    )
    seen = Observation(inputs=tuple((name, Seen(Kind.SCALAR, "int", "1")) for name in changed))
    message = says_of_out(snippet, seen)
    assert words in message
    assert bool(message) is bool(words)


@pytest.mark.parametrize(
    ("compare", "line", "words"),
    [
        (("y",), "", "x 的梯度"),
        (("y", "x"), "", ""),
        (("x.grad",), "", ""),
        ((), "", ""),
        (("g",), "g = x.grad", ""),
        (("y",), "sgd.step()", ""),
    ],
)
def test_gradients_that_nobody_looks_at_are_said(compare: tuple[str, ...], line: str, words: str) -> None:
    """What a backward pass gives an input is compared by the input's name, by a name of its own, or with all else."""
    code = f"y = torch.f(x)\ny.sum().backward()\n{line}"
    snippet = Check(given={"x": "float32[2] grad"}, torch=code, paddle="y = 1", compare=compare)
    seen = Observation(inputs=(("x.grad", Seen(Kind.SCALAR, "int", "1")),))
    message = says_of_gradients(snippet, seen)
    assert words in message
    assert bool(message) is bool(words)
    assert not says_of_gradients(snippet, Observation())


def test_code_without_out_is_left_alone() -> None:
    """Nothing is said of code that passes no ``out``."""
    assert not says_of_out(Check(given={"x": "float32[2]"}, torch="torch.f(x)", paddle="y = 1"), Observation())


@pytest.mark.libraries
def test_an_invented_difference_is_found(worker: Worker) -> None:
    """An example by which names alone do as well, and a check whose ``out`` nobody compares, pass and are told."""
    catalog = catalog_of(CLAIM)
    (record,) = catalog.records()
    knowledge = knowledge_of(catalog, [plain_record(record)])
    by_names = partial(convert_snippet, knowledge=knowledge)
    found = verify_record(record, worker, Setting({}, "2026-01-01", by_names=by_names))
    assert {at: message[:12] for at, message in found.idle.items()} == {
        "checks.0": "传了 out=z，而 c",
        "examples.0": "这个示例没有演示任何差别",
    }

from __future__ import annotations

from collections.abc import Sequence

from generator.authoring.drafting.complete_draft import Code, Passes, complete
from generator.evidence.probe.result import Found, Pair, Probe, Told
from generator.evidence.probe.variants import Aspect
from generator.evidence.samples.sample import Sample
from generator.model.record import Check, Example, Record
from generator.model.signature import Signature
from generator.model.variation import DifferenceClass
from generator.storage.yaml_dump import dump_record
from generator.storage.yaml_file import read_record

DRAFT = """\
torch: torch.f
paddle: paddle.f
category: 仅参数名不一致
draft: true
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: dim, paddle: axis, note: 表示维度。}
checks:
  - {given: {x: "float32[2, 4]"}, torch: "y = torch.f(input=x, dim=1)", paddle: "y = paddle.f(x=x, axis=1)"}
  - {given: {x: "float32[2, 4]"}, torch: "y = torch.f(broken)", paddle: "y = paddle.f(broken)"}
"""
SIGNATURES = (Signature.parse("(input, dim=None)"),)


def record() -> Record:
    """The draft by names alone."""
    found = read_record("f.yml", DRAFT.encode()).record
    assert found is not None
    return found


def difference(kind: DifferenceClass, aspect: Aspect, parameter: str, *settings: str, paddle: str) -> Found:
    """A difference of ``torch.f(x, 1)``."""
    message = "y，PyTorch 为 int64，Paddle 为 int8"
    torch = "y = torch.f(x, 1)"
    return Found(
        kind, aspect, parameter, "", settings, torch, paddle, {"x": "int8[2]"}, (), message, 1, Told.UNRECORDED
    )


def probe(*found: Found, same: tuple[Pair, ...] = ()) -> Probe:
    """A probe with these differences."""
    return Probe("torch.f", "paddle.f", {}, 1, 1, 0, random=False, found=found, same=same, tensors=("input",))


def passes(*codes: str) -> Passes:
    """Says of the Paddle codes given here that they hold."""

    def holds(checks: Sequence[Check]) -> list[bool]:
        return [check.paddle.strip() in codes for check in checks]

    return holds


OWN = "y = paddle.f(x=x, axis=1)"
CAST = "y = paddle.f(x, 1).astype('int64')"


def completed(made: Probe, *codes: str) -> Record:
    """The draft after a probe where these Paddle codes hold; what was written is read back as the same record."""
    found = complete(record(), SIGNATURES, made, Code(passes(*codes), lambda checks: [True] * len(checks), {}))
    assert read_record("f.yml", dump_record(found).encode()).record == found
    return found


def test_another_result_is_a_row_with_its_condition_and_an_example_that_holds() -> None:
    """A dtype that differs is a ``returns`` row, the example is mended by what gave torch's result, the category follows."""
    found = completed(
        probe(difference(DifferenceClass.DTYPE, Aspect.DTYPE, "input", "int8", paddle="y = paddle.f(x, 1)")), OWN, CAST
    )
    *_, row = found.parameters
    assert row.returns == "`input` 的 dtype 为 `int8` 时，PyTorch 为 int64，Paddle 为 int8"
    assert row.when is not None
    assert [(one.parameter, one.paddle) for one in found.examples] == [(("返回值",), CAST)]
    assert found.category.name == "参数不一致"
    assert found.draft


def test_what_paddle_refuses_stands_in_the_row_of_its_parameter() -> None:
    """A kind of argument that Paddle refuses differs in type; where nothing mends it, only that is left to be written."""
    made = probe(difference(DifferenceClass.REFUSED, Aspect.KIND, "dim", "(0, 1)", paddle="y = paddle.f(x, (0, 1))"))
    found = completed(made, OWN)
    (row,) = (row for row in found.parameters if row.differs is not None)
    assert row.torch == "dim"
    assert row.differs is not None
    assert row.differs.type == "`dim` 是列表或元组时，Paddle 报错"
    assert [one.paddle for one in found.examples] == ["# 待写：得到同样的结果"]


def test_gradients_and_views_are_remarks() -> None:
    """What does not show in the result is a remark with its effect, and changes no category."""
    made = probe(
        difference(DifferenceClass.GRADIENT, Aspect.GRADIENT, "input", "反向传播", paddle="y = paddle.f(x, 1)"),
        difference(DifferenceClass.VALUE, Aspect.VIEW, "input", "之后改动 input", paddle="y = paddle.f(x, 1)"),
    )
    found = completed(made, OWN)
    assert [remark.effect for remark in found.remarks] == ["gradient", "view"]
    assert found.category.name == "仅参数名不一致"


def test_calls_that_agree_become_checks_and_what_does_not_run_is_left_out() -> None:
    """A draft's check that fails is not written, and a call that agrees is; one of them is the usual one."""
    pair = Pair(Aspect.KIND, Sample("y = torch.f(x, [1])", {"x": "float32[2]"}), "y = paddle.f(x, [1])")
    found = completed(probe(same=(pair,)), OWN, "y = paddle.f(x, [1])")
    assert [check.paddle for check in found.checks] == ["y = paddle.f(x, [1])", OWN]
    assert sum(check.usual for check in found.checks) == 1


def test_an_example_that_torch_refuses_is_left_out() -> None:
    """What a person has to finish begins with a call that runs; else there is nothing to begin with."""
    example = {"parameter": "dim", "title": "待写", "torch": "y = torch.f(broken)", "paddle": "y = 1  # 待写"}
    draft = record().model_copy(update={"examples": (Example.model_validate(example),)})
    found = complete(draft, SIGNATURES, probe(), Code(passes(OWN), lambda checks: [False] * len(checks), {}))
    assert not found.examples
    kept = complete(draft, SIGNATURES, probe(), Code(passes(OWN), lambda checks: [True] * len(checks), {}))
    assert [one.title for one in kept.examples] == ["待写"]

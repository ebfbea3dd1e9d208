from __future__ import annotations

from typing import Any

import pytest

from generator.authoring.drafting.conditions import clauses_of
from generator.evidence.probe.result import Found, Told
from generator.evidence.probe.variants import Aspect
from generator.model.variation import DifferenceClass
from generator.model.when import parse_when


def found(aspect: Aspect, parameter: str, *settings: str, kind: DifferenceClass = DifferenceClass.VALUE) -> Found:
    """A difference of a probe."""
    return Found(kind, aspect, parameter, "", settings, "", "", {}, (), "", 1, Told.UNRECORDED)


@pytest.mark.parametrize(
    ("aspect", "parameter", "settings", "expected"),
    [
        (Aspect.DTYPE, "input", ("int8", "bool"), [{"input": {"dtype": ["int8", "bool"]}}]),
        (Aspect.DTYPE, "", ("int8",), [{"input": {"dtype": ["int8"]}}]),
        (Aspect.MIXED_DTYPES, "other", ("int8",), [{"call": {"same_dtype": ["input", "other"], "is": "no"}}]),
        (Aspect.RANK, "input", ("0 维", "少一维"), [{"input": {"ndim": "0"}}, {"call": {"data": "`input` 少一维"}}]),
        (Aspect.LENGTH, "", ("3 换成 0",), [{"input": {"empty": "yes"}}]),
        (
            Aspect.CONTENT,
            "input",
            ("含 NaN", "全为 0", "含 0"),
            [{"input": {"has": ["nan"]}}, {"input": {"has": ["zero"]}}],
        ),
        (Aspect.VALUE, "dim", ("-1",), [{"dim": {"lt": "0"}}]),
        (
            Aspect.VALUE,
            "lambd",
            ("2", "float('nan')"),
            [{"lambd": {"in": ["2"]}}, {"call": {"data": "`lambd` 为 `float('nan')`"}}],
        ),
        (Aspect.VALUE, "mode", ("'area'",), [{"mode": {"in": ["'area'"]}}]),
        (Aspect.KIND, "dim", ("(0,)", "int64(1)", "2"), [{"dim": {"kind": ["sequence", "tensor", "number"]}}]),
        (Aspect.KIND, "dim", ("np.int64(1)",), [{"dim": {"kind": ["numpy"]}}]),
        (Aspect.OUT, "out", ("int64", "形状不同"), [{"out": {"dtype": ["int64"]}}, {"out": "passed"}]),
        (Aspect.GRADIENT, "value", ("反向传播",), [{"value": {"grad": "yes"}}]),
        (Aspect.DEFAULT_DTYPE, "", ("float64",), [{"call": {"default_dtype": "yes"}}]),
        (Aspect.CALL, "", ("y = torch.f(x)",), []),
    ],
)
def test_each_change_is_a_condition(
    aspect: Aspect, parameter: str, settings: tuple[str, ...], expected: list[dict[str, Any]]
) -> None:
    """What was changed is said in the language of ``when``, which reads it; a call as it was given says nothing."""
    clauses = clauses_of(found(aspect, parameter, *settings), ("input", "other"))
    assert clauses == expected
    if clauses:
        assert parse_when(clauses)


def test_what_a_layer_is_called_with_is_told_in_words() -> None:
    """The dtypes of the arguments of ``forward`` are no condition of the call that makes the layer."""
    clauses = clauses_of(found(Aspect.MIXED_DTYPES, "forward.input", "int8"), ("forward.input", "forward.target"))
    assert clauses == [{"call": {"data": "`input`、`target` 的 dtype 不同"}}]
    assert parse_when(clauses)

from __future__ import annotations

import pytest

from generator.model.evidence import FailureKind
from generator.model.given_notation import parse_given
from generator.vary.outcome import judge
from generator.verify.compare import Terms
from generator.verify.observation import Observation
from generator.verify.worker import Failed

CAST = "NotImplementedError：Data type (int8) is not supported when casting data type."
MIXED = "TypeError：Type promotion only support calculations between floating-point numbers"


@pytest.mark.parametrize(
    ("start", "message", "is_kernel"),
    [("int8(0)", CAST, True), ("int32(0)", CAST, False), ("int8(0)", MIXED, False)],
)
def test_a_dtype_that_no_kernel_casts_is_a_fact_of_the_kernels(start: str, message: str, *, is_kernel: bool) -> None:
    """A kernel that lacks one of two dtypes differs from dtypes that may not be mixed."""
    inputs = {"start": parse_given(start), "end": parse_given("float32(2.0)")}
    found = judge(Observation(), Failed(FailureKind.ERROR, message), Terms(), (), inputs)
    assert found is not None
    assert found.is_kernel is is_kernel
